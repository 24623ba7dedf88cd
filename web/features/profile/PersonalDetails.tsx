import type { ProfileGroup } from '#contracts/profile-fields.ts'
import { ProfileDetails } from '#web/ui/ProfileDetails.tsx'
import type { Profile } from './api.ts'
import { Section } from './ProfileSection.tsx'

type Props = { readonly profile: Profile; readonly title: string; readonly groups: readonly ProfileGroup[] }

/** A section of the member's own profile: the fields of some groups, with what is known of each. */
export function PersonalDetails({ profile, title, groups }: Props) {
  return (
    <Section title={title}>
      <dl className="profile-facts">
        <ProfileDetails profile={profile} groups={groups} />
      </dl>
    </Section>
  )
}

import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memberOf } from '#web/api/holder.ts'
import { AccessSection } from '#web/features/account/AccessSection.tsx'
import { useHolder } from '#web/features/circle/useHolder.ts'
import { profileQuery } from '#web/features/profile/api.ts'
import { NoticeSettings } from '#web/features/profile/NoticeSettings.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { useScrollToHash } from '#web/ui/useScrollToHash.ts'
import { OwnDevices } from '../parts/OwnDevices.tsx'

/** An administrator's own account. */
export default function AccountPage() {
  const { user } = useAuth()
  const { data } = useQuery(profileQuery)
  const holder = useHolder()
  useScrollToHash(true)
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          Minha conta
        </Title>
        <Text c="dimmed" className="wrap-anywhere">
          {user?.email}
        </Text>
      </div>
      <div id="acesso">
        <AccessSection />
      </div>
      {holder !== null && memberOf(holder) === null && (
        <div id="aparelhos">
          <OwnDevices holder={holder} />
        </div>
      )}
      {data && <NoticeSettings profile={data} />}
    </Stack>
  )
}

import { Button, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { useOwnWord } from '#web/features/session/useOwnWord.ts'
import { ProfileDetails } from '#web/ui/ProfileDetails.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import type { Profile } from './api.ts'
import { Section } from './ProfileSection.tsx'

const ChangeKeyDialog = lazyPart(async () => ({ default: (await import('./ChangeKeyDialog.tsx')).ChangeKeyDialog }))

/** How the member is paid, with the button that asks for another key where they may. */
export function KeyDetails({ profile }: { profile: Profile }) {
  const [isOpen, setOpen] = useState(false)
  const isRoda = useIsRoda() ?? false
  const mayChange = useOwnWord() !== null && profile.adminApproved
  return (
    <Section title="Informações PIX">
      {isRoda && !profile.pixKey ? (
        <Text>Ainda não há chave. É por ela que as pessoas pagam você.</Text>
      ) : (
        <dl className="profile-facts">
          <ProfileDetails profile={profile} groups={['pix']} />
        </dl>
      )}
      {mayChange && (
        <Button variant="default" mih={44} mt="md" onClick={() => setOpen(true)}>
          {profile.pixKey ? 'Trocar chave PIX' : 'Pôr a minha chave'}
        </Button>
      )}
      <Suspense fallback={null}>
        {isOpen && <ChangeKeyDialog profile={profile} onClose={() => setOpen(false)} />}
      </Suspense>
    </Section>
  )
}

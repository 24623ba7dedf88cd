import '#web/features/profile/profile.css'
import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '#web/api/client.ts'
import { profileQuery } from '#web/features/profile/api.ts'
import { AccessSection } from '#web/features/account/AccessSection.tsx'
import { CircleAwaited } from '#web/features/circle/CircleAwaited.tsx'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { Helping } from '#web/features/helping/Helping.tsx'
import { ContactVerification } from '#web/features/profile/ContactVerification.tsx'
import { KeyDetails } from '#web/features/profile/KeyDetails.tsx'
import { PendingKey } from '#web/features/profile/PendingKey.tsx'
import { PersonalDetails } from '#web/features/profile/PersonalDetails.tsx'
import { NoticeSettings } from '#web/features/profile/NoticeSettings.tsx'
import { ProfileHeader } from '#web/features/profile/ProfileHeader.tsx'
import { useNameFollows } from '#web/features/profile/useNameFollows.ts'
import { useScrollToHash } from '#web/ui/useScrollToHash.ts'
import { ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { OwnDevices } from './parts/OwnDevices.tsx'
import { RodaProfile } from './parts/RodaProfile.tsx'
import { FirstLook } from '#web/ui/FirstLook.tsx'

export default function ProfilePage() {
  const isRoda = useIsRoda()
  if (isRoda === undefined) return <CircleAwaited />
  return <FirstLook>{isRoda ? <RodaProfile /> : <LevelsProfile />}</FirstLook>
}

function LevelsProfile() {
  const { data, error, refetch } = useQuery(profileQuery)
  useNameFollows(data)
  useScrollToHash(data !== undefined)
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          Perfil
        </Title>
        <Text c="dimmed">
          Para corrigir algum dado, fale com a administração do círculo. Em{' '}
          <Anchor component={Link} to="/privacy">
            Meus dados
          </Anchor>{' '}
          você vê quem os viu, leva uma cópia e pode apagá-los.
        </Text>
      </div>
      {error && <ErrorState message={failureText(error, 'Erro ao carregar perfil')} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows />}
      {data && (
        <>
          {data.pixKeyPending && <PendingKey pending={data.pixKeyPending} />}
          <ProfileHeader profile={data} />
          <div className="profile-columns">
            <div>
              <PersonalDetails profile={data} title="Informações Pessoais" groups={['personal', 'address']} />
              <div id="contatos">
                <ContactVerification profile={data} />
              </div>
              <div id="acesso">
                <AccessSection />
              </div>
              {data.adminApproved && (
                <div id="aparelhos">
                  <OwnDevices holder={data.id} />
                </div>
              )}
              {data.adminApproved && (
                <div id="ajuda">
                  <Helping />
                </div>
              )}
            </div>
            <div>
              <div id="chave">
                <KeyDetails profile={data} />
              </div>
              <NoticeSettings profile={data} />
              <PersonalDetails profile={data} title="Informações Bancárias" groups={['bank']} />
              <PersonalDetails profile={data} title="Informações Crypto" groups={['crypto']} />
            </div>
          </div>
        </>
      )}
    </Stack>
  )
}

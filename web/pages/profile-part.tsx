import '#web/features/profile/profile.css'
import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { AccessSection } from '#web/features/account/AccessSection.tsx'
import { failureText } from '#web/api/client.ts'
import { Helping } from '#web/features/helping/Helping.tsx'
import { profileQuery } from '#web/features/profile/api.ts'
import type { Profile } from '#web/features/profile/api.ts'
import { ContactVerification } from '#web/features/profile/ContactVerification.tsx'
import { KeyDetails } from '#web/features/profile/KeyDetails.tsx'
import { NoticeSettings } from '#web/features/profile/NoticeSettings.tsx'
import { isProfilePart, profilePartTitle } from '#web/features/profile/parts.ts'
import type { ProfilePart } from '#web/features/profile/parts.ts'
import { PendingKey } from '#web/features/profile/PendingKey.tsx'
import { PersonalDetails } from '#web/features/profile/PersonalDetails.tsx'
import { ProfileHeader } from '#web/features/profile/ProfileHeader.tsx'
import { useNameFollows } from '#web/features/profile/useNameFollows.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { OwnDevices } from './parts/OwnDevices.tsx'

/** One subject of the profile on a page of its own. */
export default function ProfilePartPage() {
  const { part } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(profileQuery)
  useNameFollows(data)
  if (part === undefined || !isProfilePart(part)) return <Navigate to="/profile" replace />
  return (
    <Stack gap="md">
      <BackLink to="/profile">Eu</BackLink>
      <Title order={1} size="h2">
        {profilePartTitle(part)}
      </Title>
      {error && <ErrorState message={failureText(error, 'Erro ao carregar perfil')} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows />}
      {data && (
        <Stack gap="md" className="profile-subject">
          <Subject part={part} profile={data} />
        </Stack>
      )}
    </Stack>
  )
}

function Subject({ part, profile }: { part: ProfilePart; profile: Profile }) {
  switch (part) {
    case 'dados':
      return (
        <>
          <ProfileHeader profile={profile} />
          <PersonalDetails profile={profile} title="Informações Pessoais" groups={['personal', 'address']} />
          {profile.bank && <PersonalDetails profile={profile} title="Informações Bancárias" groups={['bank']} />}
        </>
      )
    case 'chave':
      return (
        <>
          {profile.pixKeyPending && <PendingKey pending={profile.pixKeyPending} />}
          <KeyDetails profile={profile} />
          {(profile.btcAddress || profile.usdtAddress) && (
            <PersonalDetails profile={profile} title="Informações Crypto" groups={['crypto']} />
          )}
        </>
      )
    case 'contatos':
      return <ContactVerification profile={profile} />
    case 'avisos':
      return <NoticeSettings profile={profile} />
    case 'acesso':
      return <AccessSection />
    case 'aparelhos':
      if (!profile.adminApproved) return <Text>Aparecem aqui depois que o seu cadastro for aprovado.</Text>
      return <OwnDevices holder={profile.id} />
    case 'ajuda':
      return <Helping />
  }
}

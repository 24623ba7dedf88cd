import { Alert, Anchor, Button, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { asksLittle } from '#contracts/asks-little.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { FirstContact, isRefused, useFirstContact } from '#web/features/circle/FirstContact.tsx'
import { joinInvitationQuery, keepInvitation, readInvitation } from '#web/features/circle/invitation.ts'
import { PlanDisclosure } from '#web/features/circle/PlanDisclosure.tsx'
import { RodaValue } from '#web/features/circle/RodaValue.tsx'
import { Terms } from '#web/features/circle/Terms.tsx'
import { beginDraft } from '#web/features/registration/draft.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { dayText } from '#web/text/dates.ts'
import { DoorPage } from '#web/ui/DoorPage.tsx'
import { LoadingRows } from '#web/ui/states.tsx'
import { useAddressSecret } from '#web/ui/useAddressSecret.ts'
import { ShownLog } from './ShownLog.tsx'
import { NotOpened } from '#web/ui/NotOpened.tsx'

/** An invitation to become a member: its secret stands after the # of the address, so that no server's log has it. */
export default function JoinPage() {
  const invitation = readInvitation(useAddressSecret())
  const { secret, carried } = invitation
  return secret === '' && carried !== null ? <ShownLog carried={carried} /> : <Invitation {...invitation} />
}

function Invitation({ secret, carried }: ReturnType<typeof readInvitation>) {
  const { data, error, refetch } = useQuery(joinInvitationQuery(secret))
  const contact = useFirstContact(carried, data?.circle.id)
  const { user } = useAuth()
  const navigate = useNavigate()
  const begin = () => {
    keepInvitation(secret)
    if (data?.invited) beginDraft(data.invited, { isShort: asksLittle(data.circle) })
    void navigate({ to: '/register' })
  }
  return (
    <DoorPage title="Convite" size={560}>
      <NotOpened error={error} otherwise="Não foi possível abrir o convite." refetch={refetch} />
      {secret === '' && (
        <Alert color="red" role="alert">
          Este endereço não está inteiro. Peça o convite de novo a quem convidou você.
        </Alert>
      )}
      {!data && !error && secret !== '' && <LoadingRows label="Abrindo o convite..." />}
      {data && (
        <Paper withBorder p="lg">
          <Stack>
            <Text className="wrap-anywhere">
              {data.invited ? `Olá, ${data.invited.firstName}. ` : ''}
              {asksLittle(data.circle) ? 'Este convite é para' : 'Você foi convidado a participar do círculo'}{' '}
              <b>{data.circle.name}</b>. O convite vale até {dayText(data.expires_at)}.
            </Text>
            <FirstContact contact={contact} />
            {asksLittle(data.circle) ? (
              <>
                <RodaValue circle={data.circle} outcome={data.outcome} people={data.people} />
                <details className="roda-terms">
                  <summary>Ler os termos</summary>
                  <Terms circle={data.circle} outcome={data.outcome} />
                </details>
              </>
            ) : (
              <PlanDisclosure outcome={data.outcome} />
            )}
            {user ? (
              <Text>Você já entrou na sua conta. Para usar o convite com outra pessoa, saia antes.</Text>
            ) : (
              <>
                <Button mih={44} onClick={begin} disabled={contact === 'asking' || isRefused(contact)}>
                  Fazer o meu cadastro
                </Button>
                <Text size="sm" c="dimmed">
                  O cadastro espera depois pela aprovação da administração. Até lá, ninguém pede nada a você.
                </Text>
              </>
            )}
          </Stack>
        </Paper>
      )}
      <Anchor component={Link} to="/login">
        Já tenho conta: entrar
      </Anchor>
    </DoorPage>
  )
}

import { Anchor, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { circleQuery } from '#web/features/circle/api.ts'
import { FirstContact, isRefused, useFirstContact } from '#web/features/circle/FirstContact.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { DoorPage } from '#web/ui/DoorPage.tsx'
import { LoadingRows, Unread } from '#web/ui/states.tsx'

/** The ledger that a member's device shows to another by its code, compared here with what the server shows. */
export function ShownLog({ carried }: { carried: string }) {
  const { data: circle, error, refetch } = useQuery(circleQuery)
  const contact = useFirstContact(carried, circle?.id)
  const { user } = useAuth()
  const navigate = useNavigate()
  return (
    <DoorPage title="De aparelho para aparelho" size={560}>
      {error && !circle && <Unread error={error} otherwise="Não foi possível comparar os livros." refetch={refetch} />}
      {!error && (contact === 'asking' || !circle) && <LoadingRows label="Comparando os livros..." />}
      {circle && contact === 'other_circle' && !user ? (
        <Text>
          O código é de um círculo que não recebe cadastros abertos aqui. Peça à administração dele um convite, e leia
          de novo o código de quem convidou.
        </Text>
      ) : (
        <FirstContact contact={contact} />
      )}
      {circle && !user && contact !== null && !isRefused(contact) && (
        <Button mih={44} onClick={() => void navigate({ to: '/register' })}>
          Fazer o meu cadastro
        </Button>
      )}
      <Anchor component={Link} to={user ? '/ledger' : '/login'}>
        {user ? 'Livro do círculo' : 'Já tenho conta: entrar'}
      </Anchor>
    </DoorPage>
  )
}

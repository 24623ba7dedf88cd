import { Alert, Anchor, Button, Paper, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { invitationQuery, useAccept } from '#web/features/administrators/api.ts'
import { DoorPage } from '#web/ui/DoorPage.tsx'
import { LoadingRows } from '#web/ui/states.tsx'
import { useAddressSecret } from '#web/ui/useAddressSecret.ts'
import { NotOpened } from '#web/ui/NotOpened.tsx'
import { Refused } from '#web/ui/Refused.tsx'

/** An invitation to administer: its secret stands after the # of the address, so that no server's log has it. */
export default function InvitationPage() {
  const secret = useAddressSecret()
  const { data, error, refetch } = useQuery(invitationQuery(secret))
  const accept = useAccept()
  return (
    <DoorPage title={accept.isSuccess ? 'Sua conta está pronta' : 'Convite'}>
      <NotOpened error={error} otherwise="Não foi possível abrir o convite." refetch={refetch} />
      {secret === '' && (
        <Alert color="red" role="alert">
          Este endereço não está inteiro. Peça o convite de novo a quem convidou você.
        </Alert>
      )}
      {!data && !error && secret !== '' && <LoadingRows label="Abrindo o convite..." />}
      {data && !accept.isSuccess && (
        <Paper withBorder p="lg">
          <Stack>
            <Text className="wrap-anywhere">
              Olá, {data.name}. {data.invited_by} convidou você para{' '}
              {data.role === 'AUDITOR' ? 'acompanhar a Ciranda como auditor' : 'administrar a Ciranda'}.
            </Text>
            {data.takes_part && <Text>Você continua a participar. Confirme com o CPF e a senha da sua conta.</Text>}
            <AcceptForm
              isKnown={data.takes_part}
              isPending={accept.isPending}
              error={accept.error}
              onAccept={(typed) => accept.mutate({ secret, ...typed })}
            />
          </Stack>
        </Paper>
      )}
      <Anchor component={Link} to="/login">
        {accept.isSuccess ? 'Entrar com a sua senha' : 'Ir à entrada'}
      </Anchor>
    </DoorPage>
  )
}

type FormProps = { isKnown: boolean; isPending: boolean; error: Error | null; onAccept: (typed: Typed) => void }
type Typed = { cpf: string; password: string }

function AcceptForm({ isKnown, isPending, error, onAccept }: FormProps) {
  const [typed, setTyped] = useState<Typed>({ cpf: '', password: '' })
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (!isPending) onAccept(typed)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="CPF"
          inputMode="numeric"
          value={typed.cpf}
          onChange={(event) => setTyped({ ...typed, cpf: event.currentTarget.value })}
        />
        <PasswordInput
          label="Senha"
          autoComplete={isKnown ? 'current-password' : 'new-password'}
          value={typed.password}
          onChange={(event) => setTyped({ ...typed, password: event.currentTarget.value })}
        />
        <Refused error={error} otherwise="Não foi possível aceitar o convite." />
        <Button type="submit" mih={44} disabled={isPending}>
          {isPending ? 'Aceitando...' : 'Aceitar'}
        </Button>
      </Stack>
    </form>
  )
}

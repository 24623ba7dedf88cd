import { Alert, Anchor, Button, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { chooseServer, isElsewhere, originTyped, serverOrigin } from '#web/api/server-address.ts'
import { DoorPage } from '#web/ui/DoorPage.tsx'

/**
 * Pages that somebody else serves ask here which server they are to speak to. A link may bring the address after its #, and never
 * chooses for its reader. Where a server shows these pages itself there is nothing to choose.
 */
export default function ServerPage() {
  const own = useQuery({ queryKey: ['own-server'], queryFn: answersHere, staleTime: Infinity })
  return (
    <DoorPage title="Onde está a sua roda?">
      {own.data === undefined ? null : own.data && !isElsewhere ? (
        <>
          <Text>Estas páginas já são do servidor da sua roda. Não há o que escolher.</Text>
          <Anchor component={Link} to="/login">
            Ir para a entrada
          </Anchor>
        </>
      ) : (
        <Paper withBorder p="lg">
          <ServerForm />
        </Paper>
      )}
    </DoorPage>
  )
}

function ServerForm() {
  const [typed, setTyped] = useState(() => window.location.hash.slice(1) || (isElsewhere ? serverOrigin() : ''))
  const [fault, setFault] = useState<string | null>(null)
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    const origin = originTyped(typed)
    if (!origin) return setFault('Escreva o endereço como está no convite: roda.exemplo.org.br')
    if (!(await answers(origin)))
      return setFault('Esse servidor não respondeu a estas páginas. Pergunte a quem cuida dele se as aceita.')
    chooseServer(origin)
    window.location.assign('/login')
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Text>Estas páginas vêm de {window.location.host}. Os dados ficam no servidor da sua roda.</Text>
        <TextInput
          label="Endereço do servidor"
          inputMode="url"
          autoComplete="url"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          error={fault}
        />
        <Alert color="yellow">Confira letra por letra: a sua senha vai para esse endereço.</Alert>
        <Button type="submit">Continuar</Button>
      </Stack>
    </form>
  )
}

/** Whether a Ciranda answers at an origin, and lets these pages read its answer. */
async function answers(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/api/health`)
    return typeof ((await answer.json()) as { version?: unknown }).version === 'string'
  } catch {
    return false
  }
}

const answersHere = () => answers(window.location.origin)

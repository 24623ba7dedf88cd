import { Button, Paper, Text, Title } from '@mantine/core'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Acting } from '#web/features/session/Acting.tsx'
import { useOpenDemonstration } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { serverOrigin } from '#web/api/server-address.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A demonstration was chosen on this page: that stays when the console is drawn anew around it. */
    demonstration?: true
  }
}

/** `isAlone`: there is no circle yet, and nothing else on the page. */
export function FirstQuestion({ hidden, isAlone }: { hidden: string | null; isAlone: boolean }) {
  const navigate = useNavigate()
  const isDemonstration = useLocation({ select: ({ state }) => state.demonstration === true })
  const { mutate, isPending, error } = useOpenDemonstration()
  const choose = () => {
    void navigate({ to: '.', state: { demonstration: true }, replace: true })
    if (hidden !== null && !isPending) mutate(hidden)
  }
  return (
    <Acting>
      <Paper withBorder p="lg" component="section" aria-labelledby="first-question">
        <Title order={isAlone ? 1 : 2} size="h3" id="first-question">
          O que esta Ciranda vai ser?
        </Title>
        <Text mt={4} maw="60ch">
          Uma roda de verdade é um compromisso entre pessoas que se conhecem. Uma demonstração serve para conhecer: nela
          tudo é fictício.
        </Text>
        <div className="first-question">
          <Button component={Link} to="/admin/found" mih={44}>
            Uma roda de verdade
          </Button>
          <Button variant="default" mih={44} onClick={choose} aria-expanded={isDemonstration}>
            Uma demonstração
          </Button>
        </div>
        <Refused error={error} otherwise="Não foi possível abrir a demonstração." />
        {isDemonstration && hidden === null && (
          <Text size="sm" maw="60ch" role="status">
            Ela já está aqui, vazia. Mande a quem quiser experimentar o endereço de cadastro,{' '}
            <b className="wrap-anywhere">{`${serverOrigin()}/register`}</b>, aprove em Usuários e dê lugares na fila.
          </Text>
        )}
      </Paper>
    </Acting>
  )
}

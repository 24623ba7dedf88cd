import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { moneyText } from '#contracts/money-text.ts'
import { Link } from '@tanstack/react-router'
import { useAuth } from '#web/features/session/useAuth.ts'
import { sendQuery } from './api.ts'
import { stillOwed } from './next-step.ts'

/** Said to somebody suspended or removed in a real circle, who reads on: what is still theirs to do. */
export function ReadingOnly() {
  const { user } = useAuth()
  const { data: owed = [] } = useQuery(sendQuery)
  const sum = stillOwed(owed)
  return (
    <Alert
      color="sol"
      title={user?.status === 'INACTIVE' ? 'Sua participação foi encerrada' : 'Sua participação está suspensa'}
    >
      Você ainda pode ler o livro e os seus papéis, falar num caso seu, recorrer da decisão sobre ele e{' '}
      <Anchor inherit renderRoot={(props) => <Link {...props} to="/privacy" />}>
        levar ou apagar os seus dados
      </Anchor>
      . O motivo está nos seus avisos.
      {sum > 0 && (
        <>
          {' '}
          Você ainda deve {moneyText(sum)}:{' '}
          <Anchor inherit renderRoot={(props) => <Link {...props} to="/donations" />}>
            ver como pagar
          </Anchor>
          .
        </>
      )}
    </Alert>
  )
}

import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAuth } from '#web/features/session/useAuth.ts'
import { dayText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import { circleQuery, resultQuery } from './api.ts'
import type { Result } from './api.ts'

/** Said once a rotation is over, and for ever in a circle that was closed; nothing while people are on their way. */
export function Ending() {
  const { user, isAdmin } = useAuth()
  const { data: result } = useQuery({ ...resultQuery, enabled: isAdmin || user?.adminApproved === true })
  const { data: circle } = useQuery(circleQuery)
  if (!circle) return null
  if (circle.closed_at)
    return (
      <Alert color="mata" title={`Encerrada em ${dayText(circle.closed_at)}`}>
        {endText(result)} <Papers isAdmin={isAdmin} />
      </Alert>
    )
  if (!result?.rotation_over) return null
  return (
    <Alert color="mata" title="A volta terminou: todos estão em zero">
      Cada pessoa recebeu o que deu. <Papers isAdmin={isAdmin} />{' '}
      {isAdmin ? (
        <>
          E agora? <To part="encerrar">Começar outra volta ou encerrar</To>.
        </>
      ) : (
        'Quem organiza começa outra volta, que cada pessoa aceita de novo, ou encerra a roda.'
      )}
    </Alert>
  )
}

/** Nothing is said of the sums before they were read. */
function endText(result: Pick<Result, 'over' | 'behind'> | undefined): string {
  if (!result) return 'Nada mais é pedido.'
  return result.over ? 'Cada pessoa recebeu o que deu, e nada mais é pedido.' : lackText(result.behind)
}

const lackText = (people: number) =>
  `${countText(people, 'pessoa recebeu', 'pessoas receberam')} menos do que ${people === 1 ? 'deu' : 'deram'}, e nada mais é pedido.`

/** Where what happened can be read and kept. */
function Papers({ isAdmin }: { isAdmin: boolean }) {
  if (isAdmin)
    return (
      <>
        Guarde uma <To part="copia">cópia de tudo</To>.
      </>
    )
  return (
    <>
      Guarde os seus{' '}
      <Anchor inherit renderRoot={(props) => <Link {...props} to="/donations" />}>
        recibos e o informe do ano
      </Anchor>
      .
    </>
  )
}

function To({ part, children }: { part: 'copia' | 'encerrar'; children: ReactNode }) {
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to="/admin/settings/$part" params={{ part }} />}>
      {children}
    </Anchor>
  )
}

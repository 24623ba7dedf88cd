import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { Part } from '#web/ui/Part.tsx'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { checkpointQuery, circleQuery, resultQuery } from './api.ts'
import { Ahead } from './CircleToday.tsx'
import { DayCode } from './DayCode.tsx'
import { bothText, Founders } from './Founders.tsx'
import { monthLine } from './month-text.ts'
import { Ring } from './Ring.tsx'
import { Balance, OwnLine, Totals } from './CircleResult.tsx'

/** By itself, since it hashes what it shows. */
const Changes = lazyPart(() => import('./Changes.tsx'))

/** 'A roda', in parts that open: all that everybody may know of it, each with how it stands. */
export function RodaParts() {
  const { data, error, refetch } = useQuery(resultQuery)
  const { data: circle } = useQuery(circleQuery)
  const { data: checkpoint } = useQuery(checkpointQuery)
  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar a roda" refetch={refetch} />
  if (!data) return <LoadingRows rows={3} label="Carregando a roda..." />
  return (
    <Stack gap="sm">
      <Part
        id="mes"
        title="Quem dá a quem"
        state={circle?.closed_at || data.ring.people.asked === 0 ? null : monthLine(data)}
      >
        {() => <Ring ring={data.ring} />}
      </Part>
      <Part
        id="contas"
        title="Quem está para trás"
        state={data.behind === 0 ? null : `${data.behind} de ${data.members}`}
      >
        {() => (
          <Stack gap="lg">
            {data.own && <OwnLine own={data.own} />}
            <Balance result={data} />
            <Totals result={data} />
          </Stack>
        )}
      </Part>
      <Part id="parar" title="Se a roda parar no meio">
        {() => <Ahead />}
      </Part>
      <Part id="mudou" title="O que mudou">
        {() => (
          <Suspense fallback={<Skeleton height={92} />}>
            <Changes />
          </Suspense>
        )}
      </Part>
      <Part id="codigo" title="Código do dia" state={checkpoint?.code ?? null}>
        {() => (
          <>
            <Text size="sm">É o mesmo para todos. Se o de alguém for outro, alguém vê outro livro.</Text>
            <DayCode />
          </>
        )}
      </Part>
      {circle && (
        <Part id="quem" title="Quem responde" state={bothText(circle) ?? circle.operator?.name ?? null}>
          {() => (
            <Stack gap="xs">
              {circle.operator && (
                <Text className="wrap-anywhere">
                  {circle.operator.name}, {circle.operator.contact}
                </Text>
              )}
              <Founders circle={circle} />
            </Stack>
          )}
        </Part>
      )}
    </Stack>
  )
}

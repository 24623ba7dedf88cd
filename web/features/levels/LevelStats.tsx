import './level-stats.css'
import { Paper, Progress, Skeleton, Text, Title } from '@mantine/core'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { moneyText } from '#contracts/money-text.ts'
import { failureText, request } from '#web/api/client.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { ErrorState } from '#web/ui/states.tsx'

type Stats = AnswerOf<'GET /donations/admin/level-stats/{level}'>

const levelStatsQuery = (level: string) =>
  queryOptions({
    queryKey: ['admin', 'level-stats', level],
    queryFn: () => request('GET /donations/admin/level-stats/{level}', { params: { level } }),
  })

/** The levels of the circle on screen. While its plan is being read, only the first is known, and `isKnown` is false. */
function useLevels(): { readonly names: readonly string[]; readonly isKnown: boolean } {
  const { data: circle, isError } = useQuery(circleQuery)
  const names = circle ? circle.plan.levels.map(({ level }) => String(level)) : ['1']
  return { names, isKnown: circle !== undefined || isError }
}

/**
 * The figures of the circle: its people without administrators, and how many completed each level. `people` is null
 * while loading and undefined when it could not be read.
 */
export function CircleStats({ people }: { people: number | null | undefined }) {
  const { names, isKnown } = useLevels()
  const levels = useQueries({ queries: names.map(levelStatsQuery) })
  if (!isKnown) return <Skeleton height={112} />
  return (
    <div className="circle-cards">
      <Figure label="Total de Usuários" value={people} note="sem contar administradores" />
      {levels.map(({ data, isError }, index) => (
        <Figure
          key={names[index]}
          label={`Nível ${names[index]} completo`}
          value={data ? data.completedUsers : isError ? undefined : null}
          note={data ? `de ${personCount(data.totalUsers)}` : ''}
        />
      ))}
    </div>
  )
}

function Figure({ label, value, note }: { label: string; value: number | null | undefined; note: string }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {value === null ? (
        <Skeleton height={34} width={56} my={4} />
      ) : (
        <Text fw={700} fz={30} lh={1.25} className="circle-number">
          {value ?? '–'}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </Paper>
  )
}

/** How each level stands, one card a level; what could not be read says so and can be tried again. */
export function LevelStats() {
  const { names, isKnown } = useLevels()
  const levels = useQueries({ queries: names.map(levelStatsQuery) })
  const failed = levels.find((level) => level.error && !level.data)
  if (failed)
    return (
      <ErrorState
        message={failureText(failed.error, 'Erro ao carregar estatísticas')}
        onRetry={() => levels.forEach((level) => void level.refetch())}
      />
    )
  if (!isKnown) return <Skeleton height={180} />
  return (
    <div className="level-cards">
      {levels.map(({ data }, index) =>
        data ? <LevelCard key={data.level} stats={data} /> : <Skeleton key={names[index]} height={180} />,
      )}
    </div>
  )
}

function LevelCard({ stats }: { stats: Stats }) {
  const { level, averageProgress } = stats
  const rows = [
    ['Usuários', stats.totalUsers],
    ['Ativos na fila', stats.activeUsers],
    ['Completaram', stats.completedUsers],
    ['Doações recebidas', stats.totalDonationsReceived],
    ['Valor recebido', moneyText(stats.totalAmountReceived)],
  ] as const
  return (
    <Paper withBorder p="md" component="article" aria-label={`Nível ${level}`}>
      <Title order={2} size="h5">
        Nível {level}
      </Title>
      <div className="level-progress">
        <Progress value={averageProgress} aria-label={`Progresso médio do nível ${level}`} />
        <Text size="sm" fw={600}>
          {averageProgress}%
        </Text>
      </div>
      <Text size="xs" c="dimmed">
        progresso médio de quem está na fila
      </Text>
      <dl className="level-facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  )
}

function personCount(count: number): string {
  return count === 1 ? '1 usuário' : `${count} usuários`
}

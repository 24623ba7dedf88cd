import { Alert, Anchor, Button, Group, Paper, Progress as Bar, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { moneyText } from '#contracts/money-text.ts'
import { circleQuery, outcomeQuery } from '#web/features/circle/api.ts'
import { placesQuery } from '#web/features/circle/places.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { OutcomeSummary } from '#web/features/circle/Outcome.tsx'
import { dayText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import { progressQuery } from './api.ts'
import type { LevelEntry, Upgrade } from './api.ts'
import { say } from '#web/text/say.ts'
import { UpgradeDialog } from './UpgradeDialog.tsx'
import { states, levelState, turnState } from './level-state.ts'

/**
 * The member's way through the levels, and the upgrades open to them; in a roda, which has one level, the turn in which
 * they receive.
 */
export function Levels() {
  const { data, error, refetch } = useQuery(progressQuery)
  const [chosen, setChosen] = useState<Upgrade | null>(null)
  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar progresso" refetch={refetch} />
  if (!data) return <LoadingRows />
  return (
    <Stack>
      {data.upgrades.map((upgrade) => (
        <Alert
          key={upgrade.from_level}
          color="sol"
          title={say`Upgrade disponível: nível ${upgrade.from_level} para o nível ${upgrade.to_level}`}
        >
          <Group justify="space-between">
            <Text size="sm">{upgrade.requirements.description}</Text>
            <Button onClick={() => setChosen(upgrade)}>{say('Ver upgrade')}</Button>
          </Group>
        </Alert>
      ))}
      {data.levels.length === 1
        ? data.levels.map((level) => <TurnCard key={level.level} entry={level} />)
        : data.levels.map((level) => <LevelCard key={level.level} entry={level} />)}
      <PlanSummary />
      {chosen && <UpgradeDialog upgrade={chosen} onClose={() => setChosen(null)} />}
    </Stack>
  )
}

/** Shows what the plan does to everybody beside what levels pay. By design no setting removes it. */
function PlanSummary() {
  const { data: outcome } = useQuery(outcomeQuery)
  if (!outcome) return null
  return (
    <Paper withBorder p="md" component="section" aria-label="O que este plano faz com todos">
      <OutcomeSummary outcome={outcome} />
      <Anchor component={Link} to="/terms" size="sm">
        Os números todos, nos termos
      </Anchor>
    </Paper>
  )
}

function LevelCard({ entry }: { entry: LevelEntry }) {
  const { label, color, tone } = states[levelState(entry)]
  return (
    <Paper withBorder p="md" component="article" aria-label={say`Nível ${entry.level}`}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {say('Nível')} {entry.level}
        </Title>
        <StatusMark tone={tone}>{label}</StatusMark>
      </Group>
      <Bar
        value={entry.progress_percentage}
        my="sm"
        color={color}
        aria-label={say`Progresso do nível ${entry.level}`}
      />
      <Text size="sm">
        {entry.donations_received} de {countText(entry.donations_required, 'doação recebida', 'doações recebidas')} ·{' '}
        {moneyText(entry.total_received)} ao todo
        {entry.level_completed_at && ` · concluído pela primeira vez em ${dayText(entry.level_completed_at)}`}
      </Text>
    </Paper>
  )
}

function TurnCard({ entry }: { entry: LevelEntry }) {
  const { user } = useAuth()
  const { data: places } = useQuery({ ...placesQuery, enabled: user?.adminApproved === true })
  const isRunning = places?.some(({ own: isOwn, turns: [turn] }) => isOwn && turn?.running) ?? false
  const { data: circle } = useQuery(circleQuery)
  const { label, color, tone } = turnState(entry, { isRunning, isClosed: Boolean(circle?.closed_at) })
  return (
    <Paper withBorder p="md" component="article" aria-label="Sua vez de receber">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Sua vez de receber
        </Title>
        <StatusMark tone={tone}>{label}</StatusMark>
      </Group>
      <Bar value={entry.progress_percentage} my="sm" color={color} aria-label="Progresso da sua vez" />
      <Text size="sm">
        {entry.donations_received} de {countText(entry.donations_required, 'doação recebida', 'doações recebidas')}{' '}
        nesta vez · {moneyText(entry.total_received)} desde o começo
        {entry.level_completed_at && ` · vez completa pela primeira vez em ${dayText(entry.level_completed_at)}`}
      </Text>
    </Paper>
  )
}

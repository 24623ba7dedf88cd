import { List, Stack, Text, Title } from '@mantine/core'
import type { AnswerOf } from '#contracts/contract.ts'
import { moneyText } from '#contracts/money-text.ts'
import type { PlanOutcome } from '#contracts/simulation.ts'
import { formatDocument } from '#contracts/payment/documents.ts'
import { termsParagraph } from '#contracts/terms-text.ts'
import { countText } from '#web/text/numbers.ts'
import { Founders } from './Founders.tsx'
import { Outcome } from './Outcome.tsx'
import { isSingular, peopleText, summaryPoint } from './outcome.ts'
import { endOf } from './roda-outcome.ts'
import { say } from '#web/text/say.ts'
import { deductionsText } from './terms-text.ts'

type Circle = AnswerOf<'GET /circle'>
type Level = Circle['plan']['levels'][number]

/**
 * The terms of a circle: the words that are hashed (contracts/terms-text.ts), filled with its own plan and simulated
 * outcome, so that they cannot differ from what happens.
 */
export function Terms({ circle, outcome }: { circle: Circle; outcome: PlanOutcome }) {
  const { plan } = circle
  return (
    <Stack gap="md">
      <Operator circle={circle} />
      <Founders circle={circle} />
      {circle.rotation > 1 && <Text fw={600}>Esta é a {circle.rotation}ª volta desta roda.</Text>}
      <List spacing={4}>
        {(['joining', 'group', 'paying', 'leaving', 'consent'] as const).map((key) => (
          <List.Item key={key}>
            {termsParagraph(plan, key, {
              capacity: circle.capacity,
              contribution: moneyText(plan.monthly_contribution),
              days: countText(plan.deadline_days, 'dia', 'dias'),
            })}
          </List.Item>
        ))}
      </List>
      {plan.levels.map((level) => (
        <LevelTerms key={level.level} plan={plan} level={level} outcome={outcome} />
      ))}
      <Title order={2} size="h4">
        O que este plano faz com as pessoas
      </Title>
      <Outcome outcome={outcome} label="O que este plano faz com as pessoas" />
      <Text fw={600}>{termsParagraph(plan, plan.balanced ? 'balanced' : 'unbalanced')}</Text>
      {!(plan.balanced && plan.levels.length === 1) && <Nominal plan={plan} outcome={outcome} />}
    </Stack>
  )
}

function Operator({ circle: { mode, operator: named, plan } }: { circle: Circle }) {
  const operator = named && { ...named, document: formatDocument(named.document) }
  if (mode === 'demonstracao')
    return (
      <Text>
        {operator ? termsParagraph(plan, 'demonstrationOf', operator) : termsParagraph(plan, 'demonstration')}
      </Text>
    )
  return <Text>{termsParagraph(plan, 'operator', operator ?? {})}</Text>
}

/** The terms of a level: what it asks and pays, and how many people complete it. */
function LevelTerms({ plan, level, outcome }: { plan: Circle['plan']; level: Level; outcome: PlanOutcome }) {
  const end = endOf(outcome)
  const point = summaryPoint(outcome)
  // A roda whose everybody is back at zero has given each their turn.
  const reached = end === null ? (point.completed[level.level - 1] ?? 0) : outcome.members
  return (
    <div>
      <Title order={2} size="h4">
        {plan.levels.length === 1 ? 'A volta' : say`Nível ${level.level}`}
      </Title>
      <Text>
        {termsParagraph(plan, 'level', {
          donation: moneyText(level.donation),
          required: countText(level.required, 'doação', 'doações'),
          pays: moneyText(level.pays),
        })}{' '}
        {deductionsText(plan, level)}
      </Text>
      <Text size="sm" c="dimmed">
        {termsParagraph(plan, 'levelReached', {
          months: end ?? point.months,
          reached: `${shareText(reached)} de ${outcome.members} ${isSingular(reached) ? 'completa' : 'completam'}`,
        })}
      </Text>
    </div>
  )
}

/**
 * The nominal result of completing all levels, always together with how many people get there. A balanced plan of one
 * level has none: its level's own terms say that a turn pays what the rotation asks.
 */
function Nominal({ plan, outcome }: { plan: Circle['plan']; outcome: PlanOutcome }) {
  const point = summaryPoint(outcome)
  const last = plan.levels.at(-1)!
  const reached = point.completed.at(-1) ?? 0
  return (
    <Text>
      {termsParagraph(plan, 'nominal', {
        pays: moneyText(last.pays),
        owed: moneyText(last.owed_total),
        rest: moneyText(last.pays - last.owed_total),
        months: point.months,
        reached: `${shareText(reached)} de ${outcome.members}`,
      })}
    </Text>
  )
}

function shareText(count: number): string {
  return count === 0 ? 'ninguém' : peopleText(count)
}

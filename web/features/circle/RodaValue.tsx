import './roda-value.css'
import { List, Skeleton, Stack, Text } from '@mantine/core'
import type { AnswerOf } from '#contracts/contract.ts'
import type { PlanOutcome } from '#contracts/simulation.ts'
import { bothText, organisingText } from './Founders.tsx'
import { Bars } from './Outcome.tsx'
import { rodaSentence, standingsOf } from './roda-outcome.ts'
import { StoppingGains } from './StoppingGains.tsx'
import { peopleLine, turnLine } from './roda-value.ts'

type Props = {
  readonly circle: AnswerOf<'GET /circle'>
  readonly outcome: PlanOutcome | undefined
  /** Its people; null where nobody was invited, and nobody may know. */
  readonly people: AnswerOf<'POST /join-links/show'>['people'] | null
}

/** A roda, before it asks for anything: what it does, who is in it, who organises it, and one's own turn. */
export function RodaValue({ circle, outcome, people }: Props) {
  const said = outcome && rodaSentence(outcome, 0)
  const turn = outcome && people && turnLine(people, outcome, bothText(circle) !== null)
  const others = organisingText(circle)
  const organisers = circle.administrators?.map(({ name }) => name).join(', ')
  return (
    <Stack component="section" gap="xs" className="roda-value" aria-label="O que esta roda faz">
      {outcome ? (
        <>
          {said?.split(/(?<=\.) /).map((line) => (
            <Text key={line} fw={600}>
              {line}
            </Text>
          ))}
          <Bars points={standingsOf(outcome, 0)} members={outcome.members} />
        </>
      ) : (
        <Skeleton height={120} />
      )}
      <List spacing={4} size="sm">
        {people && <List.Item>{peopleLine(people)}</List.Item>}
        {turn && <List.Item>{turn}</List.Item>}
        {organisers && <List.Item>{bothText(circle) ?? `Quem organiza: ${organisers}.`}</List.Item>}
        {others && <List.Item>{others}</List.Item>}
        {circle.operator && <List.Item>Quem responde por ela: {circle.operator.name}.</List.Item>}
      </List>
      {outcome && <StoppingGains outcome={outcome} />}
    </Stack>
  )
}

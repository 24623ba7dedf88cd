import { List, Stack, Text, Title } from '@mantine/core'
import type { AnswerOf } from '#contracts/contract.ts'
import type { PlanOutcome } from '#contracts/simulation.ts'
import { moneyText } from '#web/text/money.ts'
import { countText } from '#web/text/numbers.ts'
import { Outcome } from './Outcome.tsx'
import { isSingular, peopleText, summaryPoint } from './outcome.ts'
import { deductionsText } from './terms-text.ts'

type Circle = AnswerOf<'GET /circle'>
type Level = Circle['plan']['levels'][number]

/**
 * The terms of a circle. They are written from its own plan and simulated outcome, so that they cannot differ from
 * what happens.
 */
export function Terms({ circle, outcome }: { circle: Circle; outcome: PlanOutcome }) {
  const { plan } = circle
  return (
    <Stack gap="md">
      <Operator circle={circle} />
      <List spacing={4}>
        <List.Item>
          Não há taxa de adesão. Cada pessoa tem um único login. Cripto é opcional e por acordo entre as partes.
        </List.Item>
        <List.Item>
          Os grupos têm no máximo {circle.capacity} participantes. A contribuição mensal de reentrada é de{' '}
          {moneyText(plan.monthly_contribution)}.
        </List.Item>
        <List.Item>
          Cada doação tem prazo de {countText(plan.deadline_days, 'dia', 'dias')}. Quem doa paga direto a quem recebe, e
          quem recebe confirma.
        </List.Item>
        <List.Item>Você pode sair a qualquer momento, levar os seus dados e conferir o livro do círculo.</List.Item>
      </List>
      {plan.levels.map((level) => (
        <LevelTerms key={level.level} level={level} outcome={outcome} />
      ))}
      <Title order={2} size="h5">
        O que este plano faz com as pessoas
      </Title>
      <Outcome outcome={outcome} label="O que este plano faz com as pessoas" />
      <Text fw={600}>
        {plan.balanced
          ? 'Este plano é equilibrado: cada nível é pago só por quem participa dele e nada mais é devido. No correr dos meses quem recebe antes ainda vai doar, quem recebe depois já doou, e quem sai tendo recebido mais acerta a diferença.'
          : 'Um círculo fechado não cria dinheiro: o que alguns recebem a mais é o que outros doam a mais. Neste plano a maioria doa mais do que recebe e poucos completam os três níveis. Por isso ele existe só em demonstração.'}
      </Text>
      <Nominal plan={plan} outcome={outcome} />
    </Stack>
  )
}

function Operator({ circle: { mode, operator } }: { circle: Circle }) {
  if (mode === 'demonstracao')
    return (
      <Text>Demonstração: este círculo não tem operador, todo valor é fictício e nenhum pagamento deve ser feito.</Text>
    )
  return (
    <Text>
      Este círculo é operado por {operator?.name} ({operator?.document}). Contato: {operator?.contact}. Proteção de
      dados: {operator?.dataProtectionContact}.
    </Text>
  )
}

/** The terms of a level: what it asks and pays, and how many people complete it. */
function LevelTerms({ level, outcome }: { level: Level; outcome: PlanOutcome }) {
  const point = summaryPoint(outcome)
  const reached = point.completed[level.level - 1] ?? 0
  return (
    <div>
      <Title order={2} size="h5">
        Nível {level.level}
      </Title>
      <Text>
        Contribui {moneyText(level.donation)}, recebe {countText(level.required, 'doação', 'doações')} (
        {moneyText(level.pays)}). {deductionsText(level)}
      </Text>
      <Text size="sm" c="dimmed">
        Em {point.months} meses, com todos pagando, {reached === 0 ? 'ninguém' : peopleText(reached)} de{' '}
        {outcome.members} {isSingular(reached) ? 'completa' : 'completam'} este nível.
      </Text>
    </div>
  )
}

/** The nominal result of completing all levels, always together with how many people get there. */
function Nominal({ plan, outcome }: { plan: Circle['plan']; outcome: PlanOutcome }) {
  const point = summaryPoint(outcome)
  const third = plan.levels.at(-1)!
  const reached = point.completed[2]
  return (
    <Text>
      Resultado nominal de quem completa os três níveis: o terceiro paga {moneyText(third.pays)} e deve{' '}
      {moneyText(third.owed_total)}; ficam {moneyText(third.pays - third.owed_total)}. Em {point.months} meses,{' '}
      {reached === 0 ? 'ninguém' : peopleText(reached)} de {outcome.members} chega até aí.
    </Text>
  )
}

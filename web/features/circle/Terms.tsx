import { List, Stack, Text, Title } from '@mantine/core'
import type { AnswerOf } from '#contracts/contract.ts'
import { donationTypeLabel } from '#contracts/labels.ts'
import { moneyText } from '#web/text/money.ts'

type Circle = AnswerOf<'GET /circle'>

/** The terms of a circle, with the numbers of its own plan, so that what is shown is what is charged. */
export function Terms({ circle }: { circle: Circle }) {
  const { plan, operator, mode } = circle
  return (
    <Stack gap="sm">
      <Text>
        {mode === 'demonstracao'
          ? 'Este é um círculo de demonstração: todo valor é fictício e nenhum pagamento deve ser feito.'
          : `Este círculo é operado por ${operator?.name} (${operator?.document}). Contato: ${operator?.contact}. Proteção de dados: ${operator?.dataProtectionContact}.`}
      </Text>
      <List spacing={4}>
        <List.Item>Não há taxa de adesão. Cada pessoa tem um único login. Cripto é opcional e por acordo entre as partes.</List.Item>
        <List.Item>
          Os grupos têm no máximo {circle.capacity} participantes. A contribuição mensal é de {moneyText(plan.monthly_contribution)}.
        </List.Item>
        <List.Item>Cada doação tem prazo de {plan.deadline_days} dias.</List.Item>
      </List>
      {plan.levels.map((level) => (
        <div key={level.level}>
          <Title order={3} size="h5">
            Nível {level.level}
          </Title>
          <Text>
            Contribui {moneyText(level.donation)}, recebe {level.required} doações ({moneyText(level.pays)}).{' '}
            {level.owed.length === 0
              ? 'Nada é devido ao completar.'
              : `Ao completar deve ${level.owed.map((item) => `${item.count > 1 ? `${item.count} × ` : ''}${moneyText(item.amount)} (${donationTypeLabel(item.type)})`).join(', ')}: ${moneyText(level.owed_total)} ao todo.`}
          </Text>
        </div>
      ))}
      <Text fw={600}>
        {plan.balanced
          ? 'Este plano é equilibrado: cada nível é pago só por quem participa dele e nada mais é devido. No correr dos meses quem recebe antes ainda vai doar, quem recebe depois já doou, e quem sai tendo recebido mais acerta a diferença.'
          : 'Um círculo fechado não cria dinheiro: o que alguns recebem a mais é o que outros doam a mais. Neste plano a maioria doa mais do que recebe e poucos completam os três níveis. Por isso ele existe só em demonstração.'}
      </Text>
    </Stack>
  )
}

import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lastDayBefore } from '#contracts/age.ts'
import { moneyText } from '#contracts/money-text.ts'
import { dayText, monthText } from '#web/text/dates.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { aheadQuery, usePayAhead } from './api.ts'

/** A month of a roda paid before it is asked for: to whom it goes, and one button. */
export function PayAhead() {
  const { data } = useQuery(aheadQuery)
  const { mutate, isPending, error } = usePayAhead()
  if (!data || (data.next === null && data.months.length === 0 && data.why === null)) return null
  const { next, why, months } = data
  return (
    <details className="history-details">
      <summary>Adiantar um mês</summary>
      {months.length > 0 && (
        <Text size="sm" mt="xs">
          Adiantado por você: {months.map(monthText).join(', ')}. {months.length === 1 ? 'Nesse mês' : 'Nesses meses'}{' '}
          nada mais é pedido.
        </Text>
      )}
      {next ? (
        <>
          <Text size="sm" my="xs">
            A contribuição de {monthText(next.period)}, {moneyText(next.amount)}, é para {next.name}. Se adiantar, ela
            aparece aqui para pagar até {dayText(lastDayBefore(Date.parse(next.deadline)))}. No mês dela nada mais é
            pedido a você.
          </Text>
          <Button
            variant="light"
            mih={44}
            disabled={isPending}
            onClick={() => mutate({ memberId: next.member_id })}
            className="wrap-anywhere"
          >
            {isPending ? 'Adiantando...' : `Adiantar ${monthText(next.period)}`}
          </Button>
        </>
      ) : (
        <Text size="sm" mt="xs">
          {why}
        </Text>
      )}
      <Refused error={error} otherwise="Não foi possível adiantar" />
    </details>
  )
}

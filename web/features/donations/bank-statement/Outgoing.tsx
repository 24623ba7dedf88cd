import { Paper, Stack, Text, Title } from '@mantine/core'
import { moneyText } from '#contracts/money-text.ts'
import { BankLink } from '#web/features/circle/BankLink.tsx'
import type { Donation } from '../api.ts'
import { usePaymentCheck } from '../usePaymentCheck.ts'
import type { Expected, Verdict } from './match.ts'
import { wentText } from './verdict-text.ts'

type Paid = { readonly donation: Donation; readonly expected: Expected; readonly verdict: Verdict }

/** Which of a donor's payments went to which key, and which may have gone to the wrong one. */
export function Outgoing({ paid }: { paid: readonly Paid[] }) {
  if (paid.length === 0) return null
  return (
    <Stack component="section" aria-labelledby="saiu">
      <Title order={2} size="h4" id="saiu">
        O que você paga
      </Title>
      {paid.map((one) => (
        <Row key={one.donation.id} {...one} />
      ))}
    </Stack>
  )
}

/** Nothing is said about a key that the ledger does not hold: its owner's name may be a lie. */
function Row({ donation, expected, verdict }: Paid) {
  const check = usePaymentCheck(donation)
  const { text, isWrong } =
    check.is === 'kept'
      ? wentText(verdict, expected)
      : { text: 'A chave desta doação ainda não está conferida; o extrato espera por isso.', isWrong: false }
  return (
    <Paper withBorder p="sm" className="statement-row" data-verdict={isWrong ? 'wrong' : verdict.is}>
      <Text fw={600} className="wrap-anywhere">
        {donation.receiver?.name}, {moneyText(donation.receipt_amount ?? donation.missing)}
      </Text>
      <Text size="sm" className="wrap-anywhere" {...(isWrong ? { role: 'alert' } : {})}>
        {text}
      </Text>
      {isWrong && <BankLink>Pagou na chave errada? O que fazer</BankLink>}
    </Paper>
  )
}

import { Checkbox, Stack, TextInput } from '@mantine/core'
import { moneyText } from '#contracts/money-text.ts'
import type { Donation } from './api.ts'
import { centsOf } from './bank-statement/amounts.ts'

type Props = {
  readonly donation: Donation
  /** The sum as it is typed; null where all that is missing is paid. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** The name under which the sum that is typed is kept. */
export const partDraft = ({ id }: Donation): string => `parte:${id}`

/** Asks for the sum where only a part is paid now; nothing where the donation takes no more parts. */
export function PartField({ donation, value, onChange }: Props) {
  const { missing, allowed, receiver } = donation
  if (!allowed.includes('pay_part')) return null
  const isWrong = value !== null && value.trim() !== '' && sumOfPart(donation, value) === null
  return (
    <Stack gap={4}>
      <Checkbox
        label="Pagar uma parte"
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? '' : null)}
      />
      {value !== null && (
        <TextInput
          label="Quanto você paga agora, em reais"
          description={`Menos que ${moneyText(missing)}. O resto fica para depois, com ${receiver?.firstName ?? 'a mesma pessoa'}, até o prazo.`}
          inputMode="decimal"
          maxLength={12}
          autoComplete="off"
          value={value}
          error={isWrong ? `Escreva um valor menor que ${moneyText(missing)}, como 40,00.` : null}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Stack>
  )
}

/** The sum, in reais, of a part as it is typed; null while it is none that could be paid as one. */
export function sumOfPart({ missing }: Pick<Donation, 'missing'>, typed: string): number | null {
  const cents = centsOf(typed)
  return cents !== null && cents > 0 && cents < Math.round(missing * 100) ? cents / 100 : null
}

/**
 * The sum that goes with a receipt: undefined for the whole donation, the part that is typed, or all that is left behind
 * others; null while what is typed is no part. A receipt that is replaced keeps its sum.
 */
export function sumToSend(donation: Donation, typed: string | null): number | null | undefined {
  // A sum that was kept from before goes with none that takes no more parts.
  if (typed !== null && donation.allowed.includes('pay_part')) return sumOfPart(donation, typed)
  return donation.receipt_amount ?? (donation.paid > 0 ? donation.missing : undefined)
}

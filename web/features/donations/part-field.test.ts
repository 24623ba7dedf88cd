import { expect, test } from 'vitest'
import type { Donation } from './api.ts'
import { sumToSend } from './PartField.tsx'

test('a sum that was typed goes with a donation that takes parts; kept from before, it goes with no last payment', () => {
  const owes = (allowed: Donation['allowed'], paid: number) =>
    ({ missing: 100 - paid, paid, receipt_amount: null, allowed }) as Donation
  const inParts = owes(['send_receipt', 'pay_part'], 40)
  expect([sumToSend(inParts, '20,00'), sumToSend(inParts, ''), sumToSend(inParts, '60')]).toEqual([20, null, null])
  expect([sumToSend(inParts, null), sumToSend(owes(['send_receipt', 'pay_part'], 0), null)]).toEqual([60, undefined])
  expect(sumToSend(owes(['send_receipt'], 70), '20,00')).toBe(30)
})

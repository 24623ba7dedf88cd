import { expect, test } from 'vitest'
import { isScheduledAhead, saysScheduled } from './scheduled.ts'

test.each([
  ['Comprovante de agendamento Pix R$ 100,00', true],
  ['PIX AGENDADO para 05/12/2026', true],
  ['Agendado para débito em 05/12', true],
  ['Comprovante de transferência Pix enviado', false],
  // A scheduled payment that was made says both.
  ['Pix agendado. Pagamento efetuado em 05/12/2026', false],
  ['Transferência agendada, realizada em 05/12', false],
  ['', false],
])('a receipt that says only “agendado” is none of a payment: %s', (text, is) => {
  expect(saysScheduled(text)).toBe(is)
})

test.each([
  ['PENDING_PAYMENT', '2026-12-05', true],
  // On its day the money goes out.
  ['PENDING_PAYMENT', '2026-12-04', false],
  ['PENDING_PAYMENT', null, false],
  ['PENDING_CONFIRMATION', '2026-12-05', false],
] as const)('a payment that is %s for %s is ahead on the fourth in São Paulo: %s', (status, day, is) => {
  expect(isScheduledAhead({ status, scheduled_for: day }, Date.parse('2026-12-05T02:59:00Z'))).toBe(is)
})

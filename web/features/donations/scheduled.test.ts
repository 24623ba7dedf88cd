import { expect, test } from 'vitest'
import { saysScheduled } from './scheduled.ts'

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

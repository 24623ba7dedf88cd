import { expect, test } from 'vitest'
import { reminderLink } from './reminder.ts'

type Donation = Parameters<typeof reminderLink>[0]

const KEY = 'rosa@exemplo.invalid'
const person = (firstName: string, phone: string | null) =>
  ({ firstName, phone, pixKey: KEY, pixCopyPaste: '00020126' }) as unknown as Donation['donor']
const donation: Donation = {
  clock_stopped: null,
  missing: 100,
  receipt_amount: null,
  deadline: '2026-11-25T15:00:00.000Z',
  demonstration: false,
  donor: person('Rosa', '11900000001'),
  overdue: false,
  receiver: person('Tiago', '11900000002'),
  receipt_sent_at: null,
  scheduled_for: null,
  paused_until: null,
  status: 'PENDING_PAYMENT',
}
const textOf = (link: string | null) => new URL(link!).searchParams.get('text')!.replaceAll('\u00a0', ' ')

test('the reminder goes to whose move it is, with the amount and the day, and never a key', () => {
  const paying = reminderLink(donation)
  expect(paying).toMatch(/^https:\/\/wa\.me\/5511900000001\?text=/)
  expect(textOf(paying)).toContain(
    'Olá, Rosa! Tudo bem? Passo para lembrar da doação de R$ 100,00 pela Ciranda, com prazo até 25/11/2026.',
  )
  expect(textOf(reminderLink({ ...donation, overdue: true }, '2026-11-26'))).toContain(
    'pela Ciranda, que venceu em 25/11/2026 e ainda pode ser paga.',
  )
  expect(textOf(reminderLink({ ...donation, overdue: true }, '2026-11-25'))).toContain(
    'pela Ciranda, que passou do primeiro prazo e pode ser paga até 25/11/2026.',
  )
  const confirming = reminderLink({
    ...donation,
    status: 'PENDING_CONFIRMATION',
    receipt_sent_at: '2026-11-21T15:00:00.000Z',
  })
  expect(confirming).toMatch(/^https:\/\/wa\.me\/5511900000002\?text=/)
  expect(textOf(confirming)).toContain('O comprovante da doação de R$ 100,00 pela Ciranda foi enviado em 21/11/2026.')
  for (const link of [paying, confirming]) {
    expect(decodeURIComponent(link!)).not.toContain(KEY)
    expect(decodeURIComponent(link!)).not.toContain('000201')
  }
})

test('there is none without a phone, in a demonstration, or once nobody’s move is awaited', () => {
  expect(reminderLink({ ...donation, donor: person('Rosa', null) })).toBeNull()
  expect(reminderLink({ ...donation, donor: person('Rosa', '(11) 9••••-0001') })).toBeNull()
  expect(reminderLink({ ...donation, demonstration: true })).toBeNull()
  for (const status of ['CONFIRMED', 'EXPIRED', 'CANCELLED'] as const)
    expect(reminderLink({ ...donation, status })).toBeNull()
  expect(reminderLink({ ...donation, receiver: null })).toBeNull()
  expect(reminderLink({ ...donation, clock_stopped: { until: null, ends: null } })).toBeNull()
  const paused = { ...donation, paused_until: '2027-02-01T03:00:00.000Z' }
  expect(reminderLink(paused, '2026-11-19')).toBeNull()
  const scheduled = { ...donation, scheduled_for: '2026-11-20' }
  expect(reminderLink(scheduled, '2026-11-20')).toBeNull()
  expect(reminderLink(scheduled, '2026-11-21')).not.toBeNull()
})

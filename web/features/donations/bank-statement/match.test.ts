import { expect, test } from 'vitest'
import { withName } from '../known-names.ts'
import { centsOf, dayAsWritten } from './amounts.ts'
import type { Donation } from '../api.ts'
import { confirmedFrom, expectedFrom } from './expected.ts'
import { coversAny, matchStatement } from './match.ts'
import type { Expected } from './match.ts'
import { nameWithin, namesSomebody } from './names.ts'
import type { StatementLine } from './statement.ts'
import { isTickedFor } from './ticked.ts'

const PIX = 'E00000000202611051200abcdefghijk'
const line = (text: string, change: Partial<StatementLine> = {}): StatementLine => ({
  day: '2026-11-05',
  cents: 10_000,
  text,
  id: null,
  ...change,
})
const expected = (name: string, change: Partial<Expected> = {}): Expected => ({
  id: name,
  name,
  cents: 10_000,
  from: '2026-11-01',
  to: '2026-11-06',
  pixTransaction: null,
  ...change,
})
const bruno = expected('Bruno Lima da Costa')
const verdict = (lines: StatementLine[], one = bruno) => matchStatement({ lines }, [one], 'in').get(one.id)

test('certain is the amount, in time, with the name or the PIX id', () => {
  expect(verdict([line('PIX RECEBIDO BRUNO COSTA')])).toMatchObject({ is: 'certain', isTwice: false })
  const withId = { ...bruno, pixTransaction: PIX.toUpperCase() }
  expect(verdict([line(`PIX ${PIX}`)], withId)).toMatchObject({ is: 'certain' })
  expect(verdict([line('PIX RECEBIDO', { id: PIX, day: '2026-12-30' })], withId)).toMatchObject({ is: 'certain' })
  // A payment on a holiday is booked days later.
  expect(verdict([line('PIX BRUNO LIMA', { day: '2026-11-11' })])).toMatchObject({ is: 'certain' })
})

test('who paid for the donor is found by that name, and looked at by the receiver', () => {
  const paid = line('PIX RECEBIDO MARLENE SOUZA')
  const named = { ...bruno, payer: 'Marlene Souza' }
  expect(verdict([paid], named)).toEqual({ is: 'doubtful', line: paid, why: 'payer' })
  // By the PIX id it is certain, whoever paid.
  expect(verdict([line(`PIX MARLENE SOUZA ${PIX}`)], { ...named, pixTransaction: PIX })).toMatchObject({
    is: 'certain',
  })
  // Somebody who names another member cannot take that one's payment.
  const marlene = expected('Marlene Souza')
  const both = matchStatement({ lines: [paid] }, [named, marlene], 'in')
  expect(both.get(marlene.id)).toMatchObject({ is: 'certain' })
  expect(both.get(named.id)).toEqual({ is: 'absent' })
})

test('a PIX id beside one donor’s donation takes no payment that names another, awaited or not', () => {
  const debtor = expected('Ana Reis', { pixTransaction: PIX })
  const paid = line(`PIX BRUNO LIMA ${PIX}`)
  const both = matchStatement({ lines: [paid] }, [debtor, bruno], 'in')
  expect(both.get(bruno.id)).toMatchObject({ is: 'certain' })
  expect(both.get(debtor.id)).toEqual({ is: 'absent' })
  const named = { ...bruno, pixTransaction: 'E00000000202611051200zzzzzzzzzzz' }
  const other = matchStatement({ lines: [paid] }, [debtor, named], 'in')
  expect(other.get(debtor.id)).toEqual({ is: 'doubtful', line: paid, why: 'other_name' })
  const strangers = line(`PIX RECEBIDO MARLENE SOUZA ${PIX}`)
  expect(verdict([strangers], debtor)).toEqual({ is: 'doubtful', line: strangers, why: 'other_name' })
})

test('… nor that of somebody who owes as well and has sent nothing yet, said to have paid for them', () => {
  const debtor = expected('Ana Reis', { pixTransaction: PIX, payer: 'Bruno Lima da Costa' })
  const paid = line(`PIX RECEBIDO BRUNO LIMA ${PIX}`)
  const found = (owing: string[]) => matchStatement({ lines: [paid] }, [debtor], 'in', { owing }).get(debtor.id)
  expect(found([bruno.name])).toEqual({ is: 'doubtful', line: paid, why: 'other_name' })
  // Bruno of another roda, or of no roda, pays for Ana as anybody may.
  expect(found(['Rita Alves'])).toMatchObject({ is: 'certain' })
})

test('a certain payment is ticked by hand alone where this device knows the donor, or their name, otherwise', () => {
  const known = withName({}, 'u1', 'Bruno Lima da Costa')
  const found = verdict([line('PIX RECEBIDO BRUNO COSTA')])
  const isTicked = (id: string, name: string) => isTickedFor(known, { id, name }, found)
  expect([isTicked('u1', 'Bruno Lima da Costa'), isTicked('u2', 'Rita Alves')]).toEqual([true, true])
  expect([isTicked('u1', 'Rita Alves'), isTicked('u2', 'Bruno Lima da Costa')]).toEqual([false, false])
  expect(isTickedFor(known, null, verdict([line('PIX RECEBIDO BRUNO SOUZA')]))).toBe(false)
})

test.each([
  ['amount', line('PIX BRUNO LIMA', { cents: 9_000 })],
  ['part_name', line('PIX RECEBIDO BRUNO SOUZA')],
  ['other_name', line('PIX RECEBIDO MARLENE SOUZA')],
  ['no_name', line('Pix - Recebido 05/11 08:20')],
  ['day', line('PIX BRUNO LIMA', { day: '2026-10-02' })],
  ['id', line('PIX BRUNO LIMA E00000000202611051200zzzzzzzzzzz')],
] as const)('doubtful says why: %s', (why, found) => {
  expect(verdict([found], { ...bruno, pixTransaction: why === 'id' ? PIX : null })).toEqual({
    is: 'doubtful',
    line: found,
    why,
  })
})

test('what did not come, came back, went out or is only scheduled is absent', () => {
  for (const found of [
    line('PIX BRUNO LIMA', { cents: -10_000 }),
    line('Estorno PIX BRUNO LIMA'),
    line('PIX RECUSADO BRUNO LIMA'),
    line('SALARIO', { cents: 300_000 }),
  ])
    expect(verdict([found])).toEqual({ is: 'absent' })
  expect(verdict([])).toEqual({ is: 'absent' })
})

test('the same payment twice is confirmed once, and told', () => {
  expect(verdict([line('PIX BRUNO LIMA'), line('PIX BRUNO LIMA')])).toMatchObject({ is: 'certain', isTwice: true })
})

test('one payment is never counted for two donations', () => {
  const two = [bruno, { ...bruno, id: 'second', from: '2026-11-02' }]
  const once = matchStatement({ lines: [line('PIX BRUNO LIMA')] }, two, 'in')
  expect([...once.values()]).toMatchObject([
    { is: 'doubtful', why: 'shared' },
    { is: 'doubtful', why: 'shared' },
  ])
  const twice = matchStatement({ lines: [line('PIX BRUNO LIMA'), line('PIX BRUNO LIMA')] }, two, 'in')
  expect([...twice.values()]).toMatchObject([
    { is: 'certain', isTwice: false },
    { is: 'certain', isTwice: false },
  ])
  // A PIX id says which of the two it is.
  const named = [two[0]!, { ...two[1]!, pixTransaction: PIX }]
  const byId = matchStatement({ lines: [line(`PIX BRUNO LIMA ${PIX}`)] }, named, 'in')
  expect(byId.get('second')).toMatchObject({ is: 'certain' })
  expect(byId.get(bruno.id)!.is).not.toBe('certain')
})

test('a payment that was confirmed, of a part or a whole, is counted for nothing else, however often the file is opened', () => {
  const paid = {
    status: 'PENDING_CONFIRMATION',
    createdAt: '2026-11-01T12:00:00Z',
    receipt_sent_at: '2026-11-06T12:00:00Z',
  }
  const donation = { id: 'd', donor: { name: 'Bruno Lima' }, amount: 100, missing: 50, receipt_amount: 50, ...paid }
  const part = { part: 1, amount: 50, sent_at: '2026-11-05T12:00:00Z', pix_transaction: null, payer_name: null }
  const rest = { ...donation, parts: [part], pix_transaction: null, payer_name: null } as unknown as Donation
  const half = line('PIX BRUNO LIMA', { cents: 5_000 })
  const found = (lines: StatementLine[], asked = rest, past = confirmedFrom(rest)) =>
    matchStatement({ lines }, [expectedFrom(asked)], 'in', { confirmed: past }).get('d')
  expect(found([half])).toMatchObject({ is: 'doubtful', why: 'shared' })
  expect(found([half, { ...half, day: '2026-11-06' }])).toMatchObject({ is: 'certain', isTwice: false })
  // Of two places one was paid and confirmed, and the other has a receipt alone.
  const whole = { ...rest, parts: [], missing: 100, receipt_amount: null }
  const other = confirmedFrom({ ...whole, id: 'other', status: 'CONFIRMED' })
  expect(found([line('PIX BRUNO LIMA')], whole, other)).toMatchObject({ is: 'doubtful', why: 'shared' })
  // … shown under another name than its donor has where they are awaited.
  const renamed = {
    ...whole,
    id: 'other',
    status: 'CONFIRMED',
    donorId: 'b',
    donor: { name: 'Beto Reis' },
  } as unknown as Donation
  const names = new Map([['b', 'Bruno Lima']])
  expect(found([line('PIX BRUNO LIMA')], whole, confirmedFrom(renamed, names))).toMatchObject({ why: 'shared' })
  expect(confirmedFrom({ ...rest, status: 'CONFIRMED' }).map(({ cents }) => cents)).toEqual([5_000, 5_000])
})

test('two people of almost one name: a payment for one alone is nobody’s for certain', () => {
  const both = [expected('Maria Silva'), expected('Maria Silva Santos')]
  const found = matchStatement({ lines: [line('PIX MARIA SILVA')] }, both, 'in')
  expect([...found.values()].map((one) => one.is)).toEqual(['doubtful', 'doubtful'])
})

test('a payment that is certain for one is no doubt about another', () => {
  const found = matchStatement({ lines: [line('PIX BRUNO LIMA')] }, [bruno, expected('Ana Reis')], 'in')
  expect(found.get('Ana Reis')).toEqual({ is: 'absent' })
})

test('a payment that somebody made twice is no doubt about anybody else', () => {
  const lines = [line('PIX BRUNO LIMA'), line('PIX BRUNO LIMA')]
  const found = matchStatement({ lines }, [bruno, expected('Ana Lima')], 'in')
  expect(found.get('Ana Lima')).toEqual({ is: 'absent' })
})

test('a statement of another month covers nothing', () => {
  expect(coversAny({ from: '2026-09-01', to: '2026-09-30' }, [bruno])).toBe(false)
  expect(coversAny({ from: '2026-10-01', to: '2026-10-31' }, [bruno])).toBe(true)
  expect(coversAny({ from: '2026-11-30', to: '2026-12-31' }, [bruno])).toBe(false)
})

test('names as banks write them', () => {
  expect(nameWithin('PIX RECEBIDO JOAO CONCEICAO', 'João da Conceição')).toBe('whole')
  expect(nameWithin('PIX - RECEBIDO - 02/01 08:20 MARILDA ALV', 'Marilda Alves Pinto')).toBe('whole')
  expect(nameWithin('PIX TRANSF BRUNO LI05/11', 'Bruno Lima')).toBe('whole')
  expect(nameWithin('PIX TRANSF BRUNO 05/11', 'Bruno Lima')).toBe('part')
  expect(nameWithin('PIX ELZA DA CONCEICAO', 'João da Conceição')).toBe('none')
  expect(nameWithin('PIX JOSE DA SILVA', 'Ana da Costa')).toBe('none')
  expect(namesSomebody('Pix - Recebido 05/11 08:20')).toBe(false)
  // A name that was chosen to fit any line fits none: a first name alone, or words of the bank's.
  expect(nameWithin('PIX ANA PAULA MENDES', 'Ana D')).toBe('part')
  expect(nameWithin('PIX ANA PAULA MENDES BANCO INTER SA', 'Ana Sá')).toBe('part')
  expect(nameWithin('TED RECEBIDA ANA SILVA', 'Ted Silva')).toBe('part')
  expect(namesSomebody('PIX RECEBIDO MARLENE SOUZA')).toBe(true)
})

test('amounts and days as banks write them', () => {
  const amounts: [string, number | null][] = [
    ['1.500,00', 150_000],
    ['1,296.00', 129_600],
    ['-R$ 50,00', -5_000],
    ['+ R$ 100,00', 10_000],
    ['100.00', 10_000],
    ['100', 10_000],
    ['100,5', 10_050],
    ['1.500,00C', 150_000],
    ['50,00 D', -5_000],
    ['50,00-', -5_000],
    ['(50,00)', -5_000],
    ['−85.50', -8_550],
    ['0,00', 0],
    ['', null],
    ['BRUNO', null],
    ['05/11/2026', null],
  ]
  for (const [written, cents] of amounts) expect(centsOf(written), written).toBe(cents)
  const days: [string, string | null][] = [
    ['05/11/2026', '2026-11-05'],
    ['05-11-2026', '2026-11-05'],
    ['05/11/26', '2026-11-05'],
    ['2026-11-05', '2026-11-05'],
    ['20261105120000[-3:BRT]', '2026-11-05'],
    ['05/11/2026 08:20:10', '2026-11-05'],
    ['31/02/2026', null],
    ['00/00/0000', null],
    ['148382131098', null],
    ['', null],
  ]
  for (const [written, day] of days) expect(dayAsWritten(written), written).toBe(day)
})

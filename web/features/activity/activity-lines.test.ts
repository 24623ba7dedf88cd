import { describe, expect, test } from 'vitest'
import type { EventKind } from '#circle/state.ts'
import { activityLines } from './activity-lines.ts'
import type { LedgerEntry } from './activity-lines.ts'

const names: Record<string, string> = { ana: 'Ana Lima', bento: 'Bento Luz', adm: 'Administração Ciranda' }
const name = (id: string | null) => (id === null ? 'Conta administrativa' : (names[id] ?? 'Alguém'))
const gift = {
  donationId: 'd',
  obligationId: 'o',
  donorId: 'ana',
  receiverId: 'bento',
  turnId: 't',
  type: 'PULL',
  amountCents: 10_000,
  target: 1,
}

let seq = 0
const entry = (
  at: number,
  actor: string | null,
  kind: EventKind | 'case.words' | 'circle.clock_moved' | 'something.new',
  payload: object = {},
): LedgerEntry => {
  seq += 1
  return {
    seq,
    at: new Date(at).toISOString(),
    actor_id: actor,
    kind,
    payload: payload as Record<string, unknown>,
    previous_hash: '',
    hash: '',
  }
}
/** A whole ledger of the entries given oldest first, read newest first. */
const lines = (make: () => LedgerEntry[], max = 10) => {
  seq = 0
  return activityLines(make().toReversed(), name, max).map(({ text }) => text)
}

describe('the recent activity', () => {
  test('is empty in a circle that was only founded, also under a test clock', () => {
    expect(lines(() => [entry(1, null, 'circle.created')])).toEqual([])
    const to = '2026-11-10T15:00:00.000Z'
    expect(lines(() => [entry(1, null, 'circle.created'), entry(2, null, 'circle.clock_moved', { to })])).toEqual([])
  })

  test('lists each event, newest first, up to the given number of lines', () => {
    const story = () => [
      entry(1, null, 'circle.created'),
      entry(2, 'adm', 'member.approved', { memberId: 'ana' }),
      entry(3, 'adm', 'entry.placed', { memberId: 'ana', level: 1, position: 7 }),
    ]
    expect(lines(story)).toEqual(['Ana Lima entrou na fila N1, posição #007', 'O cadastro de Ana Lima foi aprovado'])
    expect(lines(story, 1)).toEqual(['Ana Lima entrou na fila N1, posição #007'])
  })

  test('shows a pull in one line, without the events it caused', () => {
    const owed = { memberId: 'ana', type: 'PULL', amountCents: 10_000 }
    const story = () => [
      entry(1, null, 'circle.created'),
      entry(2, 'adm', 'obligation.owed', owed),
      entry(2, 'adm', 'obligation.owed', owed),
      entry(2, 'adm', 'turn.started', { memberId: 'bento', level: 1 }),
      entry(2, 'adm', 'donation.matched', gift),
      entry(2, 'adm', 'pull.generated', { period: '2026-11', created: 1, receivers: 1, skipped: 0 }),
    ]
    expect(lines(story)).toEqual(['PULL mensal de novembro de 2026: 1 doação criada, 1 receptor, 0 já existentes'])
  })

  test('shows consequences that have no other cause, and sums up many of a kind', () => {
    const story = () => [
      entry(1, null, 'circle.created'),
      entry(2, 'adm', 'receiver.unset', { memberId: 'ana', level: 1 }),
      entry(2, 'adm', 'receiver.set', { memberId: 'bento', level: 1 }),
      entry(3, null, 'donation.expired', gift),
      entry(3, null, 'donation.expired', gift),
      entry(3, null, 'obligation.void', { ...gift, memberId: 'ana' }),
    ]
    expect(lines(story)).toEqual([
      '2 doações venceram sem pagamento',
      'Bento Luz passou a ser receptor na fila N1',
      'Ana Lima deixou de ser receptor na fila N1',
    ])
  })

  test('keeps apart what two people did at the same instant', () => {
    const story = () => [
      entry(1, null, 'circle.created'),
      entry(2, 'ana', 'donation.receipt_sent', { donorId: 'ana' }),
      entry(2, 'bento', 'donation.confirmed', gift),
    ]
    expect(lines(story)).toEqual([
      expect.stringMatching(/^Recebimento confirmado: R\$\s100,00 de Ana Lima para Bento Luz \(Contribuição mensal\)$/),
      'Ana Lima enviou um comprovante',
    ])
  })

  test('says nothing of the mark of words beside what they are about, and of words alone that they are there', () => {
    const words = (what: string) => ({ donationId: 'd', reportId: 'r', wordsId: 'w', what, hash: '' })
    expect(
      lines(() => [
        entry(1, null, 'circle.created'),
        entry(2, 'ana', 'donation.reported', { reporterId: 'ana' }),
        entry(2, 'ana', 'case.words', words('reason')),
        entry(3, 'bento', 'case.words', words('statement')),
      ]),
    ).toEqual(['Uma das partes escreveu em um report', 'Ana Lima reportou uma doação'])
  })

  test('leaves out the oldest batch of a page, which may continue on the next page', () => {
    seq = 50
    const page = [
      entry(1, null, 'donation.expired', gift),
      entry(1, null, 'donation.expired', gift),
      entry(2, 'ana', 'donation.receipt_sent', { donorId: 'ana' }),
    ].toReversed()
    expect(activityLines(page, name, 10).map(({ text }) => text)).toEqual(['Ana Lima enviou um comprovante'])
  })
})

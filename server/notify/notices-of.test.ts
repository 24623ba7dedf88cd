import { describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { decide } from '#circle/circle.ts'
import { DAY_MS } from '#circle/period.ts'
import { presets, rodaPlan } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import type { CircleState } from '#circle/state.ts'
import { noticeText } from '#contracts/notices/notice.ts'
import type { Notice } from '#contracts/notices/notice.ts'
import { noticesOf } from './notices-of.ts'

/** A circle of six, of which everybody was asked for this month's contribution, and what its decisions tell to whom. */
function circleOfSix(mode: 'real' | 'demonstracao' = 'demonstracao', plan: Plan = presets.rotativo) {
  let state: CircleState | null = null
  let now = Date.parse('2026-11-10T12:00:00Z')
  let ids = 0
  const does = (command: Command, actorId: string | null = 'admin') => {
    const before = state!
    const newId = () => `id-${String((ids += 1)).padStart(4, '0')}`
    const decided = decide(state, command, { now, newId })
    if (!decided.ok) throw new Error(decided.code)
    state = decided.state
    return before === null ? [] : noticesOf({ events: decided.events, before, after: state, actorId })
  }
  does({ kind: 'create_circle', mode, plan })
  for (let n = 1; n <= 6; n += 1) {
    does({ kind: 'approve_member', memberId: `m${n}` })
    does({ kind: 'place', memberId: `m${n}`, level: 1, position: n, isReceiver: false })
  }
  does({ kind: 'generate_pull' })
  return { does, state: () => state!, passes: (ms: number) => (now += ms) }
}

const movedOf = (notices: ReturnType<typeof noticesOf>) =>
  notices.flatMap(({ userId, kind, facts }) => (kind === 'place.moved' ? [[userId, facts.position]] : []))

test('a second rejection tells its donor that the deadline stands still, and asks for no other receipt until a day', () => {
  const { does, state } = circleOfSix()
  const { id: donationId, donorId, receiverId } = [...state().donations.values()][0]!
  const rejects = () => {
    does({ kind: 'send_receipt', donationId, memberId: donorId }, donorId)
    const told = does({ kind: 'reject_receipt', donationId, memberId: receiverId!, stays: true }, receiverId)
    return told.filter(({ kind }) => kind === 'donation.receipt_rejected').map((notice) => noticeText(notice as Notice))
  }
  expect(rejects()).toEqual([expect.stringMatching(/Veja o motivo e envie outro até \d/)])
  expect(rejects()).toEqual([
    expect.stringMatching(/O prazo está parado até a decisão: não pague de novo antes dela\.$/),
  ])
})

describe('a place that changes', () => {
  test('by a completed turn is told to whom others pass, and not to everybody who comes forward', () => {
    const { does, state } = circleOfSix()
    const toFirst = [...state().donations.values()].filter(({ receiverId }) => receiverId === 'm1')
    expect(toFirst).toHaveLength(3)
    const told = toFirst.flatMap(({ id, donorId }) => {
      does({ kind: 'send_receipt', donationId: id, memberId: donorId }, donorId)
      return does({ kind: 'confirm', donationId: id, by: { memberId: 'm1' } }, 'm1')
    })
    expect(told.some(({ kind }) => kind === 'donation.confirmed')).toBe(true)
    expect(state().entries.size).toBe(6)
    expect(movedOf(told)).toEqual([])
  })

  test('by a contribution that was missed is told to whoever missed it', () => {
    const { does, state, passes } = circleOfSix()
    for (const { id, donorId, receiverId } of state().donations.values()) {
      if (donorId === 'm4') continue
      does({ kind: 'send_receipt', donationId: id, memberId: donorId }, donorId)
      does({ kind: 'confirm', donationId: id, by: { memberId: receiverId! } }, receiverId)
    }
    passes(40 * DAY_MS)
    expect(movedOf(does({ kind: 'expire' }, null))).toEqual([['m4', 6]])
  })

  test('given once a roda has begun is told to everybody in it', () => {
    const { does } = circleOfSix('real', rodaPlan({ amountCents: 10_000, months: 5 }))
    does({ kind: 'approve_member', memberId: 'm7' })
    const told = does({ kind: 'place', memberId: 'm7', level: 1, position: 7, isReceiver: false })
    expect(told.map(({ userId, kind }) => [userId, kind])).toEqual([
      ['m7', 'place.given'],
      ...[1, 2, 3, 4, 5, 6].map((n) => [`m${n}`, 'place.added']),
    ])
    expect(told[1]!.facts).toEqual({ position: 7, places: 7 })
  })

  test('by hand is told to everybody whom it moves', () => {
    const { does, state } = circleOfSix()
    const entry = [...state().entries.values()].find(({ memberId }) => memberId === 'm6')!
    expect(movedOf(does({ kind: 'reorder', entryId: entry.id, position: 4 }))).toEqual([
      ['m6', 4],
      ['m4', 5],
      ['m5', 6],
    ])
  })
})

describe('two people with two places each', () => {
  /** Ana and Bia have two places each in a roda of five people; the month’s contributions were asked for. */
  function rodaOfPairs() {
    let state: CircleState | null = null
    let now = Date.parse('2026-11-10T12:00:00Z')
    let ids = 0
    const does = (command: Command) => {
      const before = state!
      const newId = () => `id-${String((ids += 1)).padStart(4, '0')}`
      const decided = decide(state, command, { now, newId })
      if (!decided.ok) throw new Error(decided.code)
      state = decided.state
      return before === null ? [] : noticesOf({ events: decided.events, before, after: state, actorId: null })
    }
    does({ kind: 'create_circle', mode: 'demonstracao', plan: rodaPlan({ amountCents: 10_000, months: 4 }) })
    for (const memberId of ['ana', 'bia', 'caio', 'davi', 'eva', 'gil']) {
      does({ kind: 'approve_member', memberId })
      if (memberId === 'ana' || memberId === 'bia') does({ kind: 'take_shares', memberId, shares: 2 })
    }
    for (const [index, memberId] of ['bia', 'ana', 'caio', 'davi', 'eva'].entries())
      does({ kind: 'place', memberId, level: 1, position: index * 2 + 1, isReceiver: false })
    does({ kind: 'generate_pull' })
    const pair = [...state!.donations.values()].filter((one) => one.donorId === 'ana' && one.receiverId === 'bia')
    return { does, pair, passes: (ms: number) => (now += ms) }
  }
  const sums = (notices: ReturnType<typeof noticesOf>, kind: string, people = ['ana', 'bia', 'gil']) =>
    notices.flatMap(({ userId, facts, ...told }) =>
      told.kind === kind && people.includes(userId)
        ? [[userId, (facts as { count: number }).count, (facts as { amountCents: number }).amountCents]]
        : [],
    )

  test('are told once each, with the sum, of a month left out, of a place handed over, and of what is late', () => {
    const { does, pair } = rodaOfPairs()
    expect(pair).toHaveLength(2)
    const own = [
      ['ana', 2, 20_000],
      ['bia', 2, 20_000],
    ]
    expect(sums(does({ kind: 'pause_month', donationId: pair[0]!.id }), 'donation.paused')).toEqual(own)
    const other = rodaOfPairs()
    const handed = { substituteId: 's', memberId: 'ana', newcomerId: 'gil', givenCents: 0, receivedCents: 0 }
    const told = other.does({ kind: 'hand_over', ...handed })
    const sides = told.flatMap(({ userId, kind, facts }) =>
      userId === 'bia' && kind === 'donation.handed_over' ? [[facts.isToPay, facts.count]] : [],
    )
    // All places of theirs go along, and nobody reads of one.
    const texts = told.flatMap((notice) => (notice.kind === 'place.handed_over' ? [noticeText(notice as Notice)] : []))
    expect(texts).toContain('2 lugares da roda agora são seus, com o que devem e têm a receber.')
    expect(texts.filter((text) => !/2 lugares/.test(text))).toEqual([])
    // Two come to her from the place, and two she pays to it.
    expect(sides.toSorted()).toEqual([
      [false, 2],
      [true, 2],
    ])
    const late = rodaOfPairs()
    late.passes(40 * DAY_MS)
    expect(sums(late.does({ kind: 'expire', late: true }), 'donation.late', ['ana'])).toContainEqual(own[0])
  })

  test('are told of each place that the order gives them', () => {
    expect(
      noticeText({ kind: 'draw.done', facts: { level: 1, isOnly: true, position: 3, others: [7] } } as Notice),
    ).toBe('A primeira ordem está feita: os seus lugares são nº 3 e nº 7.')
  })

  test('are told of the sum that did not come, and of the rest that is late, where a part was paid', () => {
    const { does, pair, passes } = rodaOfPairs()
    const { id: donationId } = pair[0]!
    const pays = (cents: number) => does({ kind: 'send_receipt', donationId, memberId: 'ana', cents })
    const factsOf = (notices: ReturnType<typeof noticesOf>, kind: string) =>
      notices.flatMap(({ userId, facts, ...told }) =>
        told.kind === kind && userId === 'ana' ? [facts as { amountCents: number; isOwn?: boolean }] : [],
      )
    pays(4_000)
    const [rejected] = factsOf(
      does({ kind: 'reject_receipt', donationId, memberId: 'bia' }),
      'donation.receipt_rejected',
    )
    expect(rejected!.amountCents).toBe(4_000)
    pays(4_000)
    does({ kind: 'confirm', donationId, by: { memberId: 'bia' }, cents: 4_000 })
    passes(40 * DAY_MS)
    const late = factsOf(does({ kind: 'expire', late: true }), 'donation.late').find(({ isOwn }) => isOwn)
    // The rest of one, and the other.
    expect(late!.amountCents).toBe(16_000)
  })

  test('are told of the rest alone where it is cancelled: the part that came stays given', () => {
    const { does, pair } = rodaOfPairs()
    const { id: donationId } = pair[0]!
    does({ kind: 'send_receipt', donationId, memberId: 'ana', cents: 4_000 })
    does({ kind: 'confirm', donationId, by: { memberId: 'bia' }, cents: 4_000 })
    const opened = does({ kind: 'depart_member', memberId: 'ana', how: 'suspended' })
    // Of what was paid in part the rest is still owed.
    const letter = opened.find(({ userId, kind }) => userId === 'ana' && kind === 'account.suspended')
    expect(noticeText(letter as Notice)).toMatch(/Você deixou os seus lugares, e ainda deve R\$\s60,00\.$/)
    const { reportId } = opened.find(({ kind }) => kind === 'case.opened')!.facts as { reportId: string }
    const told = does({ kind: 'resolve_report', reportId, resolution: 'RESOLVED', outcome: 'cancel' })
    expect(sums(told, 'donation.cancelled', ['bia'])).toEqual([['bia', 1, 6_000]])
  })
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from './circle.ts'
import type { Command } from './circle.ts'
import { queueOf } from './decision.ts'
import { findUnfinished } from './ending.ts'
import { DAY_MS } from './period.ts'
import { presets, rodaPlan } from './plan.ts'
import type { Plan } from './plan.ts'
import { COUNTED_SINCE } from './shares.ts'
import type { CircleEvent, CircleState } from './state.ts'
import { dose } from './testing/dose.ts'
import { ensureSettled, openBooks } from './testing/invariants.ts'

const HUNDRED = 10_000
const JANUARY = Date.parse('2027-01-05T12:00:00-03:00')

/** A circle in which each command must succeed, held to the books after each. */
function roda(plan: Plan, shares: readonly number[], rules?: number) {
  const books = openBooks()
  const events: CircleEvent[] = []
  let ids = 0
  const lived = {
    state: null as CircleState | null,
    now: JANUARY,
    ask(command: Command) {
      const newId = () => `id-${String((ids += 1)).padStart(6, '0')}`
      return decide(lived.state, command, { now: lived.now, newId })
    },
    does(command: Command) {
      const decided = lived.ask(command)
      if (!decided.ok) throw new Error(`${command.kind}: ${decided.code}`)
      lived.state = decided.state
      for (const event of decided.events) books.record(event)
      events.push(...decided.events)
      books.check(decided.state)
      ensureSettled(decided.state)
      return decided.events
    },
    refusal(command: Command) {
      const decided = lived.ask(command)
      return decided.ok ? null : decided.code
    },
    queue: () => queueOf({ state: lived.state! }, 1).map(({ memberId }) => memberId),
    pay(donationId: string) {
      const { donorId, receiverId } = lived.state!.donations.get(donationId)!
      lived.does({ kind: 'send_receipt', donationId, memberId: donorId })
      lived.does({ kind: 'confirm', donationId, by: { memberId: receiverId! } })
    },
    /** A month in which everybody pays, in the order that `pick` gives. */
    month(pick: (below: number) => number = () => 0) {
      lived.does({ kind: 'generate_pull' })
      for (let open = [...lived.state!.donations.keys()]; open.length > 0; open = [...lived.state!.donations.keys()])
        lived.pay(open[pick(open.length)]!)
      lived.now += 31 * DAY_MS
    },
    events,
  }
  lived.does({ kind: 'create_circle', mode: rules ? 'real' : 'demonstracao', plan, rules })
  for (const [index, count] of shares.entries()) {
    lived.does({ kind: 'approve_member', memberId: `m${index}` })
    if (count > 1) lived.does({ kind: 'take_shares', memberId: `m${index}`, shares: count })
  }
  return lived
}

const drawnRoda = (plan: Plan, shares: readonly number[], order: readonly string[]) => {
  const drawn = roda(plan, shares)
  drawn.does({ kind: 'apply_draw', drawId: 'draw', memberIds: order })
  return drawn
}

/** People with one to three places, an order of all the places, and a number of months that such a roda can have. */
const anyRoda = fc
  .array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 9 })
  .filter((shares) => 2 * Math.max(...shares) <= shares.reduce((sum, count) => sum + count, 0))
  .chain((shares) => {
    const tickets = shares.flatMap((count, index) => Array.from({ length: count }, () => `m${index}`))
    const most = tickets.length - Math.max(...shares)
    return fc.record({
      shares: fc.constant(shares),
      order: fc.shuffledSubarray(tickets, { minLength: tickets.length }),
      months: fc.integer({ min: 1, max: most }),
      rotations: fc.integer({ min: 1, max: 2 }),
      picks: fc.array(fc.nat(1000), { minLength: 1, maxLength: 20 }),
    })
  })

describe('a roda in which people have several places', () => {
  test('ends each rotation with everybody at zero: each place gave and received the same, and nobody gave to themself', () => {
    fc.assert(
      fc.property(anyRoda, ({ shares, order, months, rotations, picks }) => {
        const plan = rodaPlan({ amountCents: HUNDRED, months })
        const lived = drawnRoda(plan, shares, order)
        expect(lived.queue()).toEqual(order)
        let at = 0
        const pick = (below: number) => picks[(at += 1) % picks.length]! % below
        for (let month = 1; month <= months * rotations; month += 1) {
          lived.month(pick)
          for (const [index, count] of shares.entries())
            expect(lived.state!.members.get(`m${index}`)!.given[1]).toBe(month * count * HUNDRED)
          if (month % months > 0) continue
          expect(findUnfinished(lived.state!), `after ${month} months`).toBeNull()
          const done = lived.events.filter(({ kind }) => kind === 'turn.completed')
          expect(done.length).toBe((order.length * month) / months)
        }
        const given = lived.events.flatMap((event) => (event.kind === 'donation.matched' ? [event] : []))
        expect(given.filter(({ donorId, receiverId }) => donorId === receiverId)).toEqual([])
      }),
      { numRuns: dose(150, 5_000) },
    )
  })
})

const six = [2, 1, 1, 1, 1]
const plan = rodaPlan({ amountCents: HUNDRED, months: 4 })

describe('taking places', () => {
  test('gives the role of a place that is given back to whoever stands next, and to no place that goes too', () => {
    const lived = roda(plan, [1, 1, 1, 1])
    for (const [index, memberId] of ['m0', 'm1', 'm2', 'm3'].entries())
      lived.does({ kind: 'place', memberId, level: 1, position: index + 1, isReceiver: false })
    lived.does({ kind: 'take_shares', memberId: 'm0', shares: 3 })
    const second = queueOf({ state: lived.state! }, 1)[4]!
    lived.does({ kind: 'edit_entry', entryId: second.id, isReceiver: true })
    lived.does({ kind: 'take_shares', memberId: 'm0', shares: 1 })
    const receiving = queueOf({ state: lived.state! }, 1).filter(({ isReceiver }) => isReceiver)
    expect(receiving.map(({ memberId }) => memberId)).toEqual(['m0'])
  })

  test('puts a person into the queue as often as they have places, and is undone before the first contributions', () => {
    const lived = roda(plan, six)
    lived.does({ kind: 'place', memberId: 'm1', level: 1, position: 1, isReceiver: false })
    lived.does({ kind: 'place', memberId: 'm0', level: 1, position: 2, isReceiver: false })
    expect(lived.queue()).toEqual(['m1', 'm0', 'm0'])
    lived.does({ kind: 'take_shares', memberId: 'm1', shares: 3 })
    expect(lived.queue()).toEqual(['m1', 'm0', 'm0', 'm1', 'm1'])
    lived.does({ kind: 'take_shares', memberId: 'm1', shares: 1 })
    expect(lived.queue()).toEqual(['m1', 'm0', 'm0'])
    expect(lived.refusal({ kind: 'place', memberId: 'm0', level: 1, position: 9, isReceiver: false })).toBe(
      'queue.member_already_in',
    )
    lived.does({ kind: 'remove', entryId: queueOf({ state: lived.state! }, 1)[2]!.id })
    expect(lived.queue()).toEqual(['m1'])
  })

  test('for a draw alone gains nothing: of places that were drawn the last is kept, of others the oldest', () => {
    const lived = roda(plan, [1, 1, 1, 1, 1, 1], COUNTED_SINCE)
    const take = (shares: number) => {
      lived.now += DAY_MS
      lived.does({ kind: 'take_shares', memberId: 'm1', shares })
    }
    const draw = (order: string) =>
      lived.does({ kind: 'apply_draw', drawId: order, memberIds: order.split(' ').map((n) => `m${n}`) })
    draw('0 1 2 3 4 5')
    take(3)
    take(1)
    expect(lived.queue()).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5'])
    take(3)
    draw('1 0 2 1 3 4 1 5')
    take(2)
    expect(lived.queue()).toEqual(['m0', 'm2', 'm1', 'm3', 'm4', 'm1', 'm5'])
    take(1)
    expect(lived.queue()).toEqual(['m0', 'm2', 'm3', 'm4', 'm1', 'm5'])
    // Drawn at once, before they had a place.
    const fresh = roda(plan, [1, 3, 1, 1, 1], COUNTED_SINCE)
    fresh.does({ kind: 'apply_draw', drawId: 'd', memberIds: ['m1', 'm0', 'm1', 'm2', 'm1', 'm3', 'm4'] })
    fresh.does({ kind: 'take_shares', memberId: 'm1', shares: 1 })
    expect(fresh.queue()).toEqual(['m0', 'm2', 'm1', 'm3', 'm4'])
  })

  test('is refused beyond three, twice the same, outside a roda, and once anybody was asked', () => {
    const lived = roda(plan, six)
    const take = (shares: number) => ({ kind: 'take_shares', memberId: 'm1', shares }) as const
    expect(lived.refusal(take(4))).toBe('shares.too_many')
    expect(lived.refusal(take(0))).toBe('shares.too_many')
    expect(lived.refusal(take(1.5))).toBe('shares.too_many')
    expect(lived.refusal(take(1))).toBe('shares.same')
    expect(roda(presets.rotativo, [1, 1]).refusal(take(2))).toBe('shares.not_here')
    expect(lived.refusal({ kind: 'change_plan', plan: presets.termos })).toBe('shares.plan')
    lived.does({ kind: 'apply_draw', drawId: 'd', memberIds: ['m0', 'm1', 'm2', 'm3', 'm4'] })
    lived.does({ kind: 'generate_pull' })
    expect(lived.refusal(take(2))).toBe('shares.late')
  })

  test('is refused to who is out', () => {
    const lived = roda(plan, six)
    lived.does({ kind: 'depart_member', memberId: 'm1', how: 'suspended' })
    expect(lived.refusal({ kind: 'take_shares', memberId: 'm1', shares: 2 })).toBe('queue.member_not_approved')
  })

  test('needs enough other people for a turn before anything is asked of anybody', () => {
    const ids = ['m0', 'm1', 'm2', 'm3', 'm4']
    const five = drawnRoda(rodaPlan({ amountCents: HUNDRED, months: 5 }), six, ids)
    expect(five.ask({ kind: 'generate_pull' })).toMatchObject({
      code: 'shares.misfit',
      details: { places: 6, most: 2, monthsMax: 4 },
    })
    expect(drawnRoda(plan, six, ids).refusal({ kind: 'generate_pull' })).toBeNull()
    // Three places against one: what they give finds nobody else to go to.
    expect(
      drawnRoda(rodaPlan({ amountCents: HUNDRED, months: 1 }), [3, 1], ids).refusal({ kind: 'generate_pull' }),
    ).toBe('shares.misfit')
  })
})

describe('a person with several places', () => {
  const asked = (shares = six) => {
    const lived = drawnRoda(plan, shares, ['m1', 'm0', 'm2', 'm3', 'm4', 'm0'])
    lived.does({ kind: 'generate_pull' })
    return lived
  }

  test('is asked once a month for each of them, and for none a second time', () => {
    const lived = asked()
    const owed = lived.events.flatMap((event) =>
      event.kind === 'obligation.owed' && event.memberId === 'm0' ? [event.share ?? 1] : [],
    )
    expect(owed).toEqual([1, 2])
    expect(lived.does({ kind: 'generate_pull' }).map(({ kind }) => kind)).toEqual(['pull.generated'])
  })

  test('who leaves gives up all of them, and comes back to one', () => {
    const lived = asked()
    lived.does({ kind: 'depart_member', memberId: 'm0', how: 'suspended' })
    expect(lived.queue()).toEqual(['m1', 'm2', 'm3', 'm4'])
    expect([...lived.state!.obligations.values()].filter(({ memberId }) => memberId === 'm0')).toEqual([])
    lived.does({ kind: 'reinstate_member', memberId: 'm0' })
    lived.does({ kind: 'place', memberId: 'm0', level: 1, position: 9, isReceiver: false })
    expect(lived.queue()).toEqual(['m1', 'm2', 'm3', 'm4', 'm0'])
  })

  test('who misses a month goes behind everybody with each place that is not receiving', () => {
    const lived = asked()
    for (const { id, donorId } of lived.state!.donations.values()) if (donorId !== 'm0') lived.pay(id)
    lived.now += 31 * DAY_MS
    lived.does({ kind: 'expire' })
    expect(lived.queue().slice(-2)).toEqual(['m0', 'm0'])
  })

  test('who pauses leaves out the month for all of them, as one pause', () => {
    const lived = asked()
    const own = [...lived.state!.donations.values()].filter(({ donorId }) => donorId === 'm0')
    lived.does({ kind: 'pause_month', donationId: own[0]!.id })
    const owed = own.map(({ obligationId }) => lived.state!.obligations.get(obligationId)!.pausedUntil)
    expect(new Set(owed).size).toBe(1)
    expect(owed[0]).not.toBeNull()
    expect(lived.state!.members.get('m0')!.pauses).toBe(1)
  })

  test('whose months stay owed after the deadline pays both to the same people, and the rotation ends at zero', () => {
    const lived = asked()
    const own = [...lived.state!.donations.values()].filter(({ donorId }) => donorId === 'm0')
    for (const { id, donorId } of lived.state!.donations.values()) if (donorId !== 'm0') lived.pay(id)
    lived.now += 31 * DAY_MS
    lived.does({ kind: 'expire', late: true })
    expect(lived.queue().slice(-2)).toEqual(['m0', 'm0'])
    for (const { id } of own) lived.pay(id)
    for (let month = 2; month <= 4; month += 1) lived.month()
    expect(findUnfinished(lived.state!)).toBeNull()
  })

  test('keeps everybody from paying ahead, since who must receive is known month by month', () => {
    const lived = asked()
    for (const { id } of lived.state!.donations.values()) lived.pay(id)
    expect(lived.refusal({ kind: 'pay_ahead', memberId: 'm3', receiverId: 'm0' })).toBe('ahead.shares')
  })

  test('swaps no turn by themself, since nobody could say which', () => {
    const lived = drawnRoda(plan, six, ['m1', 'm0', 'm2', 'm3', 'm4', 'm0'])
    const swap = {
      kind: 'swap_turns',
      swapId: 's',
      memberId: 'm3',
      otherId: 'm0',
      position: 4,
      otherPosition: 2,
    } as const
    expect(lived.refusal(swap)).toBe('swap.shares')
  })

  test('who is succeeded hands all of them over, with every sum and debt', () => {
    const lived = asked()
    lived.does({ kind: 'approve_member', memberId: 'new' })
    const over = { substituteId: 's', memberId: 'm0', newcomerId: 'new', givenCents: 0, receivedCents: 0 }
    lived.does({ kind: 'hand_over', ...over })
    expect(lived.queue()).toEqual(['m1', 'new', 'm2', 'm3', 'm4', 'new'])
    expect(lived.state!.members.get('new')!.shares).toBe(2)
    for (let open = [...lived.state!.donations.keys()]; open.length > 0; open = [...lived.state!.donations.keys()])
      lived.pay(open[0]!)
    lived.now += 31 * DAY_MS
    for (let month = 2; month <= 4; month += 1) lived.month()
    expect(findUnfinished(lived.state!)).toBeNull()
  })

  test('brings no roda in from paper, whose rows are one for each person', () => {
    const lived = roda(plan, six)
    const real = { ...lived.state!, mode: 'real' as const }
    const rows = [...real.members.keys()].map((memberId) => ({ memberId, givenCents: 0, receivedCents: 0 }))
    const decided = decide(real, { kind: 'bring_in', rows }, { now: JANUARY, newId: () => 'id' })
    expect(decided).toMatchObject({ ok: false, code: 'beginning.shares' })
  })
})

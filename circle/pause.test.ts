import { describe, expect, test } from 'vitest'
import { decide } from './circle.ts'
import type { Command } from './circle.ts'
import { findUnfinished } from './ending.ts'
import { DAY_MS, periodOf } from './period.ts'
import { rodaPlan } from './plan.ts'
import { story } from './testing/story.ts'
import { twoLevelPlan } from './testing/walk.ts'
import { forecast } from './simulation/forecast.ts'
import type { CircleState, Donation } from './state.ts'

const PLAN = rodaPlan({ amountCents: 10_000, months: 3 })
const PEOPLE = ['ana', 'bia', 'caio', 'davi']

/** A roda of four, three months a rotation, and somebody who does things in it. */
function roda(rules = 1) {
  let state: CircleState | null = null
  let now = Date.parse('2026-11-05T12:00:00-03:00')
  let ids = 0
  const decided = (command: Command) =>
    decide(state, command, { now, newId: () => `id-${String((ids += 1)).padStart(5, '0')}` })
  const does = (command: Command) => {
    const result = decided(command)
    if (!result.ok) throw new Error(`${command.kind}: ${result.code}`)
    state = result.state
    return result.events
  }
  const refused = (command: Command) => {
    const result = decided(command)
    return result.ok ? null : result.code
  }
  does({ kind: 'create_circle', mode: 'real', plan: PLAN, rules })
  for (const [index, memberId] of PEOPLE.entries()) {
    does({ kind: 'approve_member', memberId })
    does({ kind: 'place', memberId, level: 1, position: index + 1, isReceiver: false })
  }
  const of = (donorId: string) => [...state!.donations.values()].filter((donation) => donation.donorId === donorId)
  const pay = (donationId: string) => {
    const { donorId, receiverId } = state!.donations.get(donationId)!
    does({ kind: 'send_receipt', donationId, memberId: donorId })
    does({ kind: 'confirm', donationId, by: { memberId: receiverId! } })
  }
  return {
    does,
    refused,
    of,
    pay,
    state: () => state!,
    now: () => now,
    pull: () => does({ kind: 'generate_pull' }),
    goTo: (day: string) => (now = Date.parse(`${day}T12:00:00-03:00`)),
    pause: (donorId: string) => ({ kind: 'pause_month', donationId: of(donorId).at(-1)!.id }) as const,
  }
}

const inTurn = (circle: ReturnType<typeof roda>, memberId: string) =>
  [...circle.state().turns.values()].find((turn) => turn.memberId === memberId)

describe('a month left out', () => {
  test('is owed to the same receiver after all others, and everybody ends at zero once it is paid', () => {
    const circle = roda()
    circle.pull()
    const [left] = circle.of('davi')
    const [paused] = circle.does(circle.pause('davi'))
    // Three months a rotation, from November: the month behind January's.
    const until = Date.parse('2027-02-01T00:00:00-03:00')
    expect(paused).toMatchObject({ kind: 'contribution.paused', pauses: 1, until, deadlineAt: until + 30 * DAY_MS })
    for (const month of ['2026-11-05', '2026-12-05', '2027-01-05']) {
      circle.goTo(month)
      if (month !== '2026-11-05') circle.pull()
      for (const { id } of circle.state().donations.values()) if (id !== left!.id) circle.pay(id)
      circle.does({ kind: 'expire' })
    }
    expect(circle.of('davi').map(({ id, receiverId }) => [id, receiverId])).toEqual([[left!.id, left!.receiverId]])
    expect(inTurn(circle, left!.receiverId!)).toMatchObject({ confirmed: 2, open: 1 })
    expect(findUnfinished(circle.state())).toEqual({ behind: 2, open: 1 })
    circle.goTo('2027-02-05')
    circle.pay(left!.id)
    expect(findUnfinished(circle.state())).toBe(null)
  })

  test('comes a month later for each one before, and not a third time in a rotation; in the next one again', () => {
    const circle = roda()
    const months: string[] = []
    const others = () => {
      for (const { id, donorId } of circle.state().donations.values()) if (donorId !== 'davi') circle.pay(id)
    }
    for (const day of ['2026-11-05', '2026-12-05']) {
      circle.goTo(day)
      circle.pull()
      others()
      for (const event of circle.does(circle.pause('davi')))
        if (event.kind === 'contribution.paused') months.push(periodOf(event.until))
    }
    expect(months).toEqual(['2027-02', '2027-03'])
    circle.goTo('2027-01-05')
    circle.pull()
    others()
    expect(circle.refused(circle.pause('davi'))).toBe('pause.too_many')
    for (const { id } of circle.of('davi')) circle.pay(id)
    circle.goTo('2027-02-05')
    circle.pull()
    expect(circle.does(circle.pause('davi'))).toMatchObject([{ rotation: 1, pauses: 1 }])
  })

  test('comes no later for being decided in the next month, before its contributions are asked for', () => {
    const monthOf = (day: string, { rules = 5, isAsked = false } = {}) => {
      const circle = roda(rules)
      circle.pull()
      circle.goTo(day)
      const { id } = circle.of('davi')[0]!
      if (isAsked) circle.pull()
      const [paused] = circle.does({ kind: 'pause_month', donationId: id })
      return paused?.kind === 'contribution.paused' && periodOf(paused.until)
    }
    const months = [monthOf('2026-11-28'), monthOf('2026-12-02'), monthOf('2026-12-02', { isAsked: true })]
    expect(months).toEqual(Array(3).fill('2027-02'))
    // A ledger of older rules goes on as it was decided.
    expect(monthOf('2026-12-02', { rules: 4 })).toBe('2027-03')
  })

  test('of the last month, once this is over, is until the next one', () => {
    const circle = roda(5)
    const owesLast = ({ donorId, obligationId }: Donation) =>
      donorId === 'davi' && circle.state().obligations.get(obligationId)!.period === '2027-01'
    for (const day of ['2026-11-05', '2026-12-05', '2027-01-05']) {
      circle.goTo(day)
      circle.pull()
      for (const one of circle.state().donations.values()) if (!owesLast(one)) circle.pay(one.id)
    }
    circle.goTo('2027-02-02')
    expect(circle.does(circle.pause('davi'))).toMatchObject([{ until: Date.parse('2027-03-01T00:00:00-03:00') }])
  })

  test('is refused once money has moved, twice for one month, and in a circle of several levels', () => {
    const circle = roda()
    circle.pull()
    const [donation] = circle.of('davi')
    circle.does({ kind: 'send_receipt', donationId: donation!.id, memberId: 'davi' })
    expect(circle.refused(circle.pause('davi'))).toBe('pause.money_moved')
    circle.does(circle.pause('caio'))
    expect(circle.refused(circle.pause('caio'))).toBe('pause.already')
    circle.goTo('2026-12-20')
    expect(circle.refused(circle.pause('bia'))).toBe('donation.expired')
  })

  test('is for the contributions of a roda: not in a circle of several levels, nor for what else is owed', () => {
    const told = story({ plan: twoLevelPlan }).members(4).placed().pull()
    expect(told.refusal({ kind: 'pause_month', donationId: [...told.state.donations.keys()][0]! })).toBe(
      'pause.not_here',
    )
    const gone = story({ plan: PLAN }).members(4).placed().pull().everyonePays().leaves('m1')
    const settlement = [...gone.state.donations.values()].find(({ type }) => type === 'SETTLEMENT')
    expect(gone.refusal({ kind: 'pause_month', donationId: settlement!.id })).toBe('pause.not_here')
  })

  test('of somebody with several places is that of each, in their order, but for what was paid or is disputed', () => {
    const told = story({ plan: PLAN }).members(4)
    told.does({ kind: 'take_shares', memberId: 'm4', shares: 3 }).placed().pull()
    const own = () => [...told.state.donations.values()].filter(({ donorId }) => donorId === 'm4')
    expect(own()).toHaveLength(3)
    const [one, other, third] = own().toSorted((a, b) => a.order - b.order)
    const pausing = { kind: 'pause_month', donationId: third!.id } as const
    expect(told.refusal({ ...pausing, donationId: one!.id })).toBeNull()
    told.does({ kind: 'report', reportId: 'r', donationId: other!.id, memberId: 'm4' })
    expect(told.does(pausing).happened('contribution.paused')).toMatchObject([
      { donationId: third!.id },
      { donationId: one!.id },
    ])
    expect(told.refusal({ ...pausing, donationId: other!.id })).toBe('pause.money_moved')
  })

  test('may be paid before, and a receiver who goes leaves it owed later to the next', () => {
    const circle = roda()
    circle.pull()
    circle.does(circle.pause('davi'))
    circle.does(circle.pause('caio'))
    circle.pay(circle.of('caio')[0]!.id)
    const { receiverId, deadlineAt } = circle.of('davi')[0]!
    circle.does({ kind: 'depart_member', memberId: receiverId!, how: 'left' })
    const [now] = circle.of('davi')
    expect(now!.receiverId).not.toBe(receiverId)
    expect(now!.deadlineAt).toBe(deadlineAt)
  })

  test('stands in the forecast: whoever receives it waits until then', () => {
    const circle = roda()
    circle.pull()
    const ends = () => {
      const { places, periods } = forecast({
        state: circle.state(),
        now: circle.now(),
        pullAt: (period) => Date.parse(`${period}-05T12:00:00-03:00`),
      })
      const { receiverId } = circle.of('davi')[0]!
      return periods[places.find(({ memberId }) => memberId === receiverId)!.turns[0]!.ends!]
    }
    expect(ends()).toBe('2026-11')
    circle.does(circle.pause('davi'))
    expect(ends()).toBe('2027-02')
  })
})

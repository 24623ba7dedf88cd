import { describe, expect, test } from 'vitest'
import { nextAhead } from './ahead.ts'
import { decide, evolve } from './circle.ts'
import { findUnfinished } from './ending.ts'
import { presets, rodaPlan } from './plan.ts'
import type { Plan } from './plan.ts'
import { awaitsRotation, contributionsAsked, contributionsLeft, hasGivenAll, isOver, turnsByPlace } from './rotation.ts'
import type { CircleMode } from './state.ts'
import { story } from './testing/story.ts'

/** A plan of one level that is no roda: whoever received goes away. */
const leaving: Plan = { ...presets.roda, levels: [{ ...presets.roda.levels[0], onCompletion: 'leave_queue' }] }

/** A roda of three, two months a rotation, whose first is over. */
function lived() {
  const roda = story({
    plan: rodaPlan({ amountCents: 10_000, months: 2 }),
    mode: 'real',
    at: '2026-11-05T12:00:00-03:00',
  })
    .members(3)
    .placed()
  const pay = (donationId: string) => {
    const { donorId, receiverId } = roda.state.donations.get(donationId)!
    roda.does({ kind: 'send_receipt', donationId, memberId: donorId })
    roda.does({ kind: 'confirm', donationId, by: { memberId: receiverId! } })
  }
  const month = () => {
    roda.does({ kind: 'generate_pull' })
    for (const id of roda.state.donations.keys()) pay(id)
    roda.now += 31 * 86_400_000
  }
  return { roda, month, pay }
}

const order = ({ state }: ReturnType<typeof story>) =>
  [...state.entries.values()].sort((a, b) => a.position - b.position).map(({ memberId }) => memberId)

describe('another rotation', () => {
  test('begins once everybody is at zero, is drawn anew, and ends at zero like the first', () => {
    const { roda, month } = lived()
    month()
    expect(roda.refusal({ kind: 'begin_rotation' })).toBe('rotation.not_over')
    month()
    expect([isOver(roda.state), awaitsRotation(roda.state)]).toEqual([true, true])
    const drawn = order(roda).toReversed()
    const draw = { kind: 'apply_draw', drawId: 'again', memberIds: drawn } as const
    expect(roda.refusal(draw)).toBe('draw.not_first')
    roda.does({ kind: 'begin_rotation' })
    expect(roda.state).toMatchObject({ rotation: 2, rotationFrom: 7 })
    expect([isOver(roda.state), findUnfinished(roda.state)]).toEqual([false, null])
    expect(roda.refusal({ kind: 'begin_rotation' })).toBe('rotation.already')
    roda.does(draw)
    expect(order(roda)).toEqual(drawn)
    month()
    expect(roda.refusal(draw)).toBe('draw.not_first')
    month()
    expect(isOver(roda.state)).toBe(true)
    expect([...roda.state.members.values()].map(({ given, received }) => [given[1], received[1]])).toEqual(
      drawn.map(() => [40_000, 40_000]),
    )
  })

  test('is not begun in the middle of one, where everybody is at zero because somebody paid months ahead', () => {
    const { roda, month, pay } = lived()
    roda.does({ kind: 'generate_pull' })
    const { receiverId } = nextAhead(roda.state, 'm1', roda.now)
    roda.does({ kind: 'pay_ahead', memberId: 'm1', receiverId })
    for (const id of roda.state.donations.keys()) pay(id)
    expect(findUnfinished(roda.state)).toBeNull()
    expect([isOver(roda.state), awaitsRotation(roda.state)]).toEqual([false, false])
    expect(roda.refusal({ kind: 'begin_rotation' })).toBe('rotation.not_over')
    roda.now += 31 * 86_400_000
    month()
    expect([isOver(roda.state), awaitsRotation(roda.state)]).toEqual([true, true])
  })

  test('begins with roles and turns of nobody: whoever was given a role in between gives it back', () => {
    const { roda, month } = lived()
    month()
    month()
    const [first] = roda.state.entries.values()
    roda.does({ kind: 'edit_entry', entryId: first!.id, isReceiver: true })
    roda.does({ kind: 'begin_rotation' })
    expect(roda.events.map(({ kind }) => kind)).toEqual(['receiver.unset', 'rotation.begun'])
    expect([...roda.state.entries.values()].some(({ isReceiver }) => isReceiver)).toBe(false)
  })

  test('ends turns that were begun and never filled, also beside somebody who came in between', () => {
    const { roda, month } = lived()
    month()
    month()
    roda.members(1).place('m4')
    const turn = { turnId: 'begun', memberId: 'm1', level: 1 } as const
    const started = { kind: 'turn.started', ...turn, entryId: roda.entryId('m1'), required: 2 } as const
    const state = evolve(roda.state, started, roda.now)
    expect(isOver(state)).toBe(true)
    const begun = decide(state, { kind: 'begin_rotation' }, { now: roda.now, newId: () => 'new' })
    if (!begun.ok) throw new Error(begun.code)
    expect(begun.events).toEqual([
      { kind: 'turn.ended', ...turn },
      { kind: 'rotation.begun', rotation: 2 },
    ])
    expect([begun.state.turns.size, begun.state.entries.get(started.entryId)!.turnId]).toEqual([0, null])
  })

  test('is awaited as soon as all was asked, also while a month that was left out is still to be paid', () => {
    const { roda, month, pay } = lived()
    month()
    roda.does({ kind: 'generate_pull' })
    const [left, ...others] = [...roda.state.donations.keys()]
    roda.does({ kind: 'pause_month', donationId: left! })
    for (const id of others) pay(id)
    expect([isOver(roda.state), awaitsRotation(roda.state)]).toEqual([false, true])
    pay(left!)
    expect([isOver(roda.state), awaitsRotation(roda.state)]).toEqual([true, true])
  })

  test('is not while somebody missed a month: the months go on until everybody has received', () => {
    const { roda, month, pay } = lived()
    roda.does({ kind: 'generate_pull' })
    for (const id of [...roda.state.donations.keys()].slice(1)) pay(id)
    roda.now += 31 * 86_400_000
    roda.does({ kind: 'expire' })
    month()
    expect(awaitsRotation(roda.state)).toBe(false)
  })

  test('is awaited where each of several places was asked for all', () => {
    const plan = rodaPlan({ amountCents: 10_000, months: 2 })
    const roda = story({ plan, mode: 'real' }).members(3)
    roda.does({ kind: 'take_shares', memberId: 'm1', shares: 2 }).placed().pull().everyonePays().days(31).pull()
    expect([isOver(roda.state), awaitsRotation(roda.state)]).toEqual([false, true])
  })

  test('is not while others were asked for more than who came after them', () => {
    const roda = story({ plan: rodaPlan({ amountCents: 10_000, months: 1 }), mode: 'real' })
    roda.members(3).placed().pull().everyonePays().days(31).members(1).placed().pull()
    expect(awaitsRotation(roda.state)).toBe(false)
  })

  test('is not before anything was asked of anybody', () => {
    const { roda } = lived()
    expect([isOver(roda.state), awaitsRotation(roda.state)]).toEqual([false, false])
    expect(roda.refusal({ kind: 'begin_rotation' })).toBe('rotation.not_over')
  })

  test('is of a roda alone', () => {
    const refusals = [presets.termos, presets.rotativo, leaving].map((plan) =>
      story({ plan }).members(2).placed().refusal({ kind: 'begin_rotation' }),
    )
    expect(refusals).toEqual(Array.from({ length: 3 }, () => 'rotation.not_here'))
    const waits = (plan: Plan, mode: CircleMode) =>
      awaitsRotation(story({ plan, mode }).members(3).placed().pull().everyonePays().state)
    expect(waits(rodaPlan({ amountCents: 10_000, months: 1 }), 'real')).toBe(true)
    expect(waits(rodaPlan({ amountCents: 10_000, months: 1 }), 'demonstracao')).toBe(false)
    expect(waits(presets.rotativo, 'real')).toBe(false)
    const levels = story({ plan: presets.rotativo, mode: 'real' }).members(3).placed()
    for (let month = 0; month < 6; month += 1) levels.pull().everyonePays().days(31)
    expect([isOver(levels.state), awaitsRotation(levels.state)]).toEqual([true, false])
    // A complete turn of theirs waits for an upgrade, and puts nothing off.
    expect(isOver(levels.members(1).placed().state)).toBe(true)
  })

  test('says how many are behind where it is not over: those who wait for the rest of a turn', () => {
    const { roda: told, pay } = lived()
    told.does({ kind: 'generate_pull' })
    const { receiverId } = nextAhead(told.state, 'm1', told.now)
    told.does({ kind: 'pay_ahead', memberId: 'm1', receiverId })
    for (const id of told.state.donations.keys()) pay(id)
    expect(told.refusalDetails({ kind: 'begin_rotation' })).toEqual({ behind: 2, open: 0 })
  })

  test('is not awaited after a rotation that was not begun yet was asked for', () => {
    const { roda: told, month } = lived()
    month()
    month()
    told.does({ kind: 'begin_rotation' })
    expect(awaitsRotation(told.state)).toBe(false)
  })
})

describe('what was had and what is left', () => {
  const roda = story({ plan: rodaPlan({ amountCents: 10_000, months: 2 }) }).members(4)
  roda.does({ kind: 'take_shares', memberId: 'm4', shares: 3 }).placed()
  const withSums = (memberId: string, givenCents: number, receivedCents = 0) => {
    const member = roda.state.members.get(memberId)!
    const given = { ...member.given, 1: givenCents }
    const received = { ...member.received, 1: receivedCents }
    return { ...roda.state, members: new Map(roda.state.members).set(memberId, { ...member, given, received }) }
  }
  const turnsOf = (receivedCents: number) => {
    const turns = turnsByPlace(withSums('m4', 0, receivedCents))
    const places = [...roda.state.entries.values()].sort((a, b) => a.position - b.position)
    return places.map(({ id, memberId }) => `${memberId}:${turns.get(id)}`)
  }

  test('each place has had as many turns as what came fills, the last of several one more', () => {
    expect(turnsOf(0)).toEqual(['m1:0', 'm2:0', 'm3:0', 'm4:0', 'm4:0', 'm4:0'])
    expect(turnsOf(19_999)).toEqual(turnsOf(0))
    expect(turnsOf(20_000).slice(3)).toEqual(['m4:0', 'm4:0', 'm4:1'])
    expect(turnsOf(100_000)).toEqual(['m1:0', 'm2:0', 'm3:0', 'm4:1', 'm4:2', 'm4:2'])
  })

  test('what was given and what is owed was asked; a settlement was not, nor what others owe', () => {
    const owed = { ...[...story().members(3).placed().pull().state.obligations.values()][0]!, amountCents: 10_000 }
    const obligations = new Map([
      ['own', { ...owed, memberId: 'm1' }],
      ['settlement', { ...owed, memberId: 'm1', type: 'SETTLEMENT' as const }],
      ['other', { ...owed, memberId: 'm2' }],
    ])
    const state = { ...withSums('m1', 25_000), obligations }
    expect(['m1', 'm2', 'm3', 'nobody'].map((id) => contributionsAsked(state, id))).toEqual([3, 1, 0, 0])
  })

  test('a first rotation that was brought in knows what each has still to give, down to nothing', () => {
    const left = (givenCents: number, change: object = {}) =>
      contributionsLeft({ ...withSums('m1', givenCents), isBroughtIn: true, ...change }, 'm1', 1)
    expect([left(0), left(9_999), left(10_000), left(20_000), left(50_000)]).toEqual([2, 2, 1, 0, 0])
    expect([left(0, { isBroughtIn: false }), left(0, { rotation: 2 })]).toEqual([null, null])
    expect(left(0, { rotation: 1 })).toBe(2)
    const owed = { ...[...story().members(3).placed().pull().state.obligations.values()][0]!, amountCents: 10_000 }
    const owing = (change: object) => left(0, { obligations: new Map([['o', { ...owed, memberId: 'm1', ...change }]]) })
    expect([owing({ target: 1 }), owing({ target: 2 }), owing({ memberId: 'm2', target: 1 })]).toEqual([1, 2, 2])
    const done = { ...withSums('m1', 20_000), isBroughtIn: true }
    expect(['m1', 'm2'].map((memberId) => hasGivenAll(done, { memberId, level: 1 }))).toEqual([true, false])
  })
})

import { describe, expect, test } from 'vitest'
import type { Command } from './circle.ts'
import { decide } from './circle.ts'
import { queueOf } from './decision.ts'
import { presets } from './plan.ts'
import type { CircleMode, CircleState } from './state.ts'
import { touchedByHandOver } from './handing-over.ts'
import { arrangesFirstOrder, hasStake, takesTwoPeople } from './two-people.ts'

const NOW = Date.UTC(2026, 10, 10, 12)

/** A roda of four, and what was done in it. */
function roda(mode: CircleMode, commands: readonly Command[] = [], rules?: number): CircleState {
  let state: CircleState | null = null
  let ids = 0
  const members = ['a', 'b', 'c', 'd']
  const founding: Command[] = [
    { kind: 'create_circle', mode, plan: presets.roda, rules },
    ...members.map((memberId): Command => ({ kind: 'approve_member', memberId })),
    ...members.slice(0, 3).map((memberId, index): Command => ({
      kind: 'place',
      memberId,
      level: 1,
      position: index + 1,
      isReceiver: false,
    })),
  ]
  for (const command of [...founding, ...commands]) {
    const result = decide(state, command, { now: NOW, newId: () => `id-${(ids += 1)}` })
    if (!result.ok) throw new Error(result.code)
    state = result.state
  }
  return state!
}

const pull: Command = { kind: 'generate_pull' }
const suspend = (memberId: string): Command => ({ kind: 'depart_member', memberId, how: 'suspended' })
const placing = (position: number, isReceiver = false): Command => {
  return { kind: 'place', memberId: 'd', level: 1, position, isReceiver }
}

describe('what takes two people', () => {
  test('nothing in a demonstration, and no suspension or move before anything was asked of anybody', () => {
    const begun = roda('demonstracao', [pull])
    expect(takesTwoPeople(begun, suspend('a'))).toBeNull()
    const fresh = roda('real')
    expect(takesTwoPeople(fresh, suspend('a'))).toBeNull()
    expect(takesTwoPeople(fresh, { kind: 'move_to_end', memberId: 'a', level: 1 })).toBeNull()
  })

  test('from the first contributions on: whoever has a place or something open, and every move', () => {
    const state = roda('real', [pull])
    const [first, second] = queueOf({ state }, 1)
    expect(takesTwoPeople(state, suspend('a'))).toBe('suspend_member')
    // Somebody without place, money or anything open costs nobody anything.
    expect(takesTwoPeople(state, suspend('d'))).toBeNull()
    for (const command of [
      { kind: 'move_to_end', memberId: 'a', level: 1 },
      { kind: 'remove', entryId: first!.id },
      { kind: 'swap', entryId: first!.id, otherEntryId: second!.id },
      { kind: 'reorder', entryId: second!.id, position: 1 },
      { kind: 'set_receiver', entryId: first!.id, nextEntryId: second!.id },
      { kind: 'next_receiver', entryId: first!.id },
      { kind: 'edit_entry', entryId: first!.id, isReceiver: false },
      { kind: 'undo', seq: 1, inverse: { level: 1, places: [], drop: [], restore: [], reentry: [] } },
    ] satisfies Command[])
      expect(takesTwoPeople(state, command), command.kind).toBe('change_queue')
    expect([placing(4), placing(4, true)].map((command) => takesTwoPeople(state, command))).toEqual([
      null,
      'change_queue',
    ])
    // The rules and a draw are nobody's choice.
    for (const command of [pull, { kind: 'expire' }, { kind: 'apply_draw', drawId: 'x', memberIds: [] }] as Command[])
      expect(takesTwoPeople(state, command), command.kind).toBeNull()
  })

  test('who gave and received unequal sums, with no place any more and nothing open', () => {
    const state = roda('real', [pull])
    const { donorId } = [...state.donations.values()][0]!
    const member = { ...state.members.get(donorId)!, given: { 1: 200_00, 2: 0, 3: 0, administration: 0 } }
    const alone = { ...state, entries: new Map(), obligations: new Map(), donations: new Map() }
    const uneven = { ...alone, members: new Map(state.members).set(donorId, member) }
    expect(takesTwoPeople(alone, suspend(donorId))).toBeNull()
    expect(takesTwoPeople(uneven, suspend(donorId))).toBe('suspend_member')
  })
})

describe('what takes two people, each reason alone', () => {
  /** Somebody of a roda that has begun, without anything at stake. */
  const alone = () => {
    const begun = roda('real', [pull])
    const { id, donorId, receiverId } = [...begun.donations.values()][0]!
    const empty = { ...begun, entries: new Map(), obligations: new Map(), donations: new Map() }
    return { begun, empty, id, donorId, receiverId: receiverId! }
  }

  test('nobody, and somebody with nothing at stake, may go by one person’s word', () => {
    const { empty, donorId } = alone()
    expect([hasStake(empty, donorId), hasStake(empty, 'nobody')]).toEqual([false, false])
  })

  test('a donation to give or to receive, a debt, or money to the administration is a stake of its own', () => {
    const { begun, empty, id, donorId, receiverId } = alone()
    const donation = { ...empty, donations: new Map([[id, begun.donations.get(id)!]]) }
    expect(['a', 'b', 'c', 'd'].filter((one) => hasStake(donation, one)).toSorted()).toEqual(
      [donorId, receiverId].toSorted(),
    )
    const [owed] = [...begun.obligations.values()].filter(({ memberId }) => memberId === donorId)
    const debt = { ...empty, obligations: new Map([[owed!.id, owed!]]) }
    expect(['a', 'b', 'c', 'd'].filter((one) => hasStake(debt, one))).toEqual([donorId])
    const member = { ...begun.members.get('d')!, given: { 1: 0, 2: 0, 3: 0, administration: 1 } }
    expect(hasStake({ ...empty, members: new Map(begun.members).set('d', member) }, 'd')).toBe(true)
  })

  test('a place is one once the rotation has begun, and only one’s own', () => {
    const { begun } = alone()
    const placed = { ...begun, obligations: new Map(), donations: new Map() }
    const fresh = roda('real')
    expect(['a', 'd'].map((one) => hasStake(placed, one))).toEqual([true, false])
    expect(hasStake(fresh, 'a')).toBe(false)
  })

  test('a month left out, in a real circle alone', () => {
    const { begun, id } = alone()
    const pausing: Command = { kind: 'pause_month', donationId: id }
    expect(takesTwoPeople(begun, pausing)).toBe('pause_month')
    expect(takesTwoPeople(roda('demonstracao', [pull]), pausing)).toBeNull()
  })

  test('a place that is not behind all others, and any in a queue that stands empty is', () => {
    const { begun, empty } = alone()
    const hole = new Map([...begun.entries].filter(([, { position }]) => position !== 2))
    expect([2, 3, 4].map((position) => takesTwoPeople({ ...begun, entries: hole }, placing(position)))).toEqual([
      'change_queue',
      'change_queue',
      null,
    ])
    expect(takesTwoPeople(empty, placing(7))).toBeNull()
  })

  test('a place in the middle of a rotation that is counted person by person, also behind all others', () => {
    const fresh = roda('real', [], 5)
    const middle = roda('real', [pull], 5)
    const between = { ...middle, rotation: 2, rotationFrom: middle.nextOrder }
    expect([fresh, middle, between].map((state) => takesTwoPeople(state, placing(9)))).toEqual([
      null,
      'change_queue',
      null,
    ])
  })

  test('whoever has a place in the order that is to begin: let in again, they would stand behind everybody', () => {
    const fresh = roda('real', [], 5)
    expect(['a', 'd'].map((one) => takesTwoPeople(fresh, suspend(one)))).toEqual(['suspend_member', null])
  })
})

describe('the first order made by hand', () => {
  const fresh = roda('real')
  const [first, second] = queueOf({ state: fresh }, 1)
  const moving = { kind: 'swap', entryId: first!.id, otherEntryId: second!.id } as const

  test('is every change of the queue but a draw, taking somebody away, and a place behind an order that stands', () => {
    const changes: readonly [Command, boolean][] = [
      [moving, true],
      [placing(4, true), true],
      [placing(4), false],
      [{ kind: 'remove', entryId: first!.id }, false],
      [{ kind: 'apply_draw', drawId: 'x', memberIds: [] }, false],
      [pull, false],
    ]
    for (const [command, is] of changes) expect(arrangesFirstOrder(fresh, command), command.kind).toBe(is)
  })

  test('is taking somebody away too, who could be placed behind the others: in circles of before it was not', () => {
    const counted = roda('real', [], 5)
    const remove = { kind: 'remove', entryId: queueOf({ state: counted }, 1)[0]!.id } as const
    expect([counted, fresh].map((state) => arrangesFirstOrder(state, remove))).toEqual([true, false])
  })

  test('begins with the first place of all, and ends with the first contributions', () => {
    expect(arrangesFirstOrder({ ...fresh, entries: new Map() }, placing(1))).toBe(true)
    expect(arrangesFirstOrder(roda('real', [pull]), moving)).toBe(false)
  })
})

describe('a place that is handed over', () => {
  const amounts = (cents: number) => ({ 1: cents, 2: 0, 3: 0, administration: 0 })
  const sums = (givenCents: number, receivedCents: number) => ({ givenCents, receivedCents })
  const over = (memberId: string): Command => {
    return { kind: 'hand_over', substituteId: 's', memberId, newcomerId: 'd', ...sums(0, 0) }
  }
  /** One of the places of a roda that has begun, which gave and received so much, with nothing open unless said. */
  const placed = (given: number, received: number, { mode = 'real', keeps = false } = {}) => {
    const begun = roda(mode as CircleMode, [pull])
    const { donorId, receiverId } = [...begun.donations.values()][0]!
    const set = (memberId: string) => {
      const member = { ...begun.members.get(memberId)!, given: amounts(given), received: amounts(received) }
      return {
        ...begun,
        members: new Map(begun.members).set(memberId, member),
        ...(keeps ? {} : { donations: new Map() }),
      }
    }
    return { donorId, receiverId: receiverId!, set }
  }

  test('takes two people where it received more than it gave, to the cent: the others would lose what the newcomer never pays', () => {
    const decides = (given: number, received: number, mode = 'real') => {
      const { donorId, set } = placed(given, received, { mode })
      return takesTwoPeople(set(donorId), over(donorId))
    }
    expect([decides(0, 1), decides(300_00, 300_01)]).toEqual(['hand_over', 'hand_over'])
    expect([decides(0, 0), decides(300_00, 300_00), decides(300_01, 300_00)]).toEqual([null, null, null])
    expect(decides(0, 300_00, 'demonstracao')).toBeNull()
  })

  test('… and where it would with what is on its way to it; what it owes itself nobody has lost yet', () => {
    const { receiverId, set } = placed(0, 0, { keeps: true })
    const awaited = [...set(receiverId).donations.values()].filter((one) => one.receiverId === receiverId)
    const cents = awaited.reduce((sum, { amountCents }) => sum + amountCents, 0)
    expect(takesTwoPeople(set(receiverId), over(receiverId))).toBe('hand_over')
    const even = placed(cents, 0, { keeps: true })
    expect(takesTwoPeople(even.set(receiverId), over(receiverId))).toBeNull()
    const open = [...set(receiverId).donations.values()]
    const owing = open.find(({ donorId }) => open.every((one) => one.receiverId !== donorId))!.donorId
    expect(takesTwoPeople(set(owing), over(owing))).toBeNull()
  })

  test('touches the two, whoever has something open with them, and those who gave more than they received', () => {
    const { donorId, receiverId, set } = placed(200_00, 0, { keeps: true })
    const all = ['a', 'b', 'c']
    const third = all.find((id) => id !== donorId && id !== receiverId)!
    const handing = { memberId: receiverId, newcomerId: 'd' }
    expect([...touchedByHandOver(set(third), handing)].toSorted()).toEqual(['a', 'b', 'c', 'd'])
    const alone = { ...set(third), donations: new Map() }
    expect([...touchedByHandOver(alone, handing)].toSorted()).toEqual([receiverId, third, 'd'].toSorted())
  })
})

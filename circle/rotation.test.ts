import { describe, expect, test } from 'vitest'
import { nextAhead } from './ahead.ts'
import { findUnfinished } from './ending.ts'
import { rodaPlan } from './plan.ts'
import { awaitsRotation, isOver } from './rotation.ts'
import { story } from './testing/story.ts'

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

  test('is of a roda alone', () => {
    expect(story().members(2).placed().refusal({ kind: 'begin_rotation' })).toBe('rotation.not_here')
  })
})

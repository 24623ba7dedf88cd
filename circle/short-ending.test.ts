import { describe, expect, test } from 'vitest'
import { decide } from './circle.ts'
import type { Command } from './circle.ts'
import { findUnfinished } from './ending.ts'
import { DAY_MS } from './period.ts'
import { rodaPlan } from './plan.ts'
import { awaitsRotation } from './rotation.ts'
import { mayEndShort, openAccounts } from './short-ending.ts'
import type { CircleState } from './state.ts'

/** A roda of three, each of whom gives R$ 100 twice; `rules` are those of its founding. */
function roda(rules = 5) {
  let state: CircleState | null = null
  let ids = 0
  let now = Date.UTC(2026, 10, 10, 12)
  const does = (command: Command) => {
    const result = decide(state, command, { now, newId: () => `id-${(ids += 1)}` })
    if (!result.ok) throw new Error(result.code)
    state = result.state
  }
  does({ kind: 'create_circle', mode: 'real', plan: rodaPlan({ amountCents: 10_000, months: 2 }), rules })
  for (const [index, memberId] of ['m1', 'm2', 'm3'].entries()) {
    does({ kind: 'approve_member', memberId })
    does({ kind: 'place', memberId, level: 1, position: index + 1, isReceiver: false })
  }
  const open = () => [...state!.donations.values()]
  const pays = (donorId: string) => {
    for (const { id, receiverId } of open().filter((donation) => donation.donorId === donorId)) {
      does({ kind: 'send_receipt', donationId: id, memberId: donorId })
      does({ kind: 'confirm', donationId: id, by: { memberId: receiverId! } })
    }
  }
  const month = (donors: readonly string[]) => {
    does({ kind: 'generate_pull' })
    for (const donor of donors) pays(donor)
    now += 31 * DAY_MS
    does({ kind: 'expire' })
  }
  return { does, pays, open, month, state: () => state! }
}

describe('a roda ends in which some are not at zero', () => {
  test('once whoever received leaves without giving it back, and nobody can be asked for more', () => {
    const told = roda()
    told.month(['m1', 'm2', 'm3'])
    told.does({ kind: 'depart_member', memberId: 'm1', how: 'suspended' })
    expect(openAccounts(told.state())).toEqual([
      { memberId: 'm1', cents: -10_000 },
      { memberId: 'm3', cents: 10_000 },
    ])
    expect(mayEndShort(told.state()), 'two more months are to be asked for').toBe(false)
    told.month(['m2', 'm3'])
    expect(findUnfinished(told.state())).toEqual({ behind: 2, open: 1 })
    expect(mayEndShort(told.state()), 'what is left is owed by who left').toBe(true)
    const donationId = told.open()[0]!.id
    told.does({ kind: 'send_receipt', donationId, memberId: 'm1' })
    expect(mayEndShort(told.state()), 'a receipt waits').toBe(false)
    told.does({ kind: 'reject_receipt', donationId, memberId: 'm3', stays: true })
    expect(mayEndShort(told.state())).toBe(true)
    told.does({ kind: 'open_case', reportId: 'r1', donationId })
    expect(mayEndShort(told.state()), 'a case waits').toBe(false)
    told.does({ kind: 'resolve_report', reportId: 'r1', resolution: 'RESOLVED', outcome: 'keep' })
    told.pays('m1')
    expect([mayEndShort(told.state()), findUnfinished(told.state())]).toEqual([false, null])
  })

  test('also where whoever left gave more than they received', () => {
    const told = roda()
    told.month(['m1', 'm2', 'm3'])
    told.does({ kind: 'depart_member', memberId: 'm3', how: 'left' })
    told.month(['m1', 'm2'])
    expect(openAccounts(told.state()).find(({ memberId }) => memberId === 'm3')).toEqual({
      memberId: 'm3',
      cents: 10_000,
    })
    expect([findUnfinished(told.state())?.open, mayEndShort(told.state())]).toEqual([0, true])
  })

  test('also where contributions wait for whoever left in their own turn, until they come back', () => {
    const told = roda()
    told.month(['m1', 'm2', 'm3'])
    told.does({ kind: 'generate_pull' })
    told.pays('m3')
    expect(mayEndShort(told.state()), 'two contributions are on their way').toBe(false)
    told.does({ kind: 'depart_member', memberId: 'm3', how: 'left' })
    expect([...told.state().obligations.values()].map(({ status }) => status)).toEqual(['waiting', 'waiting'])
    expect([awaitsRotation(told.state()), mayEndShort(told.state())]).toEqual([true, true])
    told.does({ kind: 'reinstate_member', memberId: 'm3' })
    told.does({ kind: 'place', memberId: 'm3', level: 1, position: 4, isReceiver: false })
    expect(mayEndShort(told.state())).toBe(false)
    for (const donor of ['m1', 'm2']) told.pays(donor)
    expect(findUnfinished(told.state())).toBeNull()
  })

  test('not while somebody who stays owes, nor at zero, nor in a roda of before', () => {
    const late = roda()
    late.month(['m2', 'm3'])
    late.month(['m2', 'm3'])
    expect(mayEndShort(late.state())).toBe(false)
    const even = roda()
    even.month(['m1', 'm2', 'm3'])
    even.month(['m1', 'm2', 'm3'])
    expect([findUnfinished(even.state()), mayEndShort(even.state())]).toEqual([null, false])
    const old = roda(4)
    old.month(['m1', 'm2', 'm3'])
    old.does({ kind: 'depart_member', memberId: 'm1', how: 'suspended' })
    old.month(['m2', 'm3'])
    expect(mayEndShort(old.state())).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import type { Level } from './plan.ts'
import { findUnfinished } from './ending.ts'
import { levelPlan, presets, rodaPlan } from './plan.ts'
import { story } from './testing/story.ts'
import type { Story } from './testing/story.ts'
import { shortPlan } from './testing/walk.ts'

const owedBy = (told: Story, memberId: string) =>
  [...told.open(), ...told.waiting()].filter(
    (name) => name.startsWith(`${memberId}→`) || name.startsWith(`${memberId} `),
  )
const reasons = (told: Story) =>
  told.happened('obligation.void').map(({ memberId, type, reason }) => `${memberId} ${type} ${reason}`)
const rotation = () => story({ plan: presets.rotativo, mode: 'real' })

describe('approval', () => {
  test('makes a member of the circle, who waits for a place', () => {
    const told = story().members(1)
    expect(told.member('m1')).toMatchObject({
      status: 'approved',
      completedAt: {},
      n3CompletedAt: null,
      reentry: 'none',
      isPassedOver: false,
    })
    expect(told.queue()).toBe('')
  })

  test('happens once', () => {
    expect(story().members(1).refusal({ kind: 'approve_member', memberId: 'm1' })).toBe('member.already_approved')
  })
})

describe.each(['left', 'suspended'] as const)('a member who is %s', (how) => {
  const departs = (told: Story, memberId: string) => told.does({ kind: 'depart_member', memberId, how })

  test('loses every place', () => {
    const told = departs(story().members(2).placed(1).placed(2).placed(3), 'm1')
    expect([told.queue(1), told.queue(2), told.queue(3)]).toEqual(['2:m2', '2:m2', '2:m2'])
    expect(told.happened('entry.removed').map((event) => event.reason)).toEqual([how, how, how])
  })

  test('owes nothing that is not paid: what is open is cancelled, what waits is void', () => {
    const told = departs(
      story({ plan: shortPlan })
        .members(3)
        .placed()
        .pull()
        .everyonePays()
        .upgrades('m1')
        .pull()
        .at('2026-02-05T12:00:00Z')
        .pull(),
      'm1',
    )
    expect(owedBy(told, 'm1')).toEqual([])
    expect(reasons(told)).toEqual(['m1 PULL place_lost', `m1 UPGRADE_N2 ${how}`, `m1 CASCADE_N1 ${how}`])
    expect(
      told
        .happened('donation.cancelled')
        .filter((event) => event.donorId === 'm1')
        .map((event) => event.reason),
    ).toContain(`donor_${how}`)
  })

  test('releases what others were to pay, and the next in order receives', () => {
    const told = departs(story().members(4).placed().pull(), 'm1')
    expect(told.queue()).toBe('2:m2* 3:m3* 4:m4')
    expect(told.open()).toEqual(['m3→m2', 'm4→m2', 'm2→m3'])
  })

  test('keeps what a receipt was sent for, given or received, and a person decides', () => {
    const told = departs(story().members(3).placed().pull().sendsReceipt('m1').sendsReceipt('m3'), 'm1')
    expect(told.open()).toEqual(['m2→m3', 'm3→m1 sent', 'm1→m2 sent'])
    expect(told.confirmedFor('m3').confirmedFor('m1').balance('m1')).toBe(0)
  })

  test('is asked for no contribution, gets no place and accepts no upgrade', () => {
    const told = departs(story().members(3).placed(), 'm1').pull()
    expect(told.open()).toEqual(['m3→m2', 'm2→m3'])
    expect(told.refusal(told.placing('m1'))).toBe('queue.member_not_approved')
    expect(told.refusal({ kind: 'accept_upgrade', memberId: 'm1', fromLevel: 1, toLevel: 2 })).toBe(
      'queue.member_not_approved',
    )
  })

  test('keeps what was given, received and completed', () => {
    const told = story().members(4).placed().pull().everyonePays()
    const { given, received, completedAt } = told.member('m1')
    expect(departs(told, 'm1').member('m1')).toMatchObject({ given, received, completedAt, status: how })
  })
})

const four = () =>
  story({ plan: rodaPlan({ amountCents: 10_000, months: 3 }) })
    .members(4)
    .placed()

describe('suspending, reinstating and leaving', () => {
  test('a suspended member may be reinstated, and waits for a place again', () => {
    const told = story().members(2).placed().suspended('m1').reinstated('m1')
    expect([told.member('m1').status, told.queue()]).toEqual(['approved', '2:m2'])
    expect(told.refusal(told.placing('m1'))).toBeNull()
  })

  test('only who is out comes in again, and who left a circle of several levels does not', () => {
    const told = story().members(2).leaves('m2')
    expect(told.refusal({ kind: 'reinstate_member', memberId: 'm1' })).toBe('member.not_suspended')
    expect(told.refusal({ kind: 'reinstate_member', memberId: 'm2' })).toBe('member.left_for_good')
    expect(told.refusal({ kind: 'reinstate_member', memberId: 'stranger' })).toBe('member.not_in_circle')
  })

  test('who left a roda comes back once what they owed is paid, and their sums go on', () => {
    const told = four().pull().everyonePays().leaves('m1')
    expect(told.refusal({ kind: 'reinstate_member', memberId: 'm1' })).toBe('member.left_open')
    const receiving = four().pull().sendsReceipt('m2').leaves('m1')
    expect(receiving.refusal({ kind: 'reinstate_member', memberId: 'm1' })).toBe('member.left_open')
    told.paid('m1')
    const { given, received } = told.member('m1')
    expect(given[1]).toBe(received[1])
    told.reinstated('m1').place('m1', { position: 5 })
    expect(told.member('m1')).toMatchObject({ status: 'approved', given, received })
    const gone = four().pull().everyonePays().leaves('m4')
    gone.reinstated('m4').place('m4', { position: 3 })
    for (let month = 0; month < 2; month += 1) gone.days(31).pull().everyonePays()
    expect(gone.balance('m4')).toBe(0)
    expect(findUnfinished(gone.state)).toBeNull()
  })

  test('nobody is suspended twice or leaves twice, and a suspended member may leave', () => {
    const told = story().members(1).suspended('m1')
    expect(told.refusal({ kind: 'depart_member', memberId: 'm1', how: 'suspended' })).toBe('member.suspended')
    told.leaves('m1')
    expect(told.refusal({ kind: 'depart_member', memberId: 'm1', how: 'left' })).toBe('member.left')
    expect(told.refusal({ kind: 'depart_member', memberId: 'm1', how: 'suspended' })).toBe('member.left')
  })

  test('outside a balanced plan, who leaves owes no settlement', () => {
    const told = story().members(4).placed().pull().paid('m2', 'm3').leaves('m1')
    expect([told.balance('m1'), owedBy(told, 'm1')]).toEqual([200, []])
  })
})

describe('settling a balanced plan', () => {
  test('who leaves having received more owes the difference to that queue', () => {
    const told = rotation().members(4).placed().pull().everyonePays()
    expect(['m1', 'm2', 'm3', 'm4'].map((memberId) => told.balance(memberId))).toEqual([200, 0, -100, -100])
    told.leaves('m1')
    expect(owedBy(told, 'm1')).toEqual(['m1→m2 SETTLEMENT', 'm1→m2 SETTLEMENT'])
    expect(told.happened('obligation.owed').map(({ amountCents, target }) => `${amountCents / 100}→${target}`)).toEqual(
      ['100→1', '100→1'],
    )
    expect(told.paid('m1').balance('m1')).toBe(0)
  })

  test('who gave as much as was received, or more, leaves owing nothing', () => {
    const told = rotation().members(4).placed().pull().everyonePays().leaves('m2').leaves('m3')
    expect([owedBy(told, 'm2'), owedBy(told, 'm3')]).toEqual([[], []])
    expect(told.balance('m3')).toBe(-100)
  })

  test('being taken out of a queue settles that queue alone', () => {
    const told = rotation().members(4).placed().placed(2).pull().everyonePays().remove('m1', 2)
    expect(
      told.happened('obligation.owed').map(({ type, amountCents, target }) => `${type} ${amountCents / 100}→${target}`),
    ).toEqual(Array(told.balance('m1', 2) / 200).fill('SETTLEMENT 200→2'))
    expect(told.balance('m1', 2)).toBeGreaterThan(0)
    expect(told.findEntry('m1', 1)).toBeDefined()
  })

  test('a contribution on its way counts as given, and what is confirmed to the member afterwards is settled too', () => {
    const told = rotation().members(4).placed().pull().sendsReceipt('m1').sendsReceipt('m3').paid('m2').leaves('m1')
    // 100 received, 100 on its way.
    expect(owedBy(told, 'm1')).toEqual(['m1→m2 sent'])
    told.confirmedFor('m3')
    expect(owedBy(told, 'm1')).toEqual(['m1→m2 sent', expect.stringContaining('SETTLEMENT')])
    expect(told.paid('m1').balance('m1')).toBe(0)
  })

  test('a settlement keeps its age when its donor, out of the queue already, leaves the circle too', () => {
    const told = rotation().members(4).placed().pull().everyonePays().remove('m1')
    const ids = told.happened('obligation.owed').map((event) => event.obligationId)
    told.days(31).expire()
    expect(told.isOverdue('m1')).toBe(true)
    told.suspended('m1')
    expect(told.events.map((event) => event.kind)).toEqual(['member.suspended'])
    told.leaves('m1')
    expect(
      [...told.state.obligations.values()].filter((owed) => owed.memberId === 'm1').map((owed) => owed.id),
    ).toEqual(ids)
    expect(told.paid('m1').balance('m1')).toBe(0)
  })
})

/** Everybody pays every month for as many months as the level requires donations. */
function turned(level: Level, members: number, rotations = 1): Story {
  const told = rotation().members(members).placed(level)
  for (let month = 0; month < rotations * levelPlan(presets.rotativo, level).required; month += 1) {
    told
      .at(new Date(Date.UTC(2026, month, 5, 12)).toISOString())
      .pull()
      .everyonePays()
  }
  return told
}
const balances = (told: Story) => [...told.state.members.keys()].map((memberId) => told.balance(memberId))
const leaveOneByOne = (told: Story) => {
  const byBalance = [...told.state.members.keys()].sort((a, b) => told.balance(b) - told.balance(a))
  for (const memberId of byBalance) told.leaves(memberId).everyonePays()
}

describe('a full rotation of a balanced plan', () => {
  test.each<[Level, number]>([
    [1, 2],
    [2, 18],
    [2, 36],
  ])('at N%i with %i members ends with all at zero', (level, members) => {
    expect(new Set(balances(turned(level, members)))).toEqual(new Set([0]))
  })

  test.each([4, 5, 7, 10, 20])(
    'at N1 with %i members leaves two people one donation apart, for nobody gives to themselves, and all others at zero',
    (members) => {
      const apart = balances(turned(1, members)).filter((balance) => balance !== 0)
      expect(apart.toSorted((a, b) => a - b)).toEqual([-100, 100])
    },
  )

  test.each<[Level, number]>([
    [1, 3],
    [1, 4],
    [1, 5],
    [1, 10],
    [2, 5],
    [3, 7],
  ])('at N%i with %i members: when all leave, who is ahead first, all end at zero', (level, members) => {
    const told = turned(level, members)
    leaveOneByOne(told)
    expect(new Set(balances(told))).toEqual(new Set([0]))
  })

  test('nobody is ever ahead by a whole turn, nor behind by more than the months gone', () => {
    const told = rotation().members(7).placed()
    for (let month = 0; month < 24; month += 1) {
      told
        .at(new Date(Date.UTC(2026, month, 5, 12)).toISOString())
        .pull()
        .everyonePays()
      expect(Math.max(...balances(told))).toBeLessThan(300)
      expect(Math.min(...balances(told))).toBeGreaterThanOrEqual(-300)
    }
  })

  test('going up is free, and joins the next rotation too', () => {
    const told = rotation().members(4).placed().pull().everyonePays()
    expect(told.offers('m1')).toMatchObject([{ fromLevel: 1, toLevel: 2, totalCents: 0, canAfford: true }])
    told.upgrades('m1')
    expect([owedBy(told, 'm1'), told.queue(2), told.findEntry('m1', 1) !== undefined]).toEqual([[], '1:m1', true])
  })
})

describe('leaving two levels of a balanced plan at once', () => {
  /** m1 has received R$ 200 in N1 and R$ 400 in N2, has given nothing, and leaves. */
  const leftWithDebts = () => rotation().members(3).placed(1).placed(2).pull().paid('m2', 'm3').leaves('m1')

  test('owes each level its own difference: what is owed to one is not counted for the other', () => {
    const told = leftWithDebts()
    const settlements = told.happened('obligation.owed').map(({ target, amountCents }) => [target, amountCents / 100])
    expect(settlements).toEqual([
      [1, 100],
      [1, 100],
      [2, 200],
      [2, 200],
    ])
  })

  test('a settlement whose receipt was no payment is still owed, with its age, by a donor who has left', () => {
    const told = leftWithDebts().sendsReceipt('m1')
    const { order, obligationId } = told.donation('m1→m2 SETTLEMENT')
    told.reports('m2', 'm1→m2 SETTLEMENT').resolved('cancel')
    expect(told.happened('obligation.void')).toEqual([])
    expect(told.state.obligations.get(obligationId)).toMatchObject({ order, type: 'SETTLEMENT' })
  })
})

describe('a settlement of a roda', () => {
  const cancelledLate = (rules: number) =>
    story({ mode: 'real', rules, plan: rodaPlan({ amountCents: 10_000, months: 3 }) })
      .members(4)
      .placed()
      .pull()
      .everyonePays()
      .leaves('m1')
      .days(31)
      .late()
      .reports('m2', 'm1→m2 SETTLEMENT')
      .resolved('cancel')

  test('stays owed where it was late, however long whoever left waits: a case forgives nobody what they received', () => {
    const told = cancelledLate(5)
    expect(told.happened('obligation.void')).toEqual([])
    const owed = [...told.state.obligations.values()].filter(({ type }) => type === 'SETTLEMENT')
    expect(owed.map(({ memberId, amountCents }) => [memberId, amountCents])).toEqual([
      ['m1', 10_000],
      ['m1', 10_000],
    ])
  })

  test('… while it was void in a roda founded before that, whose decisions stay as they were', () => {
    expect(cancelledLate(4).happened('obligation.void')).toMatchObject([{ type: 'SETTLEMENT', memberId: 'm1' }])
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { decide } from './circle.ts'
import { upgradesOffered } from './levels.ts'
import { presets } from './plan.ts'
import type { Level } from './plan.ts'
import type { CircleState } from './state.ts'
import type { Story } from './testing/story.ts'
import { story } from './testing/story.ts'
import { shortPlan } from './testing/walk.ts'

const upgrade = (memberId: string, fromLevel: number, toLevel: number) =>
  ({ kind: 'accept_upgrade', memberId, fromLevel: fromLevel as Level, toLevel: toLevel as Level }) as const
const owedBy = (told: Story, memberId: string) =>
  [...told.state.obligations.values()]
    .filter((owed) => owed.memberId === memberId)
    .map((owed) => `${owed.type} ${owed.amountCents / 100}→${owed.target}`)
const shortOffers = (told: Story, memberId: string) =>
  told.offers(memberId).map(({ fromLevel, toLevel }) => `${fromLevel}→${toLevel}`)

/** Four members in N1, all contributions of a month paid: m1 has completed N1. */
const oneCompleted = () => story().members(4).placed().pull().everyonePays()

describe('completing N1', () => {
  test('happens with the third donation confirmed: the role is given up and the entry goes to the end of N1', () => {
    const told = story().members(4).placed().pull().paid('m2', 'm3')
    expect(told.queue()).toBe('1:m1* 2:m2* 3:m3 4:m4')
    expect(told.paid('m4').queue()).toBe('1:m2* 2:m3 3:m4 4:m1')
    expect([told.turn('m1'), told.passed('m1')]).toEqual(['none', ['m2', 'm3', 'm4']])
  })

  test('the first time sets when the level was completed, and later turns leave it', () => {
    const told = story().members(4).placed().pull().paid('m2', 'm3', 'm4')
    const first = told.now
    expect(told.member('m1').completedAt).toEqual({ 1: first })
    // Two complete turns unused are two upgrades, one after the other.
    told.until(
      () => told.member('m1').received[1] === 600_00,
      () => told.everyonePays(),
    )
    expect(told.now).toBeGreaterThan(first)
    expect(told.member('m1').completedAt).toEqual({ 1: first })
  })

  test('takes the place away, as completed, where the plan says so', () => {
    const level = { ...presets.termos.levels[0], owed: [], onCompletion: 'leave_queue' } as const
    const told = story({ plan: { ...presets.termos, levels: [level] } })
      .members(4)
      .placed()
      .pull()
      .paid('m2', 'm3', 'm4')
    expect(told.happened('entry.removed')).toMatchObject([{ memberId: 'm1', level: 1, reason: 'completed' }])
  })

  test('owes nothing unless the upgrade is accepted', () => {
    expect(owedBy(oneCompleted(), 'm1')).toEqual([])
  })

  test('is completed by a late confirmation too, when the role was lost meanwhile', () => {
    const told = story().members(4).placed().pull().paid('m2', 'm3').sendsReceipt('m4').toEnd('m1').confirmedFor('m4')
    expect(told.happened('turn.completed').map((event) => event.memberId)).toEqual(['m1'])
    expect(told.happened('receiver.unset')).toEqual([])
    expect(told.queue()).toMatch(/4:m1$/)
  })
})

describe('the upgrade from N1', () => {
  test('is offered with what the turn paid and what it costs', () => {
    expect(oneCompleted().offers('m1')).toMatchObject([
      {
        fromLevel: 1,
        toLevel: 2,
        balanceCents: 300_00,
        totalCents: 300_00,
        canAfford: true,
        owed: presets.termos.levels[0].owed,
      },
    ])
  })

  test('is offered to nobody whose turn is not complete', () => {
    const told = oneCompleted()
    expect(told.offers('m2')).toEqual([])
    expect(told.refusal(upgrade('m2', 1, 2))).toBe('upgrade.not_available')
    expect(told.refusal(upgrade('stranger', 1, 2))).toBe('member.not_in_circle')
  })

  test('leads from the level that was completed to the next, and nowhere else', () => {
    const told = oneCompleted()
    const refused = [
      [2, 2],
      [1, 3],
      [1, 1],
      [3, 4],
    ] as const
    expect(refused.map(([from, to]) => told.refusal(upgrade('m1', from, to)))).toEqual(
      Array(4).fill('upgrade.not_available'),
    )
    told.upgrades('m1')
    expect(told.refusal(upgrade('m1', 1, 2))).toBe('upgrade.already_accepted')
  })

  test('is taken by nobody who is suspended', () => {
    expect(
      oneCompleted()
        .suspended('m1')
        .refusal(upgrade('m1', 1, 2)),
    ).toBe('queue.member_not_approved')
  })

  test('costs nothing more where the level was owed on completing it', () => {
    const [first, second, third] = presets.termos.levels
    const plan = { ...presets.termos, levels: [{ ...first, owedWhen: 'level_completed' }, second, third] } as const
    const told = story({ plan }).members(4).placed().pull().everyonePays()
    // The cascade was paid with everything else; the upgrade waits for somebody in N2.
    expect(owedBy(told, 'm1')).toEqual(['UPGRADE_N2 200→2'])
    expect(told.offers('m1')).toMatchObject([{ owed: [], totalCents: 0, canAfford: true }])
    expect(owedBy(told.upgrades('m1'), 'm1')).toEqual(['UPGRADE_N2 200→2'])
  })

  test('once accepted is owed, and gives an entry at the end of N2', () => {
    const told = oneCompleted().place('m3', { level: 2, position: 7 }).upgrades('m1')
    expect(told.queue(2)).toBe('7:m3* 8:m1')
    expect(owedBy(told, 'm1')).toEqual(['UPGRADE_N2 200→2', 'CASCADE_N1 100→1'])
    expect(told.open()).toEqual(['m1→m3 UPGRADE_N2', 'm1→m2 CASCADE_N1'])
    expect(told.happened('upgrade.accepted')).toMatchObject([{ fromLevel: 1, toLevel: 2, balanceCents: 300_00 }])
  })

  test('owes an item as many times as the plan says', () => {
    const [first, second, third] = presets.termos.levels
    const cascades = { type: 'CASCADE_N1', amountCents: 100_00, target: 1, count: 3 } as const
    const plan = { ...presets.termos, levels: [{ ...first, owed: [cascades] }, second, third] } as const
    const told = story({ plan }).members(4).placed().pull().everyonePays().upgrades('m1')
    expect(owedBy(told, 'm1')).toEqual(Array(3).fill('CASCADE_N1 100→1'))
  })

  test('twice is refused', () => {
    const told = oneCompleted().upgrades('m1')
    expect(told.offers('m1')).toEqual([])
    expect(told.refusal(upgrade('m1', 1, 2))).toBe('upgrade.already_accepted')
  })

  test('uses the turn: out of N2 again, nothing is offered before another turn is complete', () => {
    const told = oneCompleted().upgrades('m1').remove('m1', 2)
    expect(told.offers('m1')).toEqual([])
    expect(told.refusal(upgrade('m1', 1, 2))).toBe('upgrade.not_available')
  })

  test('is not offered while the member has an entry in N2', () => {
    const told = oneCompleted().place('m1', { level: 2 })
    expect(told.offers('m1')).toEqual([])
    expect(told.refusal(upgrade('m1', 1, 2))).toBe('upgrade.already_accepted')
    expect(shortOffers(told.remove('m1', 2), 'm1')).toEqual(['1→2'])
  })

  test('skips no level, and none lies above N3', () => {
    const told = oneCompleted()
    for (const [from, to] of [
      [1, 3],
      [2, 3],
      [3, 4],
      [1, 1],
      [2, 1],
    ] as const)
      expect(told.refusal(upgrade('m1', from, to))).toBe('upgrade.not_available')
  })

  test('is for an approved member', () => {
    expect(
      oneCompleted()
        .suspended('m1')
        .refusal(upgrade('m1', 1, 2)),
    ).toBe('queue.member_not_approved')
  })

  test('lasts: a complete turn may be used months later, one after the other', () => {
    const told = story({ plan: shortPlan }).members(3).placed()
    for (let month = 0; month < 6; month += 1) told.pull().everyonePays().days(31)
    expect(
      told
        .upgrades('m1')
        .remove('m1', 2)
        .refusal(upgrade('m1', 1, 2)),
    ).toBeNull()
  })

  test('moves the tail up when only earlier positions of N2 are free', () => {
    const told = oneCompleted()
      .place('m2', { level: 2, position: 98 })
      .place('m3', { level: 2, position: 100 })
      .upgrades('m1')
    expect(told.queue(2)).toBe('98:m2* 99:m3 100:m1')
    expect(told.passed('m3', 2)).toEqual([])
  })

  test('finds a full N2 closed, and then owes nothing', () => {
    const told = oneCompleted().members(100)
    for (let n = 5; n <= 104; n += 1) told.place(`m${n}`, { level: 2 })
    expect(told.refusal(upgrade('m1', 1, 2))).toBe('queue.full')
    expect(owedBy(told, 'm1')).toEqual([])
  })
})

/** m1 through N2 in the short plan, where every level needs two or three donations. */
const throughN2 = () => {
  const told = story({ plan: shortPlan }).members(6).placed()
  return told.until(
    () => told.member('m1').completedAt[2] !== undefined,
    () => told.everyonePays().everyoneUpgrades().everyonePays(),
  )
}

describe('completing N2', () => {
  test('takes the entry out of N2 and leaves the one in N1', () => {
    const told = throughN2()
    expect(told.findEntry('m1', 2)).toBeUndefined()
    expect(told.findEntry('m1', 1)).toBeDefined()
  })

  test('two upgrades may be open at once, and each is accepted by itself', () => {
    const told = throughN2()
    told.until(
      () => told.offers('m1').length === 2,
      () => told.everyonePays(),
    )
    expect(shortOffers(told, 'm1')).toEqual(['1→2', '2→3'])
    told.upgrades('m1', 2)
    expect(shortOffers(told, 'm1')).toEqual(['1→2'])
    expect(owedBy(told, 'm1')).toEqual(['UPGRADE_N3 100→3', 'REINJECTION_N2 100→1'])
    told.upgrades('m1', 1)
    expect([told.offers('m1'), told.findEntry('m1', 2) !== undefined, told.queue(3)]).toEqual([[], true, '1:m1'])
  })
})

const circleCompleted = (told: Story) => told.member('m1').n3CompletedAt !== null

/** Everybody goes up who may; m1 goes through N2 once. */
function goUp(told: Story): void {
  for (const memberId of told.state.members.keys()) {
    for (const { fromLevel } of told.offers(memberId)) {
      if (memberId !== 'm1' || told.member('m1').completedAt[fromLevel === 1 ? 2 : 3] === undefined)
        told.upgrades(memberId, fromLevel)
    }
  }
}

/** Everybody pays and goes up, until m1 completes N3: then it stops, so that what m1 owes can still be seen. */
function payAndGoUp(told: Story): void {
  goUp(told.everyonePays())
  while (told.state.donations.size > 0) {
    for (const memberId of told.state.members.keys()) {
      if (circleCompleted(told)) return
      told.paid(memberId)
    }
  }
}

/**
 * Members who only wait in N2 and N3 give the place back, to go up again with the next turn. A closed circle of a
 * hundred would stand still otherwise.
 */
function givePlacesBack(told: Story): void {
  const idle = [...told.state.entries.values()].filter(
    ({ level, turnId, memberId }) => level > 1 && turnId === null && memberId !== 'm1',
  )
  for (const { memberId, level } of idle) told.remove(memberId, level)
}

describe('the whole walk through the terms’ plan', () => {
  let told: Story
  beforeAll(() => {
    told = story()
      .members(100)
      .placed()
      .until(circleCompleted, (month) => {
        payAndGoUp(month)
        if (!circleCompleted(month)) givePlacesBack(month)
      })
  })

  test('ends with N3 completed: 18 × 200 and 27 × 1.600 received on the way', () => {
    const { received, completedAt, n3CompletedAt } = told.member('m1')
    expect(received[2]).toBe(18 * 200_00)
    expect(received[3]).toBe(27 * 1600_00)
    expect(Object.keys(completedAt)).toEqual(['1', '2', '3'])
    expect(n3CompletedAt).toBe(completedAt[3])
  })

  test('the places in N3 and N1 are left, and nothing unpaid is owed to N1', () => {
    expect([told.findEntry('m1', 1), told.findEntry('m1', 3)]).toEqual([undefined, undefined])
    expect(owedBy(told, 'm1').filter((owed) => owed.endsWith('→1'))).toEqual([])
  })

  test('owed at once: 2 × ADM_N3 to the administrative account, 4 × REINFORCEMENT_N3 and 1 × FINAL_PAYMENT_N3 to queue N3', () => {
    expect(owedBy(told, 'm1')).toEqual([
      ...Array<string>(2).fill('ADM_N3 1600→administration'),
      ...Array<string>(4).fill('REINFORCEMENT_N3 1600→3'),
      'FINAL_PAYMENT_N3 1600→3',
    ])
    expect(told.open().filter((name) => name.startsWith('m1→administration'))).toHaveLength(2)
  })

  test('until the final payment is confirmed no new place in N1 is given, and then it is', () => {
    expect(told.member('m1').reentry).toBe('owing')
    expect(told.refusal(told.placing('m1'))).toBe('queue.reentry_pending')
    told.everyonePays().until(
      () => told.member('m1').reentry !== 'owing',
      (month) => {
        goUp(month.everyonePays())
        givePlacesBack(month.everyonePays())
      },
    )
    expect(told.member('m1').given.administration).toBe(3200_00)
    expect(told.member('m1').reentry).toBe('allowed')
    expect(told.place('m1').member('m1').reentry).toBe('none')
  })
})

/** Nine members in the short plan until m1 has completed N3, with what m1 owes still unpaid. */
const n3Completed = () => story({ plan: shortPlan }).members(9).placed().until(circleCompleted, payAndGoUp)

describe('coming back after N3', () => {
  test('waits for the final payment, and for nothing else', () => {
    const told = n3Completed()
    expect(payOne(told, 'ADM_N3').member('m1').reentry).toBe('owing')
    expect(payOne(told, 'REINFORCEMENT_N3').member('m1').reentry).toBe('owing')
    expect(payOne(told, 'FINAL_PAYMENT_N3').member('m1').reentry).toBe('allowed')
  })

  test('waits for nobody else’s final payment, and is given by none that comes after a suspension', () => {
    const told = n3Completed().sendsReceipt('m1')
    const due = [...told.state.donations.values()].find(
      ({ donorId, type }) => donorId === 'm1' && type === 'FINAL_PAYMENT_N3',
    )!
    const another = { ...told.state.obligations.get(due.obligationId)!, id: 'other', memberId: 'm2' }
    const confirming = { kind: 'confirm', donationId: due.id, by: { memberId: due.receiverId! } } as const
    const reentryIn = (state: CircleState) => {
      const result = decide(state, confirming, { now: told.now, newId: () => 'new' })
      if (!result.ok) throw new Error(result.code)
      return result.state.members.get('m1')!.reentry
    }
    const obligations = new Map(told.state.obligations).set('other', another)
    expect(reentryIn({ ...told.state, obligations })).toBe('allowed')
    expect(reentryIn(told.suspended('m1').state)).toBe('none')
  })

  test('finds the places in N3 and N1 left', () => {
    const told = n3Completed()
    expect([told.findEntry('m1', 1), told.findEntry('m1', 3)]).toEqual([undefined, undefined])
  })

  test('a complete turn of N3 can pay for nothing more, so it has ended', () => {
    const complete = [...n3Completed().state.turns.values()].filter(
      ({ level, status }) => level === 3 && status === 'complete',
    )
    expect(complete).toEqual([])
  })

  test.each(['owing', 'allowed'] as const)(
    'is forgotten with a suspension while it is %s, since what was owed is cancelled',
    (reentry) => {
      const told = reentry === 'owing' ? n3Completed() : payOne(n3Completed(), 'FINAL_PAYMENT_N3')
      expect(told.member('m1').reentry).toBe(reentry)
      told.suspended('m1')
      expect(told.member('m1').reentry).toBe('none')
      expect(told.reinstated('m1').place('m1').findEntry('m1')).toBeDefined()
    },
  )

  test('a place in another queue than N1 leaves it as it is', () => {
    const told = payOne(n3Completed(), 'FINAL_PAYMENT_N3')
    expect(told.place('m1', { level: 3 }).member('m1').reentry).toBe('allowed')
    expect(told.place('m1').member('m1').reentry).toBe('none')
  })

  test('other queues are open meanwhile', () => {
    const told = n3Completed()
    expect(told.refusal(told.placing('m1'))).toBe('queue.reentry_pending')
    expect(told.refusal(told.placing('m1', { level: 3 }))).toBeNull()
  })

  test('who completed N3 again before paying owes two final payments, and comes back after both', () => {
    const told = n3Completed().place('m1', { level: 3, position: 90, isReceiver: true })
    for (const { level, memberId } of told.state.entries.values())
      if (level === 3 && memberId !== 'm1') told.remove(memberId, 3)
    told.until(
      () => owedBy(told, 'm1').filter((owed) => owed.startsWith('FINAL_PAYMENT_N3')).length === 2,
      othersPayAndGoUp,
    )
    expect(payOne(told, 'FINAL_PAYMENT_N3').member('m1').reentry).toBe('owing')
    expect(payOne(told, 'FINAL_PAYMENT_N3').member('m1').reentry).toBe('allowed')
  })
})

function others(told: Story): string[] {
  return [...told.state.members.keys()].filter((memberId) => memberId !== 'm1')
}

function othersPayAndGoUp(told: Story): void {
  for (const memberId of others(told))
    for (const { fromLevel } of told.paid(memberId).offers(memberId)) told.upgrades(memberId, fromLevel)
}

/** m1 pays one obligation of a type as soon as somebody in N3 can receive it. */
function payOne(told: Story, type: string): Story {
  const due = () => told.open().find((name) => name.startsWith('m1→') && name.includes(type))
  for (const memberId of others(told)) if (!due() && !told.findEntry(memberId, 3)) told.place(memberId, { level: 3 })
  const { id, receiverId } = told.expire().donation(due()!)
  told.does({ kind: 'send_receipt', donationId: id, memberId: 'm1' })
  return told.does({
    kind: 'confirm',
    donationId: id,
    by: receiverId === null ? 'administration' : { memberId: receiverId },
  })
}

describe('the complete turns of a member', () => {
  const withTurns = (turns: readonly (readonly [id: string, startedAt: number, receivedCents: number])[]) => {
    const told = oneCompleted()
    const [complete] = [...told.state.turns.values()].filter(({ status }) => status === 'complete')
    const all = turns.map(
      ([id, startedAt, receivedCents]) => [id, { ...complete!, id, startedAt, receivedCents }] as const,
    )
    return { ...told.state, turns: new Map(all) }
  }
  const offered = (state: ReturnType<typeof withTurns>) => upgradesOffered(state, 'm1').map(({ turnId }) => turnId)

  test('are used from the oldest on, and of two of one moment the one with the lower id', () => {
    expect(
      offered(
        withTurns([
          ['new', 2, 30_000],
          ['old', 1, 30_000],
        ]),
      ),
    ).toEqual(['old'])
    expect(
      offered(
        withTurns([
          ['old', 1, 30_000],
          ['new', 2, 30_000],
        ]),
      ),
    ).toEqual(['old'])
    expect(
      offered(
        withTurns([
          ['b', 1, 30_000],
          ['a', 1, 30_000],
        ]),
      ),
    ).toEqual(['a'])
    expect(
      offered(
        withTurns([
          ['a', 1, 30_000],
          ['b', 1, 30_000],
        ]),
      ),
    ).toEqual(['a'])
  })

  test('pay for going up only where they are worth what it costs', () => {
    const state = withTurns([['poor', 1, 1]])
    expect(upgradesOffered(state, 'm1')).toMatchObject([{ canAfford: false, balanceCents: 1 }])
    const decided = decide(state, upgrade('m1', 1, 2), { now: 0, newId: () => 'id' })
    expect(decided).toMatchObject({ ok: false, code: 'upgrade.cannot_afford' })
  })
})

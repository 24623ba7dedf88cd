import { describe, expect, test } from 'vitest'
import { needOf, servingOrder } from './matching.ts'
import { story } from './testing/story.ts'
import type { Story } from './testing/story.ts'
import { shortPlan } from './testing/walk.ts'

const serving = (told: Story) => servingOrder(told, 1).map((entry) => entry.memberId)

/** m1 has accepted the upgrade and let the cascade expire: it owes UPGRADE_N2 (waiting) and an overdue CASCADE_N1. */
function overdueCascade(): Story {
  return story({ plan: shortPlan }).members(4).placed().pull().everyonePays().upgrades('m1').days(31).expire()
}

describe('the serving order', () => {
  test('is the receivers by position, then the others by position', () => {
    const told = story()
      .members(5)
      .place('m1')
      .place('m2')
      .place('m3', { isReceiver: true })
      .place('m4')
      .place('m5', { isReceiver: true })
    expect(serving(told)).toEqual(['m3', 'm5', 'm1', 'm2', 'm4'])
  })

  test('puts who has an overdue obligation from an upgrade behind all others, even as a receiver', () => {
    const told = overdueCascade()
    expect(told.isOverdue('m1')).toBe(true)
    expect(serving(told).at(-1)).toBe('m1')
    told.does({ kind: 'edit_entry', entryId: told.entryId('m1'), position: 50, isReceiver: true })
    told.members(1).place('m5', { position: 90 })
    expect(serving(told).at(-1)).toBe('m1')
  })

  test('serves the overdue too when nobody else can be served', () => {
    const told = overdueCascade()
    for (const memberId of ['m3', 'm4']) told.remove(memberId)
    told.pull()
    expect(told.open()).toContain('m2→m1')
  })

  test('forgets the delay once the debt is paid', () => {
    const told = overdueCascade().reorder('m1', 1)
    expect([told.queue(), serving(told).at(-1)]).toEqual(['1:m1 2:m2* 3:m3* 4:m4', 'm1'])
    // The payment completes m2's turn, which sends m2 to the end.
    told.paid('m1')
    expect([told.isOverdue('m1'), serving(told)]).toEqual([false, ['m3', 'm1', 'm4', 'm2']])
  })
})

describe('the need', () => {
  test('is required less confirmed less open, and the whole number before a turn begins', () => {
    const told = story().members(4).placed()
    const need = () => needOf(told, told.findEntry('m1')!)
    expect(need()).toBe(3)
    expect([told.pull().turn('m1'), need()]).toEqual(['0+3 of 3', 0])
    expect([told.paid('m2').turn('m1'), need()]).toEqual(['1+2 of 3', 0])
    expect([told.days(31).expire().turn('m1'), need()]).toEqual(['1+0 of 3', 2])
  })
})

describe('matching', () => {
  test('takes the oldest obligation first, by the moment it was first owed, whatever was released since', () => {
    const told = story().members(4).placed().pull()
    const before = told.open().map((name) => name.split('→')[0])
    told.setReceiver('m1', 'm4')
    expect(told.open().map((name) => name.split('→')[0])).toEqual(before)
    // m2, the first in order, had two needs left; the youngest obligation, its own, went to m4.
    expect(told.open()).toEqual(['m3→m2', 'm4→m2', 'm1→m2', 'm2→m4'])
  })

  test('makes a donation of the obligation: pending payment, deadline 30 days, the amount of the queue', () => {
    const told = story().members(2).placed().pull()
    expect(told.donation('m2→m1')).toMatchObject({
      status: 'PENDING_PAYMENT',
      amountCents: 100_00,
      target: 1,
      type: 'PULL',
    })
    expect(new Date(told.donation('m2→m1').deadlineAt).toISOString()).toBe('2026-02-04T12:00:00.000Z')
  })

  test('makes the entry a receiver and begins its turn', () => {
    const told = story().members(2).placed()
    expect([told.queue(), told.turn('m1')]).toEqual(['1:m1 2:m2', 'none'])
    told.pull()
    expect([told.queue(), told.turn('m1')]).toEqual(['1:m1* 2:m2*', '0+1 of 3'])
  })

  test('nobody donates to themselves: the same member is passed over for the next with a need', () => {
    expect(story().members(1).place('m1', { isReceiver: true }).pull().waiting()).toEqual(['m1 PULL'])
    expect(story().members(2).placed().pull().open()).toEqual(['m2→m1', 'm1→m2'])
  })

  test('what cannot be matched holds up nobody behind it', () => {
    const told = story({ plan: shortPlan })
      .members(4)
      .placed()
      .until(
        (month) => month.offers('m2').length > 0,
        (month) => month.everyonePays(),
      )
    told.upgrades('m1').upgrades('m2').remove('m2', 2)
    told.does({ kind: 'edit_entry', entryId: told.entryId('m1', 2), isReceiver: false })
    expect(told.happened('donation.cancelled').map((event) => event.donorId)).toEqual(['m2'])
    // m1’s own is the older, and m1 stands alone in N2.
    expect([told.waiting(), told.open().includes('m2→m1 UPGRADE_N2')]).toEqual([['m1 UPGRADE_N2'], true])
  })

  test('what cannot be matched waits for the next place that opens', () => {
    const told = story({ plan: shortPlan }).members(3).placed().pull().everyonePays().upgrades('m1')
    expect(told.waiting()).toEqual(['m1 UPGRADE_N2'])
    expect(told.open()).toEqual(['m1→m2 CASCADE_N1'])
    // The place in N2 that opens next takes what waited.
    expect(told.place('m3', { level: 2 }).open()).toContain('m1→m3 UPGRADE_N2')
  })

  test('runs when a need reopens', () => {
    const told = story({ plan: shortPlan })
      .members(3)
      .placed()
      .pull()
      .everyonePays()
      .upgrades('m1')
      .place('m3', { level: 2 })
    expect(told.remove('m3', 2).waiting()).toEqual(['m1 UPGRADE_N2'])
    expect(told.place('m2', { level: 2 }).waiting()).toEqual([])
  })

  test('what is owed to the administrative account waits for nobody', () => {
    const told = story({ plan: shortPlan }).members(9).placed()
    while (told.member('m1').n3CompletedAt === null)
      told.pull().everyonePays().everyoneUpgrades().everyonePays().days(31)
    expect(told.member('m1').given.administration).toBe(100_00)
  })

  test('is deterministic: the same commands give the same state', () => {
    const [one, other] = [1, 2].map(() =>
      story({ plan: shortPlan }).members(6).placed().pull().paid('m2').remove('m1').days(31).expire().pull(),
    )
    expect(one!.state).toEqual(other!.state)
  })
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextAhead } from './ahead.ts'
import { rodaPlan } from './plan.ts'
import { RuleRefusal } from './refusal.ts'
import { isOver } from './rotation.ts'
import { dose } from './testing/dose.ts'
import { story } from './testing/story.ts'
import type { Story } from './testing/story.ts'

/** A roda of four with turns of three: m1 receives from the others, and what m1 gives begins the turn of m2. */
const four = (months = 3) =>
  story({ plan: rodaPlan({ amountCents: 10_000, months }) })
    .members(4)
    .placed()
/** A real roda that counts person by person, in its first month. */
const counted = (people: number, months: number) =>
  story({ mode: 'real', rules: 5, plan: rodaPlan({ amountCents: 10_000, months }) })
    .members(people)
    .placed()
    .pull()
const paying = (_: Story, memberId: string, receiverId: string) =>
  ({ kind: 'pay_ahead', memberId, receiverId }) as const
const sums = (told: Story) => [...told.state.members.keys()].map((memberId) => told.balance(memberId))
const expected = (told: Story, memberId: string) => nextAhead(told.state, memberId, told.now)

describe('a month ahead', () => {
  test('goes to the member to whom the plan gives it, begins their turn, and is due in its own month', () => {
    const told = four().pull()
    expect(expected(told, 'm3')).toEqual({ period: '2026-02', receiverId: 'm2' })
    told.does(paying(told, 'm3', 'm2'))
    expect(told.happened('obligation.owed')).toMatchObject([{ memberId: 'm3', period: '2026-02', ahead: true }])
    expect(told.happened('donation.matched')).toMatchObject([
      { donorId: 'm3', receiverId: 'm2', deadlineAt: Date.parse('2026-03-03T03:00:00Z') },
    ])
    expect(told.turn('m2')).toBe('0+2 of 3')
  })

  test('is counted when its month is asked for, and everybody else gives as they would have', () => {
    const plain = four().pull().everyonePays().days(31).pull()
    const told = four().pull()
    told
      .does(paying(told, 'm3', 'm2'))
      .everyonePays()
      .days(31)
      .pull()
    expect(told.open()).toEqual(plain.open().filter((name) => !name.startsWith('m3')))
    expect(told.happened('contribution.counted')).toMatchObject([{ memberId: 'm3', period: '2026-02' }])
    expect(told.happened('pull.generated')).toMatchObject([{ created: 3, skipped: 1 }])
    expect(told.pull().happened('obligation.owed')).toEqual([])
    expect(told.member('m3').ahead).toEqual([])
  })

  test('is the second one for the turn after, up to three, never beyond the rotation', () => {
    const told = four().pull()
    told.does(paying(told, 'm4', 'm2'))
    const second = expected(told, 'm4')
    expect(second).toEqual({ period: '2026-03', receiverId: 'm3' })
    told.does(paying(told, 'm4', 'm3'))
    expect(told.queue()).toBe('1:m1* 2:m2* 3:m3* 4:m4')
    expect(told.refusal(paying(told, 'm4', 'm1'))).toBe('ahead.nothing_left')
    const long = story({ plan: rodaPlan({ amountCents: 10_000, months: 6 }) })
      .members(7)
      .placed()
      .pull()
    for (let month = 0; month < 3; month += 1) long.does(paying(long, 'm7', expected(long, 'm7').receiverId))
    expect(long.refusal(paying(long, 'm7', 'm5'))).toBe('ahead.enough')
  })

  test('is counted in a later month where its own was not asked for', () => {
    const told = four().pull()
    told
      .does(paying(told, 'm3', 'm2'))
      .everyonePays()
      .days(62)
      .pull()
    expect(told.happened('contribution.counted')).toMatchObject([{ memberId: 'm3', period: '2026-03' }])
    told.everyonePays().days(31).pull().everyonePays()
    expect(sums(told)).toEqual([0, 0, 0, 0])
  })

  test('is refused before the first asking, to somebody else, and while something of the member’s is late or left out', () => {
    const told = four()
    expect(told.refusal(paying(told, 'm3', 'm2'))).toBe('ahead.not_asked')
    told.pull()
    expect(told.refusal(paying(told, 'm3', 'm4'))).toBe('ahead.changed')
    const late = four().pull().days(31)
    expect(late.refusal(paying(late, 'm3', 'm2'))).toBe('ahead.owing')
    expect(late.late().refusal(paying(late, 'm3', 'm2'))).toBe('ahead.owing')
    const paused = four().pull()
    paused.does({ kind: 'pause_month', donationId: paused.donationId('m3→m1') })
    expect(paused.refusal(paying(paused, 'm3', 'm2'))).toBe('ahead.owing')
  })

  test('is refused where that receiver has a case, and goes past one who is passed over', () => {
    const told = four().pull().reports('m2', 'm1→m2')
    expect(told.refusal(paying(told, 'm3', 'm2'))).toBe('ahead.receiver_case')
    const levels = story().members(4).placed().pull()
    expect(levels.refusal(paying(levels, 'm3', 'm2'))).toBe('ahead.not_here')
    const without = four()
    without.does({ kind: 'generate_pull', withoutConsent: ['m2'], unserved: true })
    expect(expected(without, 'm4').receiverId).toBe('m3')
    expect(without.refusal(paying(without, 'm2', 'm3'))).toBe('ahead.no_place')
  })

  test('is refused to who is out, has no place, or has something disputed, and where the receiver gives in a case', () => {
    const told = four().members(1).pull()
    expect(told.refusal(paying(told, 'm5', 'm2'))).toBe('ahead.no_place')
    const gone = four().pull().suspended('m3')
    expect(gone.refusal(paying(gone, 'm3', 'm2'))).toBe('ahead.no_place')
    const reported = four().pull().reports('m1', 'm3→m1')
    expect(reported.refusal(paying(reported, 'm3', 'm2'))).toBe('ahead.owing')
    expect(reported.resolved('keep').refusal(paying(reported, 'm3', 'm2'))).toBe('ahead.owing')
    const rejected = four().pull().sendsReceipt('m3').rejects('m1', 'm3→m1')
    expect(rejected.refusal(paying(rejected, 'm3', 'm2'))).toBe('ahead.owing')
    const giving = four().pull().reports('m1', 'm2→m1')
    expect(giving.refusal(paying(giving, 'm3', 'm2'))).toBe('ahead.receiver_case')
    expect(giving.resolved('keep').refusal(paying(giving, 'm3', 'm2'))).toBeNull()
  })

  test('is refused to who was asked for less than others', () => {
    const told = four().pull().everyonePays().members(1).placed().days(31).pull()
    expect(told.refusal(paying(told, 'm5', 'm3'))).toBe('ahead.behind')
    expect(expected(told, 'm4').period).toBe('2026-03')
  })

  test('is of the person who asks: to each their own receiver, and none to who was asked for nothing or has nothing left', () => {
    const three = counted(3, 2)
    expect(['m1', 'm2', 'm3'].map((id) => expected(three, id).receiverId)).toEqual(['m3', 'm3', 'm2'])
    expect(counted(3, 1).refusal(paying(three, 'm1', 'm2'))).toBe('ahead.nothing_left')
    const grown = four(1).pull().members(1).placed()
    expect(grown.refusal(paying(grown, 'm5', 'm2'))).toBe('ahead.not_asked')
    expect(grown.refusal(paying(grown, 'm1', 'm2'))).toBe('ahead.nothing_left')
    const joined = three.members(1).placed().days(31).pull()
    expect(expected(joined, 'm4').receiverId).toBe('m3')
    const served = counted(4, 3).everyonePays().days(31).pull().members(1).placed()
    served.does(paying(served, 'm1', expected(served, 'm1').receiverId))
    // The role goes to m4 and to m5, whom m1 pays: m1 was served, and the others have it.
    expect(served.queue()).toBe('1:m2* 2:m3* 3:m4* 4:m1 5:m5*')
    expect(served.happened('receiver.set')).toHaveLength(2)
  })

  test('goes to nobody where others need what is left, or where its receiver would be served twice', () => {
    const needed = counted(4, 3).paid('m1').days(31).pull().suspended('m1')
    expect(needed.refusal(paying(needed, 'm2', 'm4'))).toBe('ahead.nobody')
    const twice = four().pull().days(31).pull().leaves('m1')
    expect(twice.refusal(paying(twice, 'm4', 'm2'))).toBe('ahead.nobody')
    const parted = story({ plan: rodaPlan({ amountCents: 10_000, months: 2 }) })
      .members(3)
      .placed()
      .pull()
    const donationId = parted.donationId('m1→m2')
    parted.does({ kind: 'send_receipt', donationId, memberId: 'm1', image: 'i', cents: 4_000 }).leaves('m2')
    expect(parted.refusal(paying(parted, 'm3', 'm1'))).toBe('ahead.nobody')
  })

  test('stays given at its receiver’s place when its donor leaves, and owes nothing where it was not paid', () => {
    const told = four().pull()
    told.does(paying(told, 'm3', 'm2')).everyonePays()
    expect(told.leaves('m3').turn('m2')).toBe('2+0 of 3')
    const unpaid = four().pull()
    unpaid.does(paying(unpaid, 'm3', 'm2'))
    expect(unpaid.leaves('m3').open()).toEqual(['m2→m1', 'm4→m1', 'm1→m2'])
  })

  test('that came to nothing is asked for like every other, and the rotation ends with everybody at zero', () => {
    const told = four().pull().everyonePays()
    told.does(paying(told, 'm3', 'm2')).suspended('m3')
    expect(told.member('m3').ahead).toEqual([])
    told.reinstated('m3').place('m3', { position: 2 }).days(31).pull()
    expect(told.happened('contribution.counted')).toEqual([])
    expect(told.happened('obligation.owed').map(({ memberId }) => memberId)).toContain('m3')
    told.everyonePays()
    for (let month = 0; month < 3 && !isOver(told.state); month += 1) told.days(31).pull().everyonePays()
    expect(sums(told)).toEqual([0, 0, 0, 0])
  })

  test.each(['sent', 'confirmed'])(
    'of which only a later one is left, %s, is counted for the first asked, and asked for in its own',
    (how) => {
      const told = four().pull().everyonePays()
      told.does(paying(told, 'm4', 'm2')).does(paying(told, 'm4', 'm3'))
      const donationId = told.donationId('m4→m3')
      told.does({ kind: 'send_receipt', donationId, memberId: 'm4' })
      if (how === 'confirmed') told.does({ kind: 'confirm', donationId, by: { memberId: 'm3' } })
      told.remove('m4').place('m4')
      expect(told.member('m4').ahead).toMatchObject([{ period: '2026-03' }])
      told.days(31).pull()
      expect(told.happened('contribution.counted')).toMatchObject([{ memberId: 'm4', period: '2026-02' }])
      told.days(31).pull()
      expect(told.happened('obligation.owed')).toContainEqual(
        expect.objectContaining({ memberId: 'm4', period: '2026-03' }),
      )
    },
  )

  test('goes to another when its receiver leaves before it is paid, and comes back as a settlement after', () => {
    const told = four().pull()
    told.does(paying(told, 'm3', 'm2')).leaves('m2')
    expect(told.open().filter((name) => name.startsWith('m3'))).toEqual(['m3→m1', 'm3→m1'])
    const paid = four().pull()
    paid
      .does(paying(paid, 'm3', 'm2'))
      .everyonePays()
      .leaves('m2')
    expect([paid.open(), paid.balance('m2')]).toEqual([['m2→m3 SETTLEMENT'], 100])
  })

  test('goes along with a place that is handed over, also one that was given', () => {
    const told = four().pull()
    told
      .does(paying(told, 'm3', 'm2'))
      .everyonePays()
      .members(1)
    const { given, received } = told.member('m3')
    const sumsOf = { givenCents: given[1], receivedCents: received[1] }
    told.does({ kind: 'hand_over', substituteId: 's', memberId: 'm3', newcomerId: 'm5', ...sumsOf })
    expect([told.member('m3').ahead, told.member('m5').ahead.length]).toEqual([[], 1])
    told.days(31).pull()
    expect(told.happened('contribution.counted')).toMatchObject([{ memberId: 'm5' }])
  })

  test('is left for the next rotation where one is too many in this one, since somebody gave and left', () => {
    const told = counted(6, 2)
    told.paid('m2').leaves('m2').everyonePays()
    expect(expected(told, 'm3')).toMatchObject({ receiverId: 'm6' })
    expect(() => expected(told, 'm4')).toThrow(RuleRefusal)
    expect(told.refusal(paying(told, 'm4', 'm1'))).toBe('ahead.nobody')
  })

  test('of anybody, at any time, leaves every rotation at zero for everybody, and nobody with a month too many', () => {
    const rodas = fc.record({
      people: fc.integer({ min: 2, max: 9 }),
      months: fc.integer({ min: 1, max: 8 }),
      choices: fc.array(fc.nat(20), { minLength: 12, maxLength: 60 }),
    })
    let ahead = 0
    fc.assert(
      fc.property(rodas, ({ people, months, choices }) => {
        const required = Math.min(months, people - 1)
        const told = story({ plan: rodaPlan({ amountCents: 10_000, months: required }) })
          .members(people)
          .placed()
        const left = [...choices]
        for (let month = 0; month < required; month += 1) {
          told.pull()
          for (let tries = 0; tries < people; tries += 1) {
            const choice = left.pop() ?? 0
            const memberId = `m${(choice % people) + 1}`
            if (choice > 15) told.paid(memberId)
            try {
              told.does(paying(told, memberId, expected(told, memberId).receiverId))
              ahead += 1
            } catch (error) {
              if (!(error instanceof RuleRefusal)) throw error
            }
          }
          told.everyonePays().days(31)
        }
        expect(sums(told)).toEqual(Array(people).fill(0))
        expect(isOver(told.state)).toBe(true)
        expect([...told.state.members.values()].flatMap((member) => member.ahead)).toEqual([])
      }),
      { numRuns: dose(150, 3_000) },
    )
    expect(ahead).toBeGreaterThan(100)
  })
})

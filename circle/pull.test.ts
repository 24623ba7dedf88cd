import { describe, expect, test } from 'vitest'
import { presets, rodaPlan } from './plan.ts'
import { firstOffPlan } from './pull.ts'
import type { Story } from './testing/story.ts'
import { story } from './testing/story.ts'

/** The answer of the last pull: donations made, receivers given at least one, members skipped. */
function answer(told: Story): string {
  const { created, receivers, skipped } = told.happened('pull.generated')[0]!
  return `${created} created, ${receivers} receivers, ${skipped} skipped`
}

/** The number of open donations of each receiver, by position. */
function loads(told: Story): number[] {
  const receivers = told.open().map((name) => name.split('→')[1]!)
  return [...new Set(receivers)].map((memberId) => receivers.filter((each) => each === memberId).length)
}

describe('who gives to whom', () => {
  test('two members give to each other', () => {
    const told = story().members(2).placed().pull()
    expect(told.open()).toEqual(['m2→m1', 'm1→m2'])
    expect(answer(told)).toBe('2 created, 2 receivers, 0 skipped')
  })

  test('of three, two give to the first, who gives to the second', () => {
    const told = story().members(3).placed().pull()
    expect(told.open()).toEqual(['m2→m1', 'm3→m1', 'm1→m2'])
    expect(answer(told)).toBe('3 created, 2 receivers, 0 skipped')
  })

  test('donors go round the ring from behind the last of the ⌈n ÷ 3⌉ receivers, so who receives this month pays last', () => {
    const told = story().members(7).placed().pull()
    expect(told.open()).toEqual(['m4→m1', 'm5→m1', 'm6→m1', 'm7→m2', 'm1→m2', 'm2→m3', 'm3→m2'])
    expect(answer(told)).toBe('7 created, 3 receivers, 0 skipped')
  })

  test('six members are two receivers exactly', () => {
    const told = story().members(6).placed().pull()
    expect(told.open().slice(0, 5)).toEqual(['m3→m1', 'm4→m1', 'm5→m1', 'm6→m2', 'm1→m2'])
    // The last of the ring is the last receiver, and nobody gives to themselves.
    expect(told.open()[5]).toBe('m2→m3')
  })

  test('a hundred members make a hundred donations to thirty-four receivers, three to each and one to the last', () => {
    const told = story().members(100).placed().pull()
    expect(answer(told)).toBe('100 created, 34 receivers, 0 skipped')
    expect(told.open()[0]).toBe('m35→m1')
    expect(loads(told)).toEqual([...Array<number>(33).fill(3), 1])
    expect(told.waiting()).toEqual([])
  })

  test('the ring starts behind the last receiver in serving order, wherever the receivers stand', () => {
    const told = story().members(4).placed()
    told.does({ kind: 'edit_entry', entryId: told.entryId('m3'), isReceiver: true }).pull()
    // Four donors are two receivers: m3, who has the role, and m1; so the ring starts at m2.
    // m3 gives to m1, which makes m1 a receiver too, and the first of them by position.
    expect(told.open()).toEqual(['m2→m3', 'm3→m1', 'm4→m1', 'm1→m3'])
  })

  test('an entry whose turn is full is none of the run’s receivers', () => {
    const told = story()
      .members(4)
      .placed()
      .pull()
      .sendsReceipt('m2')
      .sendsReceipt('m3')
      .sendsReceipt('m4')
      .at('2026-02-05T12:00:00Z')
      .pull()
    expect(told.turn('m1')).toBe('0+3 of 3')
    // m2 (two needs left) and m3 receive: the ring starts at m4.
    expect(told.happened('obligation.owed').map((event) => event.memberId)).toEqual(['m4', 'm1', 'm2', 'm3'])
    expect(told.happened('donation.matched').map(({ donorId, receiverId }) => `${donorId}→${receiverId}`)).toEqual([
      'm4→m2',
      'm1→m2',
      'm2→m3',
      'm3→m4',
    ])
  })

  test('every entry is asked, free positions and members without a place are not', () => {
    const told = story().members(4).place('m1', { position: 10 }).place('m2', { position: 90 }).pull()
    expect(told.open()).toEqual(['m2→m1', 'm1→m2'])
  })

  test('one alone owes the contribution and waits for a receiver', () => {
    const told = story().members(1).placed().pull()
    expect(told.waiting()).toEqual(['m1 PULL'])
    expect(answer(told)).toBe('0 created, 0 receivers, 0 skipped')
    expect(answer(told.pull())).toBe('0 created, 0 receivers, 1 skipped')
  })

  test('nobody at all is no error', () => {
    expect(answer(story().pull())).toBe('0 created, 0 receivers, 0 skipped')
  })
})

describe('once in a period', () => {
  test('a second run creates nothing twice', () => {
    const told = story().members(5).placed().pull()
    const before = told.open()
    expect(answer(told.pull())).toBe('0 created, 0 receivers, 5 skipped')
    expect(told.open()).toEqual(before)
  })

  test('a second run asks only who came since', () => {
    const told = story().members(3).placed().pull().members(1).placed().pull()
    expect(answer(told)).toBe('1 created, 1 receivers, 3 skipped')
    expect(told.happened('donation.matched').map((event) => event.donorId)).toEqual(['m4'])
  })

  test('whoever lost the place and came back is not asked again', () => {
    const told = story().members(3).placed().pull().remove('m3').placed().pull()
    expect(answer(told)).toBe('0 created, 0 receivers, 3 skipped')
  })

  test('a contribution that is paid, or void, was asked all the same', () => {
    expect(answer(story().members(3).placed().pull().everyonePays().pull())).toBe('0 created, 0 receivers, 3 skipped')
    expect(
      answer(
        story({ at: '2026-01-01T12:00:00Z' }).members(3).placed().pull().at('2026-01-31T12:00:01Z').expire().pull(),
      ),
    ).toBe('0 created, 0 receivers, 3 skipped')
  })

  test('a new period begins at midnight in São Paulo, not in London', () => {
    const told = story({ at: '2026-11-10T12:00:00Z' }).members(3).placed().pull()
    expect(answer(told.at('2026-12-01T02:59:59Z').pull())).toBe('0 created, 0 receivers, 3 skipped')
    told.at('2026-12-01T03:00:00Z').pull()
    expect(answer(told)).toBe('3 created, 2 receivers, 0 skipped')
    expect(told.happened('pull.generated')[0]!.period).toBe('2026-12')
    expect(told.happened('obligation.owed').map((event) => event.period)).toEqual(Array(3).fill('2026-12'))
  })

  test('a clock that went back to an earlier period is refused', () => {
    const told = story({ at: '2026-12-01T03:00:00Z' }).members(3).placed().pull().at('2026-12-01T02:59:59Z')
    expect(told.refusal({ kind: 'generate_pull' })).toBe('pull.period_past')
    expect(answer(told.at('2026-12-31T12:00:00Z').pull().at('2026-12-02T12:00:00Z').pull())).toBe(
      '0 created, 0 receivers, 3 skipped',
    )
  })
})

describe('the call repeats the plan’s numbers', () => {
  const told = story().members(3).placed()

  test('the specification’s numbers, or none at all, agree with the terms', () => {
    expect(
      told.refusal({ kind: 'generate_pull', donorsCount: 3, amountCents: 100_00, type: 'PULL', deadlineDays: 30 }),
    ).toBeNull()
    expect(told.refusal({ kind: 'generate_pull' })).toBeNull()
  })

  test.each([
    { donorsCount: 4 },
    { donorsCount: 0 },
    { amountCents: 100 },
    { amountCents: 200_00 },
    { type: 'CASCADE_N1' },
    { deadlineDays: 31 },
  ])('%o contradicts it', (numbers) => {
    expect(told.refusal({ kind: 'generate_pull', ...numbers })).toBe('pull.contradicts_plan')
  })
})

describe('in a balanced plan', () => {
  test('each queue is asked for its own level’s donation', () => {
    const told = story({ plan: presets.rotativo })
      .members(3)
      .placed()
      .place('m1', { level: 2 })
      .place('m2', { level: 2 })
      .pull()
    expect(told.open()).toEqual(['m2→m1', 'm3→m1', 'm1→m2', 'm2→m1', 'm1→m2'])
    expect(told.happened('donation.matched').map((event) => event.amountCents / 100)).toEqual([100, 100, 100, 200, 200])
    expect(answer(told)).toBe('5 created, 4 receivers, 0 skipped')
    expect(answer(told.pull())).toBe('0 created, 0 receivers, 5 skipped')
  })

  test('joining another queue in the period is asked there too', () => {
    const told = story({ plan: presets.rotativo }).members(2).placed().pull().placed(3).pull()
    expect(answer(told)).toBe('2 created, 2 receivers, 2 skipped')
    expect(told.happened('donation.matched').map((event) => event.amountCents / 100)).toEqual([1600, 1600])
  })
})

describe('the first contributions of a real roda', () => {
  const plan = rodaPlan({ amountCents: 10_000, months: 3 })
  const numbers = { people: 4, places: 3 }

  test('wait while others have a place than its plan was shown for', () => {
    const told = story({ plan, mode: 'real' }).members(3).placed()
    expect(firstOffPlan(told.state, numbers)).toEqual(numbers)
    expect(firstOffPlan(told.state, { people: 4, places: 4 })).toBe(null)
    expect(firstOffPlan(told.state, { people: 4, places: 5 })).toEqual({ people: 4, places: 5 })
  })

  test('are the only ones that wait, and only there', () => {
    expect(firstOffPlan(story({ plan, mode: 'real' }).members(3).placed().pull().state, numbers)).toBe(null)
    expect(firstOffPlan(story({ plan }).members(3).placed().state, numbers)).toBe(null)
    expect(firstOffPlan(story({ plan: presets.rotativo, mode: 'real' }).state, numbers)).toBe(null)
  })
})

describe('whoever has not accepted the terms', () => {
  const asking = (withoutConsent: readonly string[]) =>
    ({ kind: 'generate_pull', withoutConsent, unserved: true }) as const
  const asked = () =>
    story({ plan: presets.rotativo })
      .members(5)
      .placed()
      .does(asking(['m2', 'm4']))

  test('is asked for nothing and paid nothing, is told once, and is counted', () => {
    const told = asked()
    expect(told.happened('member.passed_over').map(({ memberId }) => memberId)).toEqual(['m2', 'm4'])
    expect(told.happened('obligation.owed').map(({ memberId }) => memberId)).toEqual(['m3', 'm5', 'm1'])
    expect(told.happened('pull.generated')).toMatchObject([{ skippedWithoutConsent: 2 }])
    expect(told.open().filter((name) => /→m[24]/.test(name))).toEqual([])
    expect(told.does(asking(['m2', 'm4'])).happened('member.passed_over')).toEqual([])
  })

  test('is asked for nothing either where others who accepted leave them something to give', () => {
    const told = story({ plan: rodaPlan({ amountCents: 10_000, months: 2 }), mode: 'real', rules: 5 })
    told.members(4).placed().pull().everyonePays().days(30)
    // While these two are passed over, m3 alone has still to receive in this rotation, and nobody to give to.
    const owing = () => told.happened('obligation.owed').map(({ memberId }) => memberId)
    told.does(asking(['m2', 'm4']))
    expect(owing()).toEqual(['m1'])
    told.does(asking(['m3']))
    expect(told.happened('member.served_again')).toMatchObject([{ memberId: 'm2' }, { memberId: 'm4' }])
    expect(told.happened('member.passed_over')).toMatchObject([{ memberId: 'm3' }])
    expect(owing()).toEqual(['m2'])
    expect(told.happened('pull.generated')).toMatchObject([{ skippedWithoutConsent: 1 }])
  })

  test('is counted once, and nobody else as having one who has none, where nobody can be asked', () => {
    const plan = rodaPlan({ amountCents: 10_000, months: 3 })
    const told = story({ plan, mode: 'real', rules: 5 }).members(4).placed()
    const counts = () => {
      const { created, skipped, skippedWithoutConsent } = told.happened('pull.generated')[0]!
      return { created, skipped, skippedWithoutConsent }
    }
    const asks = (withoutConsent: readonly string[], isOnce = true) =>
      told.does({ ...asking(withoutConsent), ...(isOnce ? { countsOnce: true } : {}) })
    asks(['m1', 'm2', 'm3', 'm4'], false)
    // So it stands in ledgers of before, which are replayed as they were.
    expect(counts()).toEqual({ created: 0, skipped: 4, skippedWithoutConsent: 4 })
    asks(['m1', 'm2', 'm3', 'm4'])
    expect(counts()).toEqual({ created: 0, skipped: 0, skippedWithoutConsent: 4 })
    // The only one who accepted has nobody to give to.
    asks(['m2', 'm3', 'm4'])
    expect(counts()).toEqual({ created: 0, skipped: 0, skippedWithoutConsent: 3 })
    for (const memberId of ['m1', 'm2', 'm3', 'm4']) told.does({ kind: 'serve_again', memberId })
    asks([])
    expect(counts()).toEqual({ created: 4, skipped: 0, skippedWithoutConsent: 0 })
    asks([])
    expect(counts()).toEqual({ created: 0, skipped: 4, skippedWithoutConsent: 0 })
  })

  test('is paid again at once, and asked with the next asking, once they accept', () => {
    const told = asked().does({ kind: 'serve_again', memberId: 'm2' })
    expect(told.happened('member.served_again')).toMatchObject([{ memberId: 'm2' }])
    expect(told.member('m2').isPassedOver).toBe(false)
    expect(told.does({ kind: 'serve_again', memberId: 'm2' }).events).toEqual([])
    told.does(asking([]))
    expect(told.happened('member.served_again').map(({ memberId }) => memberId)).toEqual(['m4'])
    expect(
      told
        .happened('obligation.owed')
        .map(({ memberId }) => memberId)
        .toSorted(),
    ).toEqual(['m2', 'm4'])
  })

  test('is only passed over where that was all that was recorded', () => {
    const told = story({ plan: presets.rotativo }).members(3).placed()
    told.does({ kind: 'generate_pull', withoutConsent: ['m2'] })
    expect(told.happened('member.passed_over')).toEqual([])
    expect(
      told
        .happened('obligation.owed')
        .map(({ memberId }) => memberId)
        .toSorted(),
    ).toEqual(['m1', 'm3'])
  })
})

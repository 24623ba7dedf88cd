import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beginningFaults } from './beginning.ts'
import type { BeginningRow } from './beginning.ts'
import { findUnfinished } from './ending.ts'
import { fitsPeople, rodaPlan } from './plan.ts'
import { awaitsRotation, isOver } from './rotation.ts'
import { broughtRows } from './testing/brought.ts'
import { dose } from './testing/dose.ts'
import { story } from './testing/story.ts'

const plan = rodaPlan({ amountCents: 10_000, months: 2 })
const row = (memberId: string, given: number, received: number): BeginningRow => ({
  memberId,
  givenCents: given * 100,
  receivedCents: received * 100,
})
/** Three who ran one month on paper: the first received from the other two. */
const ROWS = [row('m1', 0, 200), row('m2', 100, 0), row('m3', 100, 0)]

const roda = (months = 2, people = 3) =>
  story({
    plan: rodaPlan({ amountCents: 10_000, months }),
    mode: 'real',
    at: '2026-11-05T12:00:00-03:00',
  }).members(people)

type Roda = ReturnType<typeof roda>

function month(told: Roda): void {
  told.does({ kind: 'generate_pull' })
  for (const { id, donorId, receiverId } of told.state.donations.values()) {
    told.does({ kind: 'send_receipt', donationId: id, memberId: donorId })
    told.does({ kind: 'confirm', donationId: id, by: { memberId: receiverId! } })
  }
  told.days(31)
}

const sums = ({ state }: Roda) => [...state.members.values()].map(({ given, received }) => [given[1], received[1]])

describe('a roda that already runs', () => {
  test('comes in with its sums and its order, whose turn is over behind those who wait, and ends at zero', () => {
    const told = roda().does({ kind: 'bring_in', rows: ROWS })
    expect(told.queue()).toBe('1:m2 2:m3 3:m1')
    expect(sums(told)).toEqual([
      [0, 20_000],
      [10_000, 0],
      [10_000, 0],
    ])
    expect(findUnfinished(told.state)).toEqual({ behind: 3, open: 0 })
    told.does({ kind: 'generate_pull' })
    expect(told.open()).toEqual(['m3→m2', 'm1→m2', 'm2→m3'])
    told.everyonePays().days(31)
    expect(awaitsRotation(told.state)).toBe(false)
    // Only who gave less before is asked for a month more.
    told.does({ kind: 'generate_pull' })
    expect(told.open()).toEqual(['m1→m3'])
    told.everyonePays()
    expect(sums(told)).toEqual([
      [20_000, 20_000],
      [20_000, 20_000],
      [20_000, 20_000],
    ])
    expect([isOver(told.state), awaitsRotation(told.state)]).toEqual([true, true])
  })

  test('asks nobody for more than their rotation, and of everybody again in the next one', () => {
    const told = roda().does({ kind: 'bring_in', rows: ROWS })
    month(told)
    month(told)
    told.does({ kind: 'begin_rotation' }).does({ kind: 'generate_pull' })
    expect(told.open()).toHaveLength(3)
  })

  test('ends at zero from any rows that hold, if everybody pays', () => {
    let came = 0
    const ends = fc.property(
      fc.integer({ min: 2, max: 9 }),
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.nat(1_000), { minLength: 80, maxLength: 80 }),
      (people, months, picks) => {
        const told = roda(months, people)
        if (!fitsPeople(told.state.plan, people)) return
        let next = 0
        const rows = broughtRows(told.state.plan, [...told.state.members.keys()], (n) => picks[next++ % 80]! % n)
        if (beginningFaults(told.state.plan, rows).length > 0) return
        came += 1
        told.does({ kind: 'bring_in', rows })
        for (let past = 0; past < months && !isOver(told.state); past += 1) month(told)
        expect(findUnfinished(told.state), JSON.stringify(rows)).toBeNull()
      },
    )
    fc.assert(ends, { numRuns: dose(150, 5_000) })
    expect(came).toBeGreaterThan(dose(30, 1_000))
  })

  test('is an order that stands: nobody draws it, undoes what was before, or changes the plan', () => {
    const told = roda().placed()
    told.does({ kind: 'bring_in', rows: ROWS.toReversed() })
    expect(told.queue()).toBe('1:m3 2:m2 3:m1')
    expect(told.refusal({ kind: 'apply_draw', drawId: 'd', memberIds: ['m1', 'm2', 'm3'] })).toBe('draw.not_first')
    expect(told.refusal({ kind: 'change_plan', plan })).toBe('plan.frozen')
    expect(told.refusal({ kind: 'bring_in', rows: ROWS })).toBe('beginning.late')
  })

  test('owes what it received and did not give, if it leaves', () => {
    const told = roda().does({ kind: 'bring_in', rows: ROWS }).leaves('m1')
    expect(told.open()).toEqual(['m1→m2 SETTLEMENT', 'm1→m2 SETTLEMENT'])
  })

  test('comes in real and whole alone: not once anything was asked, nor without one of its people', () => {
    expect(story({ plan }).members(3).refusal({ kind: 'bring_in', rows: ROWS })).toBe('beginning.not_here')
    expect(roda().placed().pull().refusal({ kind: 'bring_in', rows: ROWS })).toBe('beginning.late')
    const four = roda(2, 4).placed()
    expect(four.refusal({ kind: 'bring_in', rows: ROWS })).toBe('beginning.people')
    expect(roda().refusal({ kind: 'bring_in', rows: ROWS.slice(0, 2) })).toBe('beginning.people')
    expect(roda().refusal({ kind: 'bring_in', rows: [...ROWS.slice(0, 2), ROWS[1]!] })).toBe('beginning.people')
    expect(roda().refusal({ kind: 'bring_in', rows: [...ROWS.slice(0, 2), row('m9', 100, 0)] })).toBe(
      'beginning.people',
    )
  })
})

describe('rows that do not hold', () => {
  test.each<[string, BeginningRow[], string]>([
    [
      'a sum that is off',
      [ROWS[0]!, ROWS[1]!, row('m3', 0, 0)],
      'todos juntos deram R$ 100,00 e receberam R$ 200,00: há R$ 100,00 a menos no que foi dado.',
    ],
    [
      'a cent that is no contribution',
      [ROWS[0]!, ROWS[1]!, row('m3', 100.01, 0)],
      '3ª linha: deu R$ 100,01, o que não são contribuições inteiras de R$ 100,00.',
    ],
    [
      'more given than there were turns',
      [ROWS[0]!, row('m2', 200, 0), row('m3', 0, 0)],
      '2ª linha: deu R$ 200,00, e até aqui só cabem R$ 100,00: uma contribuição por vez.',
    ],
    [
      'a turn that is half over',
      [row('m1', 0, 100), row('m2', 100, 0), row('m3', 0, 0)],
      '1ª linha: recebeu R$ 100,00. Quem já teve a vez recebeu R$ 200,00, e os outros ainda nada.',
    ],
    ['no turn that is over', [row('m1', 0, 0), row('m2', 0, 0), row('m3', 0, 0)], 'ninguém recebeu ainda'],
    ['every turn over', [row('m1', 200, 200), row('m2', 200, 200), row('m3', 200, 200)], 'todos já receberam'],
    ['no amount', [ROWS[0]!, ROWS[1]!, row('m3', Number.NaN, 0)], '3ª linha: falta um valor em reais'],
    [
      'a last one who would have to give to themselves',
      [row('m1', 200, 200), row('m2', 200, 200), row('m3', 0, 0)],
      '3ª linha: é a última vez, e esta pessoa deu pouco',
    ],
  ])('are refused with the row and how much: %s', (_, rows, reason) => {
    const [fault] = beginningFaults(plan, rows)
    expect(fault?.reason.startsWith(reason)).toBe(true)
    const told = roda()
    expect(told.refusal({ kind: 'bring_in', rows })).toBe('beginning.rows')
    expect(told.refusalDetails({ kind: 'bring_in', rows })).toEqual({ reason: fault!.reason })
  })
})

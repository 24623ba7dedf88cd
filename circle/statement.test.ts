import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from './circle.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { openLedgerBooks } from '#circle/ledger/books.ts'
import { nextPeriod, periodOf } from './period.ts'
import { presets } from './plan.ts'
import { movementOf, spanOf, statementOf } from './statement.ts'
import type { CircleState } from './state.ts'
import { dose } from './testing/dose.ts'
import { commandFrom, shortPlan, steps } from './testing/walk.ts'
import type { Step } from './testing/walk.ts'

const START = Date.UTC(2026, 10, 20)

/** The ledger of a random walk over months; hashes are left out, which no sum looks at. */
function ledgerOf(plan: typeof shortPlan, walk: readonly Step[]): { entries: LedgerEntry[]; state: CircleState } {
  let now = START
  let ids = 0
  const newId = () => `id-${(ids += 1)}`
  const first = decide(null, { kind: 'create_circle', mode: 'demonstracao', plan }, { now, newId })
  if (!first.ok) throw new Error(first.code)
  let { state } = first
  const entries: LedgerEntry[] = []
  const append = (events: readonly { kind: string }[]) => {
    for (const { kind, ...payload } of events) {
      const at = new Date(now).toISOString()
      entries.push({ seq: entries.length + 1, at, actor_id: null, kind, payload, previous_hash: '', hash: '' })
    }
  }
  append(first.events)
  for (let n = 0; n < 5; n += 1) {
    const approved = decide(state, { kind: 'approve_member', memberId: `member-${n}` }, { now, newId })
    if (approved.ok) ({ state } = approved)
    if (approved.ok) append(approved.events)
  }
  for (const step of walk) {
    now += step.hours * 3_600_000
    const decided = decide(state, commandFrom(state, step), { now, newId })
    if (!decided.ok) continue
    ;({ state } = decided)
    append(decided.events)
  }
  return { entries, state }
}

describe('a statement', () => {
  test.each([
    ['levels with upgrades', shortPlan],
    ['a balanced rotation', presets.rotativo],
  ])('of a year is the sum of its months, and of all years what replaying the ledger says: %s', (_, plan) => {
    let moved = 0
    const walks = fc.property(steps(300), (walk) => {
      const { entries, state } = ledgerOf(plan, walk)
      const books = openLedgerBooks()
      for (const { seq, kind, payload } of entries) expect(books.record(seq, kind, payload)).toBeNull()
      const movements = entries.flatMap((entry) => movementOf(entry) ?? [])
      const last = Number(periodOf(Date.parse(entries.at(-1)!.at)).slice(0, 4))
      for (const memberId of state.members.keys()) {
        const whole = { given: 0, received: 0 }
        for (let year = 2026; year <= last; year += 1) {
          const inYear = statementOf(movements, { memberId, period: String(year) })
          const inMonths = { given: 0, received: 0 }
          for (let period = `${year}-01`; period < `${year + 1}-01`; period = nextPeriod(period)) {
            const month = statementOf(movements, { memberId, period })
            inMonths.given += month.givenCents
            inMonths.received += month.receivedCents
          }
          expect({ given: inYear.givenCents, received: inYear.receivedCents }).toEqual(inMonths)
          whole.given += inYear.givenCents
          whole.received += inYear.receivedCents
        }
        const own = books.own(memberId)
        expect(whole).toEqual({ given: own.givenCents, received: own.receivedCents })
        moved += whole.given
      }
    })
    fc.assert(walks, { numRuns: dose(30, 2_000) })
    expect(moved).toBeGreaterThan(0)
  })

  test('begins and ends with São Paulo’s days, not with those of UTC', () => {
    expect(spanOf('2026-11')).toEqual({
      from: Date.parse('2026-11-01T03:00:00Z'),
      before: Date.parse('2026-12-01T03:00:00Z'),
    })
    expect(spanOf('2026')).toEqual({
      from: Date.parse('2026-01-01T03:00:00Z'),
      before: Date.parse('2027-01-01T03:00:00Z'),
    })
  })
})

import { describe, expect, test } from 'vitest'
import { foresee } from '#circle/simulation/foreseen.ts'
import { stillAhead } from '#circle/simulation/still-ahead.ts'
import { rodaLedger } from '#circle/testing/roda-ledger.ts'
import { areTurnsOf, isAheadOf, statesOf } from './shown-state.ts'
import type { ShownAhead, ShownTurns } from './shown-state.ts'

const NOW = Date.UTC(2026, 10, 10, 12)
const MONTH_MS = 31 * 86_400_000

/** A roda of four whose first month was asked for unless said otherwise, with the order and the turns that its server shows Ana. */
function shownToAna({
  calendar,
  isAsked = true,
}: { calendar?: { day: number; hour: number }; isAsked?: boolean } = {}) {
  const { does, draw, entries, state, write } = rodaLedger()
  draw()
  if (calendar) write('cida', 'circle.calendar_set', { day: String(calendar.day), hour: String(calendar.hour) })
  if (isAsked) does('cida', { kind: 'generate_pull' })
  const { places } = foresee(state(), { now: NOW, calendar: calendar ?? null })
  const shown: ShownTurns = {
    seq: entries.length,
    at: NOW,
    receivedAt: NOW + 5_000,
    waits: null,
    places: places.map(({ entry: { level, position, isReceiver, memberId }, had, turns }) => {
      return { level, position, receiver: isReceiver, own: memberId === 'ana', had, turns }
    }),
  }
  const holds = (change: Partial<ShownTurns> = {}) =>
    areTurnsOf({ entries, stateAt: statesOf(entries) }, 'ana', { ...shown, ...change }, foresee)
  return { does, entries, holds, shown, write }
}

describe('the order and the turns that a member is shown', () => {
  test('follow from the ledger up to the entry that they name, also once it has gone on, and by its calendar', () => {
    const { holds, write } = shownToAna()
    expect(holds()).toBe(true)
    write('cida', 'circle.calendar_set', { day: '20', hour: '9' })
    expect(holds()).toBe(true)
    expect(shownToAna({ calendar: { day: 25, hour: 9 } }).holds()).toBe(true)
  })

  test('are not: of another place, another month, another order, or of an entry that there is not', () => {
    const { holds, shown } = shownToAna()
    const own = shown.places.findIndex((place) => place.own)
    const withOwn = (change: Partial<ShownTurns['places'][number]>) => ({
      places: shown.places.with(own, { ...shown.places[own]!, ...change }),
    })
    const [turn] = shown.places[own]!.turns
    expect([holds({ isAsked: true }), shown.isAsked]).toEqual([true, undefined])
    const lies: Partial<ShownTurns>[] = [
      { isAsked: false },
      withOwn({ own: false }),
      withOwn({ position: 9 }),
      withOwn({ had: true }),
      withOwn({ receiver: !shown.places[own]!.receiver }),
      withOwn({ turns: [{ ...turn!, begins: '2026-11' === turn!.begins ? '2026-12' : '2026-11' }] }),
      withOwn({ turns: [] }),
      { places: shown.places.slice(1) },
      { places: shown.places.toReversed() },
      { waits: { people: 5, places: 4 } },
      { waits: { people: 5, places: 4 }, places: shown.places.map((place) => ({ ...place, turns: [] })) },
      { seq: shown.seq + 1 },
      { seq: 4 },
    ]
    for (const lie of lies) expect(holds(lie), JSON.stringify(lie)).toBe(false)
  })

  test('are of the day on which they were shown: nobody says that it is another month', () => {
    const { entries, shown } = shownToAna()
    const later = { ...shown, at: NOW + MONTH_MS, seq: entries.length }
    expect(areTurnsOf({ entries, stateAt: statesOf(entries) }, 'ana', later, foresee)).toBe(false)
  })

  test('are none once the roda was closed, also where something is still owed in it', () => {
    const { entries, holds, write } = shownToAna()
    write('cida', 'circle.closed', {})
    expect([holds({ seq: entries.length, places: [] }), holds({ seq: entries.length })]).toEqual([true, false])
  })

  test('show no months where they wait for the people of the plan, and the order all the same', () => {
    const { holds, shown } = shownToAna({ isAsked: false })
    const places = shown.places.map((place) => ({ ...place, turns: [] }))
    const waits = { people: 5, places: 4 }
    expect([holds(), holds({ places, waits }), holds({ places })]).toEqual([true, true, false])
  })

  test('wait for no other number of places than there are, nor for shares that nobody took', () => {
    const { holds, shown } = shownToAna({ isAsked: false })
    const places = shown.places.map((place) => ({ ...place, turns: [] }))
    const lies = [
      { people: 5, places: 3 },
      { people: 4, places: 4 },
      { most: 2, places: 4, months: 2 },
    ]
    for (const waits of lies) expect(holds({ places, waits }), JSON.stringify(waits)).toBe(false)
  })
})

describe('what comes with a place is told to whoever takes it over', () => {
  const asShown = (isAsked: boolean) => {
    const { does, draw, entries, state } = rodaLedger()
    draw()
    if (isAsked) does('cida', { kind: 'generate_pull' })
    const still = stillAhead(state(), 'bia', foresee(state(), { now: NOW, calendar: null }))!
    const shown: ShownAhead = { seq: entries.length, at: NOW, receivedAt: NOW + 5_000, places: 1, still }
    const holds = (change: Partial<ShownAhead> = {}) =>
      isAheadOf({ entries, stateAt: statesOf(entries) }, 'bia', { ...shown, ...change }, foresee)
    return { holds, still }
  }

  test('as the ledger has it: how many places, what they still give and receive, and in which months', () => {
    const { holds, still } = asShown(true)
    expect([holds(), still.turns.length]).toEqual([true, 1])
    const lies: Partial<ShownAhead>[] = [
      { places: 2 },
      { still: null },
      { still: { ...still, giveCents: still.giveCents - 10_000 } },
      { still: { ...still, receiveCents: still.receiveCents + 10_000 } },
      { still: { ...still, turns: ['2026-11'] } },
      { still: { ...still, turns: [] } },
      { seq: 10_000 },
      { at: NOW + MONTH_MS },
    ]
    expect(lies.map(holds)).toEqual(lies.map(() => false))
  })

  test('and in no month where the first contributions wait for more people', () => {
    const { holds, still } = asShown(false)
    expect([holds(), holds({ still: { ...still, turns: [] } })]).toEqual([true, true])
  })
})

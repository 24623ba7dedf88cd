import type { ContributionCalendar } from '#circle/calendar.ts'
import { everAsked } from '#circle/draw.ts'
import { nextPull } from '#circle/period.ts'
import { sharesMisfit } from '#circle/shares.ts'
import type { ForeseenPlace, ForeseenTurn } from '#circle/simulation/foreseen.ts'
import { stillAhead } from '#circle/simulation/still-ahead.ts'
import type { StillAhead } from '#circle/simulation/still-ahead.ts'
import type { CircleState } from '#circle/state.ts'
import { stateAfter } from './known-entries.ts'
import type { KnownEntries } from './known-entries.ts'
import { isSameJson } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { isOfRealCircle } from './founding.ts'

// The circle as a member was shown it, held to the state that its ledger leaves.

/** The order of a circle and the months of its turns, as a member was shown them. */
export type ShownTurns = {
  /** The entry of the ledger that they are said to follow from. */
  readonly seq: number
  /** The server's time (epoch ms) by which they were foreseen, and the device's when they came. */
  readonly at: number
  readonly receivedAt: number
  readonly places: readonly ShownPlace[]
  /** Whether this month's contributions are said to have been asked for; absent where nothing says. */
  readonly isAsked?: boolean
  /** Why no month is shown; null where the first contributions wait for nothing. */
  readonly waits: ShownWait | null
}

/**
 * The first contributions are said to wait: for as many people as the plan was shown for, or for shares that it fits. `places` are those
 * that the circle has.
 */
export type ShownWait = { readonly places: number } & (
  | { readonly people: number }
  | { readonly most: number; readonly months: number }
)

type ShownPlace = {
  readonly level: number
  readonly position: number
  readonly receiver: boolean
  readonly own: boolean
  readonly had: boolean
  readonly turns: readonly ForeseenTurn[]
}

/** The sums of a circle and the member's own line, as they were shown, by the names of `retell`; of the rest nothing is asked. */
export type ShownResult = { readonly seq: number; readonly told: Readonly<Record<string, unknown>> }

/** The future of all places of a member, as it was shown to their substitute; times as in `ShownTurns`. */
export type ShownAhead = Pick<ShownTurns, 'seq' | 'at' | 'receivedAt'> & {
  readonly places: number
  readonly still: StillAhead | null
}

/** Tells the sums of a circle, and a member's own line (contracts/told-result.ts). */
export type Retell = (state: CircleState, memberId: string) => Readonly<Record<string, unknown>>

/** Foresees every place of a circle (circle/simulation/foreseen.ts). */
export type Foresee = (
  state: CircleState,
  when: { readonly now: number; readonly calendar: ContributionCalendar | null },
) => { readonly periods: readonly string[]; readonly places: readonly ForeseenPlace[] }

const NO_PLACES: ReturnType<Foresee> = { periods: [], places: [] }

/** How far the clock of a device may be from the server's: a day that is wrong, and the time zones. */
const APART_MS = 26 * 3_600_000

/** The state that the ledger leaves after an entry; null for one that it has not, or that nobody can follow. */
export type StateAt = (seq: number) => CircleState | null

/** Each state is followed once, whoever asks. `known`: what is known of the first entries. */
export function statesOf(entries: readonly LedgerEntry[], known?: KnownEntries | null): StateAt {
  const followed = new Map<number, CircleState | null>()
  return (seq) => {
    if (!followed.has(seq)) {
      const before = entries.filter((entry) => entry.seq <= seq)
      followed.set(seq, before.length === seq ? stateAfter(before, known ?? undefined) : null)
    }
    return followed.get(seq) ?? null
  }
}

/** Whether the sums that a member was shown are those of the ledger. */
export function isResultOf(stateAt: StateAt, memberId: string, { seq, told }: ShownResult, retell: Retell): boolean {
  const state = stateAt(seq)
  if (state === null) return false
  const expected = retell(state, memberId)
  return Object.keys(expected).every((name) => isSameJson(told[name], expected[name]))
}

/**
 * Whether the order and the turns that a member of a real circle was shown follow from its ledger, by the rules and of the day on which
 * they were shown. A demonstration has a clock that is moved by hand.
 */
export function areTurnsOf(
  { entries, stateAt }: { readonly entries: readonly LedgerEntry[]; readonly stateAt: StateAt },
  memberId: string,
  shown: ShownTurns,
  foresee: Foresee,
): boolean {
  if (!isOfRealCircle(entries)) return true
  const state = stateAt(shown.seq)
  if (state === null || Math.abs(shown.at - shown.receivedAt) > APART_MS) return false
  if (shown.isAsked !== undefined && shown.isAsked === nextPull(state.pulledPeriod, shown.at).isDue) return false
  if (!mayWait(state, shown.waits)) return false
  const before = entries.filter(({ seq }) => seq <= shown.seq)
  const isClosed = before.some(({ kind }) => kind === 'circle.closed')
  // In a circle that was closed nobody has a turn ahead.
  const { places } = isClosed ? NO_PLACES : foresee(state, { now: shown.at, calendar: calendarOf(before) })
  const expected = places.map(({ entry, had, turns }) => ({
    level: entry.level,
    position: entry.position,
    receiver: entry.isReceiver,
    own: entry.memberId === memberId,
    had,
    turns: shown.waits ? [] : turns,
  }))
  const told = shown.places.map(({ level, position, receiver, own, had, turns }) => ({
    level,
    position,
    receiver,
    own,
    had,
    turns: turns.map(({ begins, ends, running }) => ({ begins, ends, running })),
  }))
  return isSameJson(told, expected)
}

/** Whether so many places, sums and months come with the places of a member of a real circle, by its ledger. */
export function isAheadOf(
  { entries, stateAt }: { readonly entries: readonly LedgerEntry[]; readonly stateAt: StateAt },
  memberId: string,
  { seq, at, receivedAt, places, still }: ShownAhead,
  foresee: Foresee,
): boolean {
  const state = stateAt(seq)
  if (state === null || Math.abs(at - receivedAt) > APART_MS) return false
  const own = [...state.entries.values()].filter((entry) => entry.memberId === memberId)
  // Nothing is foreseen before the first contributions, where these wait for more people.
  const isWaiting = still?.turns.length === 0 && !everAsked(state)
  const calendar = calendarOf(entries.filter((entry) => entry.seq <= seq))
  const expected = stillAhead(state, memberId, isWaiting ? null : foresee(state, { now: at, calendar }))
  return own.length === places && isSameJson(still, expected)
}

/**
 * Whether a circle may be shown as waiting for that: nobody's contribution was ever asked for, and places and shares are the ledger's. For
 * how many people its plan was shown is no part of it.
 */
function mayWait(state: CircleState, waits: ShownWait | null): boolean {
  if (everAsked(state)) return waits === null
  const misfit = sharesMisfit(state)
  if (waits === null) return misfit === null
  if ('people' in waits) return waits.places === state.entries.size && waits.people !== waits.places
  return isSameJson({ ...waits }, misfit && { most: misfit.most, places: misfit.places, months: misfit.monthsMax })
}

function calendarOf(entries: readonly LedgerEntry[]): ContributionCalendar | null {
  const last = entries.findLast(({ kind }) => kind === 'circle.calendar_set' || kind === 'circle.calendar_removed')
  if (last?.kind !== 'circle.calendar_set') return null
  return { day: Number(last.payload['day']), hour: Number(last.payload['hour']) }
}

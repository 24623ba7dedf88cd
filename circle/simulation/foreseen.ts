import type { ContributionCalendar } from '../calendar.ts'
import { queueOf } from '../decision.ts'
import { periodOf } from '../period.ts'
import { levelsOf } from '../plan.ts'
import type { CircleState, Entry } from '../state.ts'
import { pullAtOf } from './calendar.ts'
import { forecast } from './forecast.ts'
import type { ForecastMonth } from './forecast.ts'
import { hadTurns } from './had-turns.ts'
import { BEFORE } from './turn-log.ts'

/** A turn as people read it, by its months (`2027-03`): of one that runs, the month in which it began; null beyond those followed. */
export type ForeseenTurn = { readonly begins: string | null; readonly ends: string | null; readonly running: boolean }

export type ForeseenPlace = {
  readonly entry: Entry
  /** It has had its turn of this rotation of a roda: its turns are of the next one, if there is one. */
  readonly had: boolean
  readonly turns: readonly ForeseenTurn[]
  /** A month of the forecast as people read it, for this place. */
  readonly told: (month: ForecastMonth) => string | null
}

/** In a circle that was closed nobody has a turn ahead, and what may still be paid after its end is of no turn. */
export function closedState(state: CircleState): CircleState {
  return { ...state, entries: new Map(), obligations: new Map(), donations: new Map(), reports: new Map() }
}

/** Every place of a circle with its turns as people read them, by level and position, and the months followed. */
export function foresee(
  state: CircleState,
  { now, calendar }: { readonly now: number; readonly calendar: ContributionCalendar | null },
): { readonly periods: readonly string[]; readonly places: readonly ForeseenPlace[] } {
  const { periods, places } = forecast({ state, now, pullAt: pullAtOf(calendar) })
  const queued = levelsOf(state.plan).flatMap((level) => queueOf({ state }, level))
  const had = hadTurns(state, queued, places)
  return {
    periods,
    places: queued.map((entry, index) => {
      const told = monthsOf(periods, beganAt(state, entry))
      return {
        entry,
        had: had[index]!,
        turns: places[index]!.turns.map(({ begins, ends }) => ({
          begins: told(begins),
          ends: told(ends),
          running: begins === BEFORE,
        })),
        told,
      }
    }),
  }
}

/** When the running turn of an entry began, in epoch ms; null where none runs. */
function beganAt({ turns }: CircleState, { turnId }: Entry): number | null {
  return turnId === null ? null : (turns.get(turnId)?.startedAt ?? null)
}

function monthsOf(periods: readonly string[], began: number | null) {
  return (month: ForecastMonth): string | null => {
    if (month === BEFORE) return began === null ? null : periodOf(began)
    return month === null ? null : (periods[month] ?? null)
  }
}

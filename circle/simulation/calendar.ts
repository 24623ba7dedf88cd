import { DAY_MS } from '../period.ts'

// A simulated month is the average one, so that no month's length decides anything and a deadline of 30 days ends
// before the next pull. Begun in the middle of a month, every one of them falls into a calendar month (and so a
// period) of its own.
const MONTH_DAYS = 30.4375
const BEGIN = Date.UTC(2026, 0, 16, 15)

/** In a month people act this often at least: what an upgrade sets in motion is paid within the month. */
const ROUNDS_MIN = 4

/** The number of payment rounds in a month: often enough that a paying member is never past the deadline. */
export function roundsOf(deadlineDays: number): number {
  return Math.max(ROUNDS_MIN, Math.ceil(MONTH_DAYS / deadlineDays))
}

/** The instant (epoch ms) of a round; months count from 1, rounds from 0. */
export function instantOf(month: number, round: number, rounds: number): number {
  return BEGIN + Math.floor((month - 1 + round / rounds) * MONTH_DAYS * DAY_MS)
}

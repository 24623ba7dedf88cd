import type { Control } from './control.ts'

/**
 * One part of the soak. A part is made of rounds; each is decided by the seed and the round's index alone, so that
 * one is repeated by `npm run soak -- <name> --seed S --from I --dose 1`.
 */
export type Part = {
  /** Its name on the command line: `npm run soak -- <name>`. */
  readonly name: string
  /** The unit of a dose, in the plural: kills, commands, requests. */
  readonly unit: string
  /** The dose that `npm run soak` aims at, and the one that `npm test` runs by a fixed seed. */
  readonly full: number
  readonly small: number
  /** Counts that are above zero after so many units: a run that met none of one proves less than it says. */
  readonly reaches?: { readonly after: number; readonly counts: readonly string[] }
  /** The mends that the part has to miss when they are taken out, one by one: `npm run soak -- <name> --control`. */
  readonly control?: Control
  /**
   * Does `dose` units, from the one with the index `from` on, and tells the report after each round. What it throws
   * means that the part could not run at all: a missing tool is said in one line.
   */
  run(course: Course): Promise<void>
}

export type Course = {
  readonly seed: number
  readonly from: number
  readonly dose: number
  readonly report: Report
}

/** The ear of the soak while a part runs. Everything is kept in the state file, so that a killed soak goes on where it was. */
export type Report = {
  /** A round is over, failed or not; it was so many units. */
  done(units?: number): void
  /** The round with this index broke a promise. The soak goes on: one failure seldom comes alone. */
  failed(index: number, error: unknown): void
  /** Adds to a number that is shown at the end, such as the acknowledged effects that were looked for. */
  count(what: string, by?: number): void
  /** Keeps the largest, such as the longest start in milliseconds. */
  most(what: string, value: number): void
  /** True when no further round is to begin: the time is up, somebody pressed Ctrl-C, or too much has failed. */
  readonly isOver: boolean
}

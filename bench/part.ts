/** A table of figures, with what a reader has to know beside it. */
export type Table = {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly notes: readonly string[]
}

export type Options = {
  /** Rounds that count, at least five for figures that are kept. */
  readonly rounds: number
  /** How long one round lasts for one server. */
  readonly roundMs: number
  /** How many donations the circle of the calls has behind it. */
  readonly donations: number
  /** The share of the usual number of circles, 1 for figures that are kept. */
  readonly circles: number
  /** For how long the mixed load of 'memory' lasts. */
  readonly minutes: number
}

/** A part of the bench. `rows`: what may be asked for alone; a run of only some is printed and not kept. */
export type Part = {
  readonly name: string
  readonly rows: readonly string[]
  run(options: Options, rows: readonly string[]): Promise<Table>
}

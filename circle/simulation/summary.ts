import { invariant } from '../assert.ts'
import type { Tally } from './tally.ts'
import { COMPLETED, EXPIRED } from './tally.ts'

/**
 * A circle at a month's end. Results are received less given since the first day, the administrative account included,
 * in centavos.
 */
export type Summary = {
  readonly givenCents: number
  readonly receivedCents: number
  readonly administrationCents: number
  /** Contributions whose deadline passed unpaid. */
  readonly missed: number
  /** Members who have completed each level of the plan at least once. */
  readonly completed: readonly number[]
  readonly ahead: number
  readonly behind: number
  readonly atZero: number
  /** Of an even number of members, the lower of the two in the middle: a result that somebody has. */
  readonly medianCents: number
  readonly worstCents: number
  /** Given less received of all who are behind: it is missing to them if the circle stops here. */
  readonly shortCents: number
  readonly bestCents: number
}

/**
 * Every centavo given was received, by a member or by the administrative account; throws when not. Answers the total
 * given.
 */
export function ensureConserved({ given, received, administration }: Tally): {
  givenCents: number
  receivedCents: number
} {
  let givenCents = 0
  let receivedCents = 0
  for (let member = 0; member < given.length; member += 1) {
    givenCents += given[member]!
    receivedCents += received[member]!
  }
  invariant(givenCents === receivedCents + administration, 'every centavo given was received')
  return { givenCents, receivedCents }
}

export function summarize(tally: Tally): Summary {
  const { members, given, received } = tally
  const money = ensureConserved(tally)
  const nets = received.map((cents, member) => cents - given[member]!).sort()
  let ahead = 0
  let behind = 0
  let shortCents = 0
  for (const net of nets) {
    if (net > 0) ahead += 1
    if (net >= 0) continue
    behind += 1
    shortCents -= net
  }
  return {
    ...money,
    administrationCents: tally.administration,
    missed: tally.total(EXPIRED),
    completed: Array.from({ length: tally.levels }, (_, index) => completed(tally, index)),
    ahead,
    behind,
    atZero: members - ahead - behind,
    medianCents: nets[(members - 1) >> 1]!,
    worstCents: nets[0]!,
    shortCents,
    bestCents: nets[members - 1]!,
  }
}

function completed(tally: Tally, index: number): number {
  const from = (COMPLETED + index) * tally.members
  let sum = 0
  for (let member = 0; member < tally.members; member += 1) if (tally.counts[from + member]! > 0) sum += 1
  return sum
}

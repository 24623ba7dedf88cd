/** The kinds of events counted for each member: as the one who owes or gives, receives, or owns the turn or upgrade. */
export const COUNTED = [
  'owed',
  'void',
  'matched',
  'confirmed',
  'received',
  'expired',
  'cancelled',
  'completed1',
  'completed2',
  'completed3',
  'upgraded',
  'role',
] as const
export type Counted = (typeof COUNTED)[number]

const column = Object.fromEntries(COUNTED.map((kind, index) => [kind, index])) as Record<Counted, number>
export const OWED = column.owed
export const VOID = column.void
export const MATCHED = column.matched
export const CONFIRMED = column.confirmed
export const RECEIVED = column.received
export const EXPIRED = column.expired
export const CANCELLED = column.cancelled
export const COMPLETED = column.completed1
export const UPGRADED = column.upgraded
export const ROLE = column.role

/** Money and events by member, from the first day on. Money in centavos. */
export class Tally {
  readonly members: number
  /** The number of levels of the plan. */
  readonly levels: number
  readonly given: Float64Array
  readonly received: Float64Array
  /** Kind by kind, one count a member. */
  readonly counts: Int32Array
  administration = 0

  constructor(members: number, levels: number) {
    this.members = members
    this.levels = levels
    this.given = new Float64Array(members)
    this.received = new Float64Array(members)
    this.counts = new Int32Array(members * COUNTED.length)
  }

  reset(): void {
    this.given.fill(0)
    this.received.fill(0)
    this.counts.fill(0)
    this.administration = 0
  }

  count(kind: number, member: number): void {
    this.counts[kind * this.members + member]! += 1
  }

  /** The count of a kind of event for one member, or for all. */
  total(kind: number, member?: number): number {
    const from = kind * this.members
    if (member !== undefined) return this.counts[from + member]!
    let sum = 0
    for (let each = 0; each < this.members; each += 1) sum += this.counts[from + each]!
    return sum
  }
}

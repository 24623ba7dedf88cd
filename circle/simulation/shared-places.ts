import { monthOf } from '../course.ts'
import { needOf, slackOf, standingOf } from '../shares.ts'
import type { Standing } from '../shares.ts'
import type { Opening } from './opening.ts'

/**
 * Where people have several places of a roda, or each is counted for themselves (circle/course.ts): whose each place is, and how the
 * rotation stands with each person, over arrays. They keep up what `holdersOf` counts from a state, contribution by contribution.
 */
export class SharedPlaces {
  readonly owners: readonly number[]
  private readonly opening: Opening
  private readonly required: number
  readonly isByPerson: boolean
  readonly places: Int32Array
  readonly asked: Int32Array
  readonly waiting: Int32Array
  readonly received: Int32Array
  private standing: { -readonly [K in keyof Standing]: number } = { months: 0, whole: 0, needed: 0 }
  /** So many contributions can be given before anybody must receive. */
  private slack = 0

  constructor(opening: Opening) {
    const count = opening.memberIds.length
    this.opening = opening
    this.owners = opening.owners
    this.required = opening.plan.levels[0].required
    this.isByPerson = opening.holders!.isByPerson
    this.places = new Int32Array(count)
    this.asked = new Int32Array(count)
    this.waiting = new Int32Array(count)
    this.received = new Int32Array(count)
    this.reset()
  }

  reset(): void {
    const { holders, memberIds, owners } = this.opening
    for (const [index, memberId] of holders!.memberIds.entries()) {
      const owner = owners[memberIds.indexOf(memberId)]!
      for (const key of ['places', 'asked', 'waiting', 'received'] as const) this[key][owner] = holders![key][index]!
    }
  }

  owe(donor: number): void {
    this.asked[donor]! += 1
    this.waiting[donor]! += 1
  }

  begin(donor: number, receiver: number): void {
    const owner = this.owners[receiver]!
    if (needOf(this, owner, this.standing.whole) > 0) this.standing.needed -= 1
    this.slack -= 1
    this.waiting[donor]! -= 1
    this.received[owner]! += 1
  }

  expire(donor: number, receiver: number): void {
    this.asked[donor]! -= 1
    this.received[this.owners[receiver]!]! -= 1
  }

  /** It could be received by nobody. */
  void(donor: number): void {
    this.asked[donor]! -= 1
    this.waiting[donor]! -= 1
  }

  /** By person, how many contributions a month asks for; null where everybody is asked. */
  due(ahead: ArrayLike<number>): number[] | null {
    return this.isByPerson ? monthOf(this, this.required, { ahead }) : null
  }

  /** Before contributions that wait are given to places: nothing is asked meanwhile. */
  startMatching(): void {
    this.standing = standingOf(this, this.required)
    this.slack = 0
  }

  /** Whether a place is somebody's who has received all of this rotation. */
  isServed(place: number): boolean {
    return this.isByPerson && needOf(this, this.owners[place]!, this.standing.whole) === 0
  }

  /** Whether a place is somebody's to whom every contribution of another must go now; null where it is of none. */
  mustReceive(): ((place: number) => boolean) | null {
    if (this.slack > 0) return null
    this.slack = Infinity
    for (let one = 0; one < this.places.length; one += 1)
      this.slack = Math.min(this.slack, slackOf(this, one, this.standing))
    return this.slack > 0 ? null : (place) => slackOf(this, this.owners[place]!, this.standing) === 0
  }

  /** Whether somebody else than a donor has still to receive. */
  isReceivable(donor: number): boolean {
    if (this.opening.isAwaited) return true
    const { needed, whole } = standingOf(this, this.required)
    return needed > needOf(this, donor, whole)
  }
}

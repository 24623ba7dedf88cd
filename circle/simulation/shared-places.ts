import { whoMustReceive } from '../shares.ts'
import type { Opening } from './opening.ts'

/**
 * Where people have several places of a roda: whose each is, and how the rotation stands with each person, over arrays. What
 * `holdersOf` counts from a state is kept up here, contribution by contribution.
 */
export class SharedPlaces {
  readonly owners: readonly number[]
  private readonly opening: Opening
  private readonly required: number
  readonly places: Int32Array
  readonly asked: Int32Array
  readonly waiting: Int32Array
  readonly received: Int32Array

  constructor(opening: Opening) {
    const count = opening.memberIds.length
    this.opening = opening
    this.owners = opening.owners
    this.required = opening.plan.levels[0].required
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
    this.waiting[donor]! -= 1
    this.received[this.owners[receiver]!]! += 1
  }

  expire(donor: number, receiver: number): void {
    this.asked[donor]! -= 1
    this.received[this.owners[receiver]!]! -= 1
  }

  /** Whether a place is somebody's to whom every contribution of another must go now. */
  mustReceive(): (place: number) => boolean {
    const must = whoMustReceive(this, this.required)
    return (place) => must.includes(this.owners[place]!)
  }
}

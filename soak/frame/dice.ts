import { SeededRandom } from '#circle/simulation/seeded-random.ts'

/** The chance of one round: the same numbers for the same seed and index, on every machine. */
export class Dice {
  private readonly random: SeededRandom

  constructor(seed: number, index: number) {
    this.random = new SeededRandom(seed, index)
  }

  /** A whole number from 0 up to, and without, `count`. */
  below(count: number): number {
    return this.random.below(count)
  }

  /** A whole number from `first` to `last`, both included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1)
  }

  happens(share: number): boolean {
    return this.random.happens(share)
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('Nothing to pick from.')
    return list[this.below(list.length)]!
  }
}

/**
 * Random numbers from a seed, the same on every machine: sfc32, with whole numbers of 32 bits only. A stream is one
 * run of a seed.
 */
export class SeededRandom {
  private a: number
  private b: number
  private c: number
  private counter = 1

  constructor(seed: number, stream: number) {
    this.a = seed | 0
    this.b = Math.floor(seed / 2 ** 32) | 0
    this.c = stream | 0
    // Neighbouring seeds and streams differ in a few bits only; a dozen rounds spread them over all.
    for (let round = 0; round < 15; round += 1) this.next()
  }

  /** True in this share of the cases. What is certain takes no draw. */
  happens(share: number): boolean {
    if (share <= 0) return false
    if (share >= 1) return true
    return this.next() < share * 2 ** 32
  }

  /** A whole number from 0 up to, and without, `count`. */
  below(count: number): number {
    return Math.floor((this.next() / 2 ** 32) * count)
  }

  /** Shuffles the first `count` numbers of a list in place. */
  shuffle(list: Int32Array, count: number): void {
    for (let last = count - 1; last > 0; last -= 1) {
      const other = this.below(last + 1)
      const moved = list[last]!
      list[last] = list[other]!
      list[other] = moved
    }
  }

  private next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0
    return sum >>> 0
  }
}

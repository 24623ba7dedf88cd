/**
 * The taken N1 positions, from 1. A simulation needs nothing else of them: the member at the n-th taken position is
 * the n-th of the queue.
 */
export class TakenPositions {
  readonly count: number
  private readonly taken: Uint8Array

  constructor(positions: number) {
    this.count = positions
    this.taken = new Uint8Array(positions + 1)
  }

  reset(): void {
    this.taken.fill(1)
    this.taken[0] = 0
  }

  /** Exactly these positions are taken. */
  load(positions: readonly number[]): void {
    this.taken.fill(0)
    for (const position of positions) this.taken[position] = 1
  }

  /** The n-th of the queue, counted from 0, leaves. */
  free(place: number): void {
    let position = 0
    for (let left = place + 1; left > 0; left -= this.taken[position]!) position += 1
    this.taken[position] = 0
  }

  /** Takes the last free position and says how many stand before it. */
  takeLast(): number {
    let position = this.taken.lastIndexOf(0)
    this.taken[position] = 1
    let before = 0
    for (position -= 1; position > 0; position -= 1) before += this.taken[position]!
    return before
  }
}

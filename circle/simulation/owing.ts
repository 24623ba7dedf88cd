/** How many overdue obligations each member has, and all together: who has one is served last in every queue. */
export class Owing {
  total = 0
  readonly count: Uint16Array

  constructor(members: number) {
    // The last stands for the end of a queue, which owes nothing.
    this.count = new Uint16Array(members + 1)
  }

  reset(): void {
    this.total = 0
    this.count.fill(0)
  }

  add(member: number): void {
    this.total += 1
    this.count[member]! += 1
  }

  remove(member: number): void {
    this.total -= 1
    this.count[member]! -= 1
  }
}

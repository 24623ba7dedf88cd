/** How many overdue obligations each member has, and all together: who has one is served last in every queue. */
export class Owing {
  total = 0
  readonly count: Uint16Array
  /** Whose each number is, where people have several places: each of them is served last. */
  private readonly owners: readonly number[] | null

  constructor(members: number, owners: readonly number[] | null = null) {
    this.owners = owners
    // The last stands for the end of a queue, which owes nothing.
    this.count = new Uint16Array(members + 1)
  }

  reset(): void {
    this.total = 0
    this.count.fill(0)
  }

  add(member: number): void {
    this.change(member, 1)
  }

  remove(member: number): void {
    this.change(member, -1)
  }

  private change(member: number, by: 1 | -1): void {
    this.total += by
    this.count[member]! += by
    for (const [place, owner] of this.owners?.entries() ?? [])
      if (owner === member && place !== member) this.count[place]! += by
  }
}

import { expect, test } from 'vitest'
import { nextAhead } from './ahead.ts'
import { decide } from './circle.ts'
import type { Command } from './circle.ts'
import { DAY_MS } from './period.ts'
import { rodaPlan } from './plan.ts'
import { COUNTED_SINCE } from './shares.ts'
import type { CircleState, Donation } from './state.ts'
import { dose } from './testing/dose.ts'
import { takesTwoPeople } from './two-people.ts'

// Two of a roda pay nobody else, and try whatever the pages offer, in any order, so as to be paid in their turns all the same.

type Setting = {
  readonly people: number
  readonly months: number
  readonly deadlineDays: number
  readonly friends: readonly string[]
  /** Whether who administers is with them: opens cases of their donations, and lets somebody new take a place over. */
  readonly isOrganised: boolean
}

const settings: readonly Setting[] = [
  { people: 8, months: 7, deadlineDays: 10, friends: ['m4', 'm6'], isOrganised: false },
  { people: 8, months: 7, deadlineDays: 20, friends: ['m5', 'm8'], isOrganised: true },
  { people: 12, months: 4, deadlineDays: 10, friends: ['m8', 'm10'], isOrganised: true },
]

/** Numbers from 0 to 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let at = seed
  return () => {
    at = (at * 1_664_525 + 1_013_904_223) % 2 ** 32
    return at / 2 ** 32
  }
}

class Life {
  state: CircleState | null = null
  now = Date.parse('2027-01-05T12:00:00-03:00')
  /** In centavos: the sums that the two gave to the others, and got from them. */
  given = 0
  got = 0
  /** In centavos, what each got less what they gave. */
  readonly kept = new Map<string, number>()
  /** How often somebody new was to owe what one of them had kept, by who is with them alone, and how often that was done. */
  tried = 0
  escaped = 0
  readonly friends: ReadonlySet<string>
  readonly setting: Setting
  readonly chance: () => number
  #ids = 0

  constructor(setting: Setting, seed: number) {
    this.setting = setting
    this.chance = numbers(seed)
    this.friends = new Set([...setting.friends, 'new'])
    const { people, months, deadlineDays } = setting
    const plan = { ...rodaPlan({ amountCents: 10_000, months }), deadlineDays }
    this.does({ kind: 'create_circle', mode: 'real', plan, rules: COUNTED_SINCE })
    const names = Array.from({ length: people }, (_, index) => `m${index + 1}`)
    for (const memberId of [...names, 'new']) this.does({ kind: 'approve_member', memberId })
    for (const [index, memberId] of names.entries())
      this.does({ kind: 'place', memberId, level: 1, position: index + 1, isReceiver: false })
  }

  id(): string {
    return `id-${String((this.#ids += 1)).padStart(6, '0')}`
  }

  /** A command that is refused changes nothing. */
  does(command: Command): void {
    const decided = decide(this.state, command, { now: this.now, newId: () => this.id() })
    if (!decided.ok) return
    this.state = decided.state
    for (const event of decided.events) {
      if (event.kind === 'place.handed_over') this.passes(event.memberId, event.newcomerId)
      if (event.kind !== 'donation.confirmed' && event.kind !== 'donation.part_confirmed') continue
      const { donorId, receiverId, cents = event.amountCents } = event
      for (const [id, sum] of [
        [donorId, -cents],
        [receiverId!, cents],
      ] as const)
        this.kept.set(id, (this.kept.get(id) ?? 0) + sum)
      if (this.friends.has(donorId) === this.friends.has(receiverId!)) continue
      if (this.friends.has(donorId)) this.given += cents
      else this.got += cents
    }
  }

  passes(memberId: string, newcomerId: string): void {
    const sum = this.kept.get(memberId) ?? 0
    if (sum > 0) this.escaped += 1
    this.kept.set(newcomerId, sum).delete(memberId)
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.chance() * from.length)]!
  }

  donations(concerns: (donation: Donation) => boolean): readonly Donation[] {
    return [...this.state!.donations.values()].filter(concerns)
  }

  confirms({ id, receiverId, sentCents }: Donation): void {
    this.does({ kind: 'confirm', donationId: id, by: { memberId: receiverId! }, cents: sentCents ?? undefined })
  }

  tries(): void {
    const memberId = this.pick([...this.friends])
    const own = this.donations(({ donorId }) => donorId === memberId)
    const { id: donationId = 'none', parts = 0, obligationId = '' } = own.length > 0 ? this.pick(own) : {}
    const whole = parts > 0 ? this.state!.obligations.get(obligationId)!.amountCents : undefined
    const position = (of: string) => [...this.state!.entries.values()].find((one) => one.memberId === of)?.position ?? 0
    const otherId = this.pick([...this.friends])
    const places = { position: position(memberId), otherPosition: position(otherId) }
    this.pick([
      () => this.goesAhead(memberId),
      () => this.does({ kind: 'send_receipt', donationId, memberId, image: 'none', cents: whole }),
      () => this.does({ kind: 'send_receipt', donationId, memberId, image: 'none', cents: 1 }),
      () => this.does({ kind: 'report', reportId: this.id(), donationId, memberId }),
      () => this.does({ kind: 'swap_turns', swapId: this.id(), memberId, otherId, ...places }),
      () => this.donations(({ receiverId }) => this.friends.has(receiverId!)).forEach((one) => this.confirms(one)),
      () => this.isHelped(memberId, donationId),
    ])()
  }

  goesAhead(memberId: string): void {
    try {
      const { receiverId } = nextAhead(this.state!, memberId, this.now)
      this.does({ kind: 'pay_ahead', memberId, receiverId })
    } catch {
      // The rules say why not.
    }
  }

  isHelped(memberId: string, donationId: string): void {
    if (!this.setting.isOrganised) return
    if (this.chance() < 0.8) return this.does({ kind: 'open_case', reportId: this.id(), donationId, bounded: true })
    const { given, received } = this.state!.members.get(memberId)!
    const sums = { givenCents: given[1], receivedCents: received[1] }
    const over = { kind: 'hand_over', substituteId: this.id(), memberId, newcomerId: 'new', ...sums } as const
    // The one who administers is with them, and nobody else would let such a place go.
    if ((this.kept.get(memberId) ?? 0) > 0) this.tried += 1
    if (takesTwoPeople(this.state!, over) === null) this.does(over)
  }

  /** The others pay in time, confirm what came, a cent too, and reject after some days what did not. */
  othersAct(day: number): void {
    for (const { id: donationId, donorId, status } of this.donations(({ donorId: by }) => !this.friends.has(by)))
      if (status === 'PENDING_PAYMENT' && day % 31 > 2)
        this.does({ kind: 'send_receipt', donationId, memberId: donorId, image: 'paid' })
    for (const sent of this.donations(({ status }) => status === 'PENDING_CONFIRMATION')) {
      const { id: donationId, donorId, receiverId, sentCents } = sent
      const isPaid = !this.friends.has(donorId) || sentCents === 1
      if (isPaid) this.confirms(sent)
      else if (!this.friends.has(receiverId!) && this.chance() < 0.4)
        this.does({ kind: 'reject_receipt', donationId, memberId: receiverId!, stays: true })
    }
    for (const { id: reportId, reportedAt } of this.state!.reports.values())
      if (this.now - reportedAt > 3 * DAY_MS)
        this.does({ kind: 'resolve_report', reportId, resolution: 'RESOLVED', outcome: 'keep' })
  }
}

test('who gives nothing is paid by nobody before all who gave, whatever they ask, send, swap, report and confirm to each other', () => {
  for (const setting of settings)
    for (let seed = 1; seed <= dose(40, 3_000); seed += 1) {
      const life = new Life(setting, seed)
      // Until the others have all had their turns.
      const others = setting.people - setting.friends.length
      const months = Math.floor((others * setting.months) / setting.people)
      for (let day = 0; day < 31 * months; day += 1) {
        if (day % 31 === 0) life.does({ kind: 'generate_pull' })
        for (let acts = Math.floor(life.chance() * 4) - 1; acts > 0; acts -= 1) life.tries()
        life.othersAct(day)
        life.does({ kind: 'expire', late: true })
        expect(life.got, `by seed ${seed} of ${JSON.stringify(setting)}, day ${day}`).toBeLessThanOrEqual(life.given)
        life.now += DAY_MS
      }
    }
})

test('who was served first lets nobody owe it in their place, whom one who administers lets in', () => {
  let tried = 0
  for (const friends of [
    ['m1', 'm3'],
    ['m1', 'm2'],
  ])
    for (let seed = 1; seed <= dose(20, 1_000); seed += 1) {
      const life = new Life({ people: 6, months: 5, deadlineDays: 10, friends, isOrganised: true }, seed)
      for (let day = 0; day < 31 * 3; day += 1) {
        if (day % 31 === 0) life.does({ kind: 'generate_pull' })
        if (life.chance() < 0.3) life.tries()
        life.isHelped(life.pick(friends), 'none')
        life.othersAct(day)
        life.does({ kind: 'expire', late: true })
        expect(life.escaped, `by seed ${seed} of ${friends}, day ${day}`).toBe(0)
        life.now += DAY_MS
      }
      tried += life.tried
    }
  expect(tried).toBeGreaterThan(0)
})

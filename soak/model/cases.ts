import type { Command } from '#circle/circle.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import type { Dice } from '../frame/dice.ts'
import type { NaiveCircle } from './naive-circle.ts'

const APPEAL_DAYS = 14
const DAY_MS = 86_400_000

/** A party's appeal: words and a term, of which the rules know nothing. */
export type Appeal = { readonly kind: 'appeal'; readonly reportId: string; readonly memberId: string }
type Decision = Extract<Command, { kind: 'decide_appeal' }>

type Case = {
  readonly donationId: string
  readonly parties: readonly string[]
  endedAt: number | null
  appealed: boolean
  decided: boolean
}

/** Every case there ever was, kept naively: who may still appeal, and what waits for a decision. */
export class Cases {
  private readonly cases = new Map<string, Case>()

  /** Follows the naive circle after each of its commands. */
  follow(naive: NaiveCircle, now: number): void {
    for (const { number, donation } of naive.reports) {
      if (this.cases.has(`r${number}`)) continue
      const { donor, receiver } = naive.donations.find((one) => one.number === donation)!
      const parties = receiver === null ? [donor] : [donor, receiver]
      const made = { donationId: `d${donation}`, parties, endedAt: null, appealed: false, decided: false }
      this.cases.set(`r${number}`, made)
    }
    for (const [reportId, one] of this.cases)
      if (one.endedAt === null && !naive.reports.some(({ number }) => `r${number}` === reportId)) one.endedAt = now
  }

  /** Why the server has to refuse an appeal; null where it has to take it. */
  refusalOf({ reportId, memberId }: Appeal, now: number): ErrorCode | null {
    const one = this.cases.get(reportId)!
    if (!one.parties.includes(memberId)) return 'resource.not_found'
    if (one.endedAt === null) return 'appeal.not_decided'
    if (one.appealed) return 'appeal.once'
    return now > one.endedAt + APPEAL_DAYS * DAY_MS ? 'appeal.too_late' : null
  }

  /** Why the server has to refuse a decision before it asks the rules; null where they decide. */
  refusalOfDecision(reportId: string): ErrorCode | null {
    const one = this.cases.get(reportId)!
    if (!one.appealed) return 'appeal.none'
    return one.decided ? 'appeal.ended' : null
  }

  /** Whether a decided case can still be appealed against, or its appeal waits. */
  mayChange(now: number): boolean {
    return [...this.cases.values()].some(
      ({ endedAt, appealed, decided }) =>
        !decided && (appealed || (endedAt !== null && endedAt > now - APPEAL_DAYS * DAY_MS)),
    )
  }

  appealed({ reportId }: Appeal): void {
    this.cases.get(reportId)!.appealed = true
  }

  decided(reportId: string): void {
    this.cases.get(reportId)!.decided = true
  }

  /** The next step in the life of a case, now and then one that comes too early, twice, or from somebody else. */
  nextStep(naive: NaiveCircle, dice: Dice): Appeal | Command | null {
    const approved = naive.members.filter(({ status }) => status === 'approved').map(({ name }) => name)
    const all = [...this.cases]
    const isWrong = dice.happens(0.15)
    const waiting = all.filter(([, { appealed, decided }]) => isWrong || (appealed && !decided))
    if (waiting.length > 0 && dice.happens(0.8)) {
      const [reportId, { donationId }] = dice.pick(waiting)
      return decisionOn(reportId, donationId, dice)
    }
    const appealable = all.flatMap(([reportId, { parties, endedAt, appealed }]) => {
      const who = approved.filter((name) => isWrong || parties.includes(name))
      return who.length > 0 && (isWrong || (endedAt !== null && !appealed)) ? [{ reportId, who }] : []
    })
    if (appealable.length > 0 && dice.happens(0.8)) {
      const { reportId, who } = dice.pick(appealable)
      return { kind: 'appeal', reportId, memberId: dice.pick(who) }
    }
    const open = naive.reports.map(({ number }) => `r${number}`)
    if (open.length > 0) {
      const outcome = dice.pick(['keep', 'keep', 'confirm', 'cancel'] as const)
      return { kind: 'resolve_report', reportId: dice.pick(open), resolution: 'RESOLVED', outcome }
    }
    const donors = naive.donations.filter(({ donor, report }) => report === null && approved.includes(donor))
    if (donors.length === 0) return null
    const { number, donor } = dice.pick(donors)
    return { kind: 'report', reportId: '', donationId: `d${number}`, memberId: donor }
  }
}

function decisionOn(reportId: string, donationId: string, dice: Dice): Decision {
  const decision = dice.pick(['UPHELD', 'CHANGED', 'CHANGED'] as const)
  const isOdd = dice.happens(0.1)
  const outcome = decision === 'CHANGED' || isOdd ? dice.pick(['keep', 'confirm', 'cancel'] as const) : 'keep'
  return { kind: 'decide_appeal', reportId, donationId, decision, outcome }
}

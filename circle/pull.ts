import type { Level } from './plan.ts'
import { levelPlan, levelsOf } from './plan.ts'
import { match, needOf, servingOrder } from './matching.ts'
import { periodOf } from './period.ts'
import { refuse } from './refusal.ts'
import { hasGivenAll } from './rotation.ts'
import { dueOf } from './course.ts'
import { sharesMisfit } from './shares.ts'
import { everAsked } from './draw.ts'
import { emit, getMember, queueOf } from './decision.ts'
import type { Decision, HasState } from './decision.ts'
import type { CircleState, Entry } from './state.ts'

export type PullRequest = {
  readonly donorsCount?: number | undefined
  readonly amountCents?: number | undefined
  readonly type?: string | undefined
  readonly deadlineDays?: number | undefined
  /** Members who have not accepted the terms in force: they are passed over. Absent where that was not recorded yet. */
  readonly withoutConsent?: readonly string[] | undefined
  /** Those passed over are not paid either until they accept. Absent where they still were. */
  readonly unserved?: true | undefined
  /** Each is counted once: as having one already, or as passed over. Absent where all who were not asked counted as having one. */
  readonly countsOnce?: true | undefined
}

/**
 * Asks every entry of each contributing queue for this period's donation, once (1-rules, section 5), except of those
 * who have not accepted the terms in force (5-trust, section 6), who are not served either until they do. Ends with one
 * `pull.generated` that counts donations made, receivers given at least one, members who already had a PULL, and members passed over.
 */
export function generatePull(decision: Decision, request: PullRequest): void {
  ensureAgrees(decision, request)
  const period = periodOf(decision.now)
  const { pulledPeriod } = decision.state
  if (pulledPeriod !== null && period < pulledPeriod) refuse('pull.period_past')
  const misfit = everAsked(decision.state) ? null : sharesMisfit(decision.state)
  if (misfit) refuse('shares.misfit', misfit)

  const passedOver = passOver(decision, period, request)
  const before = decision.events.length
  let skipped = 0
  for (const level of levelsOf(decision.state.plan)) {
    if (!levelPlan(decision.state.plan, level).contributes) continue
    const queue = queueOf(decision, level)
    const most = dueOf(decision.state)
    const unasked = queue.filter((entry) => isToBeAsked(decision.state, entry, { period, most }))
    skipped += request.countsOnce
      ? queue.filter((entry) => hasPull(decision.state, entry, period)).length
      : queue.length - unasked.length
    const due = unasked.filter(({ memberId }) => !passedOver.has(memberId))
    const donors = due.filter((entry) => !countAhead(decision, entry, period))
    skipped += due.length - donors.length
    const asked = new Map<string, number>()
    for (const entry of ringOrder(decision, level, queue, donors)) {
      const share = (asked.get(entry.memberId) ?? 0) + 1
      if (most !== null && share > most.get(entry.memberId)!) continue
      asked.set(entry.memberId, share)
      oweContribution(decision, entry, { period, share })
    }
  }
  match(decision)

  const made = decision.events.slice(before)
  const owed = new Set(made.flatMap((event) => (event.kind === 'obligation.owed' ? [event.obligationId] : [])))
  const given = made.flatMap((event) =>
    event.kind === 'donation.matched' && owed.has(event.obligationId) ? [event] : [],
  )
  emit(decision, {
    kind: 'pull.generated',
    period,
    created: given.length,
    receivers: new Set(given.map((donation) => `${donation.target}:${donation.receiverId}`)).size,
    skipped,
    ...(request.withoutConsent ? { skippedWithoutConsent: countPassedOver(decision, passedOver, request) } : {}),
  })
}

/**
 * The members whom this month's pull would ask, had they accepted the terms. From here on nobody is asked to pay them
 * (`unserved`); whoever is asked is paid. Whoever is paid again may leave others something to give, who are looked at then.
 */
function passOver(decision: Decision, period: string, { withoutConsent = [], unserved }: PullRequest): Set<string> {
  const passedOver = new Set<string>()
  let before: number
  do {
    before = decision.events.length
    const { unasked } = contributorsOf(decision, period)
    for (const memberId of [...new Set(unasked.map((entry) => entry.memberId))].sort()) {
      if (!withoutConsent.includes(memberId)) endPassingOver(decision, memberId)
      else {
        passedOver.add(memberId)
        if (unserved && !getMember(decision, memberId).isPassedOver)
          emit(decision, { kind: 'member.passed_over', memberId })
      }
    }
  } while (decision.events.length > before)
  return passedOver
}

/** How many did not accept, those among them who are not looked at again since nobody is left to whom they could give. */
function countPassedOver(
  { state }: Decision,
  now: Set<string>,
  { withoutConsent = [], countsOnce }: PullRequest,
): number {
  const still = countsOnce ? withoutConsent.filter((memberId) => state.members.get(memberId)?.isPassedOver) : []
  return new Set([...now, ...still]).size
}

/** A member who accepted the terms is paid again, in the place that they have. Nothing changes for anybody else. */
export function serveAgain(decision: Decision, memberId: string): void {
  endPassingOver(decision, memberId)
  match(decision)
}

function endPassingOver(decision: Decision, memberId: string): void {
  if (getMember(decision, memberId).isPassedOver) emit(decision, { kind: 'member.served_again', memberId })
}

/**
 * Donors go round the ring from behind the run's last receiver, so that those who receive this month pay last. With one
 * level they go round from behind its first receiver: then no donation of the month falls to its own donor, each
 * month's donations go to the turns that are due, and every rotation ends with everybody at zero.
 */
function ringOrder(decision: Decision, level: Level, queue: Entry[], donors: Entry[]): Entry[] {
  const count = Math.ceil(donors.length / levelPlan(decision.state.plan, level).required)
  const receivers = servingOrder(decision, level)
    .filter((entry) => needOf(decision, entry) > 0)
    .slice(0, count)
  const start = receivers.at(decision.state.plan.levels.length === 1 ? 0 : -1)?.position ?? 0
  const due = new Set(donors.map((entry) => entry.id))
  return [
    ...queue.filter((entry) => entry.position > start),
    ...queue.filter((entry) => entry.position <= start),
  ].filter((entry) => due.has(entry.id))
}

function oweContribution(
  decision: Decision,
  entry: Entry,
  { period, share }: { readonly period: string; readonly share: number },
): void {
  emit(decision, {
    kind: 'obligation.owed',
    obligationId: decision.newId(),
    memberId: entry.memberId,
    type: 'PULL',
    amountCents: levelPlan(decision.state.plan, entry.level).donationCents,
    target: entry.level,
    period,
    order: decision.state.nextOrder,
    ...(share > 1 ? { share } : {}),
  })
}

/** Whether a month is one that its member owes or gave ahead: that very month, or else the oldest. */
function countAhead(decision: Decision, { memberId, level }: Entry, period: string): boolean {
  const { ahead } = getMember(decision, memberId)
  const counted = ahead.find((one) => one.period === period) ?? ahead[0]
  if (!counted) return false
  emit(decision, { kind: 'contribution.counted', obligationId: counted.obligationId, memberId, level, period })
  return true
}

/** How many people a plan was shown for, and how many have a place. */
export type OffPlan = { readonly people: number; readonly places: number }

/**
 * Whether the first contributions of a real circle of one level would be asked of other people than its plan was shown for:
 * then everybody read of another month's end and another sum than theirs. Once something was owed the plan is frozen, and
 * people may come and leave. The server asks this before the command, which ledgers of before hold without it.
 */
export function firstOffPlan(
  { mode, plan, nextOrder, isBroughtIn }: Pick<CircleState, 'mode' | 'plan' | 'nextOrder' | 'isBroughtIn'>,
  numbers: OffPlan,
): OffPlan | null {
  if (mode !== 'real' || plan.levels.length !== 1 || nextOrder > 1 || isBroughtIn) return null
  return numbers.places === numbers.people ? null : numbers
}

/** The places of every contributing queue, and those of them that a pull of this month would ask. */
export function contributorsOf(decision: HasState, period: string): { places: Entry[]; unasked: Entry[] } {
  const { state } = decision
  const places = levelsOf(state.plan)
    .filter((level) => levelPlan(state.plan, level).contributes)
    .flatMap((level) => queueOf(decision, level))
  const most = dueOf(state)
  return { places, unasked: places.filter((entry) => isToBeAsked(state, entry, { period, most })) }
}

function isToBeAsked(
  state: CircleState,
  entry: Entry,
  { period, most }: { period: string; most: ReturnType<typeof dueOf> },
): boolean {
  if (hasPull(state, entry, period)) return false
  return most === null ? !hasGivenAll(state, entry) : most.get(entry.memberId)! > 0
}

function hasPull(state: CircleState, entry: Entry, period: string): boolean {
  return state.pulledPeriod === period && state.pulled.has(`${entry.level}:${entry.memberId}`)
}

/** The call repeats the plan's numbers; anything that contradicts the plan is refused. */
function ensureAgrees({ state }: Decision, request: PullRequest): void {
  const [first] = state.plan.levels
  const agrees =
    (request.donorsCount ?? first.required) === first.required &&
    (request.amountCents ?? first.donationCents) === first.donationCents &&
    (request.deadlineDays ?? state.plan.deadlineDays) === state.plan.deadlineDays &&
    (request.type ?? 'PULL') === 'PULL'
  if (!agrees) refuse('pull.contradicts_plan')
}

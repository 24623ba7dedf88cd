import { isBalanced } from '#circle/plan.ts'
import { isOver } from '#circle/rotation.ts'
import type { CircleEvent, CircleState } from '#circle/state.ts'
import { tellCase } from './tell-case.ts'
import { tellDonation } from './tell-donation.ts'
import { tellPlace } from './tell-place.ts'
import type { Decided, NoticeFor, Telling } from './telling.ts'

/**
 * The notices that a decision gives: everybody whose money, place, access or case it changed is told once, except of
 * what they did themselves. Several donations of one kind for one person are one notice with their sum.
 */
export function noticesOf(decided: Decided): NoticeFor[] {
  const found: NoticeFor[] = []
  const { told = {}, actorId } = decided
  const say: Telling['say'] = (userId, kind, facts) => {
    if (userId) found.push({ userId, kind, facts } as unknown as NoticeFor)
  }
  const tell: Telling['tell'] = (userId, kind, facts) => {
    if (userId !== actorId) say(userId, kind, facts)
  }
  const because = told.reason === undefined ? {} : { reason: told.reason }
  const telling = { ...decided, told, because, say, tell }
  // A turn that starts or ends, and the rest, follows from what is told here, or is the person's own doing.
  for (const event of decided.events) {
    tellMember(event, telling)
    tellPlace(event, telling)
    tellDonation(event, telling)
    tellCase(event, telling)
  }
  tellRotation(telling)
  return summed(found)
}

/** Everybody with a place learns that a rotation is over, whoever ended its last donation. */
function tellRotation({ before, after, say }: Telling): void {
  if (!isRodaOver(after) || isRodaOver(before)) return
  for (const memberId of new Set([...after.entries.values()].map((entry) => entry.memberId)))
    say(memberId, 'circle.rotation_over', {})
}

function isRodaOver(state: CircleState): boolean {
  const { plan, donations, obligations } = state
  const isNothingOpen = donations.size === 0 && obligations.size === 0
  return isNothingOpen && plan.levels.length === 1 && isBalanced(plan) && isOver(state)
}

function tellMember(event: CircleEvent, { after, told, because, tell }: Telling): void {
  switch (event.kind) {
    case 'member.approved':
      tell(event.memberId, 'account.approved', {})
      break
    case 'member.suspended': {
      const owed = [...after.obligations.values()].filter(({ memberId }) => memberId === event.memberId)
      const owesCents = owed.reduce((sum, { amountCents }) => sum + amountCents, 0)
      tell(event.memberId, 'account.suspended', { ...told, ...(owesCents > 0 ? { owesCents } : {}) })
      break
    }
    case 'member.reinstated':
      tell(event.memberId, 'account.reinstated', because)
      break
    default:
  }
}

/** Notices of one kind about several donations of one person become one; the earliest deadline counts. */
function summed(found: readonly NoticeFor[]): NoticeFor[] {
  const sums = new Map<string, NoticeFor>()
  for (const notice of found) {
    const isCounted = 'count' in notice.facts
    // Donations that somebody has to pay, and those that they wait for, are told apart.
    const side =
      isCounted &&
      (('isOwn' in notice.facts && notice.facts.isOwn) || ('isToPay' in notice.facts && notice.facts.isToPay))
    const key = isCounted ? `${notice.userId} ${notice.kind} ${side}` : `${notice.userId} ${JSON.stringify(notice)}`
    const known = sums.get(key)
    if (known && isCounted)
      sums.set(key, { ...known, facts: plus(known.facts as Summable, notice.facts as Summable) } as NoticeFor)
    else sums.set(key, notice)
  }
  return [...sums.values()]
}

type Summable = { readonly count?: number; readonly amountCents?: number; readonly deadlineAt?: number }

function plus(a: Summable, b: Summable): Summable {
  return {
    ...a,
    count: (a.count ?? 0) + (b.count ?? 0),
    amountCents: (a.amountCents ?? 0) + (b.amountCents ?? 0),
    ...(a.deadlineAt === undefined ? {} : { deadlineAt: Math.min(a.deadlineAt, b.deadlineAt ?? a.deadlineAt) }),
  }
}

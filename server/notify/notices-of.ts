import type { CircleEvent, CircleState, DonationFacts } from '#circle/state.ts'
import type { Notice, NoticeFacts, NoticeKind } from '#contracts/notices/notice.ts'

type NoticeFor = Notice & { readonly userId: string }

/** A decision, and who caused it. */
export type Decided = {
  readonly events: readonly CircleEvent[]
  readonly before: CircleState
  readonly after: CircleState
  readonly actorId: string | null
  readonly told?: Told
  /** The people of donations that ended before, and that the states therefore do not hold, by the donation's id. */
  readonly endedParties?: ReadonlyMap<string, readonly (string | null)[]>
}

/** The administration's own words on what it did, for those whom it concerns. */
export type Told = { readonly reason?: string; readonly isRemoval?: boolean }

/** The events after which a queue moves by the rules, without anybody's moving it. */
const RUNS_ON: ReadonlySet<CircleEvent['kind']> = new Set(['turn.completed', 'donation.expired', 'upgrade.accepted'])

/**
 * The notices that a decision gives: everybody whose money, place, access or case it changed is told once, except of
 * what they did themselves. Several donations of one kind for one person are one notice with their sum.
 */
export function noticesOf({ events, before, after, actorId, told = {}, endedParties }: Decided): NoticeFor[] {
  const found: NoticeFor[] = []
  const because = told.reason === undefined ? {} : { reason: told.reason }
  const matched = new Set(events.flatMap((event) => (event.kind === 'donation.matched' ? [event.obligationId] : [])))
  // Where the circle itself moves, everybody behind comes forward by a place, some thirty times a month in a large one: their
  // pages show it, and `turn.moved` tells a month that changes. Those whom others pass are told.
  const isByHand = !events.some(({ kind }) => RUNS_ON.has(kind))
  const isRejection = events.some((event) => event.kind === 'donation.receipt_rejected')
  const say = <K extends NoticeKind>(userId: string | null | undefined, kind: K, facts: NoticeFacts[K]) => {
    if (userId) found.push({ userId, kind, facts } as unknown as NoticeFor)
  }
  const tell: typeof say = (userId, kind, facts) => {
    if (userId !== actorId) say(userId, kind, facts)
  }
  const partiesOf = (donationId: string) => {
    const donation = before.donations.get(donationId) ?? after.donations.get(donationId)
    return donation ? [donation.donorId, donation.receiverId] : (endedParties?.get(donationId) ?? [])
  }
  for (const event of events) {
    switch (event.kind) {
      case 'member.approved':
        tell(event.memberId, 'account.approved', {})
        break
      case 'member.suspended':
        tell(event.memberId, 'account.suspended', told)
        break
      case 'member.reinstated':
        tell(event.memberId, 'account.reinstated', because)
        break
      case 'entry.placed':
        tell(event.memberId, 'place.given', { level: event.level, position: event.position, ...because })
        break
      case 'entry.removed':
        if (event.reason === 'removed') tell(event.memberId, 'place.lost', { level: event.level, ...because })
        break
      case 'entry.moved':
        for (const { entryId, position, passedMemberIds } of event.moves)
          if (isByHand || passedMemberIds.length > 0)
            tell(after.entries.get(entryId)?.memberId, 'place.moved', { level: event.level, position, ...because })
        break
      case 'queue.drawn':
        for (const { memberId, position } of event.places) tell(memberId, 'draw.done', { level: event.level, position })
        break
      case 'queue.change_undone':
        for (const { entryId, position } of [...event.places, ...event.restore])
          if (before.entries.get(entryId)?.position !== position)
            tell(after.entries.get(entryId)?.memberId, 'place.moved', { level: event.level, position, ...because })
        for (const { entryId } of event.places) {
          const [was, is] = [before.entries.get(entryId), after.entries.get(entryId)]
          if (was && is && was.isReceiver !== is.isReceiver)
            tell(is.memberId, is.isReceiver ? 'place.receiver' : 'place.no_receiver', {
              level: event.level,
              ...because,
            })
        }
        for (const entryId of event.drop)
          tell(before.entries.get(entryId)?.memberId, 'place.lost', { level: event.level, ...because })
        break
      case 'receiver.set':
        tell(event.memberId, 'place.receiver', { level: event.level, ...because })
        break
      case 'receiver.unset':
        tell(event.memberId, 'place.no_receiver', { level: event.level, ...because })
        break
      case 'turn.completed':
        tell(event.memberId, 'turn.completed', { level: event.level, receivedCents: event.receivedCents })
        break
      case 'obligation.owed':
        if (!matched.has(event.obligationId))
          tell(event.memberId, 'donation.owed', { count: 1, amountCents: event.amountCents })
        break
      case 'obligation.void':
        tell(event.memberId, 'donation.released', { count: 1, amountCents: event.amountCents })
        break
      case 'donation.matched':
        tell(event.donorId, 'donation.to_pay', { ...one(event), deadlineAt: event.deadlineAt })
        tell(event.receiverId, 'donation.to_come', one(event))
        break
      case 'donation.receipt_sent':
      case 'donation.receipt_replaced': {
        const donation = after.donations.get(event.donationId)
        if (donation) tell(donation.receiverId, event.kind, one({ ...donation, donationId: event.donationId }))
        break
      }
      case 'donation.receipt_rejected': {
        const { donorId, amountCents } = after.donations.get(event.donationId)!
        const { donationId, deadlineAt } = event
        tell(donorId, event.kind, { ...one({ donationId, amountCents }), deadlineAt })
        break
      }
      case 'donation.confirmed': {
        // Confirmed by somebody else than its receiver, it was settled over the heads of both.
        const kind =
          event.receiverId === null || event.receiverId === actorId ? 'donation.confirmed' : 'donation.settled'
        tell(event.donorId, kind, one(event))
        if (kind === 'donation.settled') tell(event.receiverId, kind, one(event))
        break
      }
      case 'donation.expired':
      case 'donation.cancelled':
        tell(event.donorId, event.kind, one(event))
        tell(event.receiverId, event.kind, one(event))
        break
      case 'donation.deadline_moved':
        for (const party of partiesOf(event.donationId))
          tell(party, event.kind, { donationId: event.donationId, deadlineAt: event.deadlineAt })
        break
      case 'donation.reported':
        for (const party of partiesOf(event.donationId)) {
          // A report that its author did not ask for, or that nobody did, is told to both.
          if (isRejection) say(party, 'case.opened', caseOf(event))
          else if (event.reporterId === null) say(party, 'case.opened', { ...caseOf(event), byAdministration: true })
          else tell(party, 'case.opened', caseOf(event))
        }
        break
      case 'report.status_changed':
        for (const party of partiesOf(event.donationId)) tell(party, 'case.moved', caseOf(event))
        break
      case 'report.ended':
        for (const party of partiesOf(event.donationId))
          tell(party, 'case.ended', {
            ...caseOf(event),
            outcome: event.outcome,
            isDismissed: event.status === 'DISMISSED',
          })
        break
      // A turn that starts or ends, and the rest, follows from what was told already, or is the person's own doing.
      default:
    }
  }
  return summed(found)
}

function caseOf({ donationId, reportId }: { donationId: string; reportId: string }) {
  return { donationId, reportId }
}

function one({ donationId, amountCents }: Pick<DonationFacts, 'donationId' | 'amountCents'>) {
  return { count: 1, amountCents, donationId }
}

/** Notices of one kind about several donations of one person become one; the earliest deadline counts. */
function summed(found: readonly NoticeFor[]): NoticeFor[] {
  const sums = new Map<string, NoticeFor>()
  for (const notice of found) {
    const isCounted = 'count' in notice.facts
    const key = isCounted ? `${notice.userId} ${notice.kind}` : `${notice.userId} ${JSON.stringify(notice)}`
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

import { findOpenReport } from '#circle/clock.ts'
import type { CircleEvent, DonationFacts } from '#circle/state.ts'
import { partiesOf } from './telling.ts'
import type { Telling } from './telling.ts'

/** Tells both sides of a donation what became of it, and of what is owed before it has a receiver. */
export function tellDonation(event: CircleEvent, telling: Telling): void {
  const { events, after, actorId, helper, tell } = telling
  const by = helper ? { helper } : {}
  const paid = 'donationId' in event ? telling.payments?.get(event.donationId) : undefined
  if (paid === null) return
  switch (event.kind) {
    case 'obligation.owed':
      if (!isMatched(events, event.obligationId))
        tell(event.memberId, 'donation.owed', { count: 1, amountCents: event.amountCents })
      break
    case 'obligation.void':
      tell(event.memberId, 'donation.released', { count: 1, amountCents: event.amountCents })
      break
    case 'donation.matched':
      tell(event.donorId, 'donation.to_pay', { ...one(event), deadlineAt: event.deadlineAt })
      tell(event.receiverId, 'donation.to_come', { ...one(event), ...aheadOf(telling, event.obligationId) })
      break
    case 'donation.receipt_sent':
    case 'donation.receipt_replaced': {
      const donation = after.donations.get(event.donationId)
      if (donation) {
        const amountCents = event.cents ?? donation.amountCents
        const late = donation.isLate ? { isLate: true } : {}
        tell(donation.receiverId, event.kind, {
          ...one({ donationId: event.donationId, amountCents }),
          ...paid,
          ...late,
          ...by,
        })
      }
      break
    }
    case 'donation.receipt_rejected': {
      const donation = after.donations.get(event.donationId)!
      const { donationId, deadlineAt } = event
      const { donorId } = donation
      // Of a part, it is the part that did not come.
      const amountCents = telling.before.donations.get(donationId)?.sentCents ?? donation.amountCents
      const held = findOpenReport(after, donation) === null ? {} : ({ isHeld: true } as const)
      tell(donorId, event.kind, { ...one({ donationId, amountCents }), ...paid, deadlineAt, ...held, ...by })
      break
    }
    case 'donation.part_confirmed': {
      const { donationId, cents: amountCents, donorId, receiverId, obligationId, deadlineAt } = event
      const { amountCents: restCents } = after.obligations.get(obligationId)!
      tell(donorId, event.kind, { ...one({ donationId, amountCents }), restCents, deadlineAt, ...by })
      if (receiverId !== actorId) tell(receiverId, 'donation.settled', one({ donationId, amountCents }))
      break
    }
    case 'donation.confirmed': {
      // Confirmed by somebody else than its receiver, it was settled over the heads of both.
      const kind = event.receiverId === null || event.receiverId === actorId ? 'donation.confirmed' : 'donation.settled'
      const facts = one({ ...event, amountCents: event.cents ?? event.amountCents })
      tell(event.donorId, kind, { ...facts, ...paid, ...by })
      if (kind === 'donation.settled') tell(event.receiverId, kind, facts)
      break
    }
    case 'donation.late': {
      // The parts that came are not late.
      const { amountCents = event.amountCents } = after.obligations.get(event.obligationId) ?? {}
      const rest = one({ ...event, amountCents })
      tell(event.donorId, event.kind, { ...rest, isOwn: true })
      tell(event.receiverId, event.kind, { ...rest, isOwn: false })
      break
    }
    case 'donation.expired':
    case 'donation.cancelled': {
      // The parts that came stay given.
      const { amountCents = event.amountCents } = telling.before.obligations.get(event.obligationId) ?? {}
      const rest = one({ ...event, amountCents })
      tell(event.donorId, event.kind, rest)
      tell(event.receiverId, event.kind, rest)
      break
    }
    case 'contribution.paused': {
      const { donationId, until } = event
      const { donorId, receiverId, amountCents } = after.donations.get(donationId)!
      tell(donorId, 'donation.paused', { ...one({ donationId, amountCents }), until, isOwn: true })
      tell(receiverId, 'donation.paused', { ...one({ donationId, amountCents }), until, isOwn: false })
      break
    }
    case 'donation.handed_over': {
      const { donationId, donorId, receiverId, amountCents } = event
      const isToPay = telling.before.donations.get(donationId)?.donorId === donorId
      tell(isToPay ? donorId : receiverId, event.kind, { ...one({ donationId, amountCents }), isToPay })
      break
    }
    case 'donation.deadline_moved':
      for (const party of partiesOf(telling, event.donationId))
        tell(party, event.kind, { donationId: event.donationId, deadlineAt: event.deadlineAt })
      break
    default:
  }
}

function aheadOf({ after }: Telling, obligationId: string): { aheadOf?: string } {
  const owed = after.obligations.get(obligationId)
  return owed?.isAhead && owed.period !== null ? { aheadOf: owed.period } : {}
}

function isMatched(events: readonly CircleEvent[], obligationId: string): boolean {
  return events.some((event) => event.kind === 'donation.matched' && event.obligationId === obligationId)
}

function one({ donationId, amountCents }: Pick<DonationFacts, 'donationId' | 'amountCents'>) {
  return { count: 1, amountCents, donationId }
}

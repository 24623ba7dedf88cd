import { emit, factsOf, findEntryOf, getMember } from './decision.ts'
import type { Decision } from './decision.ts'
import { match } from './matching.ts'
import { isBalanced } from './plan.ts'
import { refuse } from './refusal.ts'
import type { CircleState, Donation } from './state.ts'

/** A place is handed over: by whom and to whom, and the place's sums (centavos) that both saw when they agreed. */
export type HandOver = {
  readonly substituteId: string
  readonly memberId: string
  readonly newcomerId: string
  readonly givenCents: number
  readonly receivedCents: number
}

const LEVEL = 1

/**
 * Somebody new takes the place of a member of a roda, or all of their places, as they stand: position, role and turn, what it
 * gave and received, and what it owes and is owed, with its deadlines and age. Who hands it over has left. Refused while somebody
 * has to say whether money came, to anybody but a newcomer, and where the sums are not those that the two agreed on.
 */
export function handOver(decision: Decision, command: HandOver): void {
  const { memberId, newcomerId, substituteId } = command
  const { plan } = decision.state
  if (plan.levels.length !== 1 || !isBalanced(plan)) refuse('substitute.not_here')
  const leaver = getMember(decision, memberId)
  const place = findEntryOf(decision, memberId, LEVEL) ?? refuse('substitute.no_place')
  ensureNewcomer(decision, newcomerId)
  const hindrance = findHindrance(decision.state, memberId)
  if (hindrance) refuse(hindrance.code)
  const { givenCents, receivedCents } = command
  if (leaver.given[LEVEL] !== givenCents || leaver.received[LEVEL] !== receivedCents) refuse('substitute.changed')
  const sums = { givenCents, receivedCents }
  const { id: entryId, turnId } = place
  emit(decision, {
    kind: 'place.handed_over',
    substituteId,
    memberId,
    newcomerId,
    entryId,
    turnId,
    level: LEVEL,
    ...sums,
  })
  const now = (id: string) => (id === memberId ? newcomerId : id)
  for (const { deadlineAt, ...donation } of openOf(decision.state, memberId))
    emit(decision, {
      kind: 'donation.handed_over',
      ...factsOf({ ...donation, deadlineAt }),
      donorId: now(donation.donorId),
      receiverId: donation.receiverId && now(donation.receiverId),
      deadlineAt,
    })
  emit(decision, { kind: 'member.left', memberId })
  match(decision)
}

/** Somebody approved who holds no place, and whom nothing in the roda was ever about. */
function ensureNewcomer({ state }: Decision, memberId: string): void {
  const newcomer = state.members.get(memberId) ?? refuse('substitute.not_approved')
  if (newcomer.status === 'suspended') refuse('substitute.suspended')
  if (newcomer.status === 'left') refuse('substitute.not_approved')
  if (findEntryOf({ state }, memberId, LEVEL)) refuse('substitute.in_roda')
  if (!isNew(state, memberId)) refuse('substitute.not_new')
}

function isNew({ members, obligations, donations, pulled }: CircleState, memberId: string): boolean {
  const { given, received } = members.get(memberId)!
  const isParty = ({ donorId, receiverId }: Donation) => donorId === memberId || receiverId === memberId
  return (
    given[LEVEL] === 0 &&
    received[LEVEL] === 0 &&
    !pulled.has(`${LEVEL}:${memberId}`) &&
    ![...obligations.values()].some((owed) => owed.memberId === memberId) &&
    ![...donations.values()].some(isParty)
  )
}

/** The open donations of a member, oldest first. */
function openOf({ donations }: CircleState, memberId: string): Donation[] {
  return [...donations.values()]
    .filter(({ donorId, receiverId }) => donorId === memberId || receiverId === memberId)
    .toSorted((a, b) => a.order - b.order)
}

/** Why a member's place cannot be handed over now, and the donation that it is about; null where it can. */
export function findHindrance(state: CircleState, memberId: string) {
  for (const donation of openOf(state, memberId)) {
    // A receipt is between the two who sent and saw it, and so are a part and a case, also after it was decided.
    const { status, reportId, rejections, parts } = donation
    if (reportId !== null || rejections > 0) return { code: 'substitute.case_open', donation } as const
    if (parts > 0) return { code: 'substitute.part_paid', donation } as const
    if (status !== 'PENDING_PAYMENT') return { code: 'substitute.receipt_waits', donation } as const
  }
  return null
}

/** Whether somebody could take a place over. */
export function isNewcomer(state: CircleState, memberId: string): boolean {
  const { status } = state.members.get(memberId)!
  return status === 'approved' && findEntryOf({ state }, memberId, LEVEL) === null && isNew(state, memberId)
}

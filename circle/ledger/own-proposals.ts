import type { Command } from '#circle/circle.ts'
import { touchedByHandOver } from '#circle/handing-over.ts'
import { DAY_MS } from '#circle/period.ts'
import { openAccounts, SHORT_ENDING_DAYS } from '#circle/short-ending.ts'
import type { CircleState } from '#circle/state.ts'
import { PROPOSAL_DAYS } from '#circle/two-people.ts'
import { TOLERANCE_MS } from './administrators.ts'
import { APPEAL_DECISIONS, OUTCOMES, RESOLUTIONS } from './command-shape.ts'
import { CLOSING, closingText } from './endings.ts'
import { canonicalJson } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { ALONE_HOURS } from './rules.ts'
import { askedFor } from './substitutes.ts'
import { APPROVAL_ENDS } from './own-rows.ts'
import type { ShownAct } from './own-rows.ts'
import type { StateAt } from './shown-state.ts'

/** The changes that touch everybody who is in the circle when they are proposed. */
const OF_ALL: readonly unknown[] = ['change_plan', 'change_operator', 'add_administrator']

const OBJECTIONS = ['approval.objected', 'approval.objection_withdrawn']
export const ALONE_MS = ALONE_HOURS * 3_600_000
export const PROPOSED_MS = PROPOSAL_DAYS * DAY_MS

/** A proposal as a member was shown it. `mayObject`: absent where somebody looks who objects for nobody. */
export type ShownProposal = ShownAct & {
  readonly id: string
  readonly change: string
  readonly hasObjected: boolean
  readonly mayObject?: boolean
  /** When (epoch ms) it is said to happen by itself; null where somebody is said to decide it. */
  readonly dueAt: number | null
}

export type OwnProposal = {
  readonly seq: number
  /** The entry of what was last said to it by its member, or of it itself. */
  readonly changedSeq: number
  readonly id: string
  readonly change: unknown
  readonly hasObjected: boolean
  /** When (epoch ms) its time decides it at the latest. */
  readonly dueAt: number
}

/** A member, and the donations that are or were theirs. */
type Member = { readonly memberId: string; readonly donationIds: readonly string[] }

/**
 * The proposals that wait at a ledger's end and touch a member, as far as the ledger tells without words: those that touch everybody,
 * an end in which the member loses, and what has the hash of a command about them, their places, donations or cases, each as things
 * stood when it was proposed.
 */
export function ownProposals(
  { entries, stateAt }: { readonly entries: readonly LedgerEntry[]; readonly stateAt: StateAt },
  member: Member,
  sha256: (text: string) => string,
): OwnProposal[] {
  const ended = endedIn(entries)
  const now = Date.parse(entries.at(-1)?.at ?? '')
  return entries.flatMap(({ seq, at, kind, payload }) => {
    const { approvalId, change, actHash } = payload
    if (kind !== 'approval.proposed' || ended.has(approvalId) || now - Date.parse(at) >= PROPOSED_MS) return []
    const state = stateAt(seq)
    if (state?.members.get(member.memberId)?.status !== 'approved') return []
    const isAbout = () => textsAbout(entries, member, state).some((text) => sha256(text) === actHash)
    if (!OF_ALL.includes(change) && !isAbout()) return []
    const dueAt = Date.parse(at) + (change === CLOSING ? SHORT_ENDING_DAYS * DAY_MS : ALONE_MS)
    const said = lastSaid(entries, approvalId, member)
    const hasObjected = said?.kind === OBJECTIONS[0]
    return [{ seq, changedSeq: said?.seq ?? seq, id: String(approvalId), change, dueAt, hasObjected }]
  })
}

/** The ids of the proposals that ended, by whatever. */
export const endedIn = (entries: readonly LedgerEntry[]): ReadonlySet<unknown> =>
  new Set(entries.filter(({ kind }) => APPROVAL_ENDS.includes(kind)).map(({ payload }) => payload['approvalId']))

/** The last no of a member to a proposal, or its withdrawal. */
function lastSaid(entries: readonly LedgerEntry[], approvalId: unknown, { memberId }: Member): LedgerEntry | undefined {
  return entries.findLast(
    ({ kind, payload }) =>
      OBJECTIONS.includes(kind) && payload['approvalId'] === approvalId && payload['memberId'] === memberId,
  )
}

/** Whether a proposal is among those that its member was shown: as what it is, with its time, and with their own no as it stands. */
export function isShown({ id, change, hasObjected, dueAt }: OwnProposal, shown: readonly ShownProposal[]): boolean {
  return shown.some(
    (one) =>
      one.id === id &&
      one.change === change &&
      one.mayObject !== false &&
      one.hasObjected === hasObjected &&
      (one.dueAt === null ? change !== CLOSING : one.dueAt <= dueAt + TOLERANCE_MS),
  )
}

/** The texts, as a proposal hashes them, of what two people or a silence decide about this member. */
function textsAbout(entries: readonly LedgerEntry[], member: Member, state: CircleState): string[] {
  const loses = openAccounts(state).some(({ memberId, cents }) => memberId === member.memberId && cents > 0)
  const commands = [
    ...aboutPlaces(member.memberId, state),
    ...aboutDonations(entries, member, state),
    ...aboutHandOvers(entries, member, state),
  ]
  return [...(loses ? [closingText(state)] : []), ...commands.map((command) => canonicalJson(command))]
}

/** A move to where somebody stands already touches nobody, and is proposed to nobody. */
function aboutPlaces(memberId: string, { entries }: CircleState): Command[] {
  const places = [...entries.values()]
  return [
    { kind: 'depart_member', memberId, how: 'suspended' },
    ...places.flatMap(({ id: entryId, level, position: present, memberId: holderId }): Command[] => {
      if (holderId !== memberId) return []
      const others = places.filter((place) => place.id !== entryId && place.level === level)
      const isLast = others.every(({ position }) => position < present)
      return [
        { kind: 'remove', entryId },
        ...(isLast ? [] : [{ kind: 'move_to_end', memberId, level } as const]),
        ...others.flatMap(({ id: otherEntryId, position }): Command[] => [
          { kind: 'swap', entryId, otherEntryId },
          { kind: 'swap', entryId: otherEntryId, otherEntryId: entryId },
          { kind: 'reorder', entryId, position },
        ]),
      ]
    }),
  ]
}

function aboutDonations(
  entries: readonly LedgerEntry[],
  { memberId, donationIds }: Member,
  { donations }: CircleState,
): Command[] {
  const open = [...donations.values()].filter((one) => one.donorId === memberId || one.receiverId === memberId)
  const own = new Set(donationIds)
  return [
    ...open.map(({ id: donationId }): Command => ({ kind: 'pause_month', donationId })),
    ...entries.flatMap(({ kind, payload }) => {
      const [reportId, donationId] = [String(payload['reportId']), String(payload['donationId'])]
      return kind === 'donation.reported' && own.has(donationId) ? decisionsOf(reportId, donationId) : []
    }),
  ]
}

/** The state does not say who would come: the request of the two does. */
function aboutHandOvers(entries: readonly LedgerEntry[], { memberId }: Member, state: CircleState): Command[] {
  return entries.flatMap(({ kind, payload }) => {
    if (kind !== 'substitute.asked') return []
    const between = askedFor(payload)
    return touchedByHandOver(state, between).has(memberId) ? [{ kind: 'hand_over', ...between }] : []
  })
}

type CaseDecision = Extract<Command, { kind: 'resolve_report' | 'decide_appeal' }>

/** All decisions of a case and of its appeal. */
export function decisionsOf(reportId: string, donationId: string): CaseDecision[] {
  return OUTCOMES.flatMap((outcome): CaseDecision[] => [
    ...RESOLUTIONS.map((resolution): CaseDecision => ({ kind: 'resolve_report', reportId, resolution, outcome })),
    ...APPEAL_DECISIONS.map((decision): CaseDecision => ({
      kind: 'decide_appeal',
      reportId,
      donationId,
      decision,
      outcome,
    })),
  ])
}

import type { Command } from '#circle/circle.ts'
import { DAY_MS } from '#circle/period.ts'
import { SHORT_ENDING_DAYS } from '#circle/short-ending.ts'
import { PROPOSAL_DAYS } from '#circle/two-people.ts'
import type { TwoPeopleChange } from '#circle/two-people.ts'
import { decidedByFiscals, isFiscals, openAdministrators, TOLERANCE_MS } from './administrators.ts'
import type { AdministratorFaultCode } from './administrators.ts'
import { CLOSING } from './endings.ts'
import { canonicalJson, COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { isEventKind } from './event-kinds.ts'
import { openFiscals } from './fiscals.ts'
import type { Begun } from './following.ts'
import type { FiscalFaultCode } from './fiscals.ts'
import { findRemovals } from './removals.ts'
import { ALONE_HOURS, ALONE_SINCE, holdsToRules } from './rules.ts'
import type { RemovalFaultCode, RemovalsReader } from './removals.ts'

/** The faults that a real circle's approvals can have. */
export type ApprovalFaultCode =
  | 'approval.missing'
  | 'approval.unfounded'
  | 'approval.own_matter'
  | AdministratorFaultCode
  | FiscalFaultCode
  | RemovalFaultCode

/**
 * From which entry on a real circle's ledger says who administers; `fromSeq` is null for one from before that was recorded.
 * Null for a demonstration, which needs no approvals.
 */
export type KnownAdministrators = { readonly fromSeq: number | null } | null

/** How long a change waits that one administrator alone wants, as the ledger's times tell it, and until when it may be done. */
const ALONE_MS = ALONE_HOURS * 3_600_000 - TOLERANCE_MS
const PROPOSED_MS = PROPOSAL_DAYS * DAY_MS + TOLERANCE_MS
const EXPIRES_MS = PROPOSAL_DAYS * DAY_MS - TOLERANCE_MS
/** How long the end of a roda waits in which some lose, whoever approves it. */
const CLOSING_MS = SHORT_ENDING_DAYS * DAY_MS - TOLERANCE_MS

/** The changes that wait for a time of their own, whoever else could decide. */
const WAIT_ALWAYS: readonly string[] = ['payment_key', CLOSING]

type Proposal = {
  readonly change: string
  readonly by: string | null
  readonly at: number
  readonly bodyHash: unknown
  readonly actHash: unknown
  readonly objecting: Set<unknown>
  /** The second people who approved it. */
  readonly approvers: string[]
  /** When (epoch ms) the last of them did: it is done then and there, and not kept for another day. */
  approvedAt: number
  isOver: boolean
}

/**
 * Holds a real circle to its two people: a report, or an appeal, that ends in `confirm` or `cancel`, another plan and another operator
 * come right after an executed approval of exactly that, by two different people, or 72 hours after one proposed it with
 * nobody objecting; so does a removal or a move that two people decide (circle/ledger/removals.ts). From the first entry
 * on that says how its actor was authenticated (`via`), since every version that writes it asks for approvals too; a
 * ledger that leaves it out afterwards is held to it all the same.
 *
 * Where the ledger names those who administered the circle when it was founded, everybody who was
 * added since has an approval of their own, and only those known this way are the one person or the second. An
 * administrator who takes part says so first, and neither decides nor approves in their own matter (circle/own-matter.ts).
 *
 * A fiscal (circle/ledger/fiscals.ts) is the second person too, and decides appeals, and cases that are the own matter of everybody
 * who administers, each under their device's signature. Where somebody else could have approved, time alone decides nothing in
 * ledgers of `ALONE_SINCE`.
 */
export function checkApprovals(
  entries: readonly LedgerEntry[],
  sha256: (text: string) => string,
  begun?: Begun<RemovalsReader>,
): {
  readonly faults: readonly { readonly code: ApprovalFaultCode; readonly seq: number }[]
  readonly administrators: KnownAdministrators
} {
  const removals = findRemovals(entries, begun)
  const faults: { code: ApprovalFaultCode; seq: number }[] = [...removals.faults]
  const administrators = openAdministrators(sha256)
  const fiscals = openFiscals()
  const proposals = new Map<unknown, Proposal>()
  const members = new Set<unknown>()
  const participating = new Set<unknown>()
  const removed = new Set<unknown>()
  /** Those whose account was closed, who decide nothing meanwhile. */
  const closed = new Set<unknown>()
  /** Whether somebody else could approve, who has been there for a while: who administers, or a fiscal, of this circle alone. */
  const couldOther = ({ by, change }: Proposal, now: number, matter?: ReadonlySet<string>) => {
    const since = now - 2 * TOLERANCE_MS
    const all = fiscals.standing().filter(({ memberId }) => fiscals.isFiscal(memberId, since))
    const others = change === 'add_administrator' ? [] : all.map(({ memberId }) => memberId)
    return isAnyAble([...administrators.seconds(since), ...others], matter, by)
  }
  const isAnyAble = (ids: readonly string[], matter?: ReadonlySet<string>, by: string | null = null) =>
    ids.some((id) => id !== by && !closed.has(id) && !matter?.has(id))
  const couldAdministration = (now: number, matter?: ReadonlySet<string>) =>
    isAnyAble(administrators.seconds(now - 2 * TOLERANCE_MS), matter)
  let executed: Proposal | null = null
  /** The executed one, where nobody approved it and its time came. */
  let waited: Proposal | null = null
  let isReal = false
  let isHeld = false
  let isAloneHeld = false
  for (const entry of entries) {
    const { seq, at, actor_id, kind, payload } = entry
    isHeld ||= payload['via'] !== undefined
    const { command } = payload as { command?: Command }
    if (kind === COMMAND_KIND && command?.kind === 'create_circle') isReal = command.mode === 'real'
    isAloneHeld ||= holdsToRules(command, ALONE_SINCE)
    if (kind === 'member.approved') members.add(payload['memberId'])
    if (kind === 'member.suspended' || kind === 'member.left') closed.add(payload['memberId'])
    if (kind === 'member.reinstated') closed.delete(payload['memberId'])
    if (kind === 'administrator.participates') participating.add(payload['memberId'])
    if (kind === 'administrator.removed') removed.add(payload['userId'])
    if (kind === 'administrator.added') removed.delete(payload['userId'])
    if (!isReal) continue
    for (const fault of [fiscals.read(entry), administrators.read(entry, fiscals.isFiscal)])
      if (fault) faults.push({ code: fault, seq })
    // An event is its command's, which was looked at.
    if (command === undefined && isEventKind(kind)) continue
    const now = Date.parse(at)
    const isSigned = payload['signature'] !== undefined
    const proposal = proposals.get(payload['approvalId'])
    if (kind === 'approval.proposed') {
      const isTheirs = decidedByFiscals.includes(String(payload['change']))
      const isFiscal = isTheirs && isSigned && fiscals.isFiscal(actor_id)
      const by = actor_id !== null && (administrators.isActing(actor_id) || isFiscal) ? actor_id : null
      proposals.set(payload['approvalId'], proposalOf(payload, by, now))
    } else if (kind === 'approval.executed') {
      const isFounded = proposal && isReady(proposal, now) && isSame(proposal, payload)
      // A key that one person alone changes has a wait of its own, and no command; the end in which some lose is decided by time.
      const isByTime = isFounded && proposal.approvers.length === 0 && !WAIT_ALWAYS.includes(proposal.change)
      waited = isByTime && isAloneHeld ? proposal : null
      const isAtOnce = waited !== null && isNobodys(waited)
      if (!isFounded || (isAtOnce && couldOther(proposal, now))) faults.push({ code: 'approval.unfounded', seq })
      else if (proposal.change === 'add_administrator')
        administrators.approve({ actHash: proposal.actHash, at: now, byOnePerson: proposal.approvers.length === 0 })
      if (proposal) proposal.isOver = true
      executed = proposal ?? null
      if (isAtOnce) waited = null
      continue
    } else if (proposal && kind.startsWith('approval.')) {
      const isOther = (members.has(actor_id) && !participating.has(actor_id)) || removed.has(actor_id)
      const isFiscal = isSigned && fiscals.isFiscal(actor_id)
      const isSecond = actor_id !== null && (isFiscal || (!isOther && administrators.isSecond(actor_id, now)))
      const mayEnd = isFiscal || (!isOther && administrators.mayDecide(actor_id, now))
      if (isAloneHeld && !isEnding(proposal, entry, mayEnd)) faults.push({ code: 'approval.unfounded', seq })
      note(proposal, { kind, payload, now, actor: isSecond ? actor_id : null })
    }
    const matter = removals.matters.get(seq)
    const isByFiscal = isFiscals(entry, fiscals.isFiscal)
    if (isByFiscal && !isSigned && executed === null) faults.push({ code: 'fiscal.unsigned', seq })
    if (isByFiscal && command?.kind === 'resolve_report' && couldAdministration(now, matter))
      faults.push({ code: 'administrator.unknown', seq })
    if (matter && actor_id !== null && members.has(actor_id) && !participating.has(actor_id) && !isByFiscal)
      faults.push({ code: 'administrator.unsaid', seq })
    if (waited && command && couldOther(waited, now, matter)) faults.push({ code: 'approval.unfounded', seq })
    if (matter && !isOthersDecision(executed, matter, entry, sha256)) faults.push({ code: 'approval.own_matter', seq })
    // A fiscal has the members’ trust to lose, and so goes by two people as somebody with money at stake does.
    const isOfFiscal = isAloneHeld && command?.kind === 'depart_member' && command.memberId !== actor_id
    const ending = isOfFiscal && fiscals.isFiscal(command.memberId) ? 'suspend_member' : undefined
    const act = isHeld ? actOf(kind, payload, sha256, removals.changes.get(seq) ?? ending) : null
    if (act && !isAllowed(executed, act, actor_id)) faults.push({ code: 'approval.missing', seq })
    // An approval is for what follows it, once; a rule's own events belong to their command.
    if (act || kind === COMMAND_KIND) executed = waited = null
  }
  return { faults, administrators: isReal ? { fromSeq: administrators.namedSeq() } : null }
}

function proposalOf(payload: LedgerEntry['payload'], by: string | null, at: number): Proposal {
  const { change, bodyHash, actHash } = payload
  return {
    change: String(change),
    by,
    at,
    bodyHash,
    actHash,
    objecting: new Set(),
    approvers: [],
    approvedAt: -Infinity,
    isOver: false,
  }
}

/** `actor` is null where it is somebody who cannot be a second person: a member, or who does not administer (yet, or any more). */
function note(
  proposal: Proposal,
  { kind, payload, now, actor }: { kind: string; payload: LedgerEntry['payload']; now: number; actor: string | null },
): void {
  if (kind === 'approval.approved') {
    if (actor === null || actor === proposal.by || payload['bodyHash'] !== proposal.bodyHash) return
    proposal.approvers.push(actor)
    proposal.approvedAt = now
  } else if (kind === 'approval.objected') proposal.objecting.add(payload['memberId'])
  else if (kind === 'approval.objection_withdrawn') proposal.objecting.delete(payload['memberId'])
  else proposal.isOver = true
}

/**
 * Whether a proposal may end so: it is rejected by another who administers, or a fiscal; taken back by whoever proposed it; and it
 * expires after its thirty days by itself. `mayEnd`: the entry's actor is one of the first two.
 */
function isEnding({ by, at }: Proposal, entry: LedgerEntry, mayEnd: boolean): boolean {
  const { kind, actor_id: actorId } = entry
  if (kind === 'approval.rejected') return mayEnd && actorId !== by
  if (kind === 'approval.withdrawn') return by === null || actorId === by
  return kind !== 'approval.expired' || (actorId === null && Date.parse(entry.at) - at >= EXPIRES_MS)
}

/** A change that no command follows, and that is nobody's own matter. */
function isNobodys({ change }: Proposal): boolean {
  return change === 'change_operator' || change === 'add_administrator'
}

function isReady({ change, by, at, objecting, approvers, approvedAt, isOver }: Proposal, now: number): boolean {
  if (isOver || by === null || now - at > PROPOSED_MS) return false
  if (change === CLOSING) return objecting.size === 0 && now - at >= CLOSING_MS
  return approvers.length > 0 ? now - approvedAt <= TOLERANCE_MS : objecting.size === 0 && now - at >= ALONE_MS
}

function isSame({ bodyHash, actHash }: Proposal, payload: LedgerEntry['payload']): boolean {
  return payload['bodyHash'] === bodyHash && payload['actHash'] === actHash
}

/** An act that needs an approval: its kind, and its command's hash where the rules decide it. */
type Act = { readonly change: string; readonly hash: string | null }

function actOf(
  kind: string,
  payload: LedgerEntry['payload'],
  sha256: (text: string) => string,
  removal: TwoPeopleChange | undefined,
): Act | null {
  if (kind === 'circle.terms_changed' && payload['what'] === 'operator')
    return { change: 'change_operator', hash: null }
  const { command } = payload as { command?: Command }
  if (kind !== COMMAND_KIND || !command) return null
  const isCase = command.kind === 'resolve_report' || command.kind === 'decide_appeal'
  const isDecision = isCase && command.outcome !== 'keep'
  const change = removal ?? (isDecision || command.kind === 'change_plan' ? command.kind : null)
  return change && { change, hash: sha256(canonicalJson(command)) }
}

/**
 * Whether nobody decided an entry in whose own matter it is: neither who caused it, unless they proposed exactly this and
 * somebody else approved, nor who approved it.
 */
function isOthersDecision(
  executed: Proposal | null,
  matter: ReadonlySet<string>,
  { kind, payload, actor_id: actorId }: LedgerEntry,
  sha256: (text: string) => string,
): boolean {
  const { command } = payload as { command?: Command }
  const isProposed =
    executed !== null &&
    executed.by === actorId &&
    (kind === COMMAND_KIND ? executed.actHash === sha256(canonicalJson(command)) : executed.change === 'payment_key')
  const approvers = isProposed ? executed.approvers : []
  if (approvers.some((id) => matter.has(id))) return false
  return actorId === null || !matter.has(actorId) || approvers.length > 0
}

function isAllowed(executed: Proposal | null, { change, hash }: Act, actorId: string | null): boolean {
  return (
    executed !== null &&
    executed.change === change &&
    executed.by === actorId &&
    (hash === null || hash === executed.actHash)
  )
}

import { OPENED_BY_RULES } from '#circle/case-words.ts'
import { APPEAL_MS } from './appeals.ts'
import { endsKept } from '#circle/report.ts'
import { TOLERANCE_MS } from './administrators.ts'
import { canonicalJson } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { isEventKind } from './event-kinds.ts'
import { readFounding } from './founding.ts'
import { holdWords } from './held-words.ts'
import type { ShownWords } from './held-words.ts'
import { ALONE_MS, decisionsOf, endedIn, PROPOSED_MS } from './own-proposals.ts'
import { WORDS_SIGNED_SINCE } from './rules.ts'
import type { StateAt } from './shown-state.ts'
import { APART_MAX_MS, debtWithId } from './signed-act.ts'

/**
 * A decision in the story of a case: of the case or of its appeal, with what becomes of the donation, and on appeal whether the first one
 * stands (`UPHELD`).
 */
export type ShownDecision = {
  readonly of: 'case' | 'appeal'
  readonly outcome: string
  readonly decision: string | null
}

export type ShownCaseProposal = {
  readonly of: 'report' | 'appeal'
  readonly outcome: string | null
  readonly dueAt: number | null
}

/** A case as one of its parties was shown it. */
export type ShownCase = {
  readonly reportId: string
  /** The entry of the ledger that it is said to follow from. */
  readonly seq: number
  /** The donation that it is said to be about, its sum, and on which side of it the reader is; absent where the data does not say. */
  readonly of?: {
    readonly donationId: string
    readonly amountCents: number
    readonly side: 'donor' | 'receiver' | null
  }
  /** Everything in it that somebody said: `by` is null for neither of its parties, `words` where nothing opens their hash any more. */
  readonly said: readonly {
    readonly id: string
    readonly by: 'donor' | 'receiver' | null
    readonly text: string
    readonly words: ShownWords | null
  }[]
  /** The end of its donation by the decision; null before it. */
  readonly outcome: string | null
  /** As what it is said to stand, and each decision that its story tells; absent where the data does not say. */
  readonly status?: string
  readonly decisions?: readonly ShownDecision[]
  readonly appeal: 'open' | 'decided' | null
  /**
   * By whom it is said to be opened, and the decision that is said to be proposed: with what becomes of the donation, and when it happens
   * by itself (epoch ms).
   */
  readonly reportedBy?: 'donor' | 'receiver' | 'administration'
  readonly proposal?: ShownCaseProposal | null
  /** Until when (epoch ms) it is said that one may appeal; null where one may not, absent where somebody looks who appeals for nobody. */
  readonly appealUntil?: number | null
  /** Whether they were offered to say something in it; absent as above. */
  readonly mayAdd?: boolean
}

type Held = {
  readonly memberId: string
  /** The time (epoch ms) of the machine that asks. */
  readonly now?: number | undefined
  readonly stateAt?: StateAt
}

/**
 * Whether a case that one of its parties was shown is the ledger's: of its donation, with all that was said in it until then, by whom
 * and in these very words, and nothing else; its decisions; and the appeal, made or still to be made. Null where it is; else what is
 * not, with its entry. In circles in which devices sign what is said.
 */
export function amissInCase(
  entries: readonly LedgerEntry[],
  shown: ShownCase,
  { memberId, now = Infinity, stateAt }: Held,
  sha256: (text: string) => string,
): { readonly code: 'own.case_differs' | 'own.appeal_hidden'; readonly seq: number } | null {
  if ((readFounding(entries).rules ?? 0) < WORDS_SIGNED_SINCE) return null
  const before = entries.filter(({ seq }) => seq <= shown.seq)
  const of = before.filter(({ payload }) => payload['reportId'] === shown.reportId)
  const differs = (seq: number) => ({ code: 'own.case_differs', seq }) as const
  const reported = of.find(({ kind }) => kind === 'donation.reported')
  if (before.length !== shown.seq || !reported) return differs(Math.min(shown.seq, entries.length))
  if (shown.of && !isOfDonation(shown.of, before, reported, memberId)) return differs(reported.seq)
  const parties = partiesOf(before, reported)
  const reportedBy = parties.get(String(reported.payload['reporterId'])) ?? 'administration'
  if (shown.reportedBy !== undefined && shown.reportedBy !== reportedBy) return differs(reported.seq)
  const proposed = shown.proposal === undefined ? null : otherwiseProposed({ before, of }, shown, stateAt, sha256)
  if (proposed !== null) return differs(proposed)
  const wrong = wrongWords({ entries, before, of, parties }, shown, reported, sha256)
  if (wrong !== null) return differs(wrong)
  const ended = of.findLast(({ kind }) => kind === 'report.ended')
  if ((ended?.payload['outcome'] ?? null) !== shown.outcome) return differs((ended ?? reported).seq)
  const isEndShown = shown.status === undefined || isStatusOf(shown.status, ended)
  const areDecided = (shown.decisions ?? []).every((one) => isDecisionOf(one, { before, of }))
  if (!isEndShown || !areDecided) return differs((ended ?? reported).seq)
  const appeal = of.findLast(({ kind }) => kind === 'case.appealed' || kind === 'appeal.decided')
  const isAppealed = appeal && (appeal.kind === 'case.appealed' ? 'open' : 'decided')
  if ((isAppealed ?? null) !== shown.appeal) return differs((appeal ?? reported).seq)
  // Whose case is open is heard in it.
  if (!ended && shown.mayAdd === false && parties.has(memberId)) return differs(reported.seq)
  if (!ended || appeal || shown.appealUntil === undefined) return null
  const until = Date.parse(ended.at) + APPEAL_MS
  const mayAppeal = until > now + APART_MAX_MS && parties.has(memberId)
  if (!mayAppeal) return null
  const isOffered = shown.appealUntil !== null && Math.abs(shown.appealUntil - until) <= TOLERANCE_MS
  return isOffered ? null : { code: 'own.appeal_hidden', seq: ended.seq }
}

/**
 * The entry of the decision that waits and is not said to be proposed, or as another or later than it is, or of the last word of a case of
 * which one is invented; null where all is as it is said.
 */
function otherwiseProposed(
  { before, of }: Omit<Case, 'entries'>,
  { reportId, proposal }: ShownCase,
  stateAt: StateAt | undefined,
  sha256: (text: string) => string,
): number | null {
  const last = of.findLast(({ kind }) => ['report.ended', 'case.appealed', 'appeal.decided'].includes(kind))
  const waits = { 'report.ended': null, 'appeal.decided': null, 'case.appealed': 'decide_appeal' } as const
  const decides = last ? waits[last.kind as keyof typeof waits] : 'resolve_report'
  const donationId = String(of[0]?.payload['donationId'])
  const commands = decisionsOf(reportId, donationId).filter(({ kind }) => kind === decides)
  const byHash = new Map(commands.map((command) => [sha256(canonicalJson(command)), command]))
  const ended = endedIn(before)
  const open = before.find(
    ({ kind, payload }) =>
      kind === 'approval.proposed' && !ended.has(payload['approvalId']) && byHash.has(String(payload['actHash'])),
  )
  if (!open) return proposal ? (last ?? of[0]!).seq : null
  const [at, now] = [open.at, before.at(-1)!.at].map((time) => Date.parse(time)) as [number, number]
  if (!proposal) return now - at < PROPOSED_MS ? open.seq : null
  const command = byHash.get(String(open.payload['actHash']))!
  const state = stateAt?.(before.length)
  const isOver = command.kind === 'resolve_report' && state && endsKept(state, command)
  const isIt =
    proposal.of === (decides === 'decide_appeal' ? 'appeal' : 'report') &&
    proposal.outcome === (isOver ? 'cancel' : command.outcome) &&
    (proposal.dueAt === null || proposal.dueAt <= at + ALONE_MS + TOLERANCE_MS)
  return isIt ? null : open.seq
}

const ENDED: readonly unknown[] = ['RESOLVED', 'DISMISSED']

const isStatusOf = (status: string, ended: LedgerEntry | undefined): boolean =>
  ended ? status === ended.payload['status'] : !ENDED.includes(status)

/** Whether a decision is told as the ledger has it: one that keeps a donation which its case alone kept open cancels it. */
function isDecisionOf({ of: whose, outcome, decision }: ShownDecision, { before, of }: Omit<Case, 'entries'>): boolean {
  if (whose === 'appeal') {
    const decided = of.findLast(({ kind }) => kind === 'appeal.decided')
    return decided?.payload['decision'] === decision && decided?.payload['outcome'] === outcome
  }
  const ended = of.findLast(({ kind }) => kind === 'report.ended')
  if (!ended) return false
  const after = before.slice(before.indexOf(ended) + 1)
  const next = after.findIndex(({ kind }) => !isEventKind(kind))
  const isCancelled = (next < 0 ? after : after.slice(0, next)).some(
    ({ kind, payload }) => kind === 'donation.cancelled' && payload['donationId'] === ended.payload['donationId'],
  )
  return outcome === (isCancelled ? 'cancel' : ended.payload['outcome'])
}

function isOfDonation(
  { donationId, amountCents, side }: NonNullable<ShownCase['of']>,
  before: readonly LedgerEntry[],
  reported: LedgerEntry,
  memberId: string,
): boolean {
  const isIt = donationId === reported.payload['donationId']
  const isSum = debtWithId(before, donationId)?.amountCents === amountCents
  return isIt && isSum && (partiesOf(before, reported).get(memberId) ?? null) === side
}

type Case = {
  readonly entries: readonly LedgerEntry[]
  readonly before: readonly LedgerEntry[]
  readonly of: readonly LedgerEntry[]
}

/** The entry of words that are left out, changed, put in another's mouth or invented; null where there are none. */
function wrongWords(
  { entries, before, of, parties }: Case & { readonly parties: Parties },
  { said }: ShownCase,
  reported: LedgerEntry,
  sha256: (text: string) => string,
): number | null {
  // All that was said in a case goes with a party of it who left for good, perhaps before it was opened.
  const isErased = [...parties.keys()].some((id) => hasLeft(before, id))
  const shown = new Map(said.map((one) => [one.id, one]))
  for (const entry of of) {
    if (entry.kind !== 'case.words') continue
    const one = shown.get(String(entry.payload['wordsId']))
    if (!one || one.by !== (parties.get(entry.actor_id ?? '') ?? null)) return entry.seq
    if (one.words === null ? !isErased : holdWords(entries, one.words, sha256) === 'differs') return entry.seq
    shown.delete(one.id)
  }
  // Of a case that the rules opened nobody said why.
  const { reportId, reporterId } = reported.payload
  const isByRules = ({ id, by, text }: ShownCase['said'][number]) =>
    id === reportId && reporterId === null && by === null && text === OPENED_BY_RULES
  return [...shown.values()].every(isByRules) ? null : reported.seq
}

function hasLeft(entries: readonly LedgerEntry[], memberId: string): boolean {
  const isStanding = ({ kind, payload }: LedgerEntry) => STANDING.has(kind) && payload['memberId'] === memberId
  return entries.findLast(isStanding)?.kind === 'member.left'
}

const STANDING: ReadonlySet<string> = new Set(['member.left', 'member.approved', 'member.reinstated'])

type Parties = ReadonlyMap<string, 'donor' | 'receiver'>

/** On which side of the case's donation somebody stands. */
function partiesOf(before: readonly LedgerEntry[], { payload }: LedgerEntry): Parties {
  const debt = debtWithId(before, payload['donationId'])
  return new Map([
    ...(debt?.donorId ? [[debt.donorId, 'donor'] as const] : []),
    ...(debt?.receiverId ? [[debt.receiverId, 'receiver'] as const] : []),
  ])
}

import { checkAppeals } from './appeals.ts'
import { checkApprovals } from './approvals.ts'
import { checkBeginnings } from './beginnings.ts'
import { openLedgerBooks } from './books.ts'
import type { Books } from './books.ts'
import { checkCalendar } from './calendar.ts'
import { checkWords } from './case-records.ts'
import { inOrder, verifyChain, verifyHead } from './chain.ts'
import { checkConsent, checkOwnConsents } from './consent.ts'
import { checkDraws } from './draws.ts'
import { checkEnding } from './endings.ts'
import { COMMAND_KIND, isEntry } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { verifyCheckpoints, verifyKept } from './kept.ts'
import { checkJournal } from './journal.ts'
import { checkMemberWords } from './member-words.ts'
import { checkHelpers } from './helpers.ts'
import { verifyTimes } from './times.ts'
import { ownPart } from './own.ts'
import { openPaymentKeyBooks } from './payment-keys.ts'
import type { PaymentKeyBooks } from './payment-keys.ts'
import { checkPixIds } from './pix-ids.ts'
import { replayRules } from './replay.ts'
import { checkSubstitutes } from './substitutes.ts'
import { checkSwaps } from './swaps.ts'
import { openSignatures } from './signatures.ts'
import type { SignatureBooks, SignedText } from './signatures.ts'
import type { Found, LedgerFault, LedgerFaultCode, LedgerQuestion, LedgerTools, LedgerVerdict } from './verdict.ts'
import { termsHashText } from '#circle/terms.ts'

const FAULTS_SHOWN = 100

/**
 * Holds a ledger to itself and to what is known from elsewhere, trusting nobody: every entry's hash and its link to the one
 * before, that none is missing, repeated or out of place, that money is conserved, and that it goes on from the heads kept
 * and holds the donations known.
 */
export function verifyLedger(question: LedgerQuestion, tools: LedgerTools): LedgerVerdict {
  const { circleId, head } = question
  const faults: LedgerFault[] = []
  const found = (code: LedgerFaultCode, where: Partial<Omit<LedgerFault, 'code'>> = {}) =>
    faults.push({ code, seq: null, line: null, id: null, ...where })
  const entries = inOrder(question.entries, head.seq, found)
  verifyChain(circleId, entries, tools, found)
  verifyHead(circleId, entries, head, found)
  verifyKept(circleId, entries, head, question.kept ?? [], found)
  const isWhole = faults.every(({ code }) => !code.startsWith('entry.'))
  if (isWhole && question.checkpoints) verifyCheckpoints(circleId, entries, question.checkpoints, found)
  if (isWhole) verifyTimes(entries, question, found)
  const books = isWhole ? keepBooks(entries, found) : null
  const keys = isWhole ? keepKeys(entries, found) : null
  const replayedFrom = isWhole ? replay(entries, found) : null
  const approvals = isWhole ? checkApprovals(entries, tools.sha256) : null
  for (const { code, seq } of approvals?.faults ?? []) found(code, { seq })
  for (const { code, seq } of isWhole ? checkDraws(circleId, entries, tools.sha256) : []) found(code, { seq })
  for (const { code, seq } of isWhole ? checkMemberWords(entries, tools.sha256) : []) found(code, { seq })
  for (const { code, seq } of isWhole ? checkSwaps(entries, tools.sha256) : []) found(code, { seq })
  for (const { code, seq } of isWhole ? checkHelpers(entries) : []) found(code, { seq })
  for (const { code, seq } of isWhole ? checkSubstitutes(entries, tools.sha256) : []) found(code, { seq })
  for (const { code, seq } of isWhole ? checkBeginnings(circleId, entries, tools.sha256) : []) found(code, { seq })
  for (const { code, seq } of isWhole ? checkCalendar(entries) : []) found(code, { seq })
  for (const { code, seq } of isWhole ? checkAppeals(entries) : []) found(code, { seq })
  for (const { code, seq } of isWhole ? checkEnding(entries) : []) found(code, { seq })
  for (const { code, seq } of isWhole ? checkWords(entries) : []) found(code, { seq })
  for (const { code, seq, id } of isWhole ? checkPixIds(entries) : []) found(code, { seq, id })
  const signatures = isWhole ? readSignatures(circleId, entries, tools, found) : null
  for (const journal of (signatures && question.journals) ?? [])
    for (const { code, seq, id } of checkJournal(
      { circleId, key: head.key, entries },
      signatures!,
      journal,
      tools.sha256,
    ))
      found(code, { seq, id })
  const records = books && keys && signatures ? [question.own, ...(question.others ?? [])] : []
  const [own = null] = records.map(
    (each) => each && ownPart(entries, { books: books!, keys: keys!, signatures: signatures! }, each, tools, found),
  )
  const consentFrom = isWhole ? holdToConsent(question, entries, tools, found) : null
  for (const each of records) {
    if (!each?.consents) continue
    const whose = { circleId, memberId: each.memberId }
    for (const { code, seq } of checkOwnConsents(entries, whose, each.consents, tools.sha256)) found(code, { seq })
  }
  return {
    entries: question.entries.length,
    faults: faults.slice(0, FAULTS_SHOWN),
    faultsFound: faults.length,
    money: books?.money() ?? null,
    replayedFrom,
    signatures: signatures?.result() ?? null,
    consentFrom,
    administrators: approvals?.administrators ?? null,
    own: own ?? null,
  }
}

/** Repeats every recorded decision, and names the first entry that the rules contradict; answers where the records begin. */
function replay(entries: readonly LedgerEntry[], found: Found): number | null {
  const isReal = entries.some(({ kind, payload }) => kind === 'circle.created' && payload['mode'] === 'real')
  if (!isReal && !entries.some(({ kind }) => kind === COMMAND_KIND)) return null
  const { fromSeq, faults } = replayRules(entries)
  for (const { code, seq } of faults) found(code, { seq })
  return fromSeq
}

/** Rebuilds what each device signed, and holds every signature to the keys that the ledger recorded before it. */
function readSignatures(
  circleId: string,
  entries: readonly LedgerEntry[],
  { isActSigned, sha256 }: LedgerTools,
  found: Found,
): SignatureBooks {
  const signatures = openSignatures(circleId, isActSigned, sha256)
  for (const entry of entries) {
    const fault = signatures.read(entry)
    if (fault) found(fault, { seq: entry.seq })
  }
  return signatures
}

/**
 * The signed acts of a ledger whose keys it knows, for a machine that verifies many signatures at once before
 * `verifyLedger` asks about each. Faults are named by `verifyLedger` alone.
 */
export function signedTexts(circleId: string, given: readonly unknown[]): SignedText[] {
  const texts: SignedText[] = []
  const signatures = openSignatures(circleId, (signed) => {
    texts.push(signed)
    return null
  })
  for (const entry of given) if (isEntry(entry)) signatures.read(entry)
  return texts
}

/** Every debt has its member's consent, and the terms shown are those that the ledger says are in force. */
function holdToConsent(
  { circleId, terms }: LedgerQuestion,
  entries: readonly LedgerEntry[],
  { sha256 }: LedgerTools,
  found: Found,
): number | null {
  const { fromSeq, faults, inForce } = checkConsent(entries)
  for (const { code, seq } of faults) found(code, { seq })
  if (!terms || !inForce) return fromSeq
  const { plan, rotation, hash, seq } = inForce
  if (sha256(termsHashText({ circleId, plan, ...terms, rotation })) !== hash) found('terms.differ', { seq })
  return fromSeq
}

function keepBooks(entries: readonly LedgerEntry[], found: Found): Books {
  const books = openLedgerBooks()
  for (const { seq, kind, payload } of entries) {
    if (kind === COMMAND_KIND) continue
    const fault = books.record(seq, kind, payload)
    if (fault) found(fault, { seq })
  }
  const { givenCents, receivedCents, administrationCents } = books.money()
  if (givenCents !== receivedCents + administrationCents) found('books.not_conserved')
  return books
}

function keepKeys(entries: readonly LedgerEntry[], found: Found): PaymentKeyBooks {
  const keys = openPaymentKeyBooks()
  for (const entry of entries) {
    const fault = keys.record(entry)
    if (fault) found(fault, { seq: entry.seq })
  }
  return keys
}

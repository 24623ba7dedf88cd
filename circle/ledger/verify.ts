import { checkAppeals } from './appeals.ts'
import { checkApprovals } from './approvals.ts'
import { openBeginnings } from './beginnings.ts'
import { openLedgerBooks } from './books.ts'
import { checkCalendar } from './calendar.ts'
import { checkWords } from './case-records.ts'
import { inOrder, isReadable, verifyChain, verifyHead } from './chain.ts'
import { checkConsent, checkOwnConsents } from './consent.ts'
import type { ConsentReader } from './consent.ts'
import { checkDraws } from './draws.ts'
import { checkEnding } from './endings.ts'
import { COMMAND_KIND, isSameJson } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { faultsOf } from './faults-of.ts'
import type { Begun } from './following.ts'
import { isOfRealCircle, readFounding } from './founding.ts'
import type { KnownEntries } from './known-entries.ts'
import { verifyCheckpoints, verifyKept } from './kept.ts'
import { checkJournal } from './journal.ts'
import { openMemberWords } from './member-words.ts'
import { checkHelpers } from './helpers.ts'
import { verifyTimes } from './times.ts'
import { ownPart } from './own.ts'
import { openPaymentKeyBooks } from './payment-keys.ts'
import { checkPixIds } from './pix-ids.ts'
import { entryReader } from './readable.ts'
import { readKnown } from './read-known.ts'
import type { ReadEntries } from './read-known.ts'
import { replayRules } from './replay.ts'
import type { Replay } from './replay.ts'
import { openSubstitutes } from './substitutes.ts'
import { openSwaps } from './swaps.ts'
import { signatureIn } from './signed-act.ts'
import { openSignatures } from './signatures.ts'
import type { IsSigned, SignedText } from './signatures.ts'
import type { Found, LedgerFault, LedgerFaultCode, LedgerQuestion, LedgerTools, LedgerVerdict } from './verdict.ts'
import { termsHashText } from '#circle/terms.ts'

const FAULTS_SHOWN = 100

/**
 * Holds a ledger to itself and to what is known from elsewhere, trusting nobody: every entry's hash and its link to the one
 * before, that none is missing, repeated or out of place, that money is conserved, and that it goes on from the heads kept
 * and holds the donations known. Whatever stands in an entry, it answers: one that cannot be read is a fault of that entry.
 */
export function verifyLedger(question: LedgerQuestion, tools: LedgerTools): LedgerVerdict {
  const { circleId, head } = question
  const faults: LedgerFault[] = []
  const found = (code: LedgerFaultCode, where: Partial<Omit<LedgerFault, 'code'>> = {}) =>
    faults.push({ code, seq: null, line: null, id: null, ...where })
  const verifiedUpTo = question.verifiedUpTo ?? 0
  const entries = inOrder(question.entries, { headSeq: head.seq, verifiedUpTo }, found)
  verifyChain(circleId, entries, { ...tools, verifiedUpTo }, found)
  verifyHead(circleId, entries, head, found)
  verifyKept(circleId, entries, head, question.kept ?? [], found)
  const isWhole = faults.every(({ code }) => !code.startsWith('entry.'))
  if (question.checkpoints?.isDayUnreadable) found('checkpoint.unreadable')
  if (isWhole && question.checkpoints) verifyCheckpoints(circleId, entries, question.checkpoints, found)
  if (isWhole) verifyTimes(entries, question, found)
  const contents = isWhole ? verifyContents(question, entries, tools, found) : NOTHING
  return {
    entries: question.entries.length,
    faults: faults.slice(0, FAULTS_SHOWN),
    faultsFound: faults.length,
    ...contents,
  }
}

type Contents = Omit<LedgerVerdict, 'entries' | 'faults' | 'faultsFound'>

/** Of a broken chain nothing more is said: what stands in its entries means nothing. */
const NOTHING: Contents = {
  money: null,
  replayedFrom: null,
  rules: null,
  signatures: null,
  consentFrom: null,
  administrators: null,
  own: null,
}

/** Reads what stands in the entries of a whole chain, rule by rule. */
function verifyContents(
  question: LedgerQuestion,
  entries: readonly LedgerEntry[],
  tools: LedgerTools,
  found: Found,
): Contents {
  const { circleId, head } = question
  const { sha256, isActSigned } = tools
  /** The entries that the rules contradict, or that nobody can read: one fault each is enough. */
  const contradicted = new Set<number>()
  const contradict = ({ code, seq }: { readonly code: LedgerFaultCode; readonly seq: number }) => {
    if (!contradicted.has(seq)) found(code, { seq })
    contradicted.add(seq)
  }
  const read = entryReader(entries, (seq) => contradict({ code: 'rules.unreadable', seq }))
  const tell = <T extends { readonly faults: readonly FoundFault[] }>(result: T): T => {
    for (const { code, seq, id = null } of result.faults) found(code, { seq, id })
    return result
  }
  const books = tell(read(keepBooks)).books
  const keys = tell(read(keepKeys)).keys
  const { rules } = tell(read(readFounding))
  const knownIn = openKnown(question.verifiedUpTo ?? 0)
  const replayed = read((some) => replay(some, knownIn(some) ?? question.verifiedUpTo))
  replayed.faults.forEach(contradict)
  const { administrators } = tell(read((some) => checkApprovals(some, sha256, knownIn(some)?.removals)))
  tell({ faults: read((some) => checkDraws(circleId, some, sha256)) })
  for (const open of [openMemberWords, openSwaps, openSubstitutes, openBeginnings.bind(null, circleId)])
    tell({ faults: read((some) => faultsOf<LedgerFaultCode>(some, open(sha256).read)) })
  tell({ faults: read(checkHelpers) })
  tell({ faults: read(checkCalendar) })
  tell({ faults: read(checkAppeals) })
  tell({ faults: read((some) => checkEnding(some, sha256)) })
  tell({ faults: read(checkWords) })
  tell({ faults: read(checkPixIds) })
  const { signatures } = tell(read((some) => readSignatures(question, some, { isActSigned, sha256 })))
  for (const journal of question.journals ?? [])
    tell({
      faults: read((some) => checkJournal({ circleId, key: head.key, entries: some }, signatures, journal, sha256)),
    })
  const records = [question.own, ...(question.others ?? [])]
  const parts = records.map(
    (each) =>
      each &&
      tell(
        read((some) =>
          ownPart(some, { books, keys, signatures, known: knownIn(some), now: question.now }, each, tools),
        ),
      ),
  )
  const consent = tell(read((some) => holdToConsent(question, some, { sha256, begun: knownIn(some)?.consent })))
  for (const { memberId, consents } of records.filter((each) => each !== undefined))
    if (consents) tell({ faults: read((some) => checkOwnConsents(some, { circleId, memberId }, consents, sha256)) })
  const { faults: _, ...own } = parts[0] ?? { faults: [] }
  return {
    money: books.money(),
    replayedFrom: replayed.fromSeq,
    rules,
    signatures: signatures.result(),
    consentFrom: consent.fromSeq,
    administrators,
    own: parts[0] ? (own as Contents['own']) : null,
  }
}

type FoundFault = { readonly code: LedgerFaultCode; readonly seq: number | null; readonly id?: string | null }

/** Answers the known ones of the entries that it is first asked about; null for any others, as of a check that is repeated. */
function openKnown(upTo: number) {
  let of: readonly LedgerEntry[] | null = null
  let known: ReadEntries | null = null
  return (entries: readonly LedgerEntry[]): ReadEntries | null => {
    if (of === null) [of, known] = [entries, readKnown(entries, upTo)]
    return of === entries ? known : null
  }
}

/** Repeats every recorded decision, and names the first entry that the rules contradict; answers where the records begin. */
function replay(entries: readonly LedgerEntry[], known: number | KnownEntries | undefined): Replay {
  if (!isOfRealCircle(entries) && !entries.some(({ kind }) => kind === COMMAND_KIND))
    return { fromSeq: null, faults: [] }
  return replayRules(entries, known)
}

/** Rebuilds what each device signed, and holds every signature to the keys that the ledger recorded before it. */
function readSignatures(
  { circleId, verifiedUpTo }: LedgerQuestion,
  entries: readonly LedgerEntry[],
  { isActSigned, sha256 }: Pick<LedgerTools, 'sha256'> & { readonly isActSigned: IsSigned | undefined },
) {
  const signatures = openSignatures(circleId, isActSigned, sha256, verifiedUpTo)
  return { signatures, faults: faultsOf(entries, (entry) => signatures.read(entry)) }
}

/**
 * The signed acts of a ledger whose keys it knows and that were not verified before, for a machine that verifies many signatures at
 * once before `verifyLedger` asks about each. Faults are named by `verifyLedger` alone. `verifiedUpTo`: as in a `LedgerQuestion`.
 */
export function signedTexts(circleId: string, given: readonly unknown[], verifiedUpTo = 0): SignedText[] {
  const readable = given.filter((value, index) => isReadable(value, index, verifiedUpTo))
  // Where nothing signed has come, as at most visits, nobody asks what was before.
  if (!readable.some((entry) => entry.seq > verifiedUpTo && signatureIn(entry) !== undefined)) return []
  return entryReader(readable)((entries) => {
    const texts: SignedText[] = []
    const take = (signed: SignedText) => {
      texts.push(signed)
      return null
    }
    const signatures = openSignatures(circleId, take, null, verifiedUpTo)
    for (const entry of entries) signatures.read(entry)
    return texts
  })
}

/** Every debt has its member's consent, and the terms shown are those that the ledger says are in force. */
function holdToConsent(
  { circleId, terms, own }: LedgerQuestion,
  entries: readonly LedgerEntry[],
  { sha256, begun }: Pick<LedgerTools, 'sha256'> & { readonly begun: Begun<ConsentReader> | undefined },
): { readonly fromSeq: number | null; readonly faults: readonly FoundFault[] } {
  const { fromSeq, faults: consents, inForce, lacks } = checkConsent(entries, begun)
  // Terms that somebody is not shown keep them from being paid.
  const isKnown = inForce !== null && inForce.seq <= (own?.onPage?.upTo ?? 0)
  const isSaid = own?.hasAccepted === true || (own?.onPage?.hasAccepted === true && isKnown)
  const isEnded = entries.some(({ kind }) => kind === 'circle.closed')
  const isHidden = own !== undefined && isSaid && !isEnded && lacks(own.memberId)
  const hidden: FoundFault[] = isHidden ? [{ code: 'own.terms_hidden', seq: inForce?.seq ?? null }] : []
  const faults = [...consents, ...hidden]
  if (!terms) return { fromSeq, faults }
  const { mode, isClosed, plan: shownPlan, ...document } = terms
  const founded = entries.find(({ kind }) => kind === 'circle.created')
  // A demonstration is paid by nobody, so that a real circle is not shown as one.
  if (mode !== undefined && founded && founded.payload['mode'] !== mode)
    return { fromSeq, faults: [...faults, { code: 'terms.mode', seq: founded.seq }] }
  // Of one that ended nobody asks for what they lack.
  if (isClosed && !isEnded)
    return { fromSeq, faults: [...faults, { code: 'terms.closed', seq: entries.at(-1)?.seq ?? null }] }
  if (!inForce) return { fromSeq, faults }
  const { plan, rotation, hash, seq } = inForce
  const isShown =
    sha256(termsHashText({ circleId, plan, ...document, rotation })) === hash &&
    (shownPlan === undefined || isSameJson(shownPlan, plan))
  return { fromSeq, faults: isShown ? faults : [...faults, { code: 'terms.differ', seq }] }
}

function keepBooks(entries: readonly LedgerEntry[]) {
  const books = openLedgerBooks()
  const faults: FoundFault[] = faultsOf(entries, ({ seq, kind, payload }) =>
    kind === COMMAND_KIND ? null : books.record(seq, kind, payload),
  )
  const { givenCents, receivedCents, administrationCents } = books.money()
  if (givenCents !== receivedCents + administrationCents) faults.push({ code: 'books.not_conserved', seq: null })
  return { books, faults }
}

function keepKeys(entries: readonly LedgerEntry[]) {
  const keys = openPaymentKeyBooks()
  return { keys, faults: faultsOf(entries, (entry) => keys.record(entry)) }
}

import { isSameJson } from '#circle/ledger/entry.ts'
import type { SignedHead } from '#circle/ledger/entry.ts'
import { asOfBoth } from '#circle/ledger/journal.ts'
import type { Journal } from '#circle/ledger/journal.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { shownProposal } from '#contracts/shown-proposal.ts'
import { planToldBy, toldPlan } from '#contracts/told-plans.ts'
import { termsTextOf } from '#contracts/terms-text.ts'
import { isNewVersionOffered } from '#web/api/new-version.ts'
import { request } from '#web/api/client.ts'
import { forecastKey, PAGE_BEGAN_AT, queryClient } from '#web/api/query.ts'
import { quietly } from '#web/api/quietly.ts'
import { firstOfDay } from '#web/features/circle/kept-day.ts'
import { noteChecks } from '#web/features/circle/unchecked.ts'
import { restore } from '#web/features/session/session.ts'
import { memberOf } from '#web/api/holder.ts'
import { readHelper } from '#web/api/storage.ts'
import { knownLogs } from '#web/api/known-logs.ts'
import { serverOrigin } from '#web/api/server-address.ts'
import { realCircleOf } from '#web/api/registered-in.ts'
import { askedHeld, circleKey, drawsKey } from './held-keys.ts'
import { cosignedNotes } from './held-to.ts'
import type { LedgerSource } from './source.ts'
import type { Done, FromWorker, Own, Progress, ShownTerms, ToWorker } from './worker-messages.ts'
import { isTestClockOf } from './test-clock.ts'
import { donationsOnPage, knownBefore, ownDonations } from './own-donations.ts'
import { askedOnPage, isNotAsked, isShownOut, isUnanswered, shownState, shownUnder } from './shown-state.ts'

export type Ask = {
  /** Opens the ledger that is to be verified: at each attempt anew. */
  readonly open: (signal: AbortSignal) => Promise<LedgerSource>
  readonly holder: string | null
  readonly kept: readonly SignedHead[]
  readonly chosen: readonly SignedHead[]
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** The downloaded file is not a readable ledger, which is neither a network failure nor a verdict. */
export class UnreadableLedger extends Error {}

const ATTEMPTS = 3

/** A ledger's verification, and what of it should be kept where it was continued from what this device keeps. */
export type Verified = Done & { readonly keptPieces?: readonly Uint8Array[] | undefined }

/** Holds a ledger to itself, to heads from earlier and to one's own donations. */
export async function verifyOpenedLedger(ask: Ask): Promise<Verified> {
  let upTo = Infinity
  let isReread = true
  for (let attempt = 1; ; attempt += 1) {
    const memberId = memberOf(ask.holder)
    const circle = await shownCircle(ask.signal)
    const own = memberId === null ? null : await ownRecords(memberId, { ...circle, upTo }, ask.signal)
    const verified = await verifyOnce(ask, own, circle)
    // A donation may have moved on between the two readings; if the ledger disagrees each time, it is the ledger.
    const { verdict, head } = verified.verification
    const isOwnAmiss = verdict.faults.some(({ code }) => code.startsWith('own.') || code.startsWith('terms.'))
    if (isOwnAmiss && attempt < ATTEMPTS) {
      // And the page may show what was so before: it asks again, and from then on shows nothing older than what was just read.
      isReread = await rereadShown()
      upTo = isReread ? head.seq : await knownBefore(circle.circleId)
    } else if (isOwnAmiss || isReread) return verified
    else throw new Error('What this page shows could not be asked for again')
  }
}

/** Asks again for all that this page shows and that is held to the ledger. Answers whether all of it came. */
async function rereadShown(): Promise<boolean> {
  const shown = askedHeld().filter(({ state }) => state.dataUpdatedAt >= PAGE_BEGAN_AT)
  const answers = await Promise.allSettled([restore(), ...shown.map((query) => query.fetch())])
  await awaited()
  return answers.every(({ status }) => status === 'fulfilled')
}

const AWAITED_MS = 20_000

/** Gives what this page is still waiting for a while to come, where a slow network is all that there is to it. */
async function awaited(): Promise<void> {
  const cache = queryClient.getQueryCache()
  const asked = [drawsKey, forecastKey].filter(isUnanswered).flatMap((queryKey) => cache.find({ queryKey }) ?? [])
  if (asked.length === 0) return
  const come = Promise.allSettled(asked.map((query) => query.fetch()))
  await Promise.race([come, new Promise((resolve) => setTimeout(resolve, AWAITED_MS))])
}

async function ownRecords(
  memberId: string,
  { upTo, ...circle }: ShownCircle & { readonly upTo: number },
  signal: AbortSignal,
): Promise<Own> {
  // The page comes first: all that is asked for after it, and the ledger, are no older.
  const onPage = { upTo, ...donationsOnPage(), ...askedOnPage(circle) }
  const [donations, isOut] = [await ownDonations(signal), isShownOut()]
  // Nothing is proposed to who is out, and the list is closed to them.
  const shown = isOut ? {} : await shownToMember(signal)
  const knownUpTo = await knownBefore(circle.circleId)
  return { memberId, donations, isComplete: true, isOut, onPage, ...shown, knownUpTo, ...shownState(circle) }
}

async function shownToMember(signal: AbortSignal): Promise<Pick<Own, 'proposals' | 'hasAccepted'>> {
  const [proposals, terms] = await Promise.all([
    request('GET /me/approvals', {}, { signal }),
    request('GET /me/terms', {}, { signal }),
  ])
  const isByHelper = readHelper() !== null
  return { proposals: proposals.map((one) => shownProposal(one, isByHelper)), hasAccepted: isNotAsked(terms) }
}

type ShownCircle = { readonly circleId: string; readonly terms: ShownTerms | null; readonly isTestClock: boolean }

/**
 * The terms as this page shows them, and whether it says that the clock is a test's, each by the answer that is on the page where
 * there is one; an older page than the server has other words, and is told to be loaded anew.
 */
async function shownCircle(signal: AbortSignal): Promise<ShownCircle> {
  const [onPage] = shownUnder<AnswerOf<'GET /circle'>>(circleKey, { isExact: true })
  const {
    id,
    mode,
    operator,
    plan: shown,
    administrators,
    closed_at,
    test_clock,
  } = onPage ?? (await request('GET /circle', {}, { signal }))
  const told = planToldBy({ plan: shown })
  const plan = isSameJson(toldPlan(told), shown) ? told : null
  const document = { operator, plan, text: termsTextOf(shown), ...(administrators ? { administrators } : {}) }
  const terms = { mode, isClosed: closed_at !== null, ...document }
  return {
    circleId: id,
    terms: isNewVersionOffered() ? null : terms,
    isTestClock: isTestClockOf(serverOrigin(), test_clock),
  }
}

async function verifyOnce(
  { open, holder, kept, chosen, signal, onProgress }: Ask,
  own: Own | null,
  { terms, isTestClock }: ShownCircle,
): Promise<Verified> {
  // Read first: the ledger that comes after it is at least as long. Without it the rest is verified all the same.
  const checkpoint = await request('GET /ledger/checkpoint', {}, { signal }).catch(() => null)
  // The entries that were shown by their proofs alone are held to the whole ledger here.
  const shown = knownLogs().map(({ note }) => note)
  const before = await journalOf(holder)
  const { pieces, keptPieces, verifiedUpTo = 0, blocks = null } = await open(signal)
  // The server is there, so that a code which does not come is kept back.
  noteChecks('code', checkpoint !== null, Date.now())
  const worker = new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module' })
  const tell = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  try {
    const answer = answerOf(worker, signal, onProgress)
    // An aborted verification leaves this promise unobserved; the error that came first is the one reported.
    answer.catch(() => undefined)
    tell({ kind: 'begin', verifiedUpTo, blocks })
    for await (const bytes of pieces) tell({ kind: 'bytes', bytes }, [bytes.buffer])
    tell({
      kind: 'end',
      kept,
      chosen,
      day: checkpoint && { day: checkpoint.day, note: firstOfDay(checkpoint).note },
      shown,
      cosigned: cosignedNotes(checkpoint?.witnesses),
      boundTo: holder === null ? null : realCircleOf(holder),
      now: Date.now(),
      own,
      journal: asOfBoth(before, await journalOf(holder)),
      terms,
      isTestClock,
    })
    return { ...(await answer), keptPieces }
  } finally {
    worker.terminate()
  }
}

/** The journal of what its holder did on this device. */
async function journalOf(holder: string | null): Promise<Journal | null> {
  if (holder === null) return null
  const { readJournal } = await import('#web/api/journal.ts')
  return (await quietly(() => readJournal(holder))) ?? null
}

function answerOf(worker: Worker, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<Done> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'progress') onProgress(data.progress)
      else if (data.kind === 'done') resolve(data)
      else reject(new UnreadableLedger())
    })
    worker.addEventListener('error', () => reject(new Error('The verifying worker could not run')))
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

import { knowsPast } from '#circle/ledger/journal.ts'
import { forgetLedger, keepLedger, readKeptLedger } from '#web/api/kept-ledger.ts'
import type { KeptLedger } from '#web/api/kept-ledger.ts'
import { quietly } from '#web/api/quietly.ts'
import { memberOf } from '#web/api/holder.ts'
import { isNewestVersion, pageVersion } from '#web/api/new-version.ts'
import { queryClient } from '#web/api/query.ts'
import { noteRegistered, realCircleOf } from '#web/api/registered-in.ts'
import { setLook } from '#web/features/circle/ledger-verdict.ts'
import { isExplainedByNewer } from './explained.ts'
import { askedHeld } from './held-keys.ts'
import { keptHeads, noteVerified } from './saved-heads.ts'
import type { Verification } from './worker-messages.ts'

// The ledger is verified by itself at each visit, apart from the pages: several of them say how it went.

export type Watch =
  | { readonly at: 'rest' | 'working' | 'unknown' }
  | {
      readonly at: 'checked'
      readonly when: number
      readonly entries: number
      readonly knowsPast: boolean
      /** The time of a real circle's last entry, where this device's clock has not come to it. */
      readonly ahead: string | null
    }
  | { readonly at: 'faults'; readonly verification: Verification }

/** So long after the page is shown that its own readings come first. */
const BEGIN_AFTER_MS = 4_000
/** So far the ledger's clock may be ahead of this device's before its person is asked to look at both. */
const AHEAD_MS = 15 * 60_000
const AGAIN_AFTER_MS = 5 * 60_000
/** So soon after it came, what is held to the ledger is held. */
const OPENED_AFTER_MS = 1_000
/** Other answers in the place of those are held so long after the last time: what is done moves several of them. */
const CHANGED_AFTER_MS = 10_000
/** And so soon after it could not be looked at; the first time sooner: most of what keeps a phone from it is over in seconds. */
const RETRY_MS = 60_000
const FIRST_RETRY_MS = 5_000

let watch: Watch = { at: 'rest' }
const listeners = new Set<() => void>()

export function readWatch(): Watch {
  return watch
}

/** Calls back at every change of the watch; answers how to stop. */
export function onWatch(callback: () => void): () => void {
  listeners.add(callback)
  return () => listeners.delete(callback)
}

/** The answers that this page has of those that are held where they were shown. */
function heldAnswers() {
  return askedHeld().flatMap(({ queryHash, state: { data } }) =>
    typeof data === 'object' && data !== null ? [{ queryHash, said: saidIn(data) }] : [],
  )
}

/** The answers that were read already, with all that they say. */
const read = new WeakMap<object, string>()

/** All that an answer says; the address of the same picture is another each time. */
function saidIn(answer: object): string {
  const known = read.get(answer)
  if (known !== undefined) return known
  const said = JSON.stringify(answer, (key, value: unknown) =>
    /(?:Url|QrCode|picture)$/.test(key) ? undefined : value,
  )
  read.set(answer, said)
  return said
}

function say(next: Watch): void {
  watch = next
  for (const tell of listeners) tell()
}

/**
 * Verifies the ledger soon, and again every five minutes while the page is looked at: what came since the last time,
 * continued from what this device keeps. `holder`: of this device's key and journal; null for none.
 * Answers how to stop.
 */
export function watchLedger(holder: string | null): () => void {
  const stop = new AbortController()
  let last = 0
  let running: Promise<void> = Promise.resolve()
  /** By query, what of it was held last. */
  const looked = new Map<string, string>()
  const verify = () => {
    last = Date.now()
    // One after the other: an older finding never stands over a newer one.
    running = running.then(() => {
      for (const { queryHash, said } of heldAnswers()) looked.set(queryHash, said)
      return verifyNews(holder, stop.signal)
    })
    return running
  }
  // A case or a list that is opened later than the visit began is held as soon as it is there; one that is another by now, a while later.
  let soon: ReturnType<typeof setTimeout> | undefined
  const stopListening = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type !== 'updated' || last === 0 || soon !== undefined) return
    const unheld = heldAnswers().filter(({ queryHash, said }) => looked.get(queryHash) !== said)
    if (unheld.length === 0) return
    const isOpened = unheld.some(({ queryHash }) => !looked.has(queryHash))
    const after = isOpened ? OPENED_AFTER_MS : Math.max(OPENED_AFTER_MS, last + CHANGED_AFTER_MS - Date.now())
    soon = setTimeout(() => {
      soon = undefined
      void verify()
    }, after)
  })
  const verifyFirst = async () => {
    await verify()
    if (watch.at === 'unknown' && !stop.signal.aborted) timer = setTimeout(() => void verify(), FIRST_RETRY_MS)
  }
  let timer = setTimeout(() => void verifyFirst(), BEGIN_AFTER_MS)
  const look = () => {
    const dueAfter = watch.at === 'unknown' ? RETRY_MS : AGAIN_AFTER_MS
    if (document.visibilityState === 'visible' && last > 0 && Date.now() - last >= dueAfter) void verify()
  }
  const again = setInterval(look, RETRY_MS)
  setLook(async () => {
    await verify()
    return watch.at === 'checked'
  })
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(timer)
    clearTimeout(soon)
    stopListening()
    clearInterval(again)
    setLook(null)
    document.removeEventListener('visibilitychange', look)
    stop.abort()
    say({ at: 'rest' })
  }
}

/** An older page does not know what a newer server records, which is no fault of the ledger; it explains nothing else. */
async function sayFaults(verification: Verification): Promise<void> {
  const isOlderPage = isExplainedByNewer(verification.verdict) && !(await isNewestVersion())
  say(isOlderPage ? { at: 'unknown' } : { at: 'faults', verification })
}

/**
 * The one verdict of this visit, once somebody had the whole ledger verified: what that found stands on every page, and what the
 * visit's own verification found is looked at again, and stands as long as it is there. `isOwn`: no file from elsewhere had a part.
 */
export async function settleVerdict(
  verification: Verification,
  { holder, isOwn, signal }: { holder: string | null; isOwn: boolean; signal: AbortSignal },
): Promise<Verification> {
  if (verification.verdict.faultsFound > 0) {
    if (isOwn) await sayFaults(verification)
    return verification
  }
  if (watch.at === 'faults') await verifyNews(holder, signal)
  return watch.at === 'faults' ? watch.verification : verification
}

/**
 * From a ledger that holds on, this device knows what is done with its key, and which devices come. Answers whether it knows what its
 * person did before it, too.
 */
async function begin(
  holder: string,
  { verdict, head: { circle_id: circleId, key: logKey, seq: since } }: Verification,
): Promise<boolean> {
  const { beginJournal, readJournal } = await import('#web/api/journal.ts')
  await quietly(() => beginJournal(holder, { circleId, logKey, since }))
  const journal = await quietly(() => readJournal(holder))
  return !journal || knowsPast(journal, verdict.own?.keys ?? [])
}

/** Somebody says that a device is theirs: it is known here from now on, and the ledger is looked at again. */
export async function knowDevice(holder: string, keyId: string): Promise<void> {
  const { noteDevice } = await import('#web/api/journal.ts')
  await noteDevice(holder, keyId)
  await verifyNews(holder, new AbortController().signal)
}

/** The same of a payment key, by its commitment, or of an entry, by its hash. */
export async function recognise(holder: string, hash: string): Promise<void> {
  const { noteRecognised } = await import('#web/api/journal.ts')
  await noteRecognised(holder, hash)
  await verifyNews(holder, new AbortController().signal)
}

async function verifyNews(holder: string | null, signal: AbortSignal): Promise<void> {
  // A fault stays in sight while it is looked at again.
  if (watch.at !== 'faults') say({ at: 'working' })
  try {
    const [{ verifyOpenedLedger }, { continuedLedger }] = await Promise.all([
      import('./verify.ts'),
      import('./source.ts'),
    ])
    if (memberOf(holder) !== null && realCircleOf(holder!) !== null) {
      const { recogniseTypedKey } = await import('#web/api/typed-key.ts')
      await quietly(() => recogniseTypedKey(holder!))
    }
    let before: KeptLedger | null = null
    const { verification, keptPieces, blocks } = await verifyOpenedLedger({
      open: async (aborted) => {
        before = await readKeptLedger()
        return continuedLedger(before, aborted)
      },
      holder,
      kept: keptHeads(),
      chosen: [],
      signal,
      onProgress: () => undefined,
    })
    if (signal.aborted) return
    const { verdict, head } = verification
    if (verdict.faultsFound > 0) {
      await sayFaults(verification)
      return
    }
    noteVerified(head)
    // A demonstration names nobody who administers it, and may begin anew as another circle.
    if (holder !== null && verdict.administrators !== null)
      noteRegistered({ userId: holder, circleId: head.circle_id, isReal: true })
    const isKnown = holder === null || (await begin(holder, verification))
    const signedBy = verification.areSignaturesChecked ? pageVersion() : null
    await keepLedger({ circleId: head.circle_id, seq: head.seq, pieces: keptPieces ?? [], blocks, signedBy }, before)
    // Signed out meanwhile, nothing may stay.
    if (signal.aborted) await forgetLedger()
    else {
      const isAhead = verdict.rules !== null && Date.parse(head.at) > Date.now() + AHEAD_MS
      const ahead = isAhead ? head.at : null
      say({ at: 'checked', when: Date.now(), entries: verdict.entries, knowsPast: isKnown, ahead })
    }
  } catch {
    if (!signal.aborted && watch.at !== 'faults') say({ at: 'unknown' })
  }
}

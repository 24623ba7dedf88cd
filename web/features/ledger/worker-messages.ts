import type { SignedHead } from '#circle/ledger/entry.ts'
import type { Journal } from '#circle/ledger/journal.ts'
import type { LedgerQuestion, LedgerVerdict, OwnRecords } from '#circle/ledger/verdict.ts'

export type Own = OwnRecords

/** The operator and the words of the terms as this page shows them. */
export type ShownTerms = NonNullable<LedgerQuestion['terms']>

/** Messages to the worker: what of it was verified before, the ledger's bytes as they arrive, then what to compare it with. */
export type ToWorker =
  | {
      readonly kind: 'begin'
      /** The last entry whose hash and signatures need not be verified again. */
      readonly verifiedUpTo: number
      /** The hashes of the complete blocks of those, as this worker gave them. */
      readonly blocks: Uint8Array | null
    }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'end'
      readonly kept: readonly SignedHead[]
      readonly chosen: readonly SignedHead[]
      /** The day's checkpoint as a signed note, where it could be read, and those that this device was shown before. */
      readonly day: { readonly day: string; readonly note: string } | null
      readonly shown: readonly string[]
      /** The checkpoints that witnesses cosigned, as the answer has them. */
      readonly cosigned: readonly string[]
      /** The real circle that this device knows as its person's: things kept of it are held to whatever is shown. */
      readonly boundTo: string | null
      /** The time (epoch ms) of this device. */
      readonly now: number
      readonly own: Own | null
      /** The journal of this device for the person; null where it keeps none. */
      readonly journal: Journal | null
      readonly terms: ShownTerms | null
      /** Whether every page says that the clock is a test's, which is of no day, and the server is on this very machine. */
      readonly isTestClock: boolean
    }

export type Progress = { readonly phase: 'reading' | 'verifying'; readonly done: number; readonly total: number }

export type Verification = {
  readonly verdict: LedgerVerdict
  readonly head: SignedHead
  /** The earlier heads that it was held to, oldest first. */
  readonly heldTo: readonly SignedHead[]
  /** The code of the day's checkpoint, which this ledger was held to; null where it could not be read. */
  readonly code: string | null
  /** False where this browser cannot check signatures: an old one, or a page without TLS. */
  readonly areSignaturesChecked: boolean
}

/** A verification, and the hashes of the complete blocks of a ledger in which it found nothing. */
export type Done = { readonly verification: Verification; readonly blocks: Uint8Array | null }

export type FromWorker =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | ({ readonly kind: 'done' } & Done)
  | { readonly kind: 'unreadable' }

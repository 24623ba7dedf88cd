import { del, get, set } from 'idb-keyval'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { keptStore } from '#web/api/kept-store.ts'
import { queryClient } from '#web/api/query.ts'
import { quietly } from '#web/api/quietly.ts'

const KEY = 'ciranda-livro'

/** The queries that hold words of a case to the ledger kept here. */
export const wordsHeldKey = ['words-held'] as const
/** Those of what changed in the circle, which are held to it as they are asked for. */
export const changesKey = ['circle', 'changes'] as const

/** A circle's ledger as this device last verified it: its entries as JSON lines, in the pieces in which they came. */
export type KeptLedger = {
  readonly circleId: string
  readonly seq: number
  readonly pieces: readonly Uint8Array[]
  /** The version of the pages that verified every signature in it; null where none could, absent where an older page kept it. */
  readonly signedBy?: string | null
  /** The hashes of its complete blocks (circle/ledger/merkle.ts), one after the other; absent where an older page kept it. */
  readonly blocks?: Uint8Array | null
  /** When (epoch ms) it was kept; absent where an older page did. */
  readonly at?: number
}

/** The ledger that this device keeps; null where it keeps none, or stores nothing at all. */
export async function readKeptLedger(): Promise<KeptLedger | null> {
  return (await quietly(() => get<KeptLedger>(KEY, keptStore))) ?? null
}

/** Keeps a verified ledger in place of `before`; where nothing came, its megabytes stand as they are. */
export async function keepLedger(ledger: KeptLedger, before: KeptLedger | null): Promise<void> {
  if (before && isSame(ledger, before)) return
  await quietly(() => set(KEY, { ...ledger, at: Date.now() }, keptStore))
  // All that is shown and held to it is, as soon as it is there.
  for (const queryKey of [wordsHeldKey, changesKey]) void queryClient.invalidateQueries({ queryKey })
}

function isSame({ circleId, seq, signedBy, blocks }: KeptLedger, before: KeptLedger): boolean {
  const isSigned = signedBy === before.signedBy && blocks?.length === before.blocks?.length
  return circleId === before.circleId && seq === before.seq && isSigned
}

/** Forgets the ledger: on a shared device nothing says which circle somebody belongs to. */
export async function forgetLedger(): Promise<void> {
  await quietly(() => del(KEY, keptStore))
}

const LINE_FEED = 10

/**
 * Some entries of a circle's ledger as this device keeps it, by their numbers; null where it does not keep the last of them. Each is
 * a line, so nothing else is read.
 */
export async function keptEntries(
  circleId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<LedgerEntry[] | null> {
  const kept = await readKeptLedger()
  return kept?.circleId === circleId && kept.seq >= to ? entriesIn(kept, { from, to }) : null
}

/** All entries of a circle's ledger as this device keeps it; null where it keeps none. */
export async function allKeptEntries(circleId: string): Promise<LedgerEntry[] | null> {
  const kept = await readKeptLedger()
  return kept?.circleId === circleId ? entriesIn(kept, { from: 1, to: kept.seq }) : null
}

function entriesIn(kept: KeptLedger, { from, to }: { readonly from: number; readonly to: number }): LedgerEntry[] {
  const lines: Uint8Array[] = []
  let seq = 1
  for (const piece of kept.pieces) {
    for (let at = 0; at < piece.length && seq <= to; seq += 1) {
      const end = piece.indexOf(LINE_FEED, at)
      if (seq >= from) lines.push(piece.subarray(at, end < 0 ? piece.length : end))
      at = end < 0 ? piece.length : end + 1
    }
  }
  return lines.map((line) => JSON.parse(new TextDecoder().decode(line)) as LedgerEntry)
}

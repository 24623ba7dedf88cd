import { del, get, set } from 'idb-keyval'
import { keptStore } from '#web/api/kept-store.ts'
import { quietly } from '#web/api/quietly.ts'

const KEY = 'ciranda-livro'

/** A circle's ledger as this device last verified it: its entries as JSON lines, in the pieces in which they came. */
export type KeptLedger = { readonly circleId: string; readonly seq: number; readonly pieces: readonly Uint8Array[] }

/** The ledger that this device keeps; null where it keeps none, or stores nothing at all. */
export async function readKeptLedger(): Promise<KeptLedger | null> {
  return (await quietly(() => get<KeptLedger>(KEY, keptStore))) ?? null
}

/** Keeps a verified ledger in place of the one kept before. */
export async function keepLedger(ledger: KeptLedger): Promise<void> {
  await quietly(() => set(KEY, ledger, keptStore))
}

/** Forgets the ledger: on a shared device nothing says which circle somebody belongs to. */
export async function forgetLedger(): Promise<void> {
  await quietly(() => del(KEY, keptStore))
}

import { del, get, set } from 'idb-keyval'
import { SHARED_KEY } from '#web/worker/shared-key.ts'
import { keptStore } from './kept-store.ts'
import { quietly } from './quietly.ts'

/** A receipt that another app of this phone shared with the installed Ciranda. `web/service-worker.ts` writes it, `by` apart. */
export type SharedReceipt = {
  readonly file: File
  readonly text: string
  /** When it came, epoch ms. */
  readonly at: number
  /** Whose it is: of the first person who opened it. */
  readonly by?: string
}

const KEPT_MS = 3 * 86_400_000

/** Until when a shared receipt that nobody used is kept on this device, epoch ms. */
export function keptUntil({ at }: SharedReceipt): number {
  return at + KEPT_MS
}

/** The receipt that waits on this device for `userId`; null when there is none, an old one, or another person's. */
export async function readShared(userId: string): Promise<SharedReceipt | null> {
  const kept = await quietly(() => get<SharedReceipt>(SHARED_KEY, keptStore))
  if (!kept) return null
  if (Date.now() > keptUntil(kept) || (kept.by !== undefined && kept.by !== userId)) {
    await removeShared()
    return null
  }
  if (kept.by === undefined) await quietly(() => set(SHARED_KEY, { ...kept, by: userId }, keptStore))
  return { ...kept, by: userId }
}

/** Used, given up, or its owner signed out. */
export async function removeShared(): Promise<void> {
  await quietly(() => del(SHARED_KEY, keptStore))
}

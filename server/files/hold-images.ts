import { sql } from 'drizzle-orm'
import type { Services } from '#server/context.ts'
import type { Tx } from '#server/database/types.ts'
import { DiskFull } from '#server/file-store/file-store.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** A picture that a row is about to reference: on the disk already, or about to come with the row. */
export type StoredImage = { readonly sha256: string; readonly bytes: Uint8Array }

/** The namespace of the advisory locks on files, by SHA-256. */
const FILES = 11

/**
 * Makes stored pictures safe to reference: until the transaction ends, none of them can be deleted. One that was
 * deleted since it was stored (because it had been scheduled while no row referenced it) is put back, and where the database
 * has the pictures it is stored only now. Call it before writing the rows. Refuses with `file.disk_full`.
 */
export async function holdImages(
  { files }: Pick<Services, 'files'>,
  tx: Tx,
  images: readonly (StoredImage | null | undefined)[],
): Promise<void> {
  const given = images.filter((image): image is StoredImage => image !== null && image !== undefined)
  // The locks are taken in a fixed order, so that two transactions with the same pictures cannot deadlock.
  for (const { sha256, bytes } of given.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))) {
    await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${sha256}, ${FILES}))`)
    if (!(await files.has(sha256, tx))) await files.put(bytes, tx).catch(asRefusal)
  }
}

/** Until the transaction ends, no other transaction can begin to reference this file. */
export async function lockFile(tx: Tx, sha256: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, ${FILES}))`)
}

/** Turns a full disk into a refusal; rethrows anything else. */
export function asRefusal(error: unknown): never {
  if (error instanceof DiskFull) throw new Refusal('file.disk_full')
  throw error
}

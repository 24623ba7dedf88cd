import type { Db } from '#server/database/types.ts'

/** The disk has no room for the bytes; nothing of them is kept. */
export class DiskFull extends Error {
  readonly code = 'file.disk_full'
}

/**
 * Stores bytes under their own SHA-256 (64 lower-case hex digits). Any other name refers to no file. `tx` is the transaction that
 * writes or removes the row which names them: the table's bytes come and go with it, a folder's at once.
 */
export type FileStore = {
  /** Does before the transaction all that can be done there, and answers the name. Throws DiskFull. */
  prepare(bytes: Uint8Array): Promise<string>
  /**
   * Stores bytes durably: once this, or `tx`, is over they survive a power cut. Identical bytes are stored once. Throws DiskFull.
   */
  put(bytes: Uint8Array, tx?: Db): Promise<string>
  /** Null when there is no such file. */
  read(sha256: string): Promise<Buffer | null>
  /** Whether the file exists. */
  has(sha256: string, tx?: Db): Promise<boolean>
  /** Returns whether the file existed. The caller makes sure that no row references it any more. */
  remove(sha256: string, tx?: Db): Promise<boolean>
  /** The names of files last stored longer than `ageMs` ago, in batches of `atOnce`. */
  listOlder(ageMs: number, atOnce: number): AsyncIterable<readonly string[]>
}

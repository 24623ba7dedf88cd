export type SqlState = { code: string; constraint: string | null; table: string | null; column: string | null }

/** The database cannot answer now, for a reason that is not the query's. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** COMMIT was asked for after a statement had failed and its error had been swallowed: nothing was kept. */
export class TransactionAborted extends Error {
  override name = 'TransactionAborted'
  readonly code = '25P02'
  readonly severity = 'ERROR'
  constructor() {
    super('The transaction was rolled back instead of committed: an error in it had been swallowed')
  }
}

/** PostgreSQL's answer inside an error, however deep drizzle or a caller wrapped it; null when there is none. */
export function sqlState(error: unknown): SqlState | null {
  for (const link of causes(error)) {
    const { code, severity, constraint, table, column } = link as Record<string, unknown>
    // EPIPE looks like a SQLSTATE too; only PostgreSQL gives a severity.
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && typeof severity === 'string') {
      return { code, constraint: textOrNull(constraint), table: textOrNull(table), column: textOrNull(column) }
    }
  }
  return null
}

export function isRetryable(error: unknown): boolean {
  const code = sqlState(error)?.code
  return code === '40001' || code === '40P01'
}

/**
 * True when the connection was refused or lost, the database is stopping, starting or full of connections or memory,
 * it became a standby (25006), it gave up waiting for a lock, a statement or the next one (25P03, 25P04, 57P05), or a file
 * could not be reached (58030): a 503, for the same request may succeed later.
 */
export function isUnavailable(error: unknown): boolean {
  const code = sqlState(error)?.code
  if (code !== undefined)
    return /^(08...|25006|25P0[34]|57P0[1235]|53[023]00|55P03|57014|58030|40001|40P01)$/.test(code)
  return causes(error).some((link) => {
    const { code: reason, message } = link as NodeJS.ErrnoException
    return (
      link instanceof DatabaseUnavailable ||
      NETWORK.has(reason ?? '') ||
      DISK.has(reason ?? '') ||
      LOST.test(message ?? '')
    )
  })
}

/** True when the database or the disk has no room for what was to be written: a 507, and nothing of it was kept. */
export function isDiskFull(error: unknown): boolean {
  return causes(error).some((link) => {
    const { code = '', message = '', severity } = link as NodeJS.ErrnoException & { readonly severity?: unknown }
    return NO_ROOM.has(code) || (typeof severity === 'string' && OUT_OF_ROOM.test(message))
  })
}

/** A full disk, a full quota, and a file store that says so (server/file-store/file-store.ts). */
const NO_ROOM = new Set(['53100', 'ENOSPC', 'EDQUOT', 'file.disk_full'])

/** PostgreSQL has no code for a full quota, and says it in the system's words. */
const OUT_OF_ROOM = /: (No space left on device|Disk quota exceeded)$/m

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])

/** The disk or its network did not answer, the filesystem was set read-only after an error, or too many files are open. */
const DISK = new Set(['EIO', 'EROFS', 'ESTALE', 'EBUSY', 'EMFILE', 'ENFILE'])

// pg gives these no code.
const LOST =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end)/

const DEPTH_MAX = 8

/** The error, its causes, and the members of an AggregateError (a refused connection on two addresses). */
function causes(error: unknown, depth = 0): object[] {
  if (typeof error !== 'object' || error === null || depth > DEPTH_MAX) return []
  const members = error instanceof AggregateError ? error.errors : []
  const inner = [(error as Error).cause, ...members]
  return [error, ...inner.flatMap((one) => causes(one, depth + 1))]
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

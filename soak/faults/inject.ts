import { once } from 'node:events'
import type { Pool, PoolClient } from 'pg'
import { DiskFull } from '#server/file-store/file-store.ts'
import type { FileStore } from '#server/file-store/file-store.ts'

/**
 * The ways in which the k-th thing asked of the world fails.
 * - broken: the connection breaks instead of the query, the disk answers with an error; nothing of it is done
 * - lost: it is done, COMMIT too, and the connection breaks before its answer comes
 * - full: the database or the disk has no room, the mail server or the push service no time
 */
export type FaultKind = 'broken' | 'lost' | 'full'

/** Counts the queries and file operations of one app, and lets one of them fail. */
export class Faults {
  private at = 0
  private kind: FaultKind = 'broken'
  private counted = 0
  /** Whether the chosen one was reached. */
  happened = false
  /** The text of the query that failed, or the name of the file operation. */
  what = ''

  /** From now on the k-th (from 1) fails, once. */
  arm(kind: FaultKind, at: number): void {
    Object.assign(this, { kind, at, counted: 0, happened: false, what: '' })
  }

  disarm(): void {
    this.at = 0
  }

  private isNext(what: string): boolean {
    if (this.at === 0) return false
    this.counted += 1
    if (this.counted !== this.at) return false
    this.happened = true
    this.what = what
    this.at = 0
    return true
  }

  /** Every connection of the pool, those that are open already too, asks here first. */
  watchPool(pool: Pool): void {
    const known = new WeakSet<PoolClient>()
    const watch = (client: PoolClient) => {
      if (known.has(client)) return
      known.add(client)
      this.watchClient(client)
    }
    pool.on('connect', watch)
    pool.on('acquire', watch)
  }

  private watchClient(client: PoolClient): void {
    const original = client.query.bind(client) as (...args: unknown[]) => unknown
    const query = (...args: unknown[]): unknown => {
      if (!this.isNext(textOf(args[0]))) return original(...args)
      const { kind } = this
      const callback = args.at(-1)
      const failing = this.fail(client, kind, () => original(...args.filter((arg) => typeof arg !== 'function')))
      if (typeof callback !== 'function') return failing
      return void this.tell(failing, callback as (error: unknown) => void)
    }
    client.query = query as typeof client.query
  }

  private async tell(failing: Promise<never>, callback: (error: unknown) => void): Promise<void> {
    let thrown: unknown = null
    await failing.catch((error: unknown) => (thrown = error))
    callback(thrown)
  }

  private async fail(client: PoolClient, kind: FaultKind, run: () => unknown): Promise<never> {
    if (kind === 'full') throw Object.assign(new Error('could not extend file'), { code: '53100', severity: 'ERROR' })
    if (kind === 'lost') await run()
    await breakOff(client)
    throw new Error('Connection terminated unexpectedly')
  }

  /** The same files, of which the chosen operation fails: no room where it writes, or a disk that does not answer. */
  watchFiles(files: FileStore): FileStore {
    const watched =
      <A extends unknown[], T>(what: string, operation: (...args: A) => Promise<T>, { writes = false } = {}) =>
      async (...args: A): Promise<T> => {
        // A read needs no room.
        if ((this.kind === 'full' && !writes) || !this.isNext(what)) return await operation(...args)
        if (this.kind === 'full') throw new DiskFull(`No room: ${what}`)
        if (this.kind === 'lost') await operation(...args)
        throw Object.assign(new Error(`EIO: i/o error, ${what}`), { code: 'EIO' })
      }
    return {
      ...files,
      prepare: watched('put a file', files.prepare, { writes: true }),
      put: watched('put a file', files.put, { writes: true }),
      remove: watched('remove a file', files.remove, { writes: true }),
      read: watched('read a file', files.read),
      has: watched('look for a file', files.has),
    }
  }
}

/** Ends the connection, and waits until the client has noticed: a query is never told so earlier. */
async function breakOff(client: PoolClient): Promise<void> {
  const ended = once(client, 'end')
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
  await ended
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String((query as { text?: string } | null)?.text ?? query)
}

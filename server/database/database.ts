import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client, type Pool } from 'pg'
import { openEmbedded, reachEmbedded, type Embedded, type EmbeddedOptions } from './embedded.ts'
import { isUnavailable } from './errors.ts'
import { ensureChannel, Listener, type Listen } from './listen.ts'
import { silentLogger, type Logger } from './logger.ts'
import { prepared } from './prepared.ts'
import { connectionOptions, openPool, poolDatabase } from './pool.ts'
import { renewStatistics, scrubFiles } from './scrub.ts'
import type { Db } from './types.ts'

// The room's door: what the rest of the server needs of it.
export { FolderInUse } from './embedded.ts'
export { isUnavailable, sqlState, type SqlState } from './errors.ts'
export { transaction } from './transaction.ts'
export type { Db, Tx, Unlisten } from './types.ts'

/** PostgreSQL, embedded or a server of its own; both are used in the same way. */
export type Database = {
  /** Runs as the working role, which reads and writes rows and owns nothing. */
  db: Db
  pool: Pool
  /** The working role's address, for what keeps connections of its own. */
  url: string
  /** Resolves when the database answers. */
  ping(): Promise<void>
  /** Tells every process listening, once `tx` commits. Payload up to 7,999 bytes. */
  notify(tx: Db, channel: string, payload: string): Promise<void>
  listen: Listen
  /** Runs `fn` on a connection of the role that owns the tables, for what changes the schema. */
  asOwner<T>(fn: (client: Client) => Promise<T>): Promise<T>
  /**
   * Takes what was deleted from tables out of the embedded database's own files. On a server only the statistics are
   * made anew: its files and backups are its operator's (SECURITY.md).
   */
  scrub(tables: readonly string[]): Promise<void>
  /** The parts that an archive needs of the embedded database; absent on a server. */
  archived?: Archived
  close(): Promise<void>
}

export type Archived = {
  /** PostgreSQL's data directory. */
  readonly data: string
  /** The folder in which full segments of its log appear whole. */
  readonly spool: string
  asSuperuser<T>(fn: (client: Client) => Promise<T>): Promise<T>
}

export type OpenDatabaseOptions = EmbeddedOptions & {
  /** A PostgreSQL server; without it, the embedded database in `dataDir`. */
  databaseUrl?: string | undefined
  /** The role of that server that owns the tables; the one of `databaseUrl` when not given. */
  ownerUrl?: string | undefined
  /** For so long a server that does not answer yet, as in the middle of a failover, is waited for; not at all when not given. */
  waitMs?: number | undefined
  /** Called once, with the reason, before it is waited for. */
  onWait?: ((reason: string) => void) | undefined
  /** Connections of this process for requests; 10 when not given. */
  poolSize?: number | undefined
}

/** Throws one clear line when the database cannot be opened. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, ownerUrl = databaseUrl, poolSize, logger = silentLogger } = options
  if (databaseUrl === undefined || ownerUrl === undefined) return await openOwn(options, logger)
  const database = connectTo({ url: databaseUrl, ownerUrl, poolSize, logger })
  try {
    await untilAnswers(database, options)
  } catch (error) {
    await database.close()
    throw new Error(`DATABASE_URL: o servidor PostgreSQL não pode ser usado (${rootMessage(error)}).`, { cause: error })
  }
  return database
}

async function untilAnswers({ ping }: Database, { waitMs = 0, onWait }: OpenDatabaseOptions): Promise<void> {
  const end = performance.now() + waitMs
  let isTold = false
  for (;;) {
    try {
      return await ping()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > end) throw error
      if (!isTold) onWait?.(rootMessage(error))
      isTold = true
      await wait(WAIT_MS)
    }
  }
}

const WAIT_MS = 250

async function openOwn(options: OpenDatabaseOptions, logger: Logger): Promise<Database> {
  const embedded: Embedded = await openEmbedded(options)
  const database = connectTo({ ...embedded, poolSize: options.poolSize, logger })
  const asSuperuser: Archived['asSuperuser'] = (fn) => withClient(embedded.superuserUrl, fn)
  const scrub = (tables: readonly string[]) => asSuperuser((client) => scrubFiles(client, tables))
  const { data, spool } = embedded.cluster
  const archived = spool === null ? {} : { archived: { data, spool, asSuperuser } }
  return { ...database, ...archived, scrub, close: once(() => database.close().then(() => embedded.close())) }
}

type Addresses = { url: string; ownerUrl: string; poolSize: number | undefined; logger: Logger }

function connectTo({ url, ownerUrl, poolSize, logger }: Addresses): Database {
  const pool = openPool({ databaseUrl: url, logger, poolSize })
  const db = poolDatabase(pool)
  const listener = new Listener(url, logger)
  const asOwner: Database['asOwner'] = (fn) => withClient(ownerUrl, fn)
  return {
    db,
    pool,
    url,
    ping: async () => void (await db.execute(sql`select 1`)),
    notify,
    listen: listener.listen,
    asOwner,
    scrub: (tables) => asOwner((client) => renewStatistics(client, tables)),
    close: once(() => listener.close().then(() => pool.end())),
  }
}

/**
 * Runs `fn` on a connection of the role that owns the tables, whether Ciranda is running or not: beside the process that owns
 * an embedded database, else with that database opened for it alone.
 */
export async function withOwner<T>(options: OpenDatabaseOptions, fn: (client: Client) => Promise<T>): Promise<T> {
  const { databaseUrl, ownerUrl = databaseUrl } = options
  const url = ownerUrl ?? (await reachEmbedded(options))
  if (url !== null) return await withClient(url, fn)
  const database = await openDatabase(options)
  try {
    return await database.asOwner(fn)
  } finally {
    await database.close()
  }
}

/** Runs `fn` beside the process that owns an embedded database; null where none runs. It starts nothing. */
export async function withClientBeside<T>(
  options: EmbeddedOptions,
  fn: (client: Client) => Promise<T>,
): Promise<T | null> {
  const url = existsSync(join(options.dataDir, 'cluster')) ? await reachEmbedded(options) : null
  return url === null ? null : await withClient(url, fn)
}

/** A connection of its own: it may wait long for a lock, and what it runs may take longer than a request. */
async function withClient<T>(url: string, fn: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connectionOptions(url))
  client.on('error', () => undefined) // The query that was running is rejected as well.
  await client.connect()
  try {
    return await fn(client)
  } finally {
    await client.end()
  }
}

function once(fn: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | null = null
  return () => (result ??= fn())
}

const tell = prepared<never>(
  'notify',
  () => sql`select pg_notify(${sql.placeholder('channel')}, ${sql.placeholder('payload')})`,
)

async function notify(tx: Db, channel: string, payload: string): Promise<void> {
  ensureChannel(channel)
  await tell(tx, { channel, payload })
}

function rootMessage(error: unknown): string {
  let deepest = error as Error
  while (deepest.cause instanceof Error) deepest = deepest.cause
  // A refusal on several addresses has no message of its own.
  return deepest.message || (deepest as NodeJS.ErrnoException).code || deepest.name
}

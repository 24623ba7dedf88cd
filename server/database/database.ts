import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import type { Pool } from 'pg'
import { openEmbedded, type EmbeddedOptions } from './embedded.ts'
import { listenOnEngine, ensureChannel, ServerListener, type Listen } from './listen.ts'
import { silentLogger, type Logger } from './logger.ts'
import { insideTransaction } from './open-transaction.ts'
import { openPool, poolDatabase } from './pool.ts'
import type { Db } from './types.ts'

// The room's door: what the rest of the server needs of it.
export { isUnavailable, sqlState, type SqlState } from './errors.ts'
export { transaction } from './transaction.ts'
export type { Db, Tx, Listener, Unlisten } from './types.ts'

type Common = {
  db: Db
  /** Resolves when the database answers. */
  ping(): Promise<void>
  /** Tells every process listening, once `tx` commits. Payload up to 7,999 bytes. */
  notify(tx: Db, channel: string, payload: string): Promise<void>
  listen: Listen
  close(): Promise<void>
}

/** `engine` and `pool` are for what speaks to the driver itself, such as the job queue. */
export type Database =
  | (Common & { kind: 'embedded'; engine: PGlite })
  | (Common & { kind: 'server'; pool: Pool; databaseUrl: string })

export type OpenDatabaseOptions = EmbeddedOptions & {
  /** A PostgreSQL server; without it, the embedded database in `dataDir`. */
  databaseUrl?: string | undefined
  /** Connections of this process to a server; 10 when not given. */
  poolSize?: number | undefined
}

/** Throws one clear line when the database cannot be opened. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, poolSize, logger = silentLogger } = options
  if (databaseUrl) return await openServer(databaseUrl, logger, poolSize)
  const { engine, close } = await openEmbedded(options)
  return engineDatabase(engine, close, logger)
}

/** The database on a PGlite that is already open; the tests give one in memory. */
export function engineDatabase(engine: PGlite, close: () => Promise<void>, logger: Logger = silentLogger): Database {
  const db: Db = drizzle({ client: engine })
  const transact = db.transaction.bind(db)
  db.transaction = (fn, config) => transact((tx) => insideTransaction(() => fn(tx)), config)
  return {
    kind: 'embedded',
    engine,
    db,
    ping: () => ping(db),
    notify,
    listen: listenOnEngine(engine, logger),
    close: once(close),
  }
}

async function openServer(databaseUrl: string, logger: Logger, poolSize?: number): Promise<Database> {
  const pool = openPool({ databaseUrl, logger, poolSize })
  const db = poolDatabase(pool)
  const listener = new ServerListener(databaseUrl, logger)
  try {
    await ping(db)
  } catch (error) {
    await pool.end()
    throw new Error(`DATABASE_URL: the PostgreSQL server cannot be used (${rootMessage(error)}).`, { cause: error })
  }
  const close = once(() => listener.close().then(() => pool.end()))
  return { kind: 'server', pool, databaseUrl, db, ping: () => ping(db), notify, listen: listener.listen, close }
}

function once(fn: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | null = null
  return () => (result ??= fn())
}

async function ping(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}

async function notify(tx: Db, channel: string, payload: string): Promise<void> {
  ensureChannel(channel)
  await tx.execute(sql`select pg_notify(${channel}, ${payload})`)
}

function rootMessage(error: unknown): string {
  let deepest = error as Error
  while (deepest.cause instanceof Error) deepest = deepest.cause
  // A refusal on several addresses has no message of its own.
  return deepest.message || (deepest as NodeJS.ErrnoException).code || deepest.name
}

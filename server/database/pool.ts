import { availableParallelism } from 'node:os'
import { isSmallMachine } from '#server/lib/small-machine.ts'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { Pool, types } from 'pg'
import type { PoolClient } from 'pg'
import { APPLICATION_NAME } from './connection-name.ts'
import { sqlState } from './errors.ts'
import type { Logger } from './logger.ts'
import { oncePer } from '#server/lib/once-per.ts'
import { ensureOutsideTransaction, insideTransaction } from '#server/lib/open-transaction.ts'
import type { Db, Tx } from './types.ts'
import { watchQueries } from './watch-queries.ts'
import { PrimaryClient } from './primary-client.ts'

export type PoolOptions = { databaseUrl: string; logger: Logger; poolSize?: number | undefined }

const INT8 = 20

/** As a number where it is one exactly: `count(*)` is an int8. */
types.setTypeParser(INT8, (text) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
})

export function connectionOptions(databaseUrl: string) {
  return {
    connectionString: databaseUrl,
    application_name: APPLICATION_NAME,
    options: '-c TimeZone=UTC',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  }
}

const CONNECTIONS = { min: 5, max: 10 } as const

/**
 * Under load a connection takes some 12 MB of PostgreSQL's, and more than a few for each processor only wait for one: two
 * processors have six, and a machine with less than a gigabyte five.
 */
function usualConnections(): number {
  return isSmallMachine()
    ? CONNECTIONS.min
    : Math.max(CONNECTIONS.min, Math.min(CONNECTIONS.max, 2 * availableParallelism() + 2))
}

/** A pool whose lost connections are a line in the log, never the end of the process. */
export function openPool({ databaseUrl, logger, poolSize = usualConnections() }: PoolOptions): Pool {
  const pool = new GuardedPool({
    ...connectionOptions(databaseUrl),
    max: poolSize,
    // The jobs of a minute ask at once, and each connection that stays holds some 4 MB.
    idleTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    // A server that was paused or cut off ends no statement by itself.
    query_timeout: QUERY_MS_MAX,
    Client: PrimaryClient,
    // Statements that need nothing of each other go out without waiting for each other's answers (together.ts).
    pipeline: true,
    verify: (client, done) => done((client as PoolClient & PrimaryClient).refusal()),
    lock_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  const lost = (error: Error) => logger.warn({ err: error }, 'a database connection was lost')
  pool.on('error', lost)
  // pg's pool stops listening while a connection is lent out, and an error event nobody hears ends the process.
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}

/** Longer than the server's own limits, which say better what happened. */
const QUERY_MS_MAX = 35_000

class GuardedPool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(callback: PoolCallback): void
  override connect(callback?: PoolCallback): Promise<PoolClient> | void {
    ensureOutsideTransaction()
    return callback ? super.connect(callback) : super.connect()
  }
}

type PoolCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void

/** Drizzle on the pool, with transactions that are kept whole or fail, and that know when they are left. */
export function poolDatabase(pool: Pool): Db {
  const db: Db = drizzle({ client: pool })
  db.transaction = (fn, config) => transactOn(pool, fn, config)
  return db
}

async function transactOn<T>(pool: Pool, fn: (tx: Tx) => Promise<T>, config?: PgTransactionConfig): Promise<T> {
  const client = await pool.connect()
  let thrown: { error: unknown } | null = null
  let isUnfit = false
  try {
    return await sessionOn(client).transaction(async (tx) => {
      try {
        return await insideTransaction(() => fn(tx))
      } catch (error) {
        thrown = { error }
        throw error
      }
    }, config)
  } catch (caught) {
    // When the rollback failed too, the first error is the one that explains.
    const { error } = thrown ?? { error: caught }
    isUnfit = sqlState(error)?.code === READ_ONLY
    throw error
  } finally {
    client.release(isUnfit || client.getTransactionStatus() !== 'I')
  }
}

/** Drizzle on a connection, made once for it: each transaction would have its own dialect and caches otherwise. */
const sessionOn = oncePer((client: PoolClient): Db => drizzle({ client: watchQueries(client) }))

/** A write on what became a standby. */
const READ_ONLY = '25006'

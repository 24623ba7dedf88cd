import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { Pool, types, type PoolClient } from 'pg'
import { APPLICATION_NAME } from './connection-name.ts'
import { TransactionAborted } from './errors.ts'
import type { Logger } from './logger.ts'
import { ensureOutsideTransaction, insideTransaction } from '#server/lib/open-transaction.ts'
import type { Db, Tx } from './types.ts'

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

/** A pool whose lost connections are a line in the log, never the end of the process. */
export function openPool({ databaseUrl, logger, poolSize = 10 }: PoolOptions): Pool {
  const pool = new GuardedPool({
    ...connectionOptions(databaseUrl),
    max: poolSize,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    lock_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  const lost = (error: Error) => logger.warn({ err: error }, 'a database connection was lost')
  pool.on('error', lost)
  // pg's pool stops listening while a connection is lent out, and an error event nobody hears ends the process.
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}

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
  try {
    const session: Db = drizzle({ client: watchCommit(client) })
    return await session.transaction(async (tx) => {
      try {
        return await insideTransaction(() => fn(tx))
      } catch (error) {
        thrown = { error }
        throw error
      }
    }, config)
  } catch (error) {
    // When the rollback failed too, the first error is the one that explains.
    throw thrown === null ? error : (thrown as { error: unknown }).error
  } finally {
    client.release(client.getTransactionStatus() !== 'I')
  }
}

/**
 * The client, whose COMMIT fails when the server answers it with ROLLBACK, as it does after a failed statement whose
 * error was swallowed. Drizzle does not look, and the client's own transaction status lags behind the error.
 */
function watchCommit(client: PoolClient): PoolClient {
  const query = async (...args: unknown[]) => {
    const result = await (client.query as (...args: unknown[]) => Promise<{ command?: string }>)(...args)
    if (result.command === 'ROLLBACK' && isCommit(args[0])) throw new TransactionAborted()
    return result
  }
  return new Proxy(client, {
    get: (target, key) => {
      if (key === 'query') return query
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function isCommit(query: unknown): boolean {
  const text = typeof query === 'string' ? query : (query as { text?: string } | null)?.text
  return text?.trim().toLowerCase() === 'commit'
}

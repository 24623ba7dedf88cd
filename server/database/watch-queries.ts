import type { PoolClient } from 'pg'
import { DatabaseUnavailable, TransactionAborted } from './errors.ts'

/**
 * The client, whose COMMIT fails where it was none. The server answers it with ROLLBACK after a failed statement whose error was
 * swallowed: Drizzle does not look, and the client's own transaction status lags behind the error. It warns where the wait for
 * the synchronous standby was broken off, by an administrator or a demotion: what is committed on a primary alone may be gone
 * with it. A query that nobody answers ends its connection, so that the rollback does not wait for it again.
 *
 * Statements that are sent in one turn of the loop leave in one write, as each would be a system call of its own and wake
 * PostgreSQL for itself. BEGIN is not waited for alone: reads go out with it, and are worth nothing if it fails; all from the first
 * write on wait until it succeeded, since they would stand outside of any transaction.
 */
export function watchQueries(client: PoolClient): PoolClient {
  let begun: Promise<unknown> | null = null
  let isHeld = false
  const send = (args: unknown[]) => {
    const { stream } = client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
    return (client.query as (...args: unknown[]) => Promise<{ command?: string }>)(...args)
  }
  const begin = (args: unknown[]) => {
    isHeld = false
    begun = send(args)
    begun.then(
      () => (begun = null),
      () => {},
    )
    return {}
  }
  const query = async (...args: unknown[]) => {
    const text = textOf(args[0])
    if (/^begin\b/i.test(text)) return begin(args)
    const before = begun
    if (before) {
      isHeld ||= !isRead(text)
      if (isHeld) await before
    }
    const isEnd = isCommit(text)
    let isAlone = false
    const listen = ({ routine }: { routine?: string | undefined }) => (isAlone ||= routine === 'SyncRepWaitForLSN')
    if (isEnd) client.on('notice', listen)
    try {
      const result = await send(args)
      if (before) await before
      if (isEnd) {
        if (result.command === 'ROLLBACK') throw new TransactionAborted()
        if (isAlone) throw new DatabaseUnavailable('the wait for the synchronous standby was broken off')
      }
      return result
    } catch (error) {
      if ((error as Error).message === 'Query read timeout') client.connection.stream.destroy()
      throw error
    } finally {
      if (isEnd) client.off('notice', listen)
    }
  }
  return new Proxy(client, {
    get: (target, key) => {
      if (key === 'query') return query
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '')
}

/** Whether a statement leaves nothing behind where it stands outside of a transaction. */
function isRead(text: string): boolean {
  return /^\s*select\b(?!.*pg_notify)/is.test(text)
}

function isCommit(text: string): boolean {
  return text.length < 10 && text.trim().toLowerCase() === 'commit'
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lastFailure } from './cluster.ts'

test('the reason for which PostgreSQL ended is told, and not that it had no time for who asked meanwhile', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = path.join(folder, 'log')
  const reason = 'recovery ended before configured recovery target was reached'
  for (const said of ['starting up', 'not yet accepting connections', 'in recovery mode', 'shutting down']) {
    writeFileSync(
      log,
      [
        '2026-11-22 13:29:41 UTC [71] LOG:  starting PostgreSQL 18.1',
        '2026-11-22 13:29:41 UTC [75] FATAL:  the database system is starting up',
        `2026-11-22 13:29:42 UTC [74] FATAL:  ${reason}`,
        '2026-11-22 13:29:42 UTC [71] LOG:  startup process (PID 74) exited with exit code 1',
        `2026-11-22 13:29:42 UTC [76] FATAL:  the database system is ${said}`,
        '2026-11-22 13:29:42 UTC [71] LOG:  database system is shut down',
      ].join('\n'),
    )
    expect(lastFailure({ log })).toBe(reason)
  }
})

import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { engineTemplate } from '#server/testing/databases.ts'
import { startEngine, type Engine } from './engine.ts'
import { silentLogger } from './logger.ts'
import { startMaintenance, vacuumWhatNeedsIt, type Maintenance } from './maintenance.ts'

const MEGABYTE = 1024 * 1024

describe('maintenance', () => {
  let maintenance: Maintenance
  const start = (walBytes: () => number) => {
    vi.useFakeTimers()
    const statements: string[] = []
    const engine = {
      exec: async (statement: string) => (statements.push(statement), []),
      query: async <T>(statement: string) => (statements.push(statement), { rows: [] as T[], fields: [] }),
    }
    maintenance = startMaintenance({ engine, walBytes, logger: silentLogger })
    return statements
  }
  afterEach(async () => {
    vi.useRealTimers()
    await maintenance.stop()
  })

  test('a checkpoint and a vacuum come when it is quiet after a write, once', async () => {
    let written = 0
    const statements = start(() => written)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(statements).toEqual([])
    written = 100
    await vi.advanceTimersByTimeAsync(3_000)
    expect(statements).toEqual([])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(statements.filter((statement) => statement === 'CHECKPOINT')).toHaveLength(1)
    expect(statements.some((statement) => statement.includes('pg_stat_all_tables'))).toBe(true)
  })

  test('a server that is never quiet has a checkpoint every 16 MB of log, and a vacuum every fourth', async () => {
    let written = 0
    const statements = start(() => (written += MEGABYTE))
    await vi.advanceTimersByTimeAsync(80_000)
    expect(statements.filter((statement) => statement === 'CHECKPOINT').length).toBeGreaterThanOrEqual(4)
    expect(statements.filter((statement) => statement.includes('pg_stat_all_tables'))).toHaveLength(1)
  })

  test('a failure is a line in the log, and the next turn comes', async () => {
    vi.useFakeTimers()
    let written = 0
    let tries = 0
    const engine = { exec: async () => [], query: async () => (tries++, Promise.reject(new Error('no'))) }
    const errors: string[] = []
    maintenance = startMaintenance({
      engine,
      walBytes: () => written,
      logger: { ...silentLogger, error: (_, line) => errors.push(line) },
    })
    for (const bytes of [1, 2]) {
      written = bytes
      await vi.advanceTimersByTimeAsync(10_000)
    }
    expect(tries).toBe(2)
    expect(errors).toHaveLength(2)
  })
})

describe('the vacuum', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await startEngine({ loadDataDir: engineTemplate({ empty: true }) })
    return () => engine.close()
  })

  test('takes the tables that changed much, and leaves the others', async () => {
    await engine.exec('create table busy (id int); create table calm (id int)')
    await engine.exec('insert into busy select generate_series(1, 5000); insert into calm values (1)')
    await engine.exec('update busy set id = id + 1')
    expect(await vacuumWhatNeedsIt(engine)).toEqual(expect.arrayContaining(['public.busy']))
    const { rows } = await engine.query<{ relname: string; reltuples: number }>(
      `select relname, reltuples from pg_class where relname in ('busy', 'calm') order by relname`,
    )
    expect(rows).toEqual([
      { relname: 'busy', reltuples: 5000 },
      { relname: 'calm', reltuples: -1 },
    ])
    expect(await vacuumWhatNeedsIt(engine)).not.toContain('public.busy')
  })

  test('waits for the transaction that is open', async () => {
    await engine.exec('insert into busy select generate_series(1, 50000)')
    const order: string[] = []
    const open = engine.transaction(async (tx) => {
      await tx.query('update busy set id = 0 where id = 1')
      await new Promise((resolve) => setImmediate(resolve))
      await tx.query('select 1')
      order.push('transaction')
    })
    const vacuum = vacuumWhatNeedsIt(engine).then(() => order.push('vacuum'))
    await Promise.all([open, vacuum])
    expect(order).toEqual(['transaction', 'vacuum'])
  })
})

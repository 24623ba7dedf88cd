import type { PGlite } from '@electric-sql/pglite'
import type { Logger } from './logger.ts'

export type MaintenanceOptions = {
  engine: Pick<PGlite, 'exec' | 'query'>
  /** Bytes of write-ahead log written since the start. */
  walBytes: () => number
  logger: Logger
  tickMs?: number
}

export type Maintenance = { stop(): Promise<void> }

/** Quiet for this long, with something written: time to tidy up. */
const QUIET_TICKS = 3
/** A checkpoint holds requests up for a moment that grows with this; replay after a crash does as well. */
const WAL_BYTES_MAX = 16 * 1024 * 1024
/** A server that is never quiet is vacuumed once in so many checkpoints. */
const CHECKPOINTS_PER_VACUUM = 4

/** What a PostgreSQL server does in processes of its own and PGlite does not: checkpoints, vacuum, statistics. */
export function startMaintenance({ engine, walBytes, logger, tickMs = 1000 }: MaintenanceOptions): Maintenance {
  let atLastTick = walBytes()
  let atLastRun = 0
  let quietTicks = 0
  let busyCheckpoints = 0
  let running: Promise<void> | null = null

  const run = async (withVacuum: boolean) => {
    try {
      if (withVacuum) await vacuumWhatNeedsIt(engine)
      await engine.exec('CHECKPOINT')
      busyCheckpoints = withVacuum ? 0 : busyCheckpoints + 1
    } catch (error) {
      logger.error({ err: error }, 'database maintenance failed')
    }
    atLastRun = atLastTick = walBytes()
    running = null
  }

  const timer = setInterval(() => {
    const now = walBytes()
    quietTicks = now === atLastTick ? quietTicks + 1 : 0
    atLastTick = now
    if (running || now === atLastRun) return
    if (quietTicks >= QUIET_TICKS) running = run(true)
    else if (now - atLastRun >= WAL_BYTES_MAX) running = run(busyCheckpoints + 1 >= CHECKPOINTS_PER_VACUUM)
  }, tickMs)
  timer.unref()

  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

// The thresholds of PostgreSQL's own autovacuum. The last one keeps transaction numbers from running out.
const NEEDS_VACUUM = `
  SELECT format('%I.%I', s.schemaname, s.relname) AS name
  FROM pg_stat_all_tables s JOIN pg_class c ON c.oid = s.relid
  WHERE s.schemaname <> 'pg_toast' AND (
    s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
    OR s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
    OR s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
    OR age(c.relfrozenxid) > 150000000)`

/** One statement a table, so that requests pass between them. */
export async function vacuumWhatNeedsIt(engine: MaintenanceOptions['engine']): Promise<string[]> {
  await engine.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await engine.query<{ name: string }>(NEEDS_VACUUM)
  for (const { name } of rows) await engine.exec(`VACUUM (ANALYZE) ${name}`)
  return rows.map((row) => row.name)
}

import { PGlite, type PGliteOptions, type Transaction } from '@electric-sql/pglite'
import type { DurableFilesystem } from './durable-filesystem.ts'
import { DatabaseUnavailable } from './errors.ts'
import { ensureOutsideTransaction } from './open-transaction.ts'

/** How PGlite starts, without the switch that turns syncing off and with a sync that its build really calls. */
export const DURABLE_START = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

/** PGlite that stops for good once its disk failed, and that names a query which would wait for itself. */
export class Engine extends PGlite {
  /**
   * Every message to the engine passes here. After a failed sync PGlite would still answer a COMMIT
   * with success, and after a panic its next call would spin forever.
   */
  override execProtocolRawSync(message: Uint8Array) {
    this.#refuseAfterFailure()
    const answer = super.execProtocolRawSync(message)
    this.#refuseAfterFailure()
    return answer
  }

  override async query<T>(...args: Parameters<PGlite['query']>) {
    ensureOutsideTransaction()
    return await super.query<T>(...args)
  }

  override async exec(...args: Parameters<PGlite['exec']>) {
    ensureOutsideTransaction()
    return await super.exec(...args)
  }

  override async transaction<T>(callback: (tx: Transaction) => Promise<T>) {
    ensureOutsideTransaction()
    return await super.transaction(callback)
  }

  #refuseAfterFailure(): void {
    const failure = (this.fs as Partial<DurableFilesystem> | undefined)?.failure
    if (failure) throw new DatabaseUnavailable(`The embedded database stopped: ${failure.message}`, { cause: failure })
  }
}

export async function startEngine(options: PGliteOptions): Promise<Engine> {
  const engine = new Engine(options)
  await engine.waitReady
  return engine
}

/** Throws unless a commit on this engine was seen to reach the disk. */
export async function ensureDurable(engine: Engine, filesystem: DurableFilesystem): Promise<void> {
  const wanted = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', wal_sync_method: 'fsync' }
  for (const [name, value] of Object.entries(wanted)) {
    const { rows } = await engine.query<{ setting: string }>('select current_setting($1) as setting', [name])
    if (rows[0]?.setting !== value) throw new Error(`${name} is ${rows[0]?.setting}, not ${value}`)
  }
  const before = filesystem.counts.fileSyncs
  await engine.query(`select pg_logical_emit_message(true, 'ciranda', 'is this on disk?')`)
  if (filesystem.counts.fileSyncs === before) throw new Error('a commit did not reach the disk')
}

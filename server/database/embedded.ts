import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { DurableFilesystem, type DiskObserver, type DurableFilesystemOptions } from './durable-filesystem.ts'
import { DURABLE_START, ensureDurable, startEngine, type Engine } from './engine.ts'
import { lockFolder } from './folder-lock.ts'
import { silentLogger, type Logger } from './logger.ts'
import { startMaintenance } from './maintenance.ts'
import { syncPath, syncTree } from './sync-folder.ts'

export type EmbeddedOptions = {
  /** Holds the folder `database`, its lock, and whatever else belongs to the same installation. */
  dataDir: string
  logger?: Logger | undefined
  /** Called once when the disk failed. Every later query is refused; only a new start recovers. */
  onFailure?: ((failure: Error) => void) | undefined
  observer?: DiskObserver | undefined
  /** What a new database begins as, a dump of PGlite; tests save the seconds of making it from nothing. */
  template?: Blob | undefined
}

export type Embedded = { engine: Engine; filesystem: DurableFilesystem; close(): Promise<void> }

// Small segments: making a new one holds up the requests of that moment.
const INITDB = ['--wal-segsize=4']

/** Opens the database in the data folder, making it first when there is none. Throws one clear line. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, logger = silentLogger, onFailure, observer, template } = options
  const parent = resolve(dataDir)
  const folder = join(parent, 'database')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const lock = lockFolder(parent)
  try {
    if (!existsSync(join(folder, 'PG_VERSION'))) await makeDatabase(folder, template)
    const failed = (failure: Error) => {
      logger.error({ err: failure }, 'the embedded database stopped: its disk failed')
      onFailure?.(failure)
    }
    const { engine, filesystem } = await start(folder, { onFailure: failed, observer })
    const maintenance = startMaintenance({ engine, walBytes: () => filesystem.counts.walBytes, logger })
    const close = async () => {
      try {
        await maintenance.stop()
        if (!filesystem.failure) await stop(engine, filesystem)
      } finally {
        lock.release()
      }
    }
    return { engine, filesystem, close }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Made aside and then renamed, so that a first start cut short leaves nothing half made. */
async function makeDatabase(folder: string, template?: Blob): Promise<void> {
  if (existsSync(folder) && (await readdir(folder)).length > 0) {
    throw new Error(`The folder ${folder} is not empty and holds no database. Move it away, or give another DATA_DIR.`)
  }
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  // Unsynced while it is made, which is quicker; synced as a whole before it counts.
  const engine = await startEngine({
    fs: new NodeFS(draft),
    initDbStartParams: INITDB,
    ...(template ? { loadDataDir: template } : {}),
  })
  await engine.exec('CHECKPOINT')
  await engine.close()
  await syncTree(draft)
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
  await syncPath(resolve(folder, '..'))
}

async function start(folder: string, options: DurableFilesystemOptions) {
  const filesystem = new DurableFilesystem(folder, options)
  try {
    const engine = await startEngine({ fs: filesystem, startParams: DURABLE_START })
    await ensureDurable(engine, filesystem)
    return { engine, filesystem }
  } catch (error) {
    const reason = filesystem.failure?.message ?? (error instanceof Error ? error.message : String(error))
    throw new Error(
      `The embedded database in ${folder} cannot be opened safely (${reason}). DATABASE_URL can name a PostgreSQL server instead.`,
      { cause: error },
    )
  }
}

async function stop(engine: Engine, filesystem: DurableFilesystem): Promise<void> {
  await engine.exec('CHECKPOINT')
  await engine.close()
  filesystem.syncFolders()
}

import { existsSync, readFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { engineVersion, majorOf } from '#server/database/binaries.ts'
import { openDatabase } from '#server/database/database.ts'
import { systemClock } from '#server/lib/clock.ts'
import { syncFolder } from '#server/lib/sync-folder.ts'
import { typed } from '#server/lib/typed-command.ts'
import { BackupFault } from './faults.ts'
import { moveDatabase } from './move.ts'
import type { VerifyLedger } from './verify-ledgers.ts'

export type CrossOptions = {
  readonly dataDir: string
  readonly jwtSecret: string | undefined
  readonly previousSecrets: readonly string[]
  /** The folder of the programs of the major version that wrote the data; null where they are not at hand. */
  readonly former: string | null
  /** The major version to cross to: that of the PostgreSQL which comes with this program. */
  readonly major?: number
}

const names = (dataDir: string) =>
  ['database', 'database.next', 'database.former'].map((name) => path.join(dataDir, name)) as [string, string, string]

/**
 * Brings an embedded database to this program's major version of PostgreSQL, which reads no other's folder: every row is copied
 * beside it and compared, and only then do the folders change places. Killed anywhere, the next start
 * finds the old one whole or the new one. Throws one line for data of a newer version, and where the former programs are missing.
 */
export async function crossEngine(options: CrossOptions): Promise<void> {
  const { dataDir, former: native, major = majorOf(engineVersion() ?? '0.0') } = options
  const [own, next, former] = names(dataDir)
  // Killed between the two renames below.
  if (!existsSync(own) && existsSync(former) && existsSync(next)) await rename(next, own)
  const standing = majorIn(own)
  if (standing === null || standing === major || major === 0) return
  if (standing > major)
    throw new Error(
      `O banco é do PostgreSQL ${standing}, e esta Ciranda tem o ${major}: comece a versão mais nova; nada mudou.`,
    )
  if (native === null)
    throw new Error(
      `O banco é do PostgreSQL ${standing}, e esta Ciranda tem o ${major}: atualize com ${typed('update', 'ARQUIVO')}, que o leva; nada mudou.`,
    )
  for (const left of [next, former]) await rm(left, { recursive: true, force: true })
  await copy(options, native, own, next)
  await rename(own, former)
  await rename(next, own)
  await syncFolder(dataDir)
}

async function copy(options: CrossOptions, native: string, own: string, next: string): Promise<void> {
  const from = await openDatabase({ dataDir: own, native })
  try {
    const to = await openDatabase({ dataDir: next })
    try {
      await moveDatabase({ ...options, from, to, clock: systemClock, verify: asItWas })
    } catch (error) {
      // A folder in which no start was ever completed has nothing to bring along.
      if (!(error instanceof BackupFault && error.code === 'source_empty')) throw error
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

/** Every row arrived as it was; a fault that a ledger had before is no reason to stay with an engine that ages. */
const asItWas: VerifyLedger = () => ({ faults: [] })

/** The former database goes once the new one was opened. */
export async function forgetFormer(dataDir: string): Promise<void> {
  const [, next, former] = names(dataDir)
  for (const left of [next, former]) await rm(left, { recursive: true, force: true })
}

/** The major version of PostgreSQL that wrote a folder; null where there is none. */
function majorIn(folder: string): number | null {
  const file = path.join(folder, 'cluster', 'PG_VERSION')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null
}

import { chownSync, readFileSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareCluster, type Cluster } from './cluster.ts'
import { openEmbedded } from './embedded.ts'
import { writeWhole } from '#server/lib/write-whole.ts'

/** The segments end before the moment asked for; `lastAt` is that of the last commit in them. */
export class ReplayTooShort extends Error {
  readonly lastAt: Date | null

  constructor(lastAt: Date | null) {
    super('The segments end before the moment asked for.')
    this.lastAt = lastAt
  }
}

/**
 * Applies the segments in `replay` to the copy of a running data directory in `cluster`, both in `dataDir`, up to a moment, and
 * ends the server in order: what is left is a database like any other, on a timeline of its own. Answers when the last
 * transaction that it has was committed. Throws `ReplayTooShort`.
 */
export async function replaySegments({
  dataDir,
  until,
}: {
  dataDir: string
  until: Date | null
}): Promise<{ lastAt: Date | null }> {
  const replay = { until }
  const cluster = prepareCluster({ folder: dataDir, replay })
  await writeWhole(join(cluster.data, 'recovery.signal'), '')
  await giveTo(cluster)
  try {
    const embedded = await openEmbedded({ dataDir, replay })
    const lastAt = lastCommit(cluster)
    await embedded.close()
    return { lastAt }
  } catch (error) {
    if ((error as Error).message.includes('before configured recovery target'))
      throw new ReplayTooShort(lastCommit(cluster))
    throw error
  } finally {
    rmSync(join(cluster.folder, 'replay'), { recursive: true, force: true })
  }
}

/** The major version of PostgreSQL whose programs the embedded database of a folder has. */
export function majorOf(dataDir: string): number {
  return Number(/\d+/.exec(prepareCluster({ folder: dataDir }).binaries.version)![0])
}

/** Files that were written here are given to the user that PostgreSQL runs as. */
async function giveTo({ folder, runAs: { uid, gid } }: Cluster): Promise<void> {
  if (uid === undefined || gid === undefined) return
  for (const entry of await readdir(folder, { recursive: true })) chownSync(join(folder, entry), uid, gid)
}

/** When the last transaction that was applied had been committed; PostgreSQL says it once, when it is through. */
function lastCommit({ log }: Cluster): Date | null {
  const told = /last completed transaction was at log time (\S+ \S+)$/m.exec(readFileSync(log, 'utf8'))?.[1]
  return told === undefined ? null : new Date(`${told.replace(' ', 'T').replace(/\.(\d{3})\d*/, '.$1')}:00`)
}

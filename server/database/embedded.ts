import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import {
  askToEnd,
  ensureInitialized,
  isServerOf,
  lastFailure,
  launch,
  lockedBy,
  nameOf,
  prepareCluster,
  removeDrafts,
  removeEmptyLocks,
  runsOn,
  urlOf,
  urlOfSuperuser,
  type Cluster,
  type Launched,
  type Replay,
} from './cluster.ts'
import { APPLICATION_NAME, askingName, isAsking, processNamed } from './connection-name.ts'
import { sqlState } from './errors.ts'
import { typed } from '#server/lib/typed-command.ts'
import { silentLogger, type Logger } from './logger.ts'
import { ensureRoles, DATABASE, OWNER, WORKER } from './roles.ts'

export type EmbeddedOptions = {
  /** Holds PostgreSQL's data directory, its socket, its log, and where asked for its full segments; nothing else. */
  dataDir: string
  /** Whether full segments of PostgreSQL's log are kept for an archive. */
  archive?: boolean | undefined
  replay?: Replay | undefined
  logger?: Logger | undefined
  /** Called once when the database was lost and did not come back: the process ends in one clear line. */
  onFailure?: ((failure: Error) => void) | undefined
  /** The folder of PostgreSQL's binaries, where it is not that of the npm package. */
  native?: string | undefined
}

/** An embedded PostgreSQL that this process alone owns; addresses of its three roles. */
export type Embedded = {
  url: string
  ownerUrl: string
  superuserUrl: string
  cluster: Cluster
  close(): Promise<void>
}

/** Another process owns the folder. */
export class FolderInUse extends Error {
  readonly holder: number | null

  constructor(folder: string, holder: number | null) {
    super(
      `A pasta ${folder} está em uso pelo processo ${holder ?? 'de número desconhecido'}. ` +
        'Pare-o antes, ou dê outra pasta em DATA_DIR.',
    )
    this.holder = holder
  }
}

/** Any number that nothing else locks in the database 'postgres'. */
const OWNERSHIP = 2472632
const RECOVERY_MS_MAX = 10 * 60_000
const REPLAY_MS_MAX = 24 * 3_600_000
const HOLDER_MS_MAX = 10_000
const CLAIM_MS_MAX = 1_000
const FAST_END_MS_MAX = 8_000
const TRIES = 5

/**
 * Opens the database in the data folder, making it first when there is none. A server that a killed process left behind
 * is taken over. Throws one clear line, also when another process owns the folder.
 *
 * The owner of the folder is decided inside the running database, by an advisory lock of a connection kept open: it
 * ends with its process however that ends, and there is no file to delete or to mistake.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, logger = silentLogger, onFailure, native, archive, replay } = options
  const cluster = prepareCluster({ folder: dataDir, native, archive, replay })
  const owned = await own(cluster)
  removeDrafts(cluster)
  const keeper = new Keeper(cluster, owned, { logger, onFailure })
  return {
    url: urlOf(cluster, WORKER, DATABASE),
    ownerUrl: urlOf(cluster, OWNER, DATABASE),
    superuserUrl: urlOf(cluster, 'postgres', DATABASE),
    cluster,
    close: () => keeper.close(),
  }
}

/**
 * The address of the tables' owner in the folder's database, where a server of it is running and answers: for what reads
 * beside the process that owns the folder. Null where none runs; it takes nothing over and starts nothing.
 */
export async function reachEmbedded({ dataDir, native }: EmbeddedOptions): Promise<string | null> {
  const cluster = prepareCluster({ folder: dataDir, native })
  const end = performance.now() + HOLDER_MS_MAX
  for (;;) {
    const reached = await tryConnecting(cluster)
    if (reached instanceof Client) {
      await reached.end()
      return urlOf(cluster, OWNER, DATABASE)
    }
    if (reached === 'absent') return null
    if (performance.now() > end) throw cannotOpen(cluster, 'não ficou pronto')
    await wait(100)
  }
}

/** Ends the server of a folder that a killed process left running, if there is one, before the folder is put aside. */
export async function endLeftOver(dataDir: string): Promise<void> {
  const cluster = prepareCluster({ folder: dataDir })
  const pid = lockedBy(cluster)
  if (pid !== null && isServerOf(cluster, pid)) await endServer(cluster, pid)
}

type Owned = { lock: Client; pid: number | null }

/** A connection that holds the ownership of a server of this version with these settings. */
async function own(cluster: Cluster): Promise<Owned> {
  const { client, launched } = await connectOrLaunch(cluster)
  try {
    await claim(cluster, client)
    const pid = launched?.pid ?? lockedBy(cluster)
    const { rows } = await client.query<{ name: string }>(`SELECT current_setting('cluster_name') AS name`)
    if (rows[0]!.name !== nameOf(cluster) && pid !== null) {
      // Left over by another version, or with other settings.
      await client.end()
      await endServer(cluster, pid)
      return await own(cluster)
    }
    await ensureRoles(client, cluster.folder)
    return { lock: client, pid }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

async function claim({ folder }: Cluster, client: Client): Promise<void> {
  const end = performance.now() + CLAIM_MS_MAX
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [OWNERSHIP])
    const ours = rows[0]!.ours
    const holder = ours ? await otherProcess(client) : await holderOf(client)
    if (ours && holder === null) {
      await client.query(`SELECT set_config('application_name', $1, false)`, [APPLICATION_NAME])
      return
    }
    if (ours) await client.query('SELECT pg_advisory_unlock($1)', [OWNERSHIP])
    // The connection of a process killed just now takes a moment to be noticed.
    if (performance.now() > end) throw new FolderInUse(folder, holder)
    await wait(50)
  }
}

async function holderOf(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_stat_activity JOIN pg_locks USING (pid)
     WHERE locktype = 'advisory' AND granted AND objid = $1`,
    [OWNERSHIP],
  )
  return rows.length === 0 ? null : processNamed(rows[0]!.name)
}

/**
 * Another living process with connections to this server. It lost the one that held the ownership, and takes it
 * again in a moment: until then it is the owner, since it answers requests.
 */
async function otherProcess(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE application_name IS NOT NULL',
  )
  // One that only asks owns nothing: two that start at once would each leave the folder to the other.
  const others = rows.filter(({ name }) => !isAsking(name)).map(({ name }) => processNamed(name))
  return others.find((pid) => pid !== null && pid !== process.pid && isAlive(pid)) ?? null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Connects to the folder's server; starts it when there is none, and waits while it starts, recovers or ends. */
async function connectOrLaunch(cluster: Cluster): Promise<{ client: Client; launched: Launched | null }> {
  await ensureInitialized(cluster)
  const end = performance.now() + (cluster.replay === null ? RECOVERY_MS_MAX : REPLAY_MS_MAX)
  let launched: Launched | null = null
  let ignorePid: number | null = null
  let holderSince: number | null = null
  for (;;) {
    const reached = await tryConnecting(cluster)
    if (reached instanceof Client) return { client: reached, launched }
    if (performance.now() > end) throw cannotOpen(cluster, 'não ficou pronto')
    if (reached === 'absent' && (launched === null || launched.hasEnded())) {
      const failure = launched === null ? null : lastFailure(cluster)
      const holder = lockedBy(cluster)
      if (failure !== null && !failure.includes('lock file')) throw cannotOpen(cluster, failure)
      // The power went before its number was in it: it says of nobody that they hold the folder.
      if (failure?.includes('is empty') === true && !runsOn(cluster)) removeEmptyLocks(cluster)
      if (failure !== null && holder !== null && isServerOf(cluster, holder)) {
        // It starts, it ends, or its socket was removed under it.
        holderSince ??= performance.now()
        if (performance.now() - holderSince > HOLDER_MS_MAX)
          throw cannotOpen(cluster, `o PostgreSQL, processo ${holder}, o usa e não responde: pare-o antes`)
      } else if (failure !== null) ignorePid = holder
      launched = await launch(cluster, ignorePid)
    }
    await wait(launched === null ? 100 : 20)
  }
}

/** 'busy': a server is there and not yet, or no longer, ready. 'absent': there is none at its address. */
async function tryConnecting(cluster: Cluster): Promise<Client | 'busy' | 'absent'> {
  if (cluster.socket === null && !existsSync(join(cluster.data, 'postmaster.pid'))) return 'absent'
  const client = new Client({
    connectionString: urlOfSuperuser(cluster),
    application_name: askingName(process.pid),
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'absent'
    if (sqlState(error) === null || ['57P03', '57P01', '57P02', '53300'].includes(sqlState(error)!.code)) return 'busy'
    throw cannotOpen(cluster, (error as Error).message)
  }
}

function cannotOpen({ data }: Cluster, reason: string): Error {
  return new Error(
    `O banco em ${data} não pode ser aberto (${reason}). Volte a uma cópia (${typed('restore', 'ARQUIVO')}) numa pasta vazia.`,
  )
}

async function endServer(cluster: Cluster, pid: number): Promise<void> {
  askToEnd(cluster, pid, 'fast')
  const end = performance.now() + FAST_END_MS_MAX
  // The lock file goes last. The process itself may stay in the table, unreaped, where we run as the first of a
  // container.
  while (lockedBy(cluster) === pid && isServerOf(cluster, pid)) {
    if (performance.now() > end) return askToEnd(cluster, pid, 'immediate')
    await wait(20)
  }
}

type KeeperOptions = { logger: Logger; onFailure: EmbeddedOptions['onFailure'] }

/** Keeps the ownership: starts the server again when it was killed, and ends it with us. */
class Keeper {
  readonly #cluster: Cluster
  readonly #options: KeeperOptions
  #owned: Owned
  #closing: Promise<void> | null = null
  #recovering: Promise<void> = Promise.resolve()

  constructor(cluster: Cluster, owned: Owned, options: KeeperOptions) {
    this.#cluster = cluster
    this.#options = options
    this.#owned = owned
    this.#watch(owned)
    process.on('exit', this.#endWithUs)
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    await this.#recovering
    process.off('exit', this.#endWithUs)
    const { lock, pid } = this.#owned
    // The lock is held until the server ends: nobody may take over one that is ending.
    if (pid !== null) await endServer(this.#cluster, pid)
    await lock.end().catch(() => undefined)
  }

  /** A process that ends in any way but being killed takes its database along. */
  readonly #endWithUs = () => {
    if (this.#owned.pid !== null) askToEnd(this.#cluster, this.#owned.pid, 'fast')
  }

  #watch({ lock }: Owned): void {
    lock.once('end', () => {
      if (this.#closing === null) this.#recovering = this.#recover()
    })
  }

  async #recover(): Promise<void> {
    const { logger, onFailure } = this.#options
    logger.warn({}, 'the embedded database was lost; it is started again')
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#owned = await own(this.#cluster)
        this.#watch(this.#owned)
        logger.info({}, 'the embedded database is back')
        return
      } catch (error) {
        if (this.#closing !== null) return
        if (attempt === TRIES) {
          logger.error({ err: error }, 'the embedded database did not come back')
          onFailure?.(error as Error)
          return
        }
        await wait(200 * attempt)
      }
    }
  }
}

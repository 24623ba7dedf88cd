import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { syncFolder } from '#server/lib/sync-folder.ts'
import { findBinaries, majorOf, type PostgresBinaries } from './binaries.ts'
import { ensureNotPglite, ensureOwn, makePrivate } from './data-folder.ts'
import { chooseUser, type RunAs } from './run-as.ts'

/** Where one embedded PostgreSQL lives, and how its programs are run. Every path is absolute. */
export type Cluster = {
  /** The folder that holds all of it, private to us. */
  readonly folder: string
  /** PostgreSQL's own data directory. */
  readonly data: string
  /** The folder of its Unix socket; null on Windows, where Node cannot open one and a port of 127.0.0.1 serves. */
  readonly socket: string | null
  readonly log: string
  readonly runAs: RunAs
  readonly binaries: PostgresBinaries
  /** Gets a copy of each segment of the log once it is full, for the archive to take from there; null without an archive. */
  readonly spool: string | null
  /** How far the segments in `replay` are applied at the start; null where it starts as it is. */
  readonly replay: Replay | null
}

/** `until`: the last instant of which everything committed is applied; null for everything there is. */
export type Replay = { readonly until: Date | null }

export type ClusterOptions = {
  folder: string
  /** The binaries' folder, where it is not that of the npm package. */
  native?: string | undefined
  archive?: boolean | undefined
  replay?: Replay | undefined
}

const PORT = 5432
const SUPERUSER = 'postgres'
// A socket's path has room for 108 bytes on Linux and 104 on macOS, the zero at its end included.
const SOCKET_PATH_BYTES_MAX = process.platform === 'linux' ? 107 : 103
const isWindows = process.platform === 'win32'

/** Makes the folder and finds the programs. Throws one clear line when the folder or this machine cannot be used. */
export function prepareCluster(options: ClusterOptions): Cluster {
  const { folder: given, native, archive = false, replay = null } = options
  const wanted = resolve(given)
  ensureNotPglite(wanted)
  const runAs = chooseUser()
  makePrivate(wanted, runAs)
  const folder = realpathSync(wanted)
  const data = join(folder, 'cluster')
  const binaries = findBinaries({ runAs, scratch: folder, native })
  const spool = archive ? join(folder, 'archive') : null
  if (spool !== null) makePrivate(spool, runAs)
  return {
    folder,
    data,
    socket: isWindows ? null : socketFolder(folder, runAs),
    log: join(folder, 'log'),
    runAs,
    binaries,
    spool,
    replay,
  }
}

function socketFolder(folder: string, runAs: RunAs): string {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES_MAX) return folder
  const short = join(tmpdir(), `ciranda-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
  mkdirSync(short, { recursive: true, mode: 0o700 })
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(short, runAs.uid, runAs.gid)
  const { uid, mode } = lstatSync(short)
  // The folder for temporary files is everybody's: somebody else may have made this one first.
  const isOurs = lstatSync(short).isDirectory() && uid === (runAs.uid ?? process.getuid?.()) && (mode & 0o077) === 0
  if (!isOurs) throw new Error(`A pasta ${short} é de outro usuário: apague-a, ou dê um DATA_DIR mais curto.`)
  return short
}

/** Makes the data directory aside and renames it, so that a start cut short leaves nothing half made. */
export async function ensureInitialized(cluster: Cluster): Promise<void> {
  const { data, folder, runAs, binaries } = cluster
  if (existsSync(join(data, 'PG_VERSION'))) return
  ensureOwn(cluster)
  if (existsSync(data) && readdirSync(data).length > 0)
    throw new Error(`A pasta ${data} não está vazia e não tem banco. Tire-a dali, ou dê outra pasta em DATA_DIR.`)
  const draft = join(folder, `${DRAFT}${process.pid}-${randomBytes(4).toString('hex')}`)
  const args = ['-D', draft, `--username=${SUPERUSER}`, '--encoding=UTF8', '--locale=C', '--locale-provider=builtin']
  const auth = isWindows ? ['--auth=scram-sha-256', `--pwfile=${ensurePassword(folder)}`] : ['--auth=trust']
  const [command, ...rest] = [...runAs.prefix, binaries.initdb, ...args, '--builtin-locale=C.UTF-8', ...auth]
  const { uid, gid } = runAs
  const made = spawnSync(command!, [...rest, '--wal-segsize=4'], {
    uid,
    gid,
    cwd: '/',
    encoding: 'utf8',
    env: environment(),
  })
  if (made.status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    if (existsSync(join(data, 'PG_VERSION'))) return
    throw new Error(`O banco não pôde ser criado em ${folder} (${reasonOf(made)}).`)
  }
  try {
    renameSync(draft, data)
  } catch (error) {
    // Another start was quicker; which of the two goes on is decided by the lock inside the database.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(join(data, 'PG_VERSION'))) throw error
  }
  await syncFolder(folder)
}

const DRAFT = 'cluster.new-'

/** Removes what starts that were cut short left behind; for the owner of the folder. */
export function removeDrafts({ folder }: Cluster): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(DRAFT)) rmSync(join(folder, name), { recursive: true, force: true })
}

function reasonOf({ stderr, error }: { stderr: string | null; error?: Error | undefined }): string {
  const lines = (stderr ?? '').trim().split('\n')
  const told = lines.find((line) => line.includes('error:')) ?? lines.find((line) => line !== '')
  return told?.replace(/^initdb: error: /, '') ?? error?.message ?? 'initdb failed'
}

/**
 * The settings that PostgreSQL is started with. A running one that was started with other settings is started again.
 */
function settingsOf(cluster: Cluster, port: number): string[] {
  const { socket, binaries } = cluster
  const fixed = [
    socket === null ? 'listen_addresses=127.0.0.1' : 'listen_addresses=',
    `unix_socket_directories=${socket === null ? '' : quoted(socket)}`,
    'unix_socket_permissions=0700',
    'max_connections=32',
    'shared_buffers=32MB',
    // A circle's queries are short: worker processes would be memory for nothing.
    'max_parallel_workers_per_gather=0',
    'max_worker_processes=2',
    'max_logical_replication_workers=0',
    'autovacuum_max_workers=1',
    ...(majorOf(binaries.version) < 18 ? [] : ['io_method=sync']),
    'jit=off',
    'fsync=on',
    'synchronous_commit=on',
    'full_page_writes=on',
    // Written segments of the log are removed, not kept to be used again: erased people stood in them.
    'wal_recycle=off',
    'min_wal_size=8MB',
    'max_wal_size=128MB',
    'timezone=UTC',
    'log_timezone=UTC',
    // Errors of statements reach whoever asked; written here they would put values of rows into a file.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
    ...archiveSettings(cluster),
    ...replaySettings(cluster),
  ]
  const name = createHash('sha256')
    .update(`${binaries.version}\n${fixed.join('\n')}`)
    .digest('hex')
    .slice(0, 12)
  return [...fixed, `port=${port}`, `cluster_name=ciranda-${name}`]
}

/** After so many seconds a segment of the log is closed although it is not full: so much is lost with the machine at most. */
const ARCHIVE_SECONDS = 60

function archiveSettings({ spool }: Cluster): string[] {
  if (spool === null) return []
  return [
    'archive_mode=on',
    // It writes aside, syncs and renames, and needs no shell.
    'archive_library=basic_archive',
    `basic_archive.archive_directory=${spool}`,
    `archive_timeout=${ARCHIVE_SECONDS}`,
  ]
}

function replaySettings({ replay }: Cluster): string[] {
  if (replay === null) return []
  return [
    // Run in the data directory, so that no path has to be quoted.
    `restore_command=${isWindows ? String.raw`copy "..\replay\%f" "%p"` : 'cp ../replay/%f %p'}`,
    // PostgreSQL takes no 'Z' here.
    ...(replay.until === null ? [] : [`recovery_target_time=${replay.until.toISOString().replace('Z', '+00')}`]),
    'recovery_target_timeline=current',
    'recovery_target_action=promote',
    // A database that is not yet at its moment is read by nobody.
    'hot_standby=off',
  ]
}

/** A running server that says this of itself is of this version and has these settings. */
export function nameOf(cluster: Cluster): string {
  return settingsOf(cluster, PORT).at(-1)!.replace('cluster_name=', '')
}

function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}

export type Launched = { readonly pid: number | null; hasEnded(): boolean }

/**
 * Starts the server as a process of its own, which outlives ours: what becomes of it is decided by the next owner.
 * `ignorePid`: the number in a stale lock file, when it belongs to another process by now.
 */
export async function launch(cluster: Cluster, ignorePid: number | null): Promise<Launched> {
  const { data, log, runAs, binaries } = cluster
  ensureOwn(cluster)
  const port = cluster.socket === null ? await freePort() : PORT
  const settings = settingsOf(cluster, port).flatMap((setting) => ['-c', setting])
  const [command, ...args] = [...runAs.prefix, binaries.postgres, '-D', data, ...settings]
  const output = openSync(log, 'w', 0o600)
  const { uid, gid } = runAs
  const child = spawn(command!, args, {
    uid,
    gid,
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...environment(), ...(ignorePid === null ? {} : { PG_GRANDPARENT_PID: String(ignorePid) }) },
  })
  closeSync(output)
  let failed = false
  child.on('error', () => (failed = true))
  child.unref()
  return { pid: child.pid ?? null, hasEnded: () => failed || child.exitCode !== null || child.signalCode !== null }
}

/** The programs read many variables, which are meant for other servers. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, SystemRoot, TEMP } = process.env
  const kept = Object.entries({ PATH, TMPDIR, SystemRoot, TEMP }).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}

/** Said to somebody who asks too early or too late, as our own process does while it waits; it is no reason to end. */
const NOT_NOW = /FATAL: +the database system is (starting up|not |in recovery|shutting down)/

/** The last line of the log that says why it ended. */
export function lastFailure({ log }: Pick<Cluster, 'log'>): string {
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  const told = lines.findLast((line) => /(FATAL|PANIC):/.test(line) && !NOT_NOW.test(line)) ?? lines.at(-1) ?? ''
  return told.replace(/^.*(FATAL|PANIC): +/, '')
}

/** The process named in PostgreSQL's lock file; null when there is no file, or nothing to read in it. */
export function lockedBy({ data }: Pick<Cluster, 'data'>): number | null {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}

/**
 * Whether the process is a PostgreSQL of this very folder: numbers are used again, and other folders have servers too.
 */
export function isServerOf({ data }: Cluster, pid: number): boolean {
  if (!isAlive(pid)) return false
  if (isWindows) return true
  if (process.platform === 'linux') {
    try {
      // Readable whoever the process runs as, and empty once it only waits to be reaped.
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data)
    } catch {
      return false
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.includes(`-D ${data}`)
}

/** Only 'no such process' proves that one is gone. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/**
 * Whether any process is a PostgreSQL of this folder, whatever the lock files say. Only Linux tells; elsewhere the
 * answer is true, and an empty lock file is left for a person to remove.
 */
export function runsOn(cluster: Cluster): boolean {
  if (process.platform !== 'linux') return true
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && isServerOf(cluster, Number(name)))
}

/** Removes lock files with nothing in them. PostgreSQL takes one for that of a server that starts just now. */
export function removeEmptyLocks({ data, socket }: Cluster): void {
  const locks = [join(data, 'postmaster.pid'), ...(socket === null ? [] : [join(socket, `.s.PGSQL.${PORT}.lock`)])]
  for (const file of locks) if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file)
}

/**
 * Asks the server of this folder to end, if the process is still that: 'fast' ends sessions and writes everything out,
 * 'immediate' leaves that to the next start.
 */
export function askToEnd(cluster: Cluster, pid: number, how: 'fast' | 'immediate'): void {
  if (!isServerOf(cluster, pid)) return
  if (isWindows) {
    spawnSync(cluster.binaries.pgCtl, ['stop', '-D', cluster.data, '-m', how, '-W'], { env: environment() })
    return
  }
  try {
    process.kill(pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** How to connect as one of its roles. */
export function urlOf({ socket, data, folder }: Cluster, role: string, database: string): string {
  const host = socket === null ? '127.0.0.1' : socket
  const port = socket === null ? (readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[3] ?? PORT) : PORT
  const password = socket === null ? `&password=${readPassword(folder)}` : ''
  return `postgres://${role}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}${password}`
}

export const urlOfSuperuser = (cluster: Cluster): string => urlOf(cluster, SUPERUSER, 'postgres')

/** On Windows, where a port stands in for the socket, every role has this password. */
export function readPassword(folder: string): string | null {
  return isWindows ? readFileSync(join(folder, 'password'), 'utf8').trim() : null
}

function ensurePassword(folder: string): string {
  const file = join(folder, 'password')
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
    chmodSync(file, 0o600)
  }
  return file
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.on('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
}

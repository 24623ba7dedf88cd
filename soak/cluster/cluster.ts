import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { processesIn } from '#server/testing/processes.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'

/** The least of Debian that the cluster needs. */
const INSTALL = 'apt-get update && apt-get install --no-install-recommends postgresql-15 patroni etcd-server haproxy'
const NODES = ['node1', 'node2', 'node3'] as const
export type NodeName = (typeof NODES)[number]

/** The harm done to a node: its PostgreSQL dies, or Patroni with it (started again at once or not), or both stand still. */
export const harms = ['postgres', 'machine', 'restart', 'pause'] as const
export type Harm = (typeof harms)[number]

export type Addresses = { readonly databaseUrl: string; readonly ownerUrl: string; readonly webUrl: string }

type Member = { readonly name: NodeName; readonly role: string; readonly state: string; readonly timeline?: number }
type Owner = { readonly uid?: number; readonly gid?: number }
type Ports = { readonly postgres: number; readonly rest: number; readonly client: number; readonly peer: number }

const WHOLE_MS_MAX = 120_000

/**
 * Three nodes of etcd, Patroni and PostgreSQL, and HAProxy before them, on this machine, with the files of deploy/cluster. Throws
 * one line that says what to install when the programs are missing.
 */
export class Cluster {
  readonly folder: string
  readonly webPorts: readonly [number, number]
  readonly addresses: Addresses
  readonly #owner: Owner
  readonly #binaries: string
  readonly #ports: Readonly<Record<NodeName, Ports>>
  readonly #doors: { readonly database: number; readonly web: number }
  readonly #secret = randomBytes(12).toString('hex')
  readonly #patronis = new Map<NodeName, ChildProcess>()
  readonly #others: ChildProcess[] = []

  private constructor(ports: readonly number[]) {
    this.#binaries = findPrograms()
    this.#owner = unprivileged()
    this.folder = mkdtempSync(path.join(quickFolder(), 'ciranda-soak-cluster-'))
    chmodSync(this.folder, 0o755)
    const left = [...ports]
    const take = () => left.pop()!
    const portsOf = () => ({ postgres: take(), rest: take(), client: take(), peer: take() })
    this.#ports = { node1: portsOf(), node2: portsOf(), node3: portsOf() }
    this.#doors = { database: take(), web: take() }
    this.webPorts = [take(), take()]
    const url = (role: string) => `postgres://${role}:${this.#secret}@127.0.0.1:${this.#doors.database}/ciranda`
    this.addresses = {
      databaseUrl: url('ciranda'),
      ownerUrl: url('ciranda_owner'),
      webUrl: `http://127.0.0.1:${this.#doors.web}`,
    }
  }

  static async start(): Promise<Cluster> {
    const cluster = new Cluster(await freePorts(4 * NODES.length + 4))
    try {
      cpSync('deploy', path.join(cluster.folder, 'deploy'), { recursive: true })
      for (const name of NODES) cluster.#startEtcd(name)
      for (const name of NODES) cluster.#startPatroni(name)
      cluster.#startHaproxy()
      await cluster.whole()
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  /** Resolves when there are a primary, a synchronous standby and a third node, all of one timeline. */
  async whole(): Promise<NodeName> {
    const end = performance.now() + WHOLE_MS_MAX
    let members: Member[] = []
    while (performance.now() < end) {
      for (const [name, { exitCode }] of this.#patronis)
        if (exitCode !== null)
          throw new Error(`Patroni of ${name} ended with ${exitCode}:\n${this.logOf(`patroni-${name}`)}`)
      members = await this.#members()
      const leader = members.find(({ role }) => role === 'leader')
      const isWhole =
        members.length === NODES.length &&
        members.every(({ state, timeline }) => /^(running|streaming)$/.test(state) && timeline === leader?.timeline) &&
        members.some(({ role }) => role === 'sync_standby')
      if (leader && isWhole) return leader.name
      await wait(250)
    }
    const said = [`The cluster did not become whole again: ${JSON.stringify(members)}`]
    for (const name of NODES) said.push(`${name}: ${await this.#replicationOf(name)}`)
    for (const name of NODES) said.push(`Patroni of ${name}:\n${this.logOf(`patroni-${name}`)}`)
    throw new Error(said.join('\n'))
  }

  /**
   * How PostgreSQL itself says that a node sends and receives: Patroni before 3.0.4 calls a standby running that receives nothing, and
   * may name none synchronous although PostgreSQL does.
   */
  async #replicationOf(name: NodeName): Promise<string> {
    const { postgres: port } = this.#ports[name]
    const connection = { host: '127.0.0.1', port, user: 'postgres', password: this.#secret, database: 'postgres' }
    const client = new Client({ ...connection, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ told: unknown }>(`SELECT json_build_object(
        'standby', pg_is_in_recovery(), 'names', current_setting('synchronous_standby_names'),
        'sends', (SELECT json_agg(json_build_object('to', application_name, 'state', state, 'sync', sync_state,
          'sent', sent_lsn, 'flushed', flush_lsn)) FROM pg_stat_replication),
        'receives', (SELECT json_agg(json_build_object('state', status, 'timeline', received_tli,
          'until', flushed_lsn, 'slot', slot_name)) FROM pg_stat_wal_receiver),
        'slots', (SELECT json_agg(json_build_object('name', slot_name, 'active', active, 'from', restart_lsn))
          FROM pg_replication_slots)) AS told`)
      return JSON.stringify(rows[0]!.told)
    } catch (error) {
      return (error as Error).message
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** Does harm to a node; answers what undoes it. */
  async harm(name: NodeName, how: Harm): Promise<() => Promise<void>> {
    const patroni = this.#patronis.get(name)!
    if (how === 'postgres') {
      this.#signal(name, 'SIGKILL')
      return async () => {}
    }
    if (how === 'pause') {
      patroni.kill('SIGSTOP')
      this.#signal(name, 'SIGSTOP')
      return async () => {
        this.#signal(name, 'SIGCONT')
        patroni.kill('SIGCONT')
      }
    }
    const ended = once(patroni, 'exit')
    patroni.kill('SIGKILL')
    this.#signal(name, 'SIGKILL')
    await ended
    const revive = async () => {
      if (this.#patronis.get(name) === patroni) this.#startPatroni(name)
    }
    if (how === 'restart') setTimeout(() => void revive(), 1_000).unref()
    return revive
  }

  async stop(): Promise<void> {
    const living = [...this.#patronis.values(), ...this.#others].filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    )
    const ended = living.map((child) => once(child, 'exit'))
    for (const child of living) child.kill('SIGKILL')
    await Promise.all(ended)
    for (const name of NODES) while (this.#signal(name, 'SIGKILL') > 0) await wait(20)
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** The last lines of a program's log, for a failure. */
  logOf(name: string): string {
    const file = path.join(this.folder, `${name}.log`)
    return (existsSync(file) ? readFileSync(file, 'utf8') : '').split('\n').slice(-100).join('\n')
  }

  #dataOf(name: NodeName): string {
    return path.join(this.folder, name, 'data')
  }

  #signal(name: NodeName, signal: NodeJS.Signals): number {
    const processes = processesIn(this.#dataOf(name)).toSorted((a, b) => Number(b.isServer) - Number(a.isServer))
    for (const { pid } of processes) {
      try {
        process.kill(pid, signal)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
    return processes.length
  }

  async #members(): Promise<Member[]> {
    for (const name of NODES) {
      const answer = await fetch(`http://127.0.0.1:${this.#ports[name].rest}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => null)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }

  #spawn(
    name: string,
    command: string,
    args: readonly string[],
    env: Record<string, string>,
    owner: Owner,
  ): ChildProcess {
    const log = openSync(path.join(this.folder, `${name}.log`), 'a')
    return spawn(command, args, {
      cwd: '/',
      ...owner,
      env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin`, LC_ALL: 'C.UTF-8', HOME: this.folder, ...env },
      stdio: ['ignore', log, log],
    })
  }

  #ownFolder(...parts: string[]): string {
    const folder = path.join(this.folder, ...parts)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { uid, gid } = this.#owner
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
    return folder
  }

  #startEtcd(name: NodeName): void {
    const { client, peer } = this.#ports[name]
    this.#ownFolder(name)
    const at = (port: number) => `http://127.0.0.1:${port}`
    const env = {
      ETCD_NAME: name,
      ETCD_DATA_DIR: this.#ownFolder(name, 'etcd'),
      ETCD_LISTEN_PEER_URLS: at(peer),
      ETCD_LISTEN_CLIENT_URLS: at(client),
      ETCD_ADVERTISE_CLIENT_URLS: at(client),
      ETCD_INITIAL_ADVERTISE_PEER_URLS: at(peer),
      ETCD_INITIAL_CLUSTER: NODES.map((node) => `${node}=${at(this.#ports[node].peer)}`).join(','),
      ETCD_INITIAL_CLUSTER_STATE: 'new',
      ETCD_INITIAL_CLUSTER_TOKEN: 'ciranda',
      ETCD_LOG_LEVEL: 'error',
      ETCD_ENABLE_V2: 'true',
    }
    this.#others.push(this.#spawn(`etcd-${name}`, 'etcd', [], env, this.#owner))
  }

  #startPatroni(name: NodeName): void {
    const { postgres, rest } = this.#ports[name]
    const home = path.join(this.folder, name)
    const env = {
      PATRONI_NAME: name,
      PATRONI_ETCD_HOSTS: NODES.map((node) => `127.0.0.1:${this.#ports[node].client}`).join(','),
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${rest}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${rest}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgres}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${postgres}`,
      PATRONI_POSTGRESQL_DATA_DIR: this.#dataOf(name),
      PATRONI_POSTGRESQL_BIN_DIR: this.#binaries,
      PATRONI_POSTGRESQL_PGPASS: path.join(home, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: this.#secret,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: this.#secret,
      PATRONI_REWIND_USERNAME: 'rewind',
      PATRONI_REWIND_PASSWORD: this.#secret,
      CIRANDA_ROLES: path.join(this.folder, 'deploy', 'cluster', 'roles.sh'),
      CIRANDA_OWNER_PASSWORD: this.#secret,
      CIRANDA_DATABASE_PASSWORD: this.#secret,
    }
    const file = path.join(this.folder, 'deploy', 'cluster', 'patroni.yml')
    this.#patronis.set(name, this.#spawn(`patroni-${name}`, 'patroni', [file], env, this.#owner))
  }

  #startHaproxy(): void {
    const nodes = NODES.flatMap((name, index) => [
      [`NODE${index + 1}`, `127.0.0.1:${this.#ports[name].postgres}`],
      [`NODE${index + 1}_REST`, String(this.#ports[name].rest)],
    ])
    const env = {
      ...(Object.fromEntries(nodes) as Record<string, string>),
      DATABASE_BIND: `127.0.0.1:${this.#doors.database}`,
      WEB_BIND: `127.0.0.1:${this.#doors.web}`,
      CIRANDA1: `127.0.0.1:${this.webPorts[0]}`,
      CIRANDA2: `127.0.0.1:${this.webPorts[1]}`,
    }
    const file = path.join(this.folder, 'deploy', 'cluster', 'haproxy.cfg')
    this.#others.push(this.#spawn('haproxy', 'haproxy', ['-db', '-f', file], env, this.#owner))
  }
}

/** The folder of PostgreSQL's programs. */
function findPrograms(): string {
  const folders = globSync('/usr/lib/postgresql/*/bin').filter((folder) => existsSync(path.join(folder, 'postgres')))
  const has = (program: string) =>
    spawnSync('sh', ['-c', `command -v ${program}`], {
      env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` },
    }).status === 0
  const missing = ['patroni', 'etcd', 'haproxy', 'psql'].filter((program) => !has(program))
  if (folders.length === 0) missing.push('postgresql')
  if (missing.length > 0) throw new Error(`${missing.join(', ')} missing. On Debian 12: ${INSTALL}`)
  return folders.toSorted().at(-1)!
}

/** PostgreSQL refuses to be root: where we are, the nodes are the user postgres. */
function unprivileged(): Owner {
  if (process.getuid?.() !== 0) return {}
  const user = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres')
  if (!user) throw new Error('There is no user postgres, whom Debian makes with the package postgresql-common.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** Held until all are known, so that no two are the same. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

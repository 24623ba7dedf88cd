import { addPast, makeCircle, pastIds } from './circle.ts'
import type { BenchCircle } from './circle.ts'
import { compareAnswers } from './compare-answers.ts'
import { openInstallation } from './installation.ts'
import type { Installation } from './installation.ts'
import type { Request } from './load.ts'
import type { Options, Part, Table } from './part.ts'
import { alternate } from './rounds.ts'
import type { Figures, Scenario } from './rounds.ts'
import { nestVersion, startServer } from './servers.ts'
import type { Server } from './servers.ts'
import { isWrite, prepareWrites, WRITERS } from './writes.ts'
import type { Writes } from './writes.ts'

const CONNECTIONS = 8
/** Ciranda's jobs may go through all donations now and then, beside the measured calls. */
const SCANS_MAX = 10

const servers: readonly Server['name'][] = ['ciranda', 'limit', 'nest']
const labels: Readonly<Record<Server['name'], string>> = {
  ciranda: 'Ciranda',
  limit: 'written by hand',
  nest: 'NestJS + TypeORM',
}

/** Reads of one circle, as an administrator's console makes them. */
export const reads: Readonly<
  Record<string, (circle: BenchCircle, ids: readonly string[], donations: number) => string[]>
> = {
  list: () => ['/api/admin/donations/list'],
  middle: (_circle, _ids, donations) => [`/api/admin/donations/list?page=${Math.max(1, Math.floor(donations / 20))}`],
  one: (_circle, ids) => ids.map((id) => `/api/admin/donations/${id}`),
  queue: () => ['/api/queue'],
}
const names: Readonly<Record<string, string>> = {
  list: 'list of donations (page of 10)',
  middle: 'the list’s page in the middle',
  one: 'one donation',
  queue: 'GET /queue of 100',
  create: 'a month asked for: 100 donations made',
  confirm: 'confirmations in one circle',
  confirm16: 'confirmations in 16 circles',
}

/** The calls of Ciranda beside the same calls of a server written by hand and of a plain NestJS one. */
export const calls: Part = {
  name: 'calls',
  rows: Object.keys(names),
  async run({ rounds, roundMs, donations, circles }, asked) {
    const installation = await openInstallation()
    const started: Server[] = []
    try {
      console.log(`Loading a circle of 100 members with ${donations.toLocaleString('en')} donations …`)
      const circle = await makeCircle(installation.services, { receipts: 60 })
      await addPast(installation.services, circle, donations)
      const ids = await pastIds(installation.services, circle, 1_000)
      const taking = asked.every(isWrite) ? WRITERS : servers
      for (const name of taking) started.push(await startServer(name, installation.environment))
      const rows: string[][] = []
      let writes: Writes | null = null
      for (const name of asked) {
        // Made when they are needed: the tokens of what is read last for fifteen minutes.
        if (isWrite(name))
          writes ??= await prepareWrites(installation.services, asked.filter(isWrite), { rounds, circles })
        const requests = isWrite(name) ? [] : reads[name]!(circle, ids, donations).map((path) => readOf(path, circle))
        if (requests.length > 0) await compareAnswers(started, requests[0]!)
        const scenario: Scenario = isWrite(name)
          ? writes!.scenarioOf(name)
          : { name, load: () => ({ connections: CONNECTIONS, forMs: roundMs, requests }) }
        const scanned = await scannedRows(installation)
        const made = rowsOf(name, await alternate(scenario, started, { rounds, ...installation }))
        // A server that goes through all donations for a page is no fair peer.
        if (requests.length > 0 && (await scannedRows(installation)) - scanned > SCANS_MAX * donations)
          throw new Error(`'${name}' goes through the whole table of donations`)
        if (isWrite(name)) await writes!.compareEffectsOf(name)
        console.log(made.map((row) => row.join('  ')).join('\n'))
        rows.push(...made)
      }
      return table(rows, { rounds, donations })
    } finally {
      for (const server of started) await server.stop()
      await installation.close()
    }
  },
}

/** How many rows of donations were read so far by going through the whole table. */
async function scannedRows({ services }: Installation): Promise<number> {
  const { rows } = await services.db.execute<{ read: number }>(
    `select seq_tup_read::float8 as read from pg_stat_user_tables where relname = 'donations'`,
  )
  return rows[0]!.read
}

export function readOf(path: string, { administrator }: BenchCircle): Request {
  return { method: 'GET', path, headers: { Authorization: `Bearer ${administrator.token}` } }
}

function rowsOf(name: string, figures: ReadonlyMap<Server['name'], Figures>): string[][] {
  const limit = figures.get('limit')!
  return [...figures].map(([server, { perSecond, p50, p99, serverMs, databaseMs }]) => [
    names[name]!,
    labels[server],
    perSecond.toFixed(0),
    (perSecond / limit.perSecond).toFixed(2),
    serverMs === null ? '–' : (cpu(limit) / cpu({ serverMs, databaseMs })).toFixed(2),
    p50.toFixed(2),
    p99.toFixed(2),
    serverMs?.toFixed(3) ?? '–',
    databaseMs?.toFixed(3) ?? '–',
  ])
}

function cpu({ serverMs, databaseMs }: Pick<Figures, 'serverMs' | 'databaseMs'>): number {
  return (serverMs ?? 0) + (databaseMs ?? 0)
}

function table(rows: string[][], { rounds, donations }: Pick<Options, 'rounds' | 'donations'>): Table {
  return {
    title: 'Calls, beside the limit',
    columns: [
      'call',
      'server',
      'req/s',
      'ratio',
      'by CPU',
      'p50 ms',
      'p99 ms',
      'CPU ms of the server',
      'CPU ms of PostgreSQL',
    ],
    rows,
    notes: [
      `Medians of ${rounds} rounds in which the servers take turns, ${CONNECTIONS} connections, one circle of 100 members with ${donations.toLocaleString('en')} donations. Contributions are asked for and confirmed in copies of a circle with one month, contributions with an idempotency key, each confirmation with its member's session and the signature of their device; both servers ask the same rules and write the same rows, notices and ledger. 'Ratio': requests per second beside the server written by hand in the same rounds; 'by CPU': by processor time of server and PostgreSQL together, which other work on the machine distorts less.`,
      `NestJS ${nestVersion('@nestjs/core')}, TypeORM ${nestVersion('typeorm')}, pg ${nestVersion('pg')}. Nobody compresses, limits rates or writes a line of log for an answered request; each has its pool of connections.`,
    ],
  }
}

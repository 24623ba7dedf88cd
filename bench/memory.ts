import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { Services } from '#server/context.ts'
import { OWNER } from '#server/database/roles.ts'
import { addPast, makeCircle } from './circle.ts'
import { cloneCircle, memberHeaders } from './clones.ts'
import type { Clone } from './clones.ts'
import { openInstallation } from './installation.ts'
import type { Installation } from './installation.ts'
import { send } from './load.ts'
import type { Request } from './load.ts'
import type { Part } from './part.ts'
import { photograph } from './pictures.ts'
import { childrenOf, pssOfTree } from './resident.ts'
import { startServer } from './servers.ts'
import { uploadsOf } from './uploads.ts'
import { confirmationsOf } from './writes.ts'

const LOADED_MAX = 350
/** Young objects of a release (scripts/release/stage.ts). */
const RELEASED = { NODE_OPTIONS: '--max-semi-space-size=4' }

/**
 * The memory of all processes (proportional set size: what processes share counts once) at the end of so many
 * minutes of reads, confirmations, uploads and logins, with a circle's long past.
 */
export const memory: Part = {
  name: 'memory',
  rows: [],
  async run({ minutes, donations }) {
    const loaded = await underLoad(minutes * 60_000, donations)
    const cells = ({ server, database }: Megabytes) => [server, database, server + database].map((mb) => mb.toFixed(0))
    return {
      title: 'Memory of all processes, in MB',
      columns: ['when', 'server', 'PostgreSQL', 'together', 'goal'],
      rows: [
        [`the most in ${minutes} minutes of mixed load`, ...cells(loaded.most), String(LOADED_MAX)],
        ['at its end', ...cells(loaded.end), String(LOADED_MAX)],
      ],
      notes: [
        `Proportional set size from /proc (Linux), with the settings of a release. Load: ${loaded.answers.toLocaleString('en')} answers by one server with ${donations.toLocaleString('en')} donations: lists and pages of an administrator and a member on 4 connections, and in each minute 100 confirmations, 10 pictures at once and 10 logins at once. The connections of the bench itself are not counted.`,
      ],
    }
  },
}

type Megabytes = { readonly server: number; readonly database: number }

/** Of both, but for the connections of the bench itself. */
function megabytes(server: number, postgres: number, ours: readonly number[] = []): Megabytes {
  return { server: pssOfTree(server, [postgres]), database: pssOfTree(postgres, ours) }
}

/** PostgreSQL's process for the bench itself, whose pool is of one connection. */
async function ownConnection({ db }: Services): Promise<number> {
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  return rows[0]!.pid
}

/** PostgreSQL's processes for its owner. Under load only the bench connects as the owner, to make circles. */
function ownersConnections(postgres: number): number[] {
  return childrenOf(postgres).filter(
    (pid) => existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(` ${OWNER} `),
  )
}

async function underLoad(forMs: number, donations: number) {
  const installation = await openInstallation()
  const { services, postgresPid } = installation
  const server = await startServer('ciranda', { ...installation.environment, ...RELEASED })
  try {
    const receiving = await makeCircle(services, { receipts: 100 })
    const [watched] = await cloneCircle(services, receiving, 1)
    await addPast(services, watched!, donations)
    const paying = await makeCircle(services, { receipts: 0 })
    const photographs = await Promise.all(Array.from({ length: 4 }, () => photograph(400_000)))
    const { port } = server
    const end = performance.now() + forMs
    let most: Megabytes = { server: 0, database: 0 }
    let answers = 0
    const ours: number[] = []
    const measure = () => megabytes(server.pid, postgresPid, [...ours, ...ownersConnections(postgresPid)])
    const watch = setInterval(() => {
      const now = measure()
      if (now.server + now.database > most.server + most.database) most = now
    }, 1_000)
    const sendOnce = async (requests: readonly Request[], connections: number) => {
      answers += (await send({ port, connections, forMs: 60_000, isOnce: true, requests })).answers
    }
    try {
      while (performance.now() < end) {
        // One that was idle during the last reads was closed.
        ours.push(await ownConnection(services))
        const [confirmed] = await cloneCircle(services, receiving, 1)
        const [paid] = await cloneCircle(services, paying, 1)
        await sendOnce(await confirmationsOf(services, receiving, [confirmed!], false), 4)
        await sendOnce(await uploadsOf(services, paying, paid!, { pictures: photographs, count: 10 }), 10)
        await sendOnce(
          Array.from({ length: 10 }, () => login),
          10,
        )
        const forMsNow = Math.max(1_000, Math.min(45_000, end - performance.now()))
        const requests = await readsOf(installation, watched!, receiving.administrator.id)
        answers += (await send({ port, connections: 4, forMs: forMsNow, requests })).answers
      }
    } finally {
      clearInterval(watch)
    }
    return { most, end: measure(), answers }
  } finally {
    await server.stop()
    await installation.close()
  }
}

const login: Request = {
  method: 'POST',
  path: '/api/auth/login',
  headers: {},
  body: JSON.stringify({ email: 'admin@ciranda.local', password: 'senha-da-bancada' }),
}

/** Pages of the console and of a member, with tokens made anew, since they last for fifteen minutes. */
async function readsOf({ services }: Installation, circle: Clone, administratorId: string): Promise<Request[]> {
  const member = await memberHeaders(services, circle, circle.pending[0]!.receiverId)
  const administrator = await memberHeaders(services, circle, administratorId)
  const of = (headers: Record<string, string>, paths: readonly string[]) =>
    paths.map((call): Request => ({ method: 'GET', path: `/api/${call}`, headers }))
  return [
    ...of(administrator, ['admin/donations/list', 'admin/donations/list?limit=100', 'admin/donations/stats', 'queue']),
    ...of(administrator, ['users', 'ledger', 'ledger?order=oldest', 'admin/tasks', 'admin/standing', 'admin/circles']),
    ...of(member, [
      'users/profile',
      'donations/stats',
      'donations/to-send',
      'donations/to-receive',
      'donations/history',
    ]),
    ...of(member, ['me/notices', 'me/notices/unread', 'circle', 'circle/forecast', 'donations/my-level-progress']),
  ]
}

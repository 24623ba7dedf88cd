import type { CallDefinition } from '#contracts/call.ts'
import { contract } from '#contracts/contract.ts'
import { silentLogger } from '#server/database/logger.ts'
import { deleteScheduled } from '#server/files/remove.ts'
import { carryingJobs, runDueJobs } from '#server/jobs/jobs.ts'
import type { TestServer } from '#server/testing/postgres-server.ts'
import { ensureWhole } from '../apps/ensure-whole.ts'
import { makeWorld } from '../apps/test-server.ts'
import type { App, World } from '../apps/test-server.ts'
import type { Report } from '../frame/part.ts'
import { Faults } from './inject.ts'
import type { FaultKind } from './inject.ts'
import type { Asked, Scenario } from './scenarios.ts'
import type { Cast, Stage } from './stage.ts'

type Name = keyof typeof contract
type Answer = { readonly status: number; readonly body: unknown }

/** An app on a copy of the stage, whose queries and files may fail, and something that is asked of it. */
type Scene = {
  readonly world: World
  readonly app: App
  readonly faults: Faults
  readonly ask: () => Promise<Answer>
  /** Lets the jobs end what they end anyway, before rows are counted. */
  readonly settle: () => Promise<unknown>
  readonly expected: Pick<Asked, 'ends' | 'isNewEachTime'>
  /** The tables whose rows are counted; all of them where none are named. */
  readonly counted?: readonly string[]
}

/** A call that writes, or the jobs at some time. */
export type Piece = { readonly name: string; readonly open: () => Promise<Scene> }

/**
 * Attempts, looks and requests for a code are noted whatever became of them, and whoever signs in twice has two sessions. The
 * code itself and its letter are effects.
 */
const NOT_EFFECTS = [
  'uploads',
  'recovery_requests',
  'audit',
  'login_failures',
  'push_days',
  'sessions',
  'refresh_tokens',
  'passkey_challenges',
]
const K_MAX = 2_000
const KINDS = ['broken', 'full', 'lost'] as const

/**
 * Lets each query and file operation of a piece fail in turn, in each way. After each failure either nothing has changed,
 * or everything has; and the same once more leaves exactly one effect.
 */
export async function play({ name, open }: Piece, report: Report): Promise<void> {
  const clean = await effectWithoutFault(name, open)
  for (const kind of KINDS) {
    let scene = await open()
    try {
      let before = await sumsOf(scene.app.database.pool)
      for (let k = 1; ; k += 1) {
        if (k > K_MAX) throw new Error(`${name} asks for more than ${K_MAX} things`)
        scene.faults.arm(kind, k)
        const answer = await scene.ask()
        scene.faults.disarm()
        if (!scene.faults.happened) break
        report.count(`faults: ${kind}`)
        const where = `${name}, ${kind} at ${k} (${scene.faults.what.slice(0, 200)})`
        const isClear = answer.status === 503 || answer.status === 507 || answer.status === clean.status
        if (!isClear) throw new Error(`${where}: answered ${answer.status} ${JSON.stringify(answer.body)}`)
        const isDone = answer.status === clean.status
        if (!isDone && isSame(before, await sumsOf(scene.app.database.pool))) continue
        await ensureOnce(scene, clean, where, { again: !isDone })
        await ensureWhole(scene.app)
        await scene.world.close()
        scene = await open()
        before = await sumsOf(scene.app.database.pool)
      }
      await ensureWhole(scene.app)
    } finally {
      await scene.world.close()
    }
  }
}

type Effect = { readonly status: number; readonly rows: Readonly<Record<string, number>> }

async function effectWithoutFault(name: string, open: Piece['open']): Promise<Effect> {
  const { app, ask, settle, expected, world } = await open()
  try {
    const { status, body } = await ask()
    const isExpected = expected.ends === undefined ? status < 300 : status === expected.ends
    if (!isExpected) throw new Error(`${name} without any fault: ${status} ${JSON.stringify(body)}`)
    await settle()
    return { status, rows: await rowsOf(app) }
  } finally {
    await world.close()
  }
}

/** Repeats the request with the same key, and compares how many rows there are then with how many there should be. */
async function ensureOnce(
  { ask, settle, app, expected, counted }: Scene,
  clean: Effect,
  where: string,
  { again }: { again: boolean },
): Promise<void> {
  if (again) {
    const answer = await ask()
    // A call without keys, whose effect stands already, may say that it is done.
    if (answer.status !== clean.status && answer.status >= 500)
      throw new Error(`${where}: once more answers ${answer.status} ${JSON.stringify(answer.body)}`)
    if (expected.isNewEachTime) return
  }
  await settle()
  const rows = await rowsOf(app)
  const differing = (counted ?? Object.keys(clean.rows)).filter((table) => rows[table] !== clean.rows[table])
  if (differing.length > 0) {
    const said = differing.map((table) => `${table} ${rows[table]} instead of ${clean.rows[table]}`)
    throw new Error(`${where}: ${again ? 'once more left' : 'it left'} another effect: ${said.join(', ')}`)
  }
}

/** At once, and late enough for what failed to be tried again. */
const CARRIED_AFTER_MS = [0, 3 * 60_000]

/** Lets the jobs carry every message that was given occasion to. */
async function carry({ app }: Scene): Promise<void> {
  for (const ms of CARRIED_AFTER_MS) {
    app.clock.moveTo(app.clock.now() + ms)
    await runDueJobs(app.services, silentLogger, carryingJobs)
  }
}

/**
 * Lets each message that follows from a call fail in turn, in each way: everybody has got afterwards what they get without a
 * failure, each thing once. A push that was taken and not answered for may come twice: devices show the same one once.
 */
export async function playMessages({ name, open }: Piece, { carriers }: Stage, report: Report): Promise<void> {
  const arrive = async (kind: FaultKind, k: number): Promise<readonly string[]> => {
    const scene = await open()
    try {
      carriers.arm(kind, k)
      await scene.ask()
      await carry(scene)
      return carriers.arrived.map(withoutCode)
    } finally {
      await scene.world.close()
    }
  }
  const clean = await arrive('broken', 0)
  for (const kind of KINDS)
    for (let k = 1; k <= clean.length; k += 1) {
      const got = await arrive(kind, k)
      if (carriers.happened === null) throw new Error(`${name}: message ${k} of ${clean.length} was never sent`)
      report.count(`${carriers.happened} failed`)
      const mayComeTwice = kind === 'lost' && carriers.happened === 'push'
      const [one, other] = mayComeTwice ? [new Set(got), new Set(clean)] : [got, clean]
      if ([...one].join('\n') !== [...other].join('\n'))
        throw new Error(
          `${name}, message ${k} ${kind}: people got ${JSON.stringify(got)} instead of ${JSON.stringify(clean)}`,
        )
    }
}

/** A code in the subject of a letter is another each time. */
function withoutCode(subject: string): string {
  return subject.replaceAll(/(?<!\d)\d{6}(?!\d)/g, 'code')
}

/** A call of the contract, asked as its scenario says. */
export function callPiece(server: TestServer, stage: Stage, name: Name, scenario: Scenario): Piece {
  return {
    name,
    async open() {
      const { world, app, faults } = await openApp(server, stage)
      const asked = await scenario({ ...stage.cast, app } satisfies Cast)
      const call: CallDefinition = contract[name]
      const headers: Record<string, string> = call.idempotent ? { 'idempotency-key': 'the-key-of-this-scene' } : {}
      const [method, template] = name.split(' ') as ['POST', string]
      const ask = async () => {
        const url = `/api${template.replaceAll(/\{(\w+)\}/g, (_, key: string) => asked.params?.[key] ?? '')}`
        const answer = await app.app.inject({
          method,
          url,
          headers: { ...headers, ...(asked.as === null ? {} : { authorization: `Bearer ${asked.as}` }) },
          ...(asked.body === undefined ? {} : { payload: asked.body as object }),
        })
        return { status: answer.statusCode, body: answer.body.slice(0, 300) }
      }
      return { world, app, faults, ask, settle: () => deleteScheduled(app.services), expected: asked }
    },
  }
}

const DAY_MS = 86_400_000
/**
 * A job that fails lets the others of the same run go first, so that somebody may be reminded of what would have expired:
 * messages and entries are no count of its effects, but these rows are.
 */
const OF_JOBS = ['donations', 'obligations', 'turns', 'entries', 'circle_members', 'reports', 'draws', 'users'] as const
/** A job does the next time what it could not do: a failed letter is tried again after minutes. */
const NEXT_TIME_MS = 10 * 60_000

/** All jobs, so many days after the stage was set. */
export function jobsPiece(server: TestServer, stage: Stage, days: number): Piece {
  return {
    name: `the jobs after ${days} days`,
    async open() {
      const { world, app, faults } = await openApp(server, stage)
      stage.carriers.arm('broken', 0)
      app.clock.moveTo(app.clock.now() + days * DAY_MS)
      const ask = async () => {
        try {
          await runDueJobs(app.services)
          return { status: 200, body: null }
        } catch (error) {
          return { status: 503, body: String(error) }
        }
      }
      const settle = async () => {
        app.clock.moveTo(app.clock.now() + NEXT_TIME_MS)
        await runDueJobs(app.services)
      }
      return { world, app, faults, ask, settle, expected: {}, counted: OF_JOBS }
    },
  }
}

async function openApp(server: TestServer, stage: Stage): Promise<Pick<Scene, 'world' | 'app' | 'faults'>> {
  const world = await makeWorld(
    { ...server, people: { people: stage.cast.people, files: stage.files } },
    { from: stage.databaseName },
  )
  const faults = new Faults()
  const app = await world.open({ settings: stage.carriers.settings })
  faults.watchPool(app.database.pool)
  // Every request is given the services as they are when it comes.
  Object.assign(app.services, { files: faults.watchFiles(app.services.files) })
  return { world, app, faults }
}

const TABLES = `select table_name as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE' and not table_name = any($1) order by 1`

/** A pool, or a client. */
type Queried = Pick<App['database']['pool'], 'query'>

async function tablesOf(pool: Queried): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(TABLES, [NOT_EFFECTS])
  return rows.map(({ name }) => name)
}

/** A sum of all rows of each table. */
export async function sumsOf(pool: Queried): Promise<Record<string, string>> {
  const tables = await tablesOf(pool)
  const each = tables.map(
    (name) =>
      `select '${name}' as name, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from "${name}" t`,
  )
  const { rows } = await pool.query<{ name: string; sum: string }>(each.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

async function rowsOf(app: App): Promise<Record<string, number>> {
  const tables = await tablesOf(app.database.pool)
  const each = tables.map((name) => `select '${name}' as name, count(*)::int as count from "${name}"`)
  const { rows } = await app.database.pool.query<{ name: string; count: number }>(each.join(' union all '))
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

export const isSame = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>) =>
  Object.keys(a).every((table) => a[table] === b[table])

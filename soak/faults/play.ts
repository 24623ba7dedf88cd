import type { CallDefinition } from '#contracts/call.ts'
import { contract } from '#contracts/contract.ts'
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
type Scene = {
  readonly world: World
  readonly app: App
  readonly faults: Faults
  readonly ask: () => Promise<{ status: number; body: unknown }>
  readonly asked: Asked
}

/** Attempts and looks are counted whatever became of them, and whoever signs in twice has two sessions. */
const NOT_EFFECTS = ['uploads', 'audit', 'login_failures', 'push_days', 'sessions', 'refresh_tokens']
const K_MAX = 400

/**
 * Lets each query and file operation of a call fail in turn, in each way. After each failure either nothing has changed,
 * or everything has; and the same request once more leaves exactly one effect.
 */
export async function play(
  server: TestServer,
  stage: Stage,
  name: Name,
  scenario: Scenario,
  report: Report,
): Promise<void> {
  const clean = await effectWithoutFault(server, stage, name, scenario)
  for (const kind of ['broken', 'full', 'lost'] as const) {
    let scene = await open(server, stage, name, scenario)
    try {
      let before = await sumsOf(scene.app)
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
        const after = await sumsOf(scene.app)
        if (answer.status === clean.status || !isSame(before, after)) {
          if (answer.status !== clean.status) await ensureOnce(scene, clean, kind, where)
          await ensureWhole(scene.app)
          await scene.world.close()
          scene = await open(server, stage, name, scenario)
          before = await sumsOf(scene.app)
        }
      }
      await ensureWhole(scene.app)
    } finally {
      await scene.world.close()
    }
  }
}

type Effect = { readonly status: number; readonly rows: Readonly<Record<string, number>> }

async function effectWithoutFault(server: TestServer, stage: Stage, name: Name, scenario: Scenario): Promise<Effect> {
  const { app, ask, asked, world } = await open(server, stage, name, scenario)
  try {
    const { status, body } = await ask()
    const isExpected = asked.ends === undefined ? status < 300 : status === asked.ends
    if (!isExpected) throw new Error(`${name} without any fault: ${status} ${JSON.stringify(body)}`)
    return { status, rows: await rowsOf(app) }
  } finally {
    await world.close()
  }
}

/** Repeats the request with the same key, and compares how many rows there are then with how many there should be. */
async function ensureOnce({ ask, app }: Scene, clean: Effect, kind: FaultKind, where: string): Promise<void> {
  const again = await ask()
  // A call without keys, whose effect stands already, may say that it is done.
  if (again.status !== clean.status && again.status >= 500)
    throw new Error(`${where}: once more answers ${again.status} ${JSON.stringify(again.body)}`)
  const rows = await rowsOf(app)
  const differing = Object.keys(clean.rows).filter((table) => rows[table] !== clean.rows[table])
  if (differing.length > 0) {
    const said = differing.map((table) => `${table} ${rows[table]} instead of ${clean.rows[table]}`)
    throw new Error(`${where}: once more left another effect (${kind}): ${said.join(', ')}`)
  }
}

async function open(server: TestServer, stage: Stage, name: Name, scenario: Scenario): Promise<Scene> {
  const world = await makeWorld(
    { ...server, people: { people: stage.cast.people, files: stage.files } },
    { from: stage.databaseName },
  )
  const faults = new Faults()
  const made = await world.open()
  faults.watchPool(made.database.pool)
  const app: App = made
  // Every request is given the services as they are when it comes.
  Object.assign(made.services, { files: faults.watchFiles(made.services.files) })
  const asked = await scenario({ ...stage.cast, app: made } satisfies Cast)
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
  return { world, app, faults, ask, asked }
}

const TABLES = `select table_name as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE' and not table_name = any($1) order by 1`

async function tablesOf({ database }: App): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(TABLES, [NOT_EFFECTS])
  return rows.map(({ name }) => name)
}

/** A sum of all rows of each table. */
async function sumsOf(app: App): Promise<Record<string, string>> {
  const tables = await tablesOf(app)
  const each = tables.map(
    (name) =>
      `select '${name}' as name, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from "${name}" t`,
  )
  const { rows } = await app.database.pool.query<{ name: string; sum: string }>(each.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

async function rowsOf(app: App): Promise<Record<string, number>> {
  const tables = await tablesOf(app)
  const each = tables.map((name) => `select '${name}' as name, count(*)::int as count from "${name}"`)
  const { rows } = await app.database.pool.query<{ name: string; count: number }>(each.join(' union all '))
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

const isSame = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>) =>
  Object.keys(a).every((table) => a[table] === b[table])

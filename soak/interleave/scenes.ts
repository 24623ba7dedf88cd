import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '#server/context.ts'
import { readConfig } from '#server/lib/config.ts'
import { createServices } from '#server/services.ts'
import { findKnownSecret } from '#server/database/recognize-secret.ts'
import { deleteScheduled, scheduleDeletion } from '#server/files/remove.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { loadSecrets } from '#server/lib/secrets.ts'
import { makeInstallation } from '#server/seed/installation.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { circles } from '#server/tables/circles.ts'
import { users } from '#server/tables/users.ts'
import type { TestServer } from '#server/testing/postgres-server.ts'
import { NOON, PASSWORD } from '#server/testing/test-app.ts'
import type { Answer } from '#server/testing/test-app.ts'
import { ensureWhole } from '../apps/ensure-whole.ts'
import { ensureKept, peopleOf } from '../apps/people.ts'
import { makeWorld } from '../apps/test-server.ts'
import type { App, World } from '../apps/test-server.ts'
import type { Dice } from '../frame/dice.ts'
import { Turns } from './turns.ts'

/** Plays one scene; answers how many steps were taken in turn. Throws where a promise is broken. */
type Scene = (server: TestServer, dice: Dice) => Promise<number>

/** Two processes on one database, with one folder of files. */
async function withPair(
  server: TestServer,
  dice: Dice,
  play: (a: App, b: App, turns: Turns, world: World) => Promise<void>,
): Promise<number> {
  const world = await makeWorld(server)
  try {
    const turns = new Turns(dice)
    const [a, b] = [await world.open(), await world.open()]
    for (const { services, database } of [a, b]) {
      Object.assign(services, { files: a.services.files })
      turns.watchPool(database.pool)
    }
    await play(a, b, turns, world)
    await ensureWhole(a)
    return turns.steps
  } finally {
    await world.close()
  }
}

function ensure(holds: boolean, promise: string, seen: unknown): void {
  if (!holds) throw new Error(`${promise}: ${JSON.stringify(seen)}`)
}

const statusesOf = (answers: readonly PromiseSettledResult<Answer>[]) =>
  answers.map((one) => (one.status === 'fulfilled' ? one.value.status : String(one.reason)))

type Start = (turns: Turns, jwtSecret: string) => Promise<Services>
const SECRETS = ['a secret for the first start, long enough', 'another secret, as long as the first of them'] as const

/** Starts on an empty database, as `npm start` does them. */
async function withNothingYet(server: TestServer, play: (start: Start) => Promise<void>): Promise<void> {
  const world = await makeWorld(server, { empty: true })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ciranda-first-start-'))
  const { databaseUrl, ownerUrl } = world.addresses
  const given = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: ownerUrl }
  const started: Services[] = []
  try {
    await play(async (turns, jwtSecret) => {
      const config = readConfig({ ...given, JWT_SECRET: jwtSecret, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'silent' })
      const services = await createServices(config)
      started.push(services)
      turns.watchPool(services.database.pool)
      await makeInstallation(services)
      return services
    })
  } finally {
    for (const { events, database } of started) {
      await events.close()
      await database.close()
    }
    rmSync(dataDir, { recursive: true, force: true })
    await world.close()
  }
}

/** The installation is one: a circle and an administrator, whole. */
async function ensureOne(services: Services): Promise<void> {
  const made = [await services.db.$count(circles), await services.db.$count(users)]
  ensure(made.join() === '1,1', 'A first start makes one circle and one administrator', made)
  await ensureWhole({ services })
}

/** Two processes start for the first time at once. */
export const firstStart: Scene = async (server, dice) => {
  const turns = new Turns(dice)
  await withNothingYet(server, async (start) => {
    const [one, other] = await turns.play([() => start(turns, SECRETS[0]), () => start(turns, SECRETS[0])])
    for (const each of [one!, other!])
      ensure(each.status === 'fulfilled', 'Both processes start', each.status === 'rejected' && String(each.reason))
    await ensureOne((one as PromiseFulfilledResult<Services>).value)
  })
  return turns.steps
}

/** Two processes start for the first time at once, with two secrets: one is taken, and the other refused for ever. */
export const secret: Scene = async (server, dice) => {
  const turns = new Turns(dice)
  await withNothingYet(server, async (start) => {
    const done = await turns.play(SECRETS.map((each) => () => start(turns, each)))
    const outcomes = done.map((one) => (one.status === 'rejected' ? String(one.reason) : 'started'))
    const at = outcomes.indexOf('started')
    const isRefused = outcomes.filter((one) => /^Error: [^\n]+ não é o segredo [^\n]+$/.test(one)).length === 1
    ensure(at >= 0 && isRefused, 'Of two secrets one is taken, and the other refused in one line', outcomes)
    const { db, config } = (done[at] as PromiseFulfilledResult<Services>).value
    for (const jwtSecret of [SECRETS[1 - at]!, 'short', '']) {
      const opened = await loadSecrets({ ...config, jwtSecret }, await findKnownSecret(db)).catch(() => null)
      ensure(opened === null, 'A wrong, short or empty secret is refused', jwtSecret)
    }
    await ensureOne((done[at] as PromiseFulfilledResult<Services>).value)
  })
  return turns.steps
}

const STEPS_OF_A_RECEIPT = 40

/** A picture that waits to be deleted is used again while the remover runs in the other process. */
export const remover: Scene = (server, dice) =>
  withPair(server, dice, async (a, b, turns) => {
    const people = await a.placed(8)
    await a.call('POST /donations/admin/generate-monthly-pull', await a.administrator(), { body: {} })
    const [donor] = people
    const owed = (await a.call('GET /donations/to-send', donor!.token)).body as { id: string; waiting: boolean }[]
    const { id } = owed.find(({ waiting }) => !waiting)!
    const send = (comprovanteBase64: string) =>
      a.call('POST /donations/{id}/comprovante', donor!.token, { params: { id }, body: { comprovanteBase64 } })
    const [picture, another] = [await receiptPicture(id), await receiptPicture('another')]
    // The same picture was sent once, and then replaced: its file is to be deleted.
    await send(picture)
    const image = await keptPicture(a, id)
    await send(another)
    await scheduleDeletion(a.services, a.services.db, [image])
    // A receipt takes many more steps than the remover, which begins with any of them.
    const before = dice.below(STEPS_OF_A_RECEIPT)
    const removes = async () => {
      for (let step = 0; step < before; step += 1) await b.database.pool.query('select 1')
      await deleteScheduled(b.services)
    }
    const [sent] = await turns.play<unknown>([() => send(picture), removes])
    ensure(
      sent!.status === 'fulfilled' && (sent!.value as Answer).status === 201,
      'A receipt is taken while files are removed',
      sent,
    )
  })

async function keptPicture(app: App, donationId: string): Promise<string> {
  const { rows } = await app.database.pool.query<{ kept: string }>(
    'select receipt_sha256 as kept from donations where id = $1',
    [donationId],
  )
  return rows[0]!.kept
}

/** One request reaches both processes with the same key, as when a client asks again because no answer came. */
export const idempotency: Scene = (server, dice) =>
  withPair(server, dice, async (a, b, turns) => {
    const admin = await a.administrator()
    const body = { label: 'Grupo da rua', uses: 2, days: 7 }
    const headers = { 'idempotency-key': createHash('sha256').update('one key').digest('hex') }
    const ask = (app: App) => () => app.call('POST /admin/join-links', admin, { body, headers })
    const answers = await turns.play([ask(a), ask(b), ask(dice.pick([a, b]))])
    const statuses = statusesOf(answers)
    ensure(
      statuses.every((status) => status === 201 || status === 409),
      'A repeated request is answered as the first, or told to wait',
      statuses,
    )
    const links = (await a.call('GET /admin/join-links', admin)).body.data as unknown[]
    ensure(links.length === 1, 'A repeated request has one effect', links.length)
  })

/** Things that may happen once are asked for in both processes at once. */
export const sameEffect: Scene = (server, dice) =>
  withPair(server, dice, async (a, b, turns) => {
    const people = await a.placed(8)
    const admin = await a.administrator()
    const pull = (app: App) => () => app.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    const pulled = await turns.play([pull(a), pull(b)])
    const made = pulled.map((one) => (one.status === 'fulfilled' ? Number(one.value.body.createdCount) : -1))
    ensure(made.toSorted().join() === '0,8', 'Of two pulls at once one asks everybody', made)
    const donor = dice.pick(people)
    const owed = (await a.call('GET /donations/to-send', donor.token)).body as {
      id: string
      receiverId: string
      waiting: boolean
    }[]
    const { id, receiverId } = owed.find(({ waiting }) => !waiting)!
    const receiver = people.find((person) => person.id === receiverId)!
    await a.pays(id, donor.token)
    const confirm = (app: App) => () => app.call('PATCH /donations/{id}/confirm', receiver.token, { params: { id } })
    const suspend = () =>
      b.call('POST /users/{id}/suspend', admin, { params: { id: donor.id }, body: { reason: 'não responde' } })
    const done = statusesOf(await turns.play([confirm(a), confirm(b), suspend]))
    ensure(
      done.slice(0, 2).filter((status) => status === 200).length === 1,
      'Of two confirmations at once one counts',
      done,
    )
    ensure(
      done.every((status) => status === 200 || status === 409),
      'A change that comes too late is refused',
      done,
    )
  })

const ACTS = 5
const JUMP_MS_MAX = 3 * 86_400_000

/** People act in both processes, whose clocks differ and jump, while the jobs of one run. */
export const life: Scene = (server, dice) =>
  withPair(server, dice, async (a, b, turns, world) => {
    const circle = await peopleOf(world, [a, b], dice)
    circle.pixels = [64]
    await circle.pull(dice)
    const people = async () => {
      for (let act = 0; act < ACTS; act += 1) await circle.act(dice)
    }
    const jobs = (app: App) => async () => {
      app.clock.moveTo(NOON + dice.below(JUMP_MS_MAX))
      circle.now = Math.max(circle.now, app.clock.now())
      await runDueJobs(app.services)
      await wait(1)
      app.clock.moveTo(NOON + dice.below(JUMP_MS_MAX) - JUMP_MS_MAX / 2)
    }
    const done = await turns.play<void>([people, people, jobs(a), jobs(b)])
    const broken = done.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    ensure(broken.length === 0, 'Everything is answered', broken)
    await ensureKept(circle, a, { clocksJumped: true })
  })

import { createECDH, randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CallName } from '#contracts/contract.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import type { TestServer } from '#server/testing/postgres-server.ts'
import type { Answer, Person } from '#server/testing/test-app.ts'
import { makeWorld } from '../apps/test-server.ts'
import type { App } from '../apps/test-server.ts'
import { Carriers } from './carriers.ts'

/** A donation and the two it concerns. */
export type Between = { readonly id: string; readonly donor: Person; readonly receiver: Person }

/** The people and things of a circle in which there is something of everything. */
export type Cast = {
  readonly app: App
  readonly admin: string
  readonly people: readonly Person[]
  /** Approved without a place, not yet approved, and suspended. */
  readonly outsider: Person
  readonly newcomer: Person
  readonly suspended: Person
  /** The member whose turn is complete. */
  readonly complete: Person
  readonly pending: Between
  readonly sent: Between
  readonly reported: Between & { readonly report: string }
  /** A case that was decided, and one whose decision was appealed against. */
  readonly decided: Between & { readonly report: string }
  readonly appealed: Between & { readonly report: string }
  readonly entries: readonly {
    readonly id: string
    readonly user_id: string
    readonly position: number
    readonly is_receiver: boolean
  }[]
  readonly circleId: string
  /** Where devices are reached. */
  readonly pushOrigin: string
}

/** The parts of a cast that can be taken along to another app on a copy of its database. */
export type Stage = {
  readonly cast: Omit<Cast, 'app'>
  readonly databaseName: string
  readonly files: string
  readonly carriers: Carriers
  close(): Promise<void>
}

/** Makes the stage once; every scenario plays on a copy of its database. */
export async function makeStage(server: TestServer): Promise<Stage> {
  const carriers = await Carriers.start()
  const world = await makeWorld(server)
  const app = await world.open({ settings: carriers.settings })
  const cast = await castOf(app, carriers.pushOrigin)
  // The stage's own messages are sent now, so that a scenario's messages are its own.
  for (const _ of [1, 2]) await runDueJobs(app.services)
  const files = mkdtempSync(path.join(tmpdir(), 'ciranda-stage-'))
  cpSync(path.join(app.services.config.dataDir, 'files'), files, { recursive: true })
  // A database is copied only while nobody is connected to it.
  for (const one of world.apps.splice(0)) await one.close()
  const databaseName = new URL(world.addresses.databaseUrl).pathname.slice(1)
  const close = async () => {
    rmSync(files, { recursive: true, force: true })
    await carriers.close()
    await world.close()
  }
  return { cast, databaseName, files, carriers, close }
}

async function castOf(app: App, pushOrigin: string): Promise<Omit<Cast, 'app'>> {
  const admin = await app.administrator()
  const ok = async (call: CallName, as: string | null, sent: Parameters<App['call']>[2] = {}): Promise<Answer> => {
    const answer = await app.call(call, as, sent)
    if (answer.status >= 300)
      throw new Error(`The stage: ${call} answers ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
  const people = await app.placed(8)
  const joins = async (n: number) => {
    const person = await app.registers(n)
    await ok('PATCH /users/{id}/approve', admin, { params: { id: person.id } })
    return person
  }
  const newcomer = await app.registers(30)
  const outsider = await joins(31)
  const suspended = await joins(32)
  await ok('POST /users/{id}/suspend', admin, { params: { id: suspended.id }, body: { reason: 'não responde' } })
  await ok('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  const [complete] = people as [Person, ...Person[]]
  const open: Between[] = []
  for (const donor of people) {
    const owed = (await app.call('GET /donations/to-send', donor.token)).body as {
      id: string
      receiverId: string
      waiting: boolean
    }[]
    for (const { id, receiverId } of owed.filter(({ waiting }) => !waiting)) {
      const receiver = people.find((person) => person.id === receiverId)!
      if (receiver.id !== complete.id) open.push({ id, donor, receiver })
      else {
        await pay(app, { id, donor, receiver })
        await ok('PATCH /donations/{id}/confirm', receiver.token, { params: { id } })
      }
    }
  }
  const [pending, sent, reported, decided, appealed] = open as [Between, Between, Between, Between, Between]
  const report = async (one: Between) => {
    await pay(app, one)
    const sentReport = await ok('POST /donations/{id}/report', one.receiver.token, {
      params: { id: one.id },
      body: { reason: 'Não recebi nada.' },
    })
    return { ...one, report: sentReport.body.id as string }
  }
  await pay(app, sent)
  const cases = [await report(reported), await report(decided), await report(appealed)] as const
  for (const { report: id } of cases.slice(1))
    await ok('POST /admin/donations/reports/{id}/resolve', admin, {
      params: { id },
      body: { resolution: 'REJECTED', resolution_message: 'O banco mostra o pagamento.', admin_notes: 'visto' },
    })
  await ok('POST /reports/{id}/appeal', cases[2].receiver.token, {
    params: { id: cases[2].report },
    body: { reason: 'O extrato é de outro dia.' },
  })
  for (const [index, token] of [admin, ...people.map((person) => person.token)].entries())
    await ok('POST /me/push-subscriptions', token, { body: subscription(`${pushOrigin}/device/${index}`) })
  const entries = (await ok('GET /queue', admin)).body as Cast['entries']
  const circle = (await ok('GET /circle', admin)).body as { id: string }
  return {
    admin,
    people,
    outsider,
    newcomer,
    suspended,
    complete,
    pending,
    sent,
    reported: cases[0],
    decided: cases[1],
    appealed: cases[2],
    entries,
    circleId: circle.id,
    pushOrigin,
  }
}

/** A browser's subscription, as its push manager would give it. */
export function subscription(endpoint: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const [p256dh, auth] = [keys.getPublicKey().toString('base64url'), randomBytes(16).toString('base64url')]
  return { endpoint, keys: { p256dh, auth } }
}

export async function pay(app: App, { id, donor }: Between): Promise<void> {
  const { status, body } = await app.pays(id, donor.token)
  if (status >= 300) throw new Error(`The stage: a receipt is answered ${status} ${JSON.stringify(body)}`)
}

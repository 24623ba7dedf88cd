import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import { presets } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import type { CallName } from '#contracts/contract.ts'
import { createStateCache } from '#server/circle-store/state-cache.ts'
import { createApp } from '#server/app.ts'
import { createCircle } from '#server/circle-store/with-circle.ts'
import { circles } from '#server/tables/circles.ts'
import { createEventHub } from '#server/events/stream.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { makeInstallation } from '#server/seed/installation.ts'
import { registrationOf } from '#server/seed/people.ts'
import { openFileStore } from '#server/file-store/open-file-store.ts'
import { movableClock } from '#server/lib/clock.ts'
import { readConfig } from '#server/lib/config.ts'
import type { Database } from '#server/database/database.ts'
import type { Services } from '#server/context.ts'
import { users } from '#server/tables/users.ts'
import { newId } from '#server/lib/ids.ts'
import { deriveSecrets } from '#server/lib/secrets.ts'
import { opened } from './after-file.ts'
import { smallCode } from './small-code.ts'
import { quickFolder } from './quick-folder.ts'

export const ADMINISTRATOR = { email: 'admin@ciranda.local', password: 'senha-da-administracao' }
export const PASSWORD = 'uma-senha-bem-boa'
/** The secret that everything of a test app is sealed with. */
export const SECRET = 'a secret for tests, long enough to be one'
export const NOON = Date.UTC(2026, 10, 10, 15)

const TOKEN_RENEWED_MS = 10 * 60_000

export type Answer = {
  readonly status: number
  readonly body: ReturnType<typeof JSON.parse>
  readonly headers: Record<string, unknown>
}

/** Somebody registered, with an access token. */
export type Person = { readonly id: string; readonly token: string }

/** The people that a template database holds, in the order of their places, and the folder of their pictures. */
export type TemplatePeople = { readonly people: readonly Person[]; readonly files: string }

export type TestApp = {
  readonly app: FastifyInstance
  readonly services: Services
  readonly clock: ReturnType<typeof movableClock>
  /** Makes a call as somebody: a token, or null for nobody. `{name}` in the call is filled from `params`. */
  call(
    name: CallName | `${string} /${string}`,
    as: string | null,
    sent?: { params?: Record<string, string>; query?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>
  administrator(): Promise<string>
  /** Registers person number n; answers their id and token. */
  registers(n: number): Promise<Person>
  /**
   * People 1..n, approved and placed at positions 1..n of N1: those of the template, where the database began with
   * them.
   */
  placed(n: number): Promise<Person[]>
  /** Sends a receipt for a donation as its donor. */
  pays(donationId: string, token: string): Promise<Answer>
}

/**
 * A whole server on a database of a test, not listening, with a clock of its own and an empty installation; closed
 * after that test, or after all where their file made it.
 */
export async function createTestApp(
  database: Database,
  settings: Record<string, string> = {},
  plan: Plan = presets.termos,
): Promise<TestApp> {
  const { close, ...testApp } = await startTestApp({ database, settings, plan, template: inject('people') })
  opened.push({ close })
  return testApp
}

export type StartOptions = {
  database: Database
  settings?: Record<string, string>
  plan?: Plan
  template: TemplatePeople
  /** Epoch ms at which its clock stands. */
  at?: number
}

/** The same, for whoever closes it: without a test, as when the template itself is made. */
export async function startTestApp({
  database,
  settings = {},
  plan = presets.termos,
  template,
  at = NOON,
}: StartOptions): Promise<TestApp & { close(): Promise<void> }> {
  const dataDir = settings['DATA_DIR'] ?? mkdtempSync(path.join(quickFolder(), 'ciranda-testApp-'))
  const clock = movableClock(at)
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    JWT_SECRET: SECRET,
    CLOCK: new Date(at).toISOString(),
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    RATE_LIMIT: 'off',
    ...settings,
  })
  const stored = new Set((await database.db.select({ id: users.id }).from(users)).map(({ id }) => id))
  const known = template.people.filter(({ id }) => stored.has(id))
  const files = await openFileStore(config, database.db)
  if (known.length > 0) await bringPictures(template.files, { files, config })
  const services: Services = {
    database,
    db: database.db,
    clock,
    files,
    secrets: deriveSecrets(SECRET),
    config,
    stateCache: createStateCache(),
    events: await createEventHub({ database, clock }),
    publicUrl: () => 'http://ciranda.test',
  }
  if (plan !== presets.termos && (await database.db.select({ id: circles.id }).from(circles)).length === 0) {
    await createCircle(
      { ...services, actorId: null },
      { id: newId(clock), name: 'Roda', operator: null, mode: 'demonstracao', plan },
    )
  }
  // A template has its installation, which takes a connection of its own to look for.
  if (stored.size === 0) await makeInstallation(services)
  const app = await createApp(services)
  const close = async () => {
    await services.events.close()
    await app.close()
    // A folder that the test gave is the test's, and may hold a database that still runs.
    if (settings['DATA_DIR'] === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...testAppOf({ app, services, clock, known }), close }
}

/** The pictures that the template's people have. */
async function bringPictures(from: string, { files, config }: Pick<Services, 'files' | 'config'>): Promise<void> {
  if (config.files === 'folder') return cpSync(from, path.join(config.dataDir, 'files'), { recursive: true })
  for (const picture of globSync(path.join(from, '??', '*'))) await files.put(readFileSync(picture))
}

type Started = Pick<TestApp, 'app' | 'services' | 'clock'> & { known: readonly Person[] }

function testAppOf({ app, services, clock, known }: Started): TestApp {
  const call: TestApp['call'] = async (name, as, { params = {}, query = '', body, headers = {} } = {}) => {
    const [method, template] = name.split(' ') as ['GET', string]
    const url = `/api${template.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key]!)}${query}`
    const answer = await app.inject({
      method,
      url,
      headers: { ...(as === null ? {} : { authorization: `Bearer ${as}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const isJson = String(answer.headers['content-type']).includes('application/json')
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers }
  }
  let signedIn = { token: '', at: -Infinity }
  const administrator = async () => {
    // A test that moves the clock outlives a token.
    const at = clock.now()
    if (Math.abs(at - signedIn.at) > TOKEN_RENEWED_MS)
      signedIn = {
        token: (await call('POST /auth/login', null, { body: ADMINISTRATOR })).body.access_token as string,
        at,
      }
    return signedIn.token
  }
  const registers = async (n: number) => {
    const typed = registrationOf({ firstName: `Pessoa${letters(n)}`, lastName: 'de Teste', number: n })
    const answer = await call('POST /auth/register', null, {
      body: { ...typed, pixQrCode: await smallCode(typed.pixCopyPaste), password: PASSWORD },
    })
    if (answer.status !== 201) throw new Error(`Registration refused: ${JSON.stringify(answer.body)}`)
    return { id: answer.body.user.id as string, token: answer.body.access_token as string }
  }
  return {
    app,
    services,
    clock,
    call,
    administrator,
    registers,
    placed: async (n) => {
      const people = known.slice(0, n)
      for (let number = people.length + 1; number <= n; number += 1) {
        const person = await registers(number)
        await call('PATCH /users/{id}/approve', await administrator(), { params: { id: person.id } })
        const placed = await call('POST /queue', await administrator(), {
          body: { position: number, donation_number: 1, user_id: person.id, is_receiver: false, passed_user_ids: [] },
        })
        if (placed.status !== 201) throw new Error(`Place refused: ${JSON.stringify(placed.body)}`)
        people.push(person)
      }
      return people
    },
    pays: async (donationId, token) =>
      call('POST /donations/{id}/comprovante', token, {
        params: { id: donationId },
        body: { comprovanteBase64: await receiptPicture(donationId) },
      }),
  }
}

function letters(n: number): string {
  return String.fromCharCode(65 + (n % 26)) + String.fromCharCode(65 + Math.floor(n / 26))
}

import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { namesAfter } from '#server/files/references.ts'
import { noise } from '#server/files/testing/pictures.ts'
import { readLedger, verify } from '../scripts/verify-ledger.mjs'
import { Cluster, harms, type Harm } from './cluster/cluster.ts'
import type { Dice } from './frame/dice.ts'
import { eachRound } from './frame/each-round.ts'
import type { Part, Report } from './frame/part.ts'
import { serverFile } from '../scripts/built.ts'

const ADMINISTRATOR = { email: 'admin@ciranda.local', password: 'senha-da-administracao' }
/** The promise: both processes acknowledge again within it. */
const ANSWERS_MS_MAX = 15_000
/** A client gives a request up after so long and asks again. */
const PATIENCE_MS = 4_000
const READY_MS_MAX = 300_000
const STREAM_MS_MAX = 10_000
/** Jobs run each minute; so often they are waited for. */
const JOBS_EVERY = 5
const JOBS_MS_MAX = 150_000
const WRITERS = 3

/**
 * Three nodes of PostgreSQL under Patroni with a synchronous standby, and two Ciranda processes, all with the files of deploy/cluster.
 * People write through the balancer while the primary is killed in turn in four ways. Each round asks: does everything acknowledged
 * stand, did both processes acknowledge again within 15 seconds, do open pages hear of changes that another process makes, was each
 * repeated request done once, is every picture there with its row and none without, and now and then: do scheduled jobs go on. At the
 * end the whole ledger is verified.
 */
export const failover: Part = {
  name: 'failover',
  unit: 'kills',
  full: 50,
  small: 0,
  async run(course) {
    const site = await Site.open(course.report)
    try {
      await eachRound(course, async ({ index, dice }) => {
        const how = harms[index % harms.length]!
        try {
          await site.round(index, how, dice)
        } catch (error) {
          throw new Error(`${how}: ${(error as Error).message}\n${site.logs()}`, { cause: error })
        }
      })
      await site.verifyAll()
    } finally {
      await site.close()
    }
  },
}

type Answer = { readonly status: number; readonly body: ReturnType<typeof JSON.parse> }

class Site {
  readonly #report: Report
  readonly #cluster: Cluster
  #processes: ChildProcess[] = []
  #token = ''
  #members: string[] = []
  #streams: Stream[] = []
  /** Ids that were acknowledged, each of a row that has to be there. */
  readonly #links = new Map<string, string>()
  /** Reasons of acknowledged changes of the queue: each is in the journal, which is written with the ledger. */
  readonly #reasons: string[] = []
  /** The picture of each member that was acknowledged last, by its hash, and the address of the last of all. */
  readonly #pictures = new Map<string, string>()
  #pictureUrl = ''
  #pictured = 0
  #looked = 0

  private constructor(report: Report, cluster: Cluster) {
    this.#report = report
    this.#cluster = cluster
  }

  static async open(report: Report): Promise<Site> {
    const site = new Site(report, await Cluster.start())
    try {
      await site.#startCiranda()
      return site
    } catch (error) {
      const said = site.logs()
      await site.close()
      throw new Error(`${(error as Error).message}\n${said}`, { cause: error })
    }
  }

  async close(): Promise<void> {
    for (const stream of this.#streams) stream.close()
    const ended = this.#processes.filter(({ exitCode }) => exitCode === null).map((child) => once(child, 'exit'))
    for (const child of this.#processes) child.kill('SIGKILL')
    await Promise.all(ended)
    await this.#cluster.stop()
  }

  logs(): string {
    const names = ['ciranda1', 'ciranda2', 'patroni-node1', 'patroni-node2', 'patroni-node3']
    return names.map((name) => `${name}: ${this.#cluster.logOf(name)}`).join('\n')
  }

  async round(index: number, how: Harm, dice: Dice): Promise<void> {
    const primary = await this.#cluster.whole()
    await this.#signIn()
    let isOver = false
    const writing = Array.from({ length: WRITERS }, () => this.#write(() => isOver, dice))
    writing.push(this.#sendPictures(() => isOver))
    await wait(dice.between(500, 2_000))
    const began = performance.now()
    const undo = await this.#cluster.harm(primary, how)
    try {
      const times = await Promise.all(this.#cluster.webPorts.map((port) => this.#untilAcknowledged(port)))
      const ms = Math.max(...times) - began
      this.#report.most(`ms until both answer again (${how})`, ms)
      this.#report.count(`kills (${how})`)
      this.#report.count(`answered within ${Math.ceil(ms / 5_000) * 5} s`)
      console.error(`failover ${index} ${how} ${primary}: ${Math.round(ms)} ms`)
      await this.#untilHeard()
      isOver = true
      await Promise.all(writing)
      await this.#lookForAll()
      if (index % JOBS_EVERY === JOBS_EVERY - 1) await this.#untilJobsRan()
      if (ms > ANSWERS_MS_MAX) throw new Error(`It took ${Math.round(ms)} ms until both processes answered again`)
    } finally {
      isOver = true
      await Promise.all(writing)
      await undo()
    }
    // A primary that comes back must not undo what its successor acknowledged meanwhile.
    const unwhole = await this.#cluster.whole().then(
      () => null,
      (error: Error) => error,
    )
    await this.#lookForAll()
    await this.#lookForPictures()
    if (unwhole) throw unwhole
  }

  /** The ledger as anybody downloads it, under the verifier that trusts nobody; what is kept twice, compared. */
  async verifyAll(): Promise<void> {
    await this.#cluster.whole()
    await this.#signIn()
    const ledger = await this.#ask(this.#cluster.addresses.webUrl, 'GET /ledger/export?format=ndjson')
    const { faults } = verify(readLedger(ledger.body as string))
    if (faults.length > 0) throw new Error(`The verifier: ${JSON.stringify(faults.slice(0, 5))}`)
    const scrubbed = await this.#ask(this.#cluster.addresses.webUrl, 'POST /admin/scrub')
    if (scrubbed.status !== 200 || scrubbed.body.differences.length > 0)
      throw new Error(`The scrubber: ${JSON.stringify(scrubbed.body)}`)
    this.#report.count('ledgers verified')
  }

  async #startCiranda(): Promise<void> {
    const { databaseUrl, ownerUrl, webUrl } = this.#cluster.addresses
    const dataDir = path.join(this.#cluster.folder, 'ciranda')
    const pages = path.join(dataDir, 'pages')
    mkdirSync(pages, { recursive: true })
    writeFileSync(path.join(pages, 'index.html'), '<!doctype html><title>Ciranda</title>')
    for (const [index, port] of this.#cluster.webPorts.entries()) {
      const log = openSync(path.join(this.#cluster.folder, `ciranda${index + 1}.log`), 'a')
      this.#processes.push(
        spawn(process.execPath, [serverFile()], {
          env: {
            PATH: process.env['PATH'],
            NODE_COMPILE_CACHE: path.resolve('node_modules', '.cache', 'node'),
            DATABASE_URL: databaseUrl,
            MIGRATION_DATABASE_URL: ownerUrl,
            JWT_SECRET: 'a secret of the soak, long enough to be one',
            DATA_DIR: dataDir,
            WEB_DIR: pages,
            PORT: String(port),
            PUBLIC_URL: webUrl,
            ADMIN_PASSWORD: ADMINISTRATOR.password,
            RATE_LIMIT: 'off',
            LOG_LEVEL: 'warn',
          },
          stdio: ['ignore', log, log],
        }),
      )
      await this.#untilReady(port)
    }
    await this.#signIn()
    const { body } = await this.#ask(webUrl, 'GET /queue?donation_number=1')
    this.#members = (body as { user_id: string }[]).map(({ user_id }) => user_id)
    if (this.#members.length < 2) throw new Error(`The queue has ${JSON.stringify(body).slice(0, 500)}`)
    this.#streams = this.#cluster.webPorts.map((port) => new Stream(`http://127.0.0.1:${port}`, () => this.#token))
  }

  async #untilReady(port: number): Promise<void> {
    const end = performance.now() + READY_MS_MAX
    while (performance.now() < end) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null)
      if (answer?.status === 200) return
      if (this.#processes.some(({ exitCode }) => exitCode !== null)) throw new Error('A Ciranda process ended')
      await wait(100)
    }
    throw new Error('A Ciranda process did not start')
  }

  /** Tokens live for minutes: each round has a new one. */
  async #signIn(): Promise<void> {
    const { status, body } = await this.#ask(this.#cluster.addresses.webUrl, 'POST /auth/login', ADMINISTRATOR)
    if (status !== 200) throw new Error(`Signing in: ${status} ${JSON.stringify(body)}`)
    this.#token = body.access_token as string
  }

  async #ask(url: string, call: string, body?: unknown, key?: string): Promise<Answer> {
    const [method, place] = call.split(' ') as [string, string]
    const answer = await fetch(`${url}/api${place}`, {
      method,
      headers: {
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(method === 'GET' ? 60_000 : PATIENCE_MS),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('application/json') === true
    return { status: answer.status, body: isJson ? JSON.parse(text) : text }
  }

  /** A writer repeats what nobody answered, as a phone does, until it is answered. */
  async #write(isOver: () => boolean, dice: Dice): Promise<void> {
    const url = this.#cluster.addresses.webUrl
    while (!isOver()) {
      if (dice.happens(0.6)) await this.#swap(url, dice).catch(() => null)
      else await this.#invite(url)
      await wait(20)
    }
  }

  async #invite(url: string): Promise<void> {
    const key = randomUUID()
    for (;;) {
      const body = { label: `Ensaio ${key}`, uses: 3, days: 7 }
      const answer = await this.#ask(url, 'POST /admin/join-links', body, key).catch(() => null)
      if (answer?.status === 201) return void this.#links.set(key, answer.body.id as string)
      this.#noteStrange('POST /admin/join-links', answer)
      if (answer && answer.status < 500 && answer.status !== 409) return
      await wait(100)
    }
  }

  /** One member after another gets another picture, each asked for until it is acknowledged. */
  async #sendPictures(isOver: () => boolean): Promise<void> {
    for (; !isOver(); await wait(20)) {
      const member = this.#members[this.#pictured++ % this.#members.length]!
      const avatar = (await noise(400, 400).png().toBuffer()).toString('base64')
      const [call, key] = [`PATCH /users/${member}`, randomUUID()]
      for (let answer: Answer | null = null; answer?.status !== 200; await wait(100)) {
        answer = await this.#ask(this.#cluster.addresses.webUrl, call, { avatar }, key).catch(() => null)
        this.#noteStrange(call, answer)
        if (answer?.status !== 200) continue
        this.#pictureUrl = answer.body.avatar as string
        this.#pictures.set(member, new URL(this.#pictureUrl).pathname.split('/').at(-1)!)
        this.#report.count('pictures acknowledged')
      }
    }
  }

  /** Answers whether it was acknowledged. */
  async #swap(url: string, dice?: Dice): Promise<boolean> {
    const [one, other] = dice ? [dice.below(this.#members.length), dice.below(this.#members.length - 1)] : [0, 0]
    const reason = `Ensaio ${randomUUID()}`
    const answer = await this.#ask(url, 'PATCH /queue/swap-positions', {
      firstUserId: this.#members[one],
      secondUserId: this.#members[other >= one ? other + 1 : other],
      donation_number: 1,
      reason,
    })
    if (answer.status === 200) this.#reasons.push(reason)
    this.#noteStrange('PATCH /queue/swap-positions', answer)
    return answer.status === 200
  }

  /** A failure that says nothing about a database that is away is a defect. */
  #noteStrange(call: string, answer: Answer | null): void {
    if (answer === null || answer.status < 400) return
    this.#report.count(`answers ${answer.status}`)
    if (answer.status === 500) this.#report.failed(-1, new Error(`${call}: ${JSON.stringify(answer.body)}`))
  }

  /** When a write that this process was asked for after now was acknowledged. */
  async #untilAcknowledged(port: number): Promise<number> {
    const end = performance.now() + 8 * ANSWERS_MS_MAX
    while (performance.now() < end) {
      if (await this.#swap(`http://127.0.0.1:${port}`).catch(() => false)) return performance.now()
      await wait(100)
    }
    throw new Error('Nothing was acknowledged for two minutes')
  }

  /** Pages that are open at either process hear of what the other one changes. */
  async #untilHeard(): Promise<void> {
    const began = performance.now()
    const before = this.#streams.map(({ heard }) => heard)
    while (this.#streams.some(({ heard }, index) => heard === before[index])) {
      if (performance.now() - began > STREAM_MS_MAX) throw new Error('An open page heard of nothing for ten seconds')
      for (const port of this.#cluster.webPorts) await this.#swap(`http://127.0.0.1:${port}`).catch(() => false)
      await wait(100)
    }
    this.#report.most('ms until open pages heard of changes again', performance.now() - began)
  }

  async #lookForAll(): Promise<void> {
    await this.#withClient(async (client) => {
      const reasons = this.#reasons.slice()
      const { rows: kept } = await client.query<{ reason: string }>(
        'SELECT reason FROM queue_changes WHERE reason = ANY($1)',
        [reasons],
      )
      const there = new Set(kept.map(({ reason }) => reason))
      const lost = reasons.filter((reason) => !there.has(reason))
      const { rows: links } = await client.query<{ id: string }>('SELECT id FROM join_links')
      const ids = new Set(links.map(({ id }) => id))
      lost.push(...[...this.#links.values()].filter((id) => !ids.has(id)))
      this.#report.count('acknowledged effects looked for', reasons.length + this.#links.size - this.#looked)
      this.#looked = reasons.length + this.#links.size
      if (lost.length > 0)
        throw new Error(`${lost.length} acknowledged effects are lost: ${lost.slice(0, 5).join(', ')}`)
      // Every writer repeated its request until it was answered: as many links as keys, or one was made twice.
      if (ids.size !== this.#links.size) throw new Error(`${ids.size} links for ${this.#links.size} requests`)
    })
  }

  /** Each picture that was acknowledged last is its member's, every row has its picture, and every picture its row. */
  async #lookForPictures(): Promise<void> {
    await this.#withClient(async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
      const { rows: people } = await client.query<{ id: string; avatar: string }>('SELECT id, avatar FROM users')
      const avatars = new Map(people.map(({ id, avatar }) => [id, avatar]))
      const lost = [...this.#pictures].filter(([id, sha256]) => avatars.get(id) !== sha256)
      const named = new Set(await namesAfter(drizzle(client), '', 100_000))
      const { rows } = await client.query<{ sha256: string; leaves: boolean }>(
        `SELECT sha256, sha256 IN (SELECT sha256 FROM file_removals) AS leaves FROM stored_files`,
      )
      await client.query('COMMIT')
      const stored = new Set(rows.map(({ sha256 }) => sha256))
      const missing = [...named].filter((name) => !stored.has(name))
      const rowless = rows.filter(({ sha256, leaves }) => !leaves && !named.has(sha256))
      if (lost.length + missing.length + rowless.length > 0)
        throw new Error(`Pictures: ${lost.length} lost, ${missing.length} missing, ${rowless.length} without a row`)
      this.#report.count('pictures compared with their rows', stored.size)
    })
    const { pathname, search } = new URL(this.#pictureUrl)
    for (const port of this.#cluster.webPorts) {
      const { status } = await fetch(`http://127.0.0.1:${port}${pathname}${search}`)
      if (status !== 200) throw new Error(`A process answers ${status} for a picture`)
    }
  }

  async #untilJobsRan(): Promise<void> {
    await this.#withClient(async (client) => {
      const began = performance.now()
      const { rows: now } = await client.query<{ now: string }>('SELECT now()::text AS now')
      while (performance.now() - began < JOBS_MS_MAX) {
        const { rows } = await client.query<{ names: number }>(
          `SELECT count(DISTINCT name)::int AS names FROM pgboss.job WHERE state = 'completed' AND started_on > $1`,
          [now[0]!.now],
        )
        if (rows[0]!.names >= 5)
          return this.#report.most('ms until five jobs of a minute had run', performance.now() - began)
        await wait(1_000)
      }
      throw new Error('No five jobs were completed in two and a half minutes')
    })
  }

  async #withClient(fn: (client: Client) => Promise<void>): Promise<void> {
    const client = new Client({ connectionString: this.#cluster.addresses.ownerUrl })
    client.on('error', () => undefined)
    await client.connect()
    try {
      await fn(client)
    } finally {
      await client.end()
    }
  }
}

/** An open page: counts what it is told, and connects again as a browser does. */
class Stream {
  heard = 0
  readonly #closing = new AbortController()

  constructor(url: string, token: () => string) {
    void this.#listen(url, token)
  }

  close(): void {
    this.#closing.abort()
  }

  async #listen(url: string, token: () => string): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      try {
        const { body } = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${token()}` }, signal })
        for await (const piece of body as unknown as AsyncIterable<Uint8Array>)
          this.heard += Buffer.from(piece).toString().split('event: changed').length - 1
      } catch {
        // Closed, or the process is away: again in a moment.
      }
      await wait(500)
    }
  }
}

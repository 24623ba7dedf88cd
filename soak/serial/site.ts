import { setTimeout as wait } from 'node:timers/promises'
import path from 'node:path'
import { rodaPlan } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { Cluster } from '../cluster/cluster.ts'
import type { Harm } from '../cluster/cluster.ts'
import type { Dice } from '../frame/dice.ts'
import type { Answer } from '../installation/client.ts'
import { BEGINS } from '../installation/life.ts'
import { startServer } from '../installation/server.ts'
import type { Server } from '../installation/server.ts'
import { Callers } from '../model/callers.ts'
import type { AsRequest } from '../model/as-requests.ts'

const MEMBERS = 12
const MONTH_MS = 31 * 86_400_000
/** A client gives a request up after so long. */
const PATIENCE_MS = 5_000
const SETTLES_MS_MAX = 120_000

export type Donation = { readonly id: string; readonly donorId: string; readonly receiverId: string }

/** A cluster of PostgreSQL with two processes of Ciranda on it, and a roda of twelve whose months follow each other. */
export class Site {
  readonly cluster: Cluster
  readonly callers: Callers
  readonly #urls: string[] = []
  readonly #servers: Server[] = []
  readonly #known = new Set<string>()
  #now = BEGINS

  private constructor(cluster: Cluster, dice: Dice) {
    this.cluster = cluster
    this.callers = new Callers(this.#urls, dice, PATIENCE_MS)
  }

  static async open(dice: Dice): Promise<Site> {
    const site = new Site(await Cluster.start(), dice)
    try {
      for (const index of [0, 1]) await site.#start(index)
      await site.#found()
      return site
    } catch (error) {
      await site.close()
      throw error
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.kill('server')))
    await this.cluster.stop()
  }

  /** Begins another month. Answers its donations, newest first, each of which waits for its receipt. */
  async nextMonth(): Promise<readonly Donation[]> {
    await this.cluster.whole()
    this.#now += MONTH_MS
    await this.#untilDone(async () => (await this.callers.moveClocks(this.#now), { status: 200, body: null }))
    await this.#untilDone(() =>
      this.callers.ask(null, { call: 'POST /donations/admin/generate-monthly-pull', body: {} }),
    )
    const { body } = await this.lookAtAll()
    const fresh = (body.data as (Donation & { status: string })[]).filter(({ id }) => !this.#known.has(id))
    if (fresh.length !== MEMBERS || fresh.some(({ status }) => status !== 'PENDING_PAYMENT'))
      throw new Error(`The month has ${fresh.length} donations: ${JSON.stringify(fresh).slice(0, 500)}`)
    for (const { id } of fresh) this.#known.add(id)
    // Each donor signs in before the history begins.
    for (const { donorId } of fresh)
      await this.#untilDone(() => this.callers.ask(donorId, { call: 'GET /donations/to-send' }))
    return fresh
  }

  lookAtAll(): Promise<Answer> {
    return this.#untilDone(() => this.callers.ask(null, LIST))
  }

  /** One process is killed, and started again; or the primary meets a harm, which is undone once another one stands. */
  async harm(how: Harm | 'server', dice: Dice): Promise<void> {
    if (how === 'server') {
      const index = dice.below(this.#servers.length)
      await this.#servers[index]!.kill('server')
      return await this.#start(index)
    }
    const undo = await this.cluster.harm(await this.cluster.whole(), how)
    const isDone = async () => (await this.callers.ask(null, LIST)).status === 200
    try {
      await this.#until(isDone)
    } finally {
      await undo()
    }
  }

  async #start(index: number): Promise<void> {
    const { databaseUrl, ownerUrl } = this.cluster.addresses
    const settings = {
      DATABASE_URL: databaseUrl,
      MIGRATION_DATABASE_URL: ownerUrl,
      JWT_SECRET: 'a secret of the soak, long enough to be one',
      FILES: 'folder',
      CLOCK: new Date(this.#now).toISOString(),
    }
    // A start that meets a database without a primary ends; another one follows, as systemd does it.
    for (let tries = 1; ; tries += 1) {
      const server = startServer(path.join(this.cluster.folder, 'ciranda'), { settings })
      try {
        this.#urls[index] = await server.ready()
        this.#servers[index] = server
        return
      } catch (error) {
        await server.kill('server')
        if (tries === 5) throw error
      }
    }
  }

  async #found(): Promise<void> {
    const form = planFormOf(rodaPlan({ amountCents: 10_000, months: MEMBERS - 1 }))
    await this.#untilDone(() => this.callers.ask(null, { call: 'PATCH /admin/circle/plan', body: form }))
    for (let position = 1; position <= MEMBERS; position += 1) {
      const id = await this.callers.register()
      await this.#untilDone(() => this.callers.ask(null, { call: `PATCH /users/${id}/approve` }))
      const place = { user_id: id, donation_number: 1, position, is_receiver: false }
      await this.#untilDone(() => this.callers.ask(null, { call: 'POST /queue', body: place }))
    }
  }

  async #untilDone(asking: () => Promise<Answer>): Promise<Answer> {
    let answer: Answer | null = null
    await this.#until(async () => {
      answer = await asking()
      if (answer.status < 300) return true
      if (answer.status >= 500) return false
      throw new Refused(`Refused: ${answer.status} ${JSON.stringify(answer.body)}`)
    })
    return answer!
  }

  async #until(isSo: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + SETTLES_MS_MAX
    for (;;) {
      const said = await isSo().catch((error: unknown) => error)
      if (said === true) return
      if (said instanceof Refused) throw said
      if (performance.now() > end) throw new Error('The cluster did not settle within two minutes', { cause: said })
      await wait(200)
    }
  }
}

class Refused extends Error {}

/** Newest first: the donations of this month are among them. */
export const LIST: AsRequest = { call: 'GET /admin/donations/list?limit=50' }

import { AsyncLocalStorage } from 'node:async_hooks'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import type { Pool, PoolClient } from 'pg'
import type { Dice } from '../frame/dice.ts'

/** So long after the last step one of those that wait goes on although another is still busy: it may wait for a lock. */
const QUIET_MS = 12

const FILE_STEPS = ['readFile', 'writeFile', 'rename', 'link', 'open', 'mkdir', 'rm', 'access', 'utimes'] as const

/**
 * Lets several pieces of work take one step at a time, in an order that the dice choose: a step is a query or a file
 * operation. All steps wait until everybody waits, or until the one that went last is held up by a lock.
 */
export class Turns {
  private readonly dice: Dice
  private readonly waiting: (() => void)[] = []
  private readonly inWork = new AsyncLocalStorage<true>()
  private busy = 0
  private timer: NodeJS.Timeout | null = null
  steps = 0

  constructor(dice: Dice) {
    this.dice = dice
  }

  /** Runs several pieces of work at once, each a process of its own; answers what each came to. */
  async play<T>(works: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
    this.busy = works.length
    const restore = this.watchFiles()
    const each = works.map(async (work) => {
      try {
        return await this.inWork.run(true, work)
      } finally {
        this.busy -= 1
        this.consider()
      }
    })
    const done = await Promise.allSettled(each)
    restore()
    this.stop()
    return done
  }

  /** Waits for its turn. Outside `play` there is none to wait for. */
  async step(): Promise<void> {
    if (this.busy === 0 || this.inWork.getStore() === undefined) return
    this.steps += 1
    await new Promise<void>((go) => {
      this.waiting.push(go)
      this.consider()
    })
  }

  private consider(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    if (this.waiting.length === 0) return
    if (this.waiting.length >= this.busy) this.letOneGo()
    else this.timer = setTimeout(() => this.letOneGo(), QUIET_MS)
  }

  private letOneGo(): void {
    const [go] = this.waiting.splice(this.dice.below(this.waiting.length), 1)
    go?.()
    if (this.waiting.length > 0) this.timer = setTimeout(() => this.consider(), QUIET_MS)
  }

  private stop(): void {
    if (this.timer) clearTimeout(this.timer)
    for (const go of this.waiting.splice(0)) go()
  }

  /** From now on each query of the pool waits for its turn, and for those that were given to its connection before it. */
  watchPool(pool: Pool): void {
    const known = new WeakSet<PoolClient>()
    const watch = (client: PoolClient) => {
      if (known.has(client)) return
      known.add(client)
      const original = client.query.bind(client) as (...args: unknown[]) => unknown
      let former: Promise<void> = Promise.resolve()
      const query = (...args: unknown[]): unknown => {
        const turn = former.then(() => this.step())
        former = turn
        if (typeof args.at(-1) === 'function') return void turn.then(() => original(...args))
        return turn.then(() => original(...args))
      }
      client.query = query as typeof client.query
    }
    pool.on('connect', watch)
    pool.on('acquire', watch)
  }

  /** Until it is taken back, each file operation waits for its turn too. */
  private watchFiles(): () => void {
    const original = FILE_STEPS.map((name) => [name, files[name]] as const)
    const set = (each: readonly (readonly [string, unknown])[]) => {
      Object.assign(files, Object.fromEntries(each))
      syncBuiltinESMExports()
    }
    set(
      original.map(([name, operation]) => [
        name,
        async (...args: unknown[]) => {
          await this.step()
          return await (operation as (...given: unknown[]) => Promise<unknown>)(...args)
        },
      ]),
    )
    return () => set(original)
  }
}

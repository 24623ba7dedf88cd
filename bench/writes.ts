import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Services } from '#server/context.ts'
import { notices } from '#server/tables/notices.ts'
import { makeCircle } from './circle.ts'
import type { BenchCircle } from './circle.ts'
import { cloneCircle, confirmationHeaders, memberHeaders } from './clones.ts'
import type { Clone } from './clones.ts'
import { compareEffects } from './compare-effects.ts'
import type { Request } from './load.ts'
import type { Scenario } from './rounds.ts'
import type { Server } from './servers.ts'

/** Servers that write: NestJS has no ledger to write to. */
export const WRITERS: readonly Server['name'][] = ['ciranda', 'limit']

/** How many untouched circles a round takes for one server, and over how many connections. */
const writes = {
  create: { circles: 10, connections: 4 },
  confirm: { circles: 4, connections: 8 },
  confirm16: { circles: 16, connections: 16 },
} as const

export type WriteName = keyof typeof writes

export function isWrite(name: string): name is WriteName {
  return name in writes
}

export type Writes = {
  scenarioOf(name: WriteName): Scenario
  /** Throws unless the servers wrote the same into the circles that were used for it. */
  compareEffectsOf(name: WriteName): Promise<void>
}

/**
 * Makes the circles that the writes of all rounds need: what is confirmed once cannot be confirmed again. In 'confirm' one
 * circle's hundred confirmations follow another's; in 'confirm16' they take turns.
 */
export async function prepareWrites(
  services: Services,
  names: readonly WriteName[],
  dose: { rounds: number; circles: number },
): Promise<Writes> {
  const circlesOf = (name: WriteName) => Math.ceil(writes[name].circles * dose.circles)
  const templates = new Map<boolean, BenchCircle>()
  const circles = new Map<WriteName, Clone[]>()
  for (const name of names) {
    const isPulled = name !== 'create'
    const template = templates.get(isPulled) ?? (await makeCircle(services, { receipts: 100, isPulled }))
    const count = circlesOf(name) * WRITERS.length * (dose.rounds + 1)
    console.log(`Copying a circle ${count} times for '${name}' …`)
    templates.set(isPulled, template)
    circles.set(name, await cloneCircle(services, template, count))
  }
  const used = new Map<WriteName, Clone[]>(names.map((name) => [name, []]))
  const scenarioOf = (name: WriteName): Scenario => ({
    name,
    without: ['nest'],
    load: async () => {
      // Letters about the round before are not this one's work.
      await services.db.update(notices).set({ letter: 'none', push: 'none' }).where(eq(notices.letter, 'due'))
      const template = templates.get(name !== 'create')!
      const taken = circles.get(name)!.splice(0, circlesOf(name))
      used.get(name)!.push(...taken)
      const requests =
        name === 'create'
          ? await Promise.all(taken.map((clone) => pullOf(services, template, clone)))
          : await confirmationsOf(services, template, taken, name === 'confirm16')
      return { connections: writes[name].connections, forMs: 60_000, isOnce: true, requests }
    },
  })
  return { scenarioOf, compareEffectsOf: (name) => compareEffects(services, used.get(name)!) }
}

async function pullOf(services: Services, template: BenchCircle, clone: Clone): Promise<Request> {
  const headers = {
    ...(await memberHeaders(services, clone, template.administrator.id)),
    'Idempotency-Key': randomBytes(16).toString('hex'),
  }
  return { method: 'POST', path: '/api/donations/admin/generate-monthly-pull', headers, body: '{}' }
}

/** The confirmations of copies: one of each in turn, or all of one after all of another. */
export async function confirmationsOf(
  services: Services,
  template: BenchCircle,
  clones: readonly Clone[],
  inTurn: boolean,
): Promise<Request[]> {
  const byCircle = await Promise.all(
    clones.map((clone) =>
      Promise.all(
        clone.pending.map(async (donation): Promise<Request> => {
          const headers = await confirmationHeaders(services, template, clone, donation)
          return { method: 'PATCH', path: `/api/donations/${donation.id}/confirm`, headers }
        }),
      ),
    ),
  )
  if (!inTurn) return byCircle.flat()
  return byCircle[0]!.flatMap((_, at) => byCircle.map((requests) => requests[at]!))
}

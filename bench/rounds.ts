import { cpuOf, cpuOfTree } from './cpu.ts'
import { send } from './load.ts'
import type { Load } from './load.ts'
import type { Server } from './servers.ts'

export type Figures = {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Processor time of the server's process for each answer, in ms; null where the system does not say. */
  readonly serverMs: number | null
  readonly databaseMs: number | null
}

export type Scenario = {
  readonly name: string
  /** The load on a server in one round; the first round is for warming up and is not counted. */
  load(server: Server, round: number): Promise<Omit<Load, 'port'>> | Omit<Load, 'port'>
  /** Servers that do not take part. */
  readonly without?: readonly Server['name'][]
}

/**
 * The medians of a scenario's rounds for each server. The servers take turns within a round, so that whatever else the
 * machine does meets all of them.
 */
export async function alternate(
  { name, load, without = [] }: Scenario,
  servers: readonly Server[],
  { rounds, postgresPid }: { rounds: number; postgresPid: number },
): Promise<Map<Server['name'], Figures>> {
  const taking = servers.filter((server) => !without.includes(server.name))
  const figures = new Map<Server['name'], Figures[]>(taking.map((server) => [server.name, []]))
  for (let round = 0; round <= rounds; round += 1)
    for (const server of taking) {
      const asked = await load(server, round)
      const measured = await whileOthersRest(servers, server, () => measure(server, asked, postgresPid)).catch(
        (error: unknown) => {
          throw new Error(`${name}, ${server.name}: ${(error as Error).message}`, { cause: error })
        },
      )
      if (round > 0) figures.get(server.name)!.push(measured)
    }
  return new Map([...figures].map(([server, all]) => [server, medians(all)]))
}

/**
 * The servers that are not measured stand still meanwhile: Ciranda's jobs would write letters about what the other one did,
 * and PostgreSQL's time for it would count as the other's.
 */
async function whileOthersRest<T>(servers: readonly Server[], measured: Server, work: () => Promise<T>): Promise<T> {
  const others = servers.filter(({ name }) => name !== measured.name)
  for (const { pid } of others) process.kill(pid, 'SIGSTOP')
  try {
    return await work()
  } finally {
    for (const { pid } of others) process.kill(pid, 'SIGCONT')
  }
}

/** One load on a server, with the processor time that it took. */
export async function measure(server: Server, load: Omit<Load, 'port'>, postgresPid: number): Promise<Figures> {
  const before = { server: cpuOf(server.pid), database: cpuOfTree(postgresPid) }
  const { answers, seconds, p50, p99 } = await send({ ...load, port: server.port })
  const spent = (then: number | null, now: number | null) =>
    then === null || now === null ? null : (now - then) / answers
  return {
    perSecond: answers / seconds,
    p50,
    p99,
    serverMs: spent(before.server, cpuOf(server.pid)),
    databaseMs: spent(before.database, cpuOfTree(postgresPid)),
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** The median of each figure over all rounds. */
export function medians(all: readonly Figures[]): Figures {
  const of = (key: keyof Figures) => median(all.map((one) => one[key]!))
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    serverMs: all.some(({ serverMs }) => serverMs === null) ? null : of('serverMs'),
    databaseMs: all.some(({ databaseMs }) => databaseMs === null) ? null : of('databaseMs'),
  }
}

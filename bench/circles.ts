import { median } from './rounds.ts'
import { addPasts } from './past.ts'
import { makeCircle } from './circle.ts'
import type { BenchCircle } from './circle.ts'
import { cloneCircle, memberHeaders } from './clones.ts'
import type { Clone } from './clones.ts'
import { openInstallation } from './installation.ts'
import type { Installation } from './installation.ts'
import { send } from './load.ts'
import type { Request } from './load.ts'
import type { Part } from './part.ts'
import { startServer } from './servers.ts'
import type { Server } from './servers.ts'
import { confirmationsOf } from './writes.ts'

const CIRCLES = 1_000
const DONATIONS_EACH = 10_000
/** How many of the many circles are asked in turn. */
const ASKED = 20
const FIRST_YEAR = 1_200
const TENTH_YEAR = 12_000
const P50_MAX = 1.25
const P99_MAX = 1.5

type Side = {
  readonly installation: Installation
  readonly server: Server
  readonly template: BenchCircle
  readonly clones: readonly Clone[]
}

/**
 * Whether what one circle sees grows with the number of others: the same calls on an installation with one circle and on one
 * with a thousand, each with as many donations, in turns. And whether a circle decides as fast in its tenth year as in its first.
 */
export const circles: Part = {
  name: 'circles',
  rows: [],
  async run({ rounds, roundMs, circles: dose, donations }) {
    const count = Math.max(2, Math.round(CIRCLES * dose))
    const each = Math.min(donations, DONATIONS_EACH)
    const opened: { close(): Promise<void> }[] = []
    try {
      const open = async (wanted: number): Promise<Side> => {
        const installation = await openInstallation()
        opened.unshift(installation)
        const template = await makeCircle(installation.services, { receipts: 100 })
        console.log(`Copying a circle ${wanted} times …`)
        const clones = await cloneCircle(installation.services, template, wanted)
        await addPasts(
          installation.services,
          clones.map(({ id }) => ({ circleId: id, donations: each })),
        )
        const server = await startServer('ciranda', installation.environment)
        opened.unshift({ close: () => server.stop() })
        return { installation, server, template, clones }
      }
      const one = await open(1)
      const many = await open(count)
      const rows: string[][] = []
      for (const { who, path } of callsOf(each)) {
        const name = `${path.replace('/api/', '')}${who === 'member' ? ' (member)' : ''}`
        const requests = { one: await requestsOf(one, who, path), many: await requestsOf(many, who, path) }
        const load = { connections: 2, forMs: roundMs / 4 }
        const [few, all] = await inTurn(rounds, [
          () => send({ ...load, port: one.server.port, requests: requests.one }),
          () => send({ ...load, port: many.server.port, requests: requests.many }),
        ])
        rows.push(rowOf(name, few!, all!))
        console.log(rows.at(-1)!.join('  '))
      }
      rows.push(await ages(one, { rounds, each: Math.min(1, each / DONATIONS_EACH) }))
      console.log(rows.at(-1)!.join('  '))
      return {
        title: `One circle, and ${count.toLocaleString('en')} circles with ${(count * each).toLocaleString('en')} donations`,
        columns: ['call', 'p50 ms one', 'p50 ms many', 'ratio', 'p99 ms one', 'p99 ms many', 'ratio', 'flat'],
        rows,
        notes: [
          `Medians of ${rounds} rounds in which the two installations take turns, 2 connections, circles of 100 members with ${each.toLocaleString('en')} donations each; of the many, ${Math.min(ASKED, count)} are asked in turn. Flat: p50 at most ${P50_MAX} times, p99 at most ${P99_MAX} times. In the last row the first is a circle with ${FIRST_YEAR.toLocaleString('en')} donations behind it and the other one with ${TENTH_YEAR.toLocaleString('en')}, in one installation. Papers and the ledger's export are not asked for, since the past's entries carry no true hashes.`,
        ],
      }
    } finally {
      for (const { close } of opened) await close()
    }
  },
}

type Times = { readonly p50: number; readonly p99: number }

/** The medians of several loads that take turns; a first round warms up and does not count. */
export async function inTurn(rounds: number, loads: readonly (() => Promise<Times>)[]): Promise<Times[]> {
  const all: Times[][] = loads.map(() => [])
  for (let round = 0; round <= rounds; round += 1)
    for (const [at, load] of loads.entries()) {
      const times = await load()
      if (round > 0) all[at]!.push(times)
    }
  return all.map((times) => ({ p50: median(times.map(({ p50 }) => p50)), p99: median(times.map(({ p99 }) => p99)) }))
}

function rowOf(name: string, one: Times, many: Times): string[] {
  const [p50, p99] = [many.p50 / one.p50, many.p99 / one.p99]
  const isFlat = p50 <= P50_MAX && p99 <= P99_MAX
  const cells = [one.p50, many.p50, p50, one.p99, many.p99, p99].map((value) => value.toFixed(2))
  return [name, ...cells, isFlat ? 'yes' : 'no']
}

const donationsList = '/api/admin/donations/list'

/** The lists and figures that an administrator's console and a member's pages show, of one circle. */
function pathsOf(each: number): Readonly<Record<Who, readonly string[]>> {
  const middle = Math.max(1, Math.floor(each / 20))
  return {
    administrator: [
      donationsList,
      `${donationsList}?page=${middle}`,
      `${donationsList}?page=${middle * 2}`,
      `${donationsList}?limit=100`,
      `${donationsList}?status=CONFIRMED`,
      `${donationsList}?status=PENDING_CONFIRMATION`,
      `${donationsList}?status=EXPIRED,CANCELLED`,
      `${donationsList}?status=CONFIRMED&page=${middle}`,
      `${donationsList}?type=PULL&page=${middle}`,
      `${donationsList}?minAmount=100&maxAmount=100`,
      `${donationsList}?dateFrom=2000-01-01&dateTo=2020-12-31`,
      `${donationsList}?dateFrom=2026-01-01`,
      `${donationsList}?person=souza`,
      '/api/admin/donations/stats',
      '/api/admin/donations/reports',
      '/api/admin/donations/reports/stats',
      '/api/admin/standing',
      '/api/admin/tasks',
      '/api/admin/names',
      '/api/admin/circle',
      '/api/admin/circles',
      '/api/admin/first-steps',
      '/api/donations/admin/level-stats/1',
      '/api/users',
      '/api/queue',
      '/api/queue/changes',
      '/api/circle',
      '/api/circle/changes',
      '/api/ledger',
      `/api/ledger?page=${Math.max(1, Math.floor(each / 100))}`,
      '/api/ledger?order=oldest',
      '/api/ledger/head',
    ],
    member: [
      '/api/donations/stats',
      '/api/donations/to-send',
      '/api/donations/to-receive',
      '/api/donations/history',
      `/api/donations/history?page=${Math.max(1, Math.floor(each / 2_000))}`,
      `/api/donations/history?page=${Math.max(1, Math.floor(each / 1_000))}`,
      '/api/donations/reports',
      '/api/donations/my-level-progress',
      '/api/me/notices',
      '/api/me/notices/unread',
      '/api/me/access-log',
      '/api/draws',
      '/api/users/profile',
    ],
  }
}

type Who = 'administrator' | 'member'

function callsOf(each: number): { who: Who; path: string }[] {
  return Object.entries(pathsOf(each)).flatMap(([who, paths]) => paths.map((path) => ({ who: who as Who, path })))
}

async function requestsOf({ installation, template, clones }: Side, who: Who, path: string): Promise<Request[]> {
  const step = Math.max(1, Math.floor(clones.length / ASKED))
  const asked = clones.filter((_, at) => at % step === 0).slice(0, ASKED)
  return Promise.all(
    asked.map(async (clone): Promise<Request> => {
      const userId = who === 'member' ? clone.pending[0]!.receiverId : template.administrator.id
      return { method: 'GET', path, headers: await memberHeaders(installation.services, clone, userId) }
    }),
  )
}

/** Confirmations of a circle in its first year and of one in its tenth, in turns. */
async function ages({ installation, server, template }: Side, { rounds, each }: { rounds: number; each: number }) {
  const { services } = installation
  const loads: (() => Promise<Times>)[] = []
  for (const past of [FIRST_YEAR, TENTH_YEAR]) {
    const clones = await cloneCircle(services, template, rounds + 1)
    await addPasts(
      services,
      clones.map(({ id }) => ({ circleId: id, donations: Math.ceil(past * each) })),
    )
    loads.push(async () => {
      const requests = await confirmationsOf(services, template, clones.splice(0, 1), false)
      return send({ port: server.port, connections: 2, forMs: 60_000, isOnce: true, requests })
    })
  }
  const [young, old] = await inTurn(rounds, loads)
  return rowOf('confirmations: first year, tenth year', young!, old!)
}

import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { reachEmbedded } from '#server/database/embedded.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'
import { eachRound } from './frame/each-round.ts'
import type { Round } from './frame/each-round.ts'
import type { Part, Report } from './frame/part.ts'
import { CircleOfPeople } from './installation/circle-of-people.ts'
import { inspect } from './installation/inspect.ts'
import { BEGINS } from './installation/life.ts'
import { makeOldFolder, releases } from './installation/release.ts'
import type { OldFolder } from './installation/release.ts'
import { startServer } from './installation/server.ts'
import type { Server, Target } from './installation/server.ts'

const DIE_AT_QUERY = new URL('installation/die-at-query.ts', import.meta.url).href
const SETTINGS = { CLOCK: new Date(BEGINS).toISOString() }
/** So many places, about, a first start has at which it is killed: before each of its queries, and right after. */
const PLACES = 588
/** Without a factor in common with them: however short the dose, it is spread over all of them. */
const STRIDE = 37
/** A folder's first start is killed so often, each time elsewhere, before one is left to complete it. */
const KILLS = 3
/** Of so many folders one is made newer in the end. */
const NEWER_EVERY = 20
const NEWER = 'O banco é de uma Ciranda mais nova que esta. Comece aquela; nada mudou.'

/**
 * The data of earlier releases (`soak/releases/`), restored by this one, whose first start is killed before and after its queries, with
 * the engine or without it, in the end at every one of them; the next start completes it, with every person, donation and entry
 * of before. Of some a newer database is made, which has to be refused in one line.
 */
export const upgrade: Part = {
  name: 'upgrade',
  unit: 'killed upgrades',
  full: 1_000,
  small: 1,
  async run(course) {
    const old = new Map<string, OldFolder>()
    const round = async ({ index, dice }: Round) => {
      const nth = Math.floor(index / KILLS)
      const release = releases()[nth % releases().length]!
      const folder = old.get(release) ?? (await makeOldFolder(release))
      old.set(release, folder)
      const ends = Array.from({ length: KILLS }, (_, kill) => ({
        place: 2 + (((index + kill) * STRIDE) % PLACES),
        target: dice.pick(['server', 'both'] as const),
      }))
      await upgradeOnce(folder, ends, { isMadeNewer: nth % NEWER_EVERY === 0, report: course.report })
    }
    try {
      await eachRound(course, round, { units: KILLS })
    } finally {
      for (const folder of old.values()) folder.remove()
    }
  },
}

type End = { readonly place: number; readonly target: Target }
type How = { readonly isMadeNewer: boolean; readonly report: Report }

async function upgradeOnce(old: OldFolder, ends: readonly End[], { isMadeNewer, report }: How): Promise<void> {
  const folder = mkdtempSync(path.join(quickFolder(), 'ciranda-soak-upgrade-'))
  let server: Server | null = null
  try {
    old.copyTo(folder)
    for (const { place, target } of ends) {
      const settings = { ...SETTINGS, SOAK_DIE_AT: String(place) }
      const killed = (server = startServer(folder, { settings, preload: DIE_AT_QUERY }))
      await killed.ready().catch((error: unknown) => {
        if (!killed.hasEnded() || killed.said().trim() !== '') throw error
      })
      report.count(killed.hasEnded() ? 'upgrades killed at a query' : 'upgrades that were over before it')
      if (killed.hasEnded()) report.most('the last query at which one was killed', Math.floor(place / 2))
      await killed.kill(target)
    }
    server = startServer(folder, { settings: SETTINGS })
    const circle = new CircleOfPeople(BEGINS)
    circle.facts.push(...old.facts)
    await inspect(circle, await server.ready(), folder)
    report.count('upgrades completed')
    if (!isMadeNewer) return
    await pretendNewer(folder)
    await server.stop()
    server = startServer(folder, { settings: SETTINGS })
    const said = await server.ready().catch((error: Error) => error.message)
    if (!said.includes(NEWER) || server.said().trim().split('\n').length !== 1)
      throw new Error(`A newer database was not refused in one line: ${said}`)
  } finally {
    await server?.kill('both')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Notes a migration that this release does not know. */
async function pretendNewer(dataDir: string): Promise<void> {
  const client = new Client({ connectionString: (await reachEmbedded({ dataDir: path.join(dataDir, 'database') }))! })
  await client.connect()
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) select 'of a newer release', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  )
  await client.end()
}

import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { reachEmbedded } from '#server/database/embedded.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'
import { eachRound } from './frame/each-round.ts'
import type { Part } from './frame/part.ts'
import { CircleOfPeople } from './installation/circle-of-people.ts'
import { inspect } from './installation/inspect.ts'
import { BEGINS } from './installation/life.ts'
import { makeOldFolder, releases } from './installation/release.ts'
import type { OldFolder } from './installation/release.ts'
import { startServer } from './installation/server.ts'
import type { Server } from './installation/server.ts'

const DIE_AT_QUERY = new URL('installation/die-at-query.ts', import.meta.url).href
const SETTINGS = { CLOCK: new Date(BEGINS).toISOString() }
const NEWER = 'O banco é de uma Ciranda mais nova que esta. Comece aquela; nada mudou.'

/**
 * The data of earlier releases (`soak/releases/`), restored by this one, whose first start is killed at its first query, at
 * the second, and so on through every statement; the next start completes it, with every person, donation and entry of
 * before. Then a newer database, which has to be refused in one line.
 */
export const upgrade: Part = {
  name: 'upgrade',
  unit: 'killed upgrades',
  full: 1_000,
  small: 1,
  async run(course) {
    const old = new Map<string, OldFolder>()
    try {
      await eachRound(course, async ({ index, dice }) => {
        const release = releases()[index % releases().length]!
        const folder = old.get(release) ?? (await makeOldFolder(release))
        old.set(release, folder)
        // A small dose kills somewhere; a full one everywhere, in turn.
        const query = course.dose < 100 ? dice.between(5, 60) : Math.floor(index / releases().length) + 1
        const wasKilled = await upgradeOnce(folder, query)
        course.report.count(
          wasKilled ? 'upgrades killed at a query and completed' : 'upgrades that were over before it',
        )
        if (wasKilled) course.report.most('the last query at which one was killed', query)
      })
    } finally {
      for (const folder of old.values()) folder.remove()
    }
  },
}

/** Answers whether the first start was killed, or had fewer queries. */
async function upgradeOnce(old: OldFolder, query: number): Promise<boolean> {
  const folder = mkdtempSync(path.join(quickFolder(), 'ciranda-soak-upgrade-'))
  let server: Server | null = null
  try {
    old.copyTo(folder)
    server = startServer(folder, { settings: { ...SETTINGS, SOAK_DIE_AT: String(query) }, preload: DIE_AT_QUERY })
    const wasKilled = await server.ready().then(
      () => false,
      () => true,
    )
    if (wasKilled && server.said().trim() !== '') throw new Error(`It was not killed, but ended: ${server.said()}`)
    await server.kill('server')
    server = startServer(folder, { settings: SETTINGS })
    const circle = new CircleOfPeople(BEGINS)
    circle.facts.push(...old.facts)
    await inspect(circle, await server.ready(), folder)
    await pretendNewer(folder)
    await server.stop()
    server = startServer(folder, { settings: SETTINGS })
    const said = await server.ready().catch((error: Error) => error.message)
    if (!said.includes(NEWER) || server.said().trim().split('\n').length !== 1)
      throw new Error(`A newer database was not refused in one line: ${said}`)
    return wasKilled
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

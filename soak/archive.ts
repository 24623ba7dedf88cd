import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { restoreAt } from '#server/backup/archive/restore-at.ts'
import { closeSegment, walkArchive } from '#server/backup/archive/testing/walk.ts'
import { prepareCluster, urlOf } from '#server/database/cluster.ts'
import { openDatabase } from '#server/database/database.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { DATABASE } from '#server/database/roles.ts'
import { takeOverSecrets } from '#server/database/rotate-secrets.ts'
import { systemClock } from '#server/lib/clock.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'
import { SECRET, startTestApp } from '#server/testing/test-app.ts'
import { verify } from '../scripts/verify-ledger.mjs'
import { peopleOf } from './apps/people.ts'
import type { Dice } from './frame/dice.ts'
import type { Report } from './frame/part.ts'
import { CircleOfPeople } from './installation/circle-of-people.ts'
import type { Fact, Person } from './installation/circle-of-people.ts'
import { ask } from './installation/client.ts'
import { inspect } from './installation/inspect.ts'
import { BEGINS } from './installation/life.ts'
import { startServer } from './installation/server.ts'
import type { Server } from './installation/server.ts'

const PASSPHRASE = 'uma frase do ensaio, bem comprida'
/** People move the clock by months, by which the first bases would be past the usual days. */
const SETTINGS = { BACKUP_PASSPHRASE: PASSPHRASE, ARCHIVE_KEEP_DAYS: '3650' }
const PEOPLE = 5
const ARCHIVED_MS_MAX = 120_000

/** A folder with places for an installation, its archive, and what is restored from it. */
async function inFolder(work: (places: { dataDir: string; archiveDir: string; place: string }) => Promise<void>) {
  const folder = mkdtempSync(path.join(quickFolder(), 'ciranda-soak-archive-'))
  const [dataDir, archiveDir, place] = ['data', 'archive', 'place'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(archiveDir)
  try {
    await work({ dataDir, archiveDir, place })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Moments are noted while people act and bases are taken; two that the dice choose are restored and compared table by table. */
export async function restoreMoments(dice: Dice, report: Report): Promise<void> {
  await inFolder(async ({ dataDir, archiveDir, place }) => {
    const database = await openDatabase({ dataDir: path.join(dataDir, 'database'), archive: true })
    try {
      await migrateDatabase(database)
      const settings = { ...SETTINGS, DATA_DIR: dataDir, ARCHIVE_DIR: archiveDir, JWT_SECRET: SECRET }
      const app = await startTestApp({ database, settings, template: { people: [], files: '' } })
      try {
        await takeOverSecrets(database.db, app.services.secrets)
        const circle = await peopleOf({ people: [] }, [{ ...app, database }], dice)
        await circle.begin('', PEOPLE, dice)
        const moments = dice.between(2, 5)
        const { differences, restored } = await walkArchive({
          services: app.services,
          moments,
          act: async () => {
            for (let acts = dice.between(3, 15); acts > 0; acts -= 1) await circle.act(dice)
          },
          verify: (asked) => verify(asked),
          place,
          restored: twoOf(moments, dice),
        })
        const wrong = [...circle.faults, ...differences]
        if (wrong.length > 0) throw new Error(wrong.slice(0, 20).join('\n'))
        report.count('moments of the archive compared table by table', restored.length)
      } finally {
        await app.close()
      }
    } finally {
      await database.close()
    }
  })
}

/** All that people knew at a moment at which nothing was under way. */
type Moment = {
  readonly at: Date
  readonly entries: number
  readonly facts: readonly Fact[]
  readonly administrator: Person
  readonly members: readonly Person[]
}

/**
 * A server archives while people act; it is killed in the middle of it all, and its data folder is left aside. From the archive
 * alone two moments that the dice choose are restored: everything acknowledged until then is there, nothing that came later, and
 * a server starts on it.
 */
export async function restoreAfterKill(dice: Dice, report: Report): Promise<void> {
  await inFolder(async ({ dataDir, archiveDir, place }) => {
    const circle = new CircleOfPeople(BEGINS)
    const settings = { ...SETTINGS, ARCHIVE_DIR: archiveDir }
    const server = startAt(dataDir, circle, settings)
    const moments: Moment[] = []
    try {
      await circle.begin(await server.ready(), PEOPLE, dice)
      await untilBased(circle)
      for (let step = dice.between(2, 4); step > 0; step -= 1) {
        await liveFor(circle, dice.between(300, 1_500), dice)
        moments.push(await momentOf(circle, dataDir))
      }
      await untilArchived(dataDir, archiveDir)
      // Anything that comes now may be lost, and must not come back with a moment from before.
      const isKilled = wait(dice.between(100, 3_000)).then(() => server.kill(dice.pick(['both', 'server'] as const)))
      let isOver = false
      await Promise.all([circle.live(() => isOver, dice), isKilled.finally(() => (isOver = true))])
    } finally {
      await server.kill('both')
    }
    for (const at of twoOf(moments.length, dice)) {
      const moment = moments[at]!
      await restoreMoment(moment, circle.now, { archiveDir, place })
      report.count('moments of a killed archive restored')
      report.count('acknowledged effects looked for', moment.facts.length)
    }
  })
}

/** Two of so many, one after the other. */
function twoOf(count: number, dice: Dice): [number, number] {
  const first = dice.below(count)
  return [first, (first + 1) % count]
}

type Archived = { readonly archiveDir: string; readonly place: string }

async function restoreMoment(moment: Moment, now: number, { archiveDir, place }: Archived): Promise<void> {
  rmSync(place, { recursive: true, force: true })
  const { differences, entries } = await restoreAt({
    folder: archiveDir,
    passphrases: [PASSPHRASE],
    at: moment.at,
    dataDir: place,
    files: 'folder',
    jwtSecret: undefined,
    clock: systemClock,
    verify: (asked) => verify(asked),
  })
  if (differences.length > 0) throw new Error(`Restored, these differ: ${differences.join(', ')}`)
  if (entries !== moment.entries) throw new Error(`Restored were ${entries} entries of ${moment.entries}`)
  await ensureKnown(moment, now, place)
}

function startAt(dataDir: string, { now }: { now: number }, settings: Record<string, string> = {}): Server {
  return startServer(dataDir, { settings: { CLOCK: new Date(now).toISOString(), ...settings } })
}

/** The jobs run when the clock is moved; one of them takes the first base. */
async function untilBased(circle: CircleOfPeople): Promise<void> {
  const end = performance.now() + ARCHIVED_MS_MAX
  while (performance.now() < end) {
    await ask(circle.url, 'POST /test/clock', { body: { now: new Date(circle.now).toISOString() } })
    const { body } = await circle.as(circle.administrator, 'GET /admin/backups')
    if (body.archive?.first_at) return
    await wait(100)
  }
  throw new Error('No base was taken')
}

async function liveFor(circle: CircleOfPeople, ms: number, dice: Dice): Promise<void> {
  let isOver = false
  const living = circle.live(() => isOver, dice)
  await wait(ms)
  isOver = true
  await living
  if (circle.faults.length > 0) throw new Error(circle.faults.splice(0).join('\n'))
}

async function momentOf(circle: CircleOfPeople, dataDir: string): Promise<Moment> {
  return await asSuperuser(dataDir)(async (client) => {
    const { rows } = await client.query<{ at: Date; entries: number }>(
      'SELECT clock_timestamp() AS at, (SELECT count(*)::int FROM ledger) AS entries',
    )
    // A Date has whole milliseconds: what comes next comes after this one.
    await client.query('SELECT pg_sleep(0.003)')
    const { at, entries } = rows[0]!
    return {
      at: new Date(at.getTime() + 1),
      entries,
      facts: circle.facts.slice(),
      administrator: copyOf(circle.administrator),
      members: circle.members.map(copyOf),
    }
  })
}

const copyOf = (person: Person): Person => ({ ...person, passwords: [...person.passwords], token: undefined })

export function asSuperuser(dataDir: string) {
  return async <T>(fn: (client: Client) => Promise<T>): Promise<T> => {
    const cluster = prepareCluster({ folder: path.join(dataDir, 'database') })
    const client = new Client({ connectionString: urlOf(cluster, 'postgres', DATABASE) })
    await client.connect()
    try {
      return await fn(client)
    } finally {
      await client.end()
    }
  }
}

/** Everything until now is in the archive. */
async function untilArchived(dataDir: string, archiveDir: string): Promise<void> {
  const name = await closeSegment({ archived: { asSuperuser: asSuperuser(dataDir) } })
  const end = performance.now() + ARCHIVED_MS_MAX
  while (globSync(path.join('*', 'log', name), { cwd: archiveDir }).length === 0) {
    if (performance.now() > end) throw new Error(`The segment ${name} was not archived`)
    await wait(50)
  }
}

async function ensureKnown({ facts, administrator, members }: Moment, now: number, place: string): Promise<void> {
  const circle = new CircleOfPeople(now)
  const server = startAt(place, circle)
  try {
    Object.assign(circle.administrator, administrator)
    circle.members.push(...members)
    circle.facts = [...facts]
    await inspect(circle, await server.ready(), place)
  } finally {
    await server.kill('both')
  }
}

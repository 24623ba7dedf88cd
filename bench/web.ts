import { launchBrowser } from '#e2e/helpers/browser.ts'
import { growLedger, makeCircle, renewed } from './circle.ts'
import type { Person } from './circle.ts'
import { openInstallation } from './installation.ts'
import type { Part, Table } from './part.ts'
import { startServer } from './servers.ts'
import { measureAct, measureVisit, peopleOf, SLOWER } from './web-measure.ts'
import type { Row } from './web-measure.ts'
import { acts, visits } from './web-scenes.ts'
import type { Act, Visit } from './web-scenes.ts'

const LEDGER_ENTRIES = 20_000

/**
 * The pages in a real circle of a hundred members with a ledger of 20,000 entries, on a cheap phone. Bytes, times and layout
 * shifts are those of first visits on the slowed network and processor. The longest task is processor time of the page's main
 * thread at this machine's speed, times four: another process's work does not count into it.
 */
export const web: Part = {
  name: 'web',
  rows: [...new Set([...visits, ...acts].map(subjectOf))],
  run: async ({ rounds }, asked) => {
    if (!process.env['WEB_DIR']) await import('../scripts/build.ts')
    const installation = await openInstallation()
    try {
      const circle = await makeCircle(installation.services, { receipts: 20 })
      await growLedger(installation.services, circle, LEDGER_ENTRIES)
      const server = await startServer('ciranda', installation.environment)
      const browser = await launchBrowser()
      try {
        const renew = (person: Person) => renewed(installation.services, person)
        const site = { url: `http://127.0.0.1:${server.port}`, people: peopleOf(circle), renew }
        const isAsked = (one: Visit | Act) => asked.includes(subjectOf(one))
        const rows: Row[] = []
        for (const visit of visits.filter(isAsked))
          rows.push(...(await measured(visit, () => measureVisit(browser, site, visit, rounds))))
        for (const act of acts.filter(isAsked))
          rows.push(...(await measured(act, async () => [await measureAct(browser, site, act, rounds)])))
        return tableOf(rows, rounds)
      } finally {
        await browser.close()
        await server.stop()
      }
    } finally {
      await installation.close()
    }
  },
}

/** A scene that fails is a row that says so: the others are measured all the same. */
async function measured({ name }: Visit | Act, measure: () => Promise<Row[]>): Promise<Row[]> {
  try {
    return await measure()
  } catch (error) {
    return [[name, '–', '–', '**not measured**', (error as Error).message.split('\n')[0]!]]
  }
}

/** A scene's name begins with what it is about, by which it can be asked for. */
function subjectOf({ name }: Visit | Act): string {
  return /^\w+/.exec(name)![0]
}

function tableOf(rows: readonly Row[], rounds: number): Table {
  return {
    title: 'Pages on a cheap phone',
    columns: ['page or act', 'goal', 'measured', 'verdict', 'the longest task, in ms'],
    rows,
    notes: [
      `Medians of ${rounds} rounds, each in a new browser context, in a circle of 100 members with ${LEDGER_ENTRIES} entries. A task is processor`,
      `time of the page's main thread, times ${SLOWER}; what it went into stands beside it (the round of the median).`,
    ],
  }
}

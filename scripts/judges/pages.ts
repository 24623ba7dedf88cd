import { launchBrowser, sitDown } from '#e2e/helpers/browser.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import { reach, visits } from '../screens.ts'

export type Drawn = { readonly at: string; readonly html: string }

let all: Promise<readonly Drawn[]> | null = null

/** Every screen of the demonstration as a browser drew it. They are drawn once. */
export function drawnPages(): Promise<readonly Drawn[]> {
  all ??= draw()
  return all
}

async function draw(): Promise<readonly Drawn[]> {
  const [server, browser] = await Promise.all([startServer({ SEED: 'demo', RATE_LIMIT: 'off' }), launchBrowser()])
  const drawn: Drawn[] = []
  try {
    for (const { who, as, pages } of visits) {
      const page = await sitDown(browser, server.url)
      if (as) await logsIn(page, as)
      for (const visit of pages) {
        await reach(page, visit)
        drawn.push({ at: `${who} ${visit.name}`, html: await page.content() })
      }
      await page.owner.close()
    }
  } finally {
    await browser.close()
    await server.stop()
  }
  return drawn
}

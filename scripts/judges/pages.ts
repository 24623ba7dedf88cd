import type { Browser } from 'playwright-core'
import { DESK, launchBrowser, sitDown, stands } from '#e2e/helpers/browser.ts'
import { showsScheme } from '#e2e/helpers/axe.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { callsOf } from '#e2e/helpers/calls.ts'
import { logsIn, PASSWORD } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import { ADMIN_PAGES, foundsTwelve, MEMBER_PAGES, MID_MONTH } from '#e2e/helpers/twelve.ts'
import { reach, visits } from '../screens.ts'
import { askInside } from './inside.ts'
import type { Inside } from './inside.ts'

export type Drawn = {
  readonly at: string
  readonly html: string
  /** A picture of each QR code that stands on it, as a camera would see it. */
  readonly codes: readonly Buffer[]
  /** Findings of the tools that run inside it, in light and in dark. */
  readonly said: Readonly<Record<Inside, readonly string[]>>
}

/** A payment's code is drawn once the device has proven it. */
const WITH_CODE: readonly string[] = ['/donations', '/profile/chave', '/conhecidos']

let all: Promise<readonly Drawn[]> | null = null

/** Every screen of the demonstration and of a roda of twelve, as a browser drew it in the dark. They are drawn once. */
export function drawnPages(): Promise<readonly Drawn[]> {
  all ??= launchBrowser().then(async (browser) => {
    try {
      if (!process.env['WEB_DIR']) await import('../build.ts')
      const drawn = [...(await ofDemonstration(browser)), ...(await ofRoda(browser))]
      if (drawn.length === 0) throw new Error('No screen was drawn.')
      return drawn
    } finally {
      await browser.close()
    }
  })
  return all
}

async function ofDemonstration(browser: Browser): Promise<Drawn[]> {
  const server = await startServer({ SEED: 'demo', RATE_LIMIT: 'off' })
  const drawn: Drawn[] = []
  try {
    for (const { who, as, pages } of visits) {
      const page = await sitDown(browser, server.url)
      if (as) await logsIn(page, as)
      for (const visit of pages) {
        await reach(page, visit)
        await stands(page)
        drawn.push(await take(page, `${who} ${visit.name}`))
      }
      await page.owner.close()
    }
  } finally {
    await server.stop()
  }
  return drawn
}

async function ofRoda(browser: Browser): Promise<Drawn[]> {
  const server = await startServer({ SEED: 'none', RATE_LIMIT: 'off' })
  const drawn: Drawn[] = []
  try {
    const people = await foundsTwelve(callsOf(server), server)
    const page = await sitDown(browser, server.url, { viewport: DESK, now: MID_MONTH })
    for (const [as, paths] of [
      [{ email: people[10]!.email, password: PASSWORD }, MEMBER_PAGES],
      [ADMINISTRATOR, ADMIN_PAGES],
    ] as const) {
      await logsIn(page, as)
      for (const path of paths) {
        await page.goto(path)
        await stands(page)
        if (WITH_CODE.includes(path)) await codesOf(page).first().waitFor()
        drawn.push(await take(page, `roda ${path}`))
      }
    }
  } finally {
    await server.stop()
  }
  return drawn
}

const codesOf = (page: Page) => page.locator('svg[aria-label^="QR Code"]:visible')

async function take(page: Page, at: string): Promise<Drawn> {
  const said: Record<Inside, string[]> = { codesniffer: [], checker: [] }
  for (const scheme of ['light', 'dark'] as const) {
    await showsScheme(page, scheme)
    for (const tool of ['codesniffer', 'checker'] as const) said[tool].push(...(await askInside(tool, page)))
  }
  const codes = []
  for (const code of await codesOf(page).all()) codes.push(await code.screenshot())
  return { at, html: await page.content(), codes, said }
}

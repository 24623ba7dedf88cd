import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK, openBrowser, PHONE, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const memberPages = ['/home', '/donations', '/reports', '/profile']
const adminPages = ['/admin/dashboard', '/admin/users', '/admin/queue', '/admin/donations', '/admin/reports', '/admin/settings']

describe('every screen of the demonstration can be used by everybody', () => {
  let server: Server
  let browser: Browser

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'demo' }), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test.each([
    ['public', ['/login', '/register', '/nada-aqui'], null],
    ['member', memberPages, { email: 'gloria.holanda@exemplo.invalid', password: DEMONSTRATION_PASSWORD }],
    ['administrator', adminPages, ADMINISTRATOR],
  ] as const)('axe finds nothing on the %s’s pages, on a phone and at a desk, light and dark, and nothing runs over the edge', async (_, paths, who) => {
    const found: string[] = []
    for (const viewport of [PHONE, DESK]) {
      const page = await sitDown(browser, server.url, { viewport })
      if (who) await logsIn(page, who)
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        for (const path of paths) {
          await page.goto(path)
          await page.getByRole('heading', { level: 1 }).or(page.getByText('Página não encontrada')).first().waitFor()
          // Events keep a connection open for good, so the network never rests: loaded is when nothing says that it loads.
          await page.waitForFunction(() => !document.querySelector('[class*=Skeleton], [class*=Loader]'))
          found.push(...(await faultsOf(page)).map((fault) => `${path} ${viewport.width} ${scheme}: ${fault}`))
        }
      }
      await page.owner.close()
    }
    expect(found).toEqual([])
  })
})

async function faultsOf(page: Page): Promise<string[]> {
  // Through the debugger, not a script tag: the pages' policy refuses those, and should.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    type Axe = { run(options: object): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }> }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth + 1 ? ['the page is wider than the screen'] : []
    return [...wide, ...violations.map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(' ')).slice(0, 3).join(', ')}: ${nodes[0]!.failureSummary.slice(0, 200)}`)]
  })
}

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#e2e/helpers/axe.ts'
import { DESK, openBrowser, PHONE, sitDown, TABLET } from '#e2e/helpers/browser.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

const memberPages = [
  '/home',
  '/donations',
  '/donations#A Receber',
  '/donations#Histórico',
  '/donations#Níveis',
  '/reports',
  '/compartilhar',
  '/profile',
  '/ledger',
  '/calendar',
  '/privacy',
  '/accept-terms',
  '/notices',
]
const adminPages = [
  '/admin/dashboard',
  '/admin/users',
  '/admin/queue',
  '/admin/donations',
  '/admin/reports',
  '/admin/settings',
  '/admin/settings?aba=laboratorio',
  '/admin/account',
]

describe('every screen of the demonstration can be used by everybody', () => {
  let server: Server
  let browser: Browser

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'demo', RATE_LIMIT: 'off' }), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test.concurrent.each([
    ['public', ['/login', '/recover', '/register', '/terms', '/nada-aqui'], null],
    ['member', memberPages, { email: 'gloria.holanda@exemplo.invalid', password: DEMONSTRATION_PASSWORD }],
    ['administrator', adminPages, ADMINISTRATOR],
  ] as const)(
    'axe finds nothing on the %s’s pages, on a phone, a tablet and at a desk, light and dark, and nothing runs over the edge',
    async (_, paths, who) => {
      const found: string[] = []
      for (const viewport of [PHONE, TABLET, DESK]) {
        const page = await sitDown(browser, server.url, { viewport })
        if (who) await logsIn(page, who)
        for (const scheme of viewport === TABLET ? (['light'] as const) : (['light', 'dark'] as const)) {
          await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
          for (const path of paths) {
            const [address, tab] = path.split('#') as [string, string | undefined]
            await page.goto(address)
            await page.getByRole('heading', { level: 1 }).or(page.getByText('Página não encontrada')).first().waitFor()
            // Events keep a connection open for good, so the network never rests: loaded is when nothing says that it
            // loads.
            await page.waitForFunction(
              () => !document.querySelector('[class*=Skeleton], [class*=Loader], .loading-screen'),
            )
            if (tab) await page.getByRole('tab', { name: tab }).click()
            if (who) await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
            found.push(...(await faultsOf(page)).map((fault) => `${path} ${viewport.width} ${scheme}: ${fault}`))
          }
        }
        await page.owner.close()
      }
      expect(found).toEqual([])
    },
  )
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { keptReadings } from '#e2e/helpers/kept.ts'
import { logsIn, receipt } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

describe('without network', () => {
  let server: Server
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'demo' }), openBrowser()])
    page = await sitDown(browser, server.url, { keepsApp: true })
    await logsIn(page, { email: 'gloria.holanda@exemplo.invalid', password: DEMONSTRATION_PASSWORD })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('the app can be installed: a manifest with its icons, and a service worker that keeps the pages', async () => {
    const manifest = (await (await fetch(`${server.url}/manifest.webmanifest`)).json()) as {
      name: string
      display: string
      icons: { src: string; sizes: string }[]
    }
    expect(manifest).toMatchObject({ name: 'Ciranda', display: 'standalone' })
    for (const { src } of manifest.icons) expect((await fetch(`${server.url}${src}`)).status, src).toBe(200)
    await page.goto('/donations')
    await page.getByRole('article').first().waitFor()
    await page.goto('/home')
    await page.getByText('A roda hoje').waitFor()
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
      .toBe('activated')
    const kept = await page.evaluate(async () =>
      (
        await Promise.all(
          (await caches.keys()).map(async (name) =>
            (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
          ),
        )
      ).flat(),
    )
    expect(kept).toContain('/')
    // Every member's page, whether or not it was opened, and no administrator's.
    for (const part of ['main', 'base', 'components', 'home', 'donations', 'profile', 'reports', 'ledger', 'privacy'])
      expect(kept, part).toContainEqual(expect.stringMatching(new RegExp(`^/assets/${part}-[^/]+\\.js$`)))
    expect(kept.filter((path) => /Console-|FindDialog-/.test(path))).toEqual([])
    expect(kept.some((path) => path.startsWith('/api'))).toBe(false)
    // Readings are stored a moment after they arrive.
    await expect.poll(() => keptReadings(page)).toEqual(expect.arrayContaining(['donations to-send', 'circle result']))
  })

  test('what stands before a server that is down answers for it: what was last seen is shown, and it is said', async () => {
    await page.route('**/api/**', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
    await page.goto('/donations')
    await shows(page.getByRole('article').filter({ hasText: 'Para ' }).first())
    await shows(page.getByText('Sem conexão.', { exact: true }))
    await page.unrouteAll()
    await page.goto('/donations')
    await shows(page.getByText('Sem conexão.', { exact: true }), false)
  })

  test('with the server gone, the pages open and show what was last seen, and say so', async () => {
    await server.kill()
    await page.goto('/donations')
    await shows(page.getByRole('article').filter({ hasText: 'Para ' }).first())
    await shows(page.getByText('Sem conexão.', { exact: true }))
    await shows(page.getByText(/Você vê o que foi lido em \d\d\/\d\d, \d\d:\d\d\./))
    await page.goto('/home')
    await shows(page.getByText(/Se a roda parasse hoje/))
    await page.goto('/privacy')
    await shows(page.getByRole('heading', { name: 'Meus dados', level: 1 }))
  })

  test('nothing pretends to be sent: a receipt stays chosen, with the reason, and goes once the server is back', async () => {
    await page.goto('/donations')
    const card = page.getByRole('article').first()
    await card.getByLabel('Escolher comprovante').setInputFiles(await receipt('sem rede'))
    await card.getByRole('button', { name: 'Enviar comprovante' }).click()
    await shows(card.getByRole('alert').filter({ hasText: 'Sem conexão com o servidor' }))
    expect(await card.getByText('Comprovante enviado.').count()).toBe(0)
    await shows(card.getByAltText('Prévia do comprovante'))
    await server.restart()
    await shows(page.getByText('Sem conexão.', { exact: true }), false)
    await card.getByRole('button', { name: 'Enviar comprovante' }).click()
    await shows(card.getByText('Comprovante enviado. Falta quem recebe confirmar.'))
  })

  test('signing out removes everything that was kept on the device', async () => {
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await page.getByRole('button', { name: 'Sair' }).click()
    await page.waitForURL('**/login')
    await expect.poll(() => keptReadings(page)).toBeNull()
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK, openBrowser, sitDown, until } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

// An administrator's pages, since no service worker keeps those.

describe('a new version comes while a page is open', () => {
  let server: Server
  let browser: Browser
  let page: Page
  let loads = 0
  /** Whether what this page asks for is of a version that the server has no more. */
  let isBehind = false

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'demo' }), openBrowser()])
    page = await sitDown(browser, server.url, { viewport: DESK })
    await logsIn(page, ADMINISTRATOR)
    page.on('load', () => (loads += 1))
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  /**
   * The server has other files than the open page: a part is gone, and the app has another first script. The routes stay for good: taken
   * off while a page is being loaded, they can leave the browser's answer out for ever.
   */
  async function deploys(missing: RegExp): Promise<void> {
    isBehind = true
    await page.route(missing, (route) =>
      isBehind ? route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }) : route.fallback(),
    )
    await page.route('**/index.html', async (route) => {
      if (!isBehind) return route.fallback()
      const response = await route.fetch()
      const html = (await response.text()).replaceAll(/assets\/index-[\w-]+\.js/g, 'assets/index-newer.js')
      await route.fulfill({ response, body: html })
    })
  }

  test('a page whose file is gone opens in the new version, after one reload', async () => {
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    await deploys(/assets\/users-.*\.js/)
    loads = 0
    // The reload brings the new version's files.
    page.once('load', () => (isBehind = false))
    await page.getByRole('link', { name: 'Usuários' }).click()
    await until(page, async () => loads > 0, `${page.url()} was not loaded again`)
    expect(loads).toBe(1)
    await page.goto('/admin/users')
    await page.getByRole('heading', { name: 'Usuários', level: 1 }).waitFor()
  })

  test('a part that is gone while somebody types: the page stays, and asks before anything is thrown away', async () => {
    await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('a')
    await deploys(/assets\/EditDialog-.*\.js/)
    loads = 0
    await page
      .getByRole('button', { name: /Editar/ })
      .first()
      .click()
    await page.getByText('Não foi possível abrir esta parte.').waitFor()
    await page.getByText('Há uma versão nova da Ciranda.').waitFor()
    expect(loads).toBe(0)
    expect(await page.getByRole('searchbox').or(page.getByRole('textbox')).first().inputValue()).toBe('a')
    isBehind = false
    await page.getByRole('button', { name: 'Atualizar' }).first().click()
    await page.getByRole('heading', { name: 'Usuários', level: 1 }).waitFor()
    await expect.poll(() => loads).toBe(1)
  })

  test('a page that cannot be drawn says so in Portuguese, and how to go on', async () => {
    let isAway = true
    await page.route(/assets\/settings-.*\.js/, (route) =>
      isAway ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
    )
    await page.goto('/admin/settings')
    await page.getByRole('heading', { name: 'Algo não funcionou nesta página' }).waitFor()
    isAway = false
    await page.getByRole('button', { name: 'Atualizar' }).click()
    await page.getByRole('heading', { name: 'Configurações', level: 1 }).waitFor()
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK, goes, openBrowser, sitDown } from '#e2e/helpers/browser.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

describe('the page of the calls', () => {
  let server: Server
  let browser: Browser

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('lists every call of the document and tries one, asking no other host for anything', async () => {
    const page = await sitDown(browser, server.url, { viewport: DESK })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await goes(page, '/api/docs')
    await page.locator('.opblock-tag').first().waitFor()
    const document = (await (await fetch(`${server.url}/api/docs`)).json()) as { paths: Record<string, object> }
    const calls = Object.values(document.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0)
    let listed = 0
    for (const group of await page.locator('.opblock-tag-section').all()) {
      await group.locator('.opblock-tag').click()
      await group.locator('.opblock').first().waitFor()
      listed += await group.locator('.opblock').count()
      if ((await group.locator('[data-path="/health"]').count()) === 0) await group.locator('.opblock-tag').click()
    }
    expect(listed).toBe(calls)
    const health = page
      .locator('.opblock')
      .filter({ has: page.locator('[data-path="/health"], [data-path="/api/health"]') })
      .first()
    await health.locator('.opblock-summary').click()
    await health.getByRole('button', { name: 'Execute' }).click()
    await health.locator('.live-responses-table').getByText('"ok"').first().waitFor()
    expect(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:'))).toEqual([])
    await page.owner.close()
  })
})

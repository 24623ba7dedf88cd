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
    const document = (await (await fetch(`${server.url}/api/docs`)).json()) as {
      paths: Record<string, Record<string, { tags: [string] }>>
    }
    const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    const groups = page.locator('.opblock-tag-section')
    const tags = await groups.locator('.opblock-tag').evaluateAll((each) => each.map(({ dataset }) => dataset['tag']!))
    expect(tags.toSorted()).toEqual([...new Set(calls.map(({ tags: [tag] }) => tag))].toSorted())
    // One group is as the next, and drawing all their calls takes a browser seconds.
    const health = Object.entries(document.paths).find(([path]) => path.endsWith('/health'))![1]['get']!.tags[0]!
    for (const tag of [tags[0]!, health]) {
      const group = groups.filter({ has: page.locator(`[data-tag="${tag}"]`) })
      if ((await group.locator('.opblock').count()) === 0) await group.locator('.opblock-tag').click()
      await group.locator('.opblock').first().waitFor()
      expect(await group.locator('.opblock').count()).toBe(calls.filter(({ tags: [own] }) => own === tag).length)
    }
    const call = page
      .locator('.opblock')
      .filter({ has: page.locator('[data-path="/health"], [data-path="/api/health"]') })
      .first()
    await call.locator('.opblock-summary').click()
    await call.getByRole('button', { name: 'Execute' }).click()
    await call.locator('.live-responses-table').getByText('"ok"').first().waitFor()
    expect(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:'))).toEqual([])
    await page.owner.close()
  })
})

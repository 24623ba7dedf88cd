import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#e2e/helpers/browser.ts'

const script = stripTypeScriptTypes(readFileSync(path.join(import.meta.dirname, 'second-tap.ts'), 'utf8'))
/** A dialog over a link, which the first press of its button closes. */
const PAGE = `<a id="under" href="#elsewhere" style="position:fixed;inset:0">Outra página</a>
<div id="dialog" role="dialog" style="position:fixed;inset:0"><button style="width:200px;height:200px" onclick="this.parentElement.remove()">Feito</button></div>`

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await openBrowser()
  page = await browser.newPage()
})
afterAll(() => browser?.close())

test('the second tap of two goes nowhere once the first closed a dialog; a later one, and one elsewhere, does', async () => {
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }))
  const opens = async () => {
    await page.goto('http://tap.test/')
    await page.addScriptTag({ type: 'module', content: `${script}\nfollowTaps()\ndocument.body.dataset.is = 'ready'` })
    await page.locator('[data-is=ready]').waitFor()
  }
  const where = () => new URL(page.url()).hash
  await opens()
  await page.mouse.dblclick(100, 100)
  expect([await page.locator('#dialog').count(), where()]).toEqual([0, ''])
  await page.waitForTimeout(600)
  await page.mouse.click(100, 100)
  expect(where()).toBe('#elsewhere')
  await opens()
  await page.mouse.click(100, 100)
  await page.mouse.click(400, 300)
  expect(where()).toBe('#elsewhere')
})

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
  /** Presses one place after another at once, as the events of a finger: a driver takes as long as its machine is busy. */
  const taps = (...places: number[]) =>
    page.evaluate((all) => {
      for (const at of all) {
        const place = { clientX: at, clientY: at, detail: 1, bubbles: true, cancelable: true }
        document.elementFromPoint(at, at)!.dispatchEvent(new MouseEvent('click', place))
      }
    }, places)
  const isThere = () => page.locator('#dialog').count()
  const where = () => page.evaluate(() => location.hash)
  await opens()
  await taps(100, 100)
  await page.waitForTimeout(600)
  expect([await isThere(), await where()]).toEqual([0, ''])
  await taps(100)
  await expect.poll(where).toBe('#elsewhere')
  await opens()
  await taps(100, 300)
  await expect.poll(where).toBe('#elsewhere')
})

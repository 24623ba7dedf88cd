import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser } from '#e2e/helpers/browser.ts'

const script = stripTypeScriptTypes(readFileSync(path.join(import.meta.dirname, 'kept-focus.ts'), 'utf8'))
const LIST = ['first', 'second', 'third']
  .map((name) => `<li id="${name}"><p>${name}</p><button id="open-${name}">Abrir</button></li>`)
  .join('')
const PAGE = `<div id="root"><main id="main" tabindex="-1"></main><h1>Lista</h1><ul>${LIST}</ul><button id="after">Fim</button></div>`

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await openBrowser()
  page = await browser.newPage()
  await page.clock.install()
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }))
})
afterAll(() => browser?.close())
beforeEach(async () => {
  await page.goto('http://focus.test/')
  await page.addScriptTag({ type: 'module', content: `${script}\nfollowFocus()\ndocument.body.dataset.is = 'ready'` })
  await page.locator('[data-is=ready]').waitFor()
})

const remove = (...ids: string[]) =>
  page.evaluate((gone) => {
    for (const id of gone) document.getElementById(id)!.remove()
  }, ids)
const focus = (id: string) => page.evaluate((which) => document.getElementById(which)!.focus(), id)
/** Opens a dialog that has the focus, as one that was opened by the element with the focus. */
const openDialog = () =>
  page.evaluate(() => {
    const dialog = document.createElement('div')
    Object.assign(dialog, { id: 'dialog', role: 'dialog', innerHTML: '<button id="close">Fechar</button>' })
    document.body.append(dialog)
    document.getElementById('close')!.focus()
  })
/** A dialog like those of the component library, which take the focus in a task of their own. */
const openModal = () =>
  page.evaluate(() => {
    const dialog = document.createElement('div')
    Object.assign(dialog, {
      id: 'dialog',
      role: 'dialog',
      ariaModal: 'true',
      innerHTML: '<button id="close">Fechar</button>',
    })
    document.body.append(dialog)
  })
/** The id of the element with the focus, once the page has settled. */
const focused = async () => {
  await page.clock.runFor(1_000)
  return page.evaluate(() => document.activeElement!.id)
}

test('by the keys, the focus of what is removed goes to its neighbour: the one after it, else the one before, else further out', async () => {
  await page.keyboard.press('Tab')
  await focus('open-second')
  await remove('second')
  expect(await focused()).toBe('open-third')
  await remove('third')
  expect(await focused()).toBe('open-first')
  await remove('first')
  expect(await focused()).toBe('after')
})

test('a neighbour that cannot take the focus is passed over', async () => {
  await page.keyboard.press('Tab')
  await focus('open-first')
  await page.evaluate(() => {
    document.getElementById('open-second')!.setAttribute('disabled', '')
    document.getElementById('third')!.hidden = true
  })
  await remove('first')
  expect(await focused()).toBe('after')
})

test('a dialog that closes gives the focus back to what opened it, or to its neighbour when that is gone too', async () => {
  await page.keyboard.press('Tab')
  await focus('open-second')
  await openDialog()
  await remove('dialog')
  expect(await focused()).toBe('open-second')
  await openDialog()
  await remove('second', 'dialog')
  expect(await focused()).toBe('open-third')
})

test('a Tab that is quicker than the dialog takes the way back from nobody', async () => {
  await page.keyboard.press('Tab')
  await focus('open-second')
  await openModal()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement!.id)).toBe('open-third')
  await focus('close')
  await remove('dialog')
  expect(await focused()).toBe('open-second')
})

test('what was pressed beside a dialog that was about to close is where the next one leads back', async () => {
  await page.keyboard.press('Tab')
  await focus('open-second')
  await openModal()
  await focus('open-third')
  await page.keyboard.press('Enter')
  await focus('close')
  await remove('dialog')
  expect(await focused()).toBe('open-third')
})

test('after a pointer nothing is focused, since a field would open the phone’s keyboard', async () => {
  await page.keyboard.press('Tab')
  await page.locator('#open-second').click()
  await remove('second')
  expect(await focused()).toBe('')
})

test('another page begins at its own beginning, after the menu', async () => {
  await page.keyboard.press('Tab')
  await focus('open-second')
  await page.evaluate(() => history.pushState(null, '', '/other'))
  await remove('second')
  expect(await focused()).toBe('main')
})

test('a focus that somebody has put elsewhere meanwhile stays there', async () => {
  await page.keyboard.press('Tab')
  await focus('open-second')
  await remove('second')
  await focus('open-first')
  expect(await focused()).toBe('open-first')
})

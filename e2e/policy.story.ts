import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

const MEMBER = { email: 'gloria.holanda@exemplo.invalid', password: DEMONSTRATION_PASSWORD }
const visitorPaths = ['/login', '/register', '/terms', '/account-deleted', '/nada-aqui']
const memberPaths = ['/home', '/donations', '/reports', '/profile', '/ledger', '/privacy', '/notices']
const adminPaths = [
  '/admin/dashboard',
  '/admin/users',
  '/admin/donations',
  '/admin/reports',
  '/admin/queue',
  '/admin/settings',
  '/admin/settings?aba=laboratorio',
]

describe('every page keeps to the policy that the server sends with it', () => {
  let server: Server
  let browser: Browser

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'demo' }), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  /** A person whose page reports what the browser refused, and every error it wrote down. */
  async function watched(person?: { email: string; password: string }) {
    const page = await sitDown(browser, server.url, { keepsApp: true })
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${new URL(page.url()).pathname}: ${message.text()}`)
    })
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample, sourceFile, lineNumber }) => {
        // The console is heard outside of the page.
        console.error(`refused: ${violatedDirective} ${sample} at ${sourceFile}:${lineNumber}`)
      })
    })
    if (person) await logsIn(page, person)
    return { page, faults }
  }

  /** Events keep a connection open for good, so the network never rests: loaded is when nothing says that it loads. */
  const settled = (page: Page) =>
    page.waitForFunction(() => !document.querySelector('[class*=Skeleton], [class*=Loader], .loading-screen'))

  /** The levels of the headings, in the order of the page. */
  const headings = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName, textContent }) => ({
        level: Number(tagName[1]),
        text: textContent,
      })),
    )

  async function visits(page: Page, paths: readonly string[]): Promise<string[]> {
    const skipped: string[] = []
    for (const path of paths) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await settled(page)
      const found = await headings(page)
      found.forEach(({ level, text }, index) => {
        if (level > (found[index - 1]?.level ?? 0) + 1) skipped.push(`${path}: h${level} ${text}`)
      })
    }
    return skipped
  }

  test('for visitors, also when they fill the registration in', async () => {
    const { page, faults } = await watched()
    const skipped = await visits(page, visitorPaths)
    await page.goto('/register')
    await page.getByRole('button', { name: 'Próximo' }).click()
    await page.getByRole('alert').first().waitFor()
    expect(faults).toEqual([])
    expect(skipped).toEqual([])
    await page.owner.close()
  })

  test('for members', async () => {
    const { page, faults } = await watched(MEMBER)
    const skipped = await visits(page, memberPaths)
    await page.goto('/donations')
    for (const tab of ['A Receber', 'Histórico', 'Níveis']) {
      await page.getByRole('tab', { name: tab }).click()
      await settled(page)
    }
    expect(faults).toEqual([])
    expect(skipped).toEqual([])
    await page.owner.close()
  })

  test('for administrators, also when they edit a member', async () => {
    const { page, faults } = await watched(ADMINISTRATOR)
    const skipped = await visits(page, adminPaths)
    await page.goto('/admin/users')
    await page
      .getByRole('button', { name: /Editar/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    await page.getByRole('dialog').getByLabel('Nome', { exact: true }).fill('')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Salvar/ })
      .click()
    expect(faults).toEqual([])
    expect(skipped).toEqual([])
    await page.owner.close()
  })
})

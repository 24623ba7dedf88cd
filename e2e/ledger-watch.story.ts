import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { PHONE, goes, openBrowser, shows, sitDown, verifiesNow } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf } from '#e2e/helpers/calls.ts'
import type { Calls } from '#e2e/helpers/calls.ts'
import { partsOf, rewritten } from '#e2e/helpers/ledger.ts'
import type { Ledger } from '#e2e/helpers/ledger.ts'
import { logsInToSign } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

const MEMBER = { email: 'gloria.holanda@exemplo.invalid', password: DEMONSTRATION_PASSWORD }
const EXPORT = '**/api/ledger/export*'

describe('the ledger is verified by itself at each visit', () => {
  let server: Server
  let browser: Browser
  let page: Page
  let call: Calls
  let token: string
  let verifiedUpTo: number

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'demo', RATE_LIMIT: 'off' }), openBrowser()])
    call = callsOf(server)
    token = (await call('POST /auth/login', null, { body: MEMBER })).access_token
    page = await sitDown(browser, server.url, { viewport: PHONE })
    // Nothing is verified before the first test, and the device's own entry stands in the ledger.
    await page.route(EXPORT, (route) => route.abort())
    await logsInToSign(page, MEMBER)
    await page.unroute(EXPORT)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const visits = async (loaded: Promise<unknown>) => {
    await loaded
    await verifiesNow(page)
  }
  const line = () => page.getByText(/✓ Tudo conferido agora, \d\d\/\d\d\/\d{4}, \d\d:\d\d\./)
  const alert = () => page.getByRole('alert').filter({ hasText: 'O livro do círculo não confere' })
  const asked = (action: () => Promise<unknown>) =>
    Promise.all([page.waitForRequest((request) => request.url().includes('/api/ledger/export')), action()]).then(
      ([request]) => new URL(request.url()).searchParams.get('after'),
    )
  /** The server lies from now on: what it answers is cut from a ledger that it changed. */
  const lies = async (change: (ledger: Ledger) => Ledger) => {
    await page.route(EXPORT, async (route) => {
      const whole = await fetch(`${server.url}/api/ledger/export`, { headers: { authorization: `Bearer ${token}` } })
      const { head, entries } = change(partsOf(await whole.text()))
      const after = Number(new URL(route.request().url()).searchParams.get('after') ?? 0)
      const shown = entries.filter(({ seq }) => seq > after)
      await route.fulfill({
        contentType: 'application/x-ndjson',
        body: [{ ciranda_ledger: 1, head }, ...shown].map((entry) => `${JSON.stringify(entry)}\n`).join(''),
      })
    })
  }
  const keptLedger = () =>
    page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const opened = indexedDB.open('keyval-store')
          // A database that is not there is not made here: the app's own would have no place for its store.
          opened.addEventListener('upgradeneeded', () => opened.transaction!.abort())
          opened.addEventListener('error', () => resolve(false))
          opened.addEventListener('success', () => {
            const found = opened.result.transaction('keyval').objectStore('keyval').getKey('ciranda-livro')
            found.addEventListener('success', () => {
              resolve(found.result !== undefined)
              opened.result.close()
            })
          })
        }),
    )

  test('a member who looks at the start page is told, without having asked', async () => {
    expect(await asked(() => visits(page.goto('/home')))).toBeNull()
    await shows(line())
    expect(await alert().count()).toBe(0)
  })

  test('the next visit asks only for what came since', async () => {
    const { head } = await call('GET /ledger', token)
    verifiedUpTo = head.seq
    const administrator = await administratorToken(call)
    await call('PATCH /queue/reorder/{id}', administrator, {
      params: {
        id: (await call('GET /queue', administrator, {})).findLast(({ donation_number: level }) => level === 1)!.id,
      },
      body: { position: 1 },
    })
    expect(await asked(() => visits(page.reload()))).toBe(String(head.seq))
    await shows(line())
  })

  test('a visit that cannot look once looks again within seconds: a server that cannot be asked is no fault', async () => {
    await page.route(EXPORT, (route) => route.abort(), { times: 1 })
    // It is asked for from where the visit before ended.
    expect(Number(await asked(() => visits(page.reload())))).toBeGreaterThan(verifiedUpTo)
    await shows(page.getByText('As contas do círculo ainda não puderam ser conferidas neste aparelho.'))
    expect(await alert().count()).toBe(0)
    await page.clock.fastForward('00:06')
    await shows(line())
  })

  test('another past than the one this device verified is found, though whoever tells it holds every key', async () => {
    await lies((ledger) =>
      rewritten(ledger, 12, (entry) => ({ ...entry, at: new Date(Date.parse(entry.at) + 1).toISOString() })),
    )
    const administrator = await administratorToken(call)
    await call('PATCH /queue/reorder/{id}', administrator, {
      params: {
        id: (await call('GET /queue', administrator, {})).findLast(({ donation_number: level }) => level === 1)!.id,
      },
      body: { position: 1 },
    })
    // Nor does it help to name another version of the pages.
    await page.route('**/index.html', async (route) => {
      const response = await route.fetch()
      const html = (await response.text()).replaceAll(/assets\/index-[\w-]+\.js/g, 'assets/index-newer.js')
      await route.fulfill({ response, body: html })
    })
    await visits(page.reload())
    await shows(alert())
    await shows(page.getByText('✗ A conferência das contas do círculo achou algo errado.'))
    expect(await alert().innerText()).toContain('pergunte à administração')
    for (const path of ['/profile', '/ledger', '/donations']) {
      await goes(page, path)
      await shows(alert())
    }
    expect(await faultsInEachLook(page)).toEqual([])
    await page.unroute('**/index.html')
  })

  test('whoever has the whole ledger verified while the warning stands is told the same', async () => {
    await goes(page, '/ledger')
    await shows(alert())
    // The whole ledger is an honest one now, and only what this visit asks for by itself is not.
    await page.route(EXPORT, async (route) => {
      if (new URL(route.request().url()).searchParams.has('after')) await route.fallback()
      else await route.continue()
    })
    await page.getByRole('button', { name: 'Verificar', exact: true }).click()
    await shows(page.getByRole('heading', { name: /^✗ \d+ falhas? no livro$/ }))
    await shows(alert())
  })

  test('it stays on every page until the member puts it away, and then stays away; another fault is shown again, and so is the same one once it was gone', async () => {
    await page.getByRole('button', { name: 'Já vi, ocultar' }).click()
    await shows(alert(), false)
    await goes(page, '/home')
    await shows(page.getByText('✗ A conferência das contas do círculo achou algo errado.'))
    expect(await alert().count()).toBe(0)
    const isCut = () =>
      lies(({ head, entries }) => ({
        head: { ...head, seq: 5, hash: entries[4]!.hash },
        entries: entries.slice(0, 5),
      }))
    await page.unroute(EXPORT)
    await isCut()
    await visits(page.reload())
    await shows(alert())
    await page.getByRole('button', { name: 'Já vi, ocultar' }).click()
    await page.unroute(EXPORT)
    await visits(page.reload())
    await shows(line())
    expect(await alert().count()).toBe(0)
    await isCut()
    await visits(page.reload())
    await shows(alert())
    await page.unroute(EXPORT)
    await visits(page.reload())
    await shows(line())
  })

  test('signing out leaves nothing of the ledger on the device but where it ended', async () => {
    expect(await keptLedger()).toBe(true)
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await page.getByRole('button', { name: 'Sair' }).click()
    await page.waitForURL('**/login')
    await expect.poll(keptLedger).toBe(false)
    const heads = await page.evaluate(() => localStorage.getItem('ciranda-conferido'))
    expect(JSON.parse(heads!)).toMatchObject([{ circle_id: expect.any(String), seq: expect.any(Number) }])
  })
})

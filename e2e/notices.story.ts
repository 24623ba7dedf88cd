import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PHONE, goes, openBrowser, shows, sitDown, withoutEvents } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, joins, placed } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { logsIn, PASSWORD, receipt } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

describe('what somebody else did and concerns a person is told them', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let administrator: string
  let people: Joined[]
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
    call = callsOf(server)
    administrator = await administratorToken(call)
    people = []
    for (const [index, firstName] of ['Rosa', 'Tiago'].entries())
      people.push(await joins(call, { firstName, lastName: 'Andrade', number: index + 1 }))
    page = await sitDown(browser, server.url, { viewport: PHONE })
    await logsIn(page, { email: people[0]!.email, password: PASSWORD })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const bell = (name: string | RegExp) => page.getByRole('link', { name }).locator('visible=true')

  test('a sign-in from a new device is the first; a person without any notice is told so', async () => {
    await bell('Avisos, 1 novo').click()
    await shows(page.getByText(/^Entraram na sua conta por um aparelho novo/))
    const none = { data: [], pagination: { currentPage: 1, totalPages: 1, totalItems: 0, pageSize: 20 }, unread: 0 }
    await page.route('**/api/me/notices?**', (route) => route.fulfill({ json: none }))
    await page.reload()
    await shows(page.getByRole('heading', { name: 'Nenhum aviso até agora' }))
    await page.unroute('**/api/me/notices?**')
  })

  test('the bell counts by itself what happens meanwhile, and the page shows it', async () => {
    await goes(page, '/home')
    await placed(call, administrator, people)
    await shows(bell(/^Avisos, [2-9] novos$/))
    await bell(/^Avisos/).click()
    await shows(page.getByText('Seu cadastro foi aprovado.'))
    await shows(page.getByText('Você agora tem o lugar nº 1 da fila do nível 1.'))
  })

  test('what was seen is read, also after the page is loaded again; what is new is marked', async () => {
    const approval = page.getByRole('listitem').filter({ hasText: 'Seu cadastro foi aprovado.' })
    await shows(approval.getByText('Novo', { exact: true }))
    await shows(bell(/^Avisos$/))
    // The bell has no number before it knows one either; a reload must not overtake the page's own marking.
    await expect.poll(async () => (await call('GET /me/notices', people[0]!.token)).unread).toBe(0)
    await page.reload()
    await shows(approval)
    // This device's own key may be told of at any moment: only what was seen is spoken of here.
    // The device shows its kept list until the server has answered.
    await shows(approval.getByText('Novo', { exact: true }), false)
    await goes(page, '/home')
    await call('POST /donations/admin/generate-monthly-pull', administrator)
    const [donation] = (await call('GET /donations/to-receive', people[0]!.token)).toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    )
    await call('POST /donations/{id}/comprovante', people[1]!.token, {
      params: { id: donation!.id },
      body: { comprovanteBase64: (await receipt('paguei')).buffer.toString('base64') },
    })
    await bell(/^Avisos, \d+ novos?$/).click()
    const list = page.getByRole('list', { name: 'Avisos' })
    // Found by its words: this device's own key may be told of at any moment, and then stands first.
    const newest = list
      .getByRole('listitem')
      .filter({ hasText: /Chegou o comprovante de uma doação de R\$\s100,00 para você\./ })
    await shows(newest.getByText('Novo', { exact: true }))
    await shows(list.getByRole('listitem').filter({ hasText: 'Seu cadastro foi aprovado.' }))
    await shows(list.getByRole('listitem').filter({ hasText: 'Seu cadastro foi aprovado.' }).getByText('Novo'), false)
    await newest.getByRole('link').click()
    await page.waitForURL(`**/donations?doacao=${donation!.id}`)
  })

  test('a page that cannot be read says so, and can be asked again', async () => {
    await withoutEvents(page)
    await page.route('**/api/me/notices?**', (route) => route.fulfill({ status: 503, json: {} }))
    await goes(page, '/notices')
    await page.evaluate(() => indexedDB.deleteDatabase('keyval-store'))
    await page.reload()
    await shows(page.getByRole('alert').filter({ hasText: 'Erro ao carregar os avisos' }))
    await page.unroute('**/api/me/notices?**')
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await shows(page.getByText('Seu cadastro foi aprovado.'))
  })
})

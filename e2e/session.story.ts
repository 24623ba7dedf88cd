import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, sitDown, stands, until, withoutEvents } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { callsOf } from '#e2e/helpers/calls.ts'
import { keptReadings } from '#e2e/helpers/kept.ts'
import { fills, logsIn, resumes } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

const MEMBER = { email: 'gloria.holanda@exemplo.invalid', password: DEMONSTRATION_PASSWORD }
const UNAPPROVED = { email: 'nelson.oliveira@exemplo.invalid', password: DEMONSTRATION_PASSWORD }

describe('who is signed in, and where they may go', () => {
  let server: Server
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'demo' }), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const pathAfter = async (path: string, expected: string) => {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === expected)
  }
  const stored = () =>
    page.evaluate(() =>
      Object.fromEntries(
        Object.entries(localStorage).filter(([key]) => ['authToken', 'refreshToken', 'user'].includes(key)),
      ),
    )

  test('a visitor is sent to the login from everywhere, and told that it loads while nobody knows who they are', async () => {
    page = await sitDown(browser, server.url)
    // Where each path leads whom is told in `web/router.test.ts`: here, that the pages ask it.
    for (const path of ['/', '/donations', '/admin/queue']) await pathAfter(path, '/login')
    await page.goto('/nada-aqui')
    await page.getByText('Página não encontrada').waitFor()
  })

  test('the login of a first visit comes without the app, which is fetched once somebody types; it leads on by links', async () => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    const isFetched = () => scripts.some((url) => url.includes('/assets/base-'))
    for (const path of ['/', '/login']) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Entrar' }).waitFor()
      await page.getByText('Demonstração — valores fictícios, não pague').waitFor()
      expect(isFetched(), path).toBe(false)
    }
    await page.locator('[name=email]').fill('alguém@exemplo.invalid')
    await expect.poll(isFetched).toBe(true)
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/recover')
    await expect.poll(() => page.locator('[name=email]').inputValue()).toBe('alguém@exemplo.invalid')
  })

  test('a wrong password says so, keeps what was typed, and can be tried again', async () => {
    await page.goto('/login')
    await page.locator('[name=email]').fill(MEMBER.email)
    await page.locator('[name=password]').fill('errada-de-todo')
    await page.getByRole('button', { name: 'Mostrar a senha' }).click()
    expect(await page.locator('[name=password]').getAttribute('type')).toBe('text')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/auth/login', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('button', { name: 'Entrando...' }).waitFor()
    release()
    await page.getByRole('alert').filter({ hasText: 'Email ou senha inválidos' }).waitFor()
    expect(await page.locator('[name=email]').inputValue()).toBe(MEMBER.email)
    await page.unroute('**/api/auth/login')
    await page.locator('[name=password]').fill(MEMBER.password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.waitForURL('**/home')
  })

  test('a member keeps to the member’s pages; the browser keeps three things, and no document, bank or PIX among them', async () => {
    for (const path of ['/admin/queue', '/login']) await pathAfter(path, '/home')
    await pathAfter('/', '/home')
    await pathAfter('/reports', '/reports')
    const kept = await stored()
    expect(Object.keys(kept).toSorted()).toEqual(['authToken', 'refreshToken', 'user'])
    expect(Object.keys(JSON.parse(kept['user']!) as object)).not.toEqual(expect.arrayContaining(['cpf']))
    expect(kept['user']).not.toMatch(/cpf|pix|bank|account|phone/i)
  })

  test('a first page asks for each of its readings once, and before the app is here', async () => {
    for (const [path, ready, asked] of [
      [
        '/donations',
        'article',
        [
          '/api/donations/to-send',
          '/api/donations/to-receive',
          '/api/donations/my-level-progress',
          '/api/donations/stats',
          '/api/donations/history?page=1&limit=20',
        ],
      ],
      [
        '/home',
        '.today-bar',
        [
          '/api/donations/to-send',
          '/api/donations/to-receive',
          '/api/donations/my-level-progress',
          '/api/circle/result',
        ],
      ],
    ] as const) {
      // Nothing of the page before is counted, nor what is read again when an event comes.
      await withoutEvents(page)
      await page.goto('/roda.svg')
      const order: string[] = []
      const note = (request: { url(): string }) => order.push(request.url().slice(server.url.length))
      page.on('request', note)
      await page.goto(path)
      await page.locator(ready).first().waitFor()
      page.off('request', note)
      for (const address of [...asked, '/api/users/profile', '/api/circle'])
        expect(
          order.filter((one) => one === address),
          address,
        ).toHaveLength(1)
    }
    await page.unroute('**/api/events')
  })

  test('loading the profile is shown, and an expired session is renewed once for all pending calls', async () => {
    // From a page of nothing: what the app still asked for would renew the session before it is opened anew.
    await page.goto('/roda.svg')
    await page.evaluate(() => localStorage.setItem('authToken', 'gone.with.time'))
    const renewals: string[] = []
    page.on('request', (request) => request.url().endsWith('/auth/refresh') && renewals.push(request.url()))
    const held = Promise.withResolvers<void>()
    await page.route('**/api/users/profile', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/donations')
    await page.getByText('Carregando...').first().waitFor()
    held.resolve()
    await page.getByRole('heading', { name: 'Doações', level: 1 }).waitFor()
    await page.getByRole('article').first().waitFor()
    expect(renewals).toHaveLength(1)
    await page.unroute('**/api/users/profile')
  })

  test('a server in trouble leaves the remembered person signed in; a session that cannot be renewed signs them out', async () => {
    await page.route('**/api/users/profile', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: '{"message":"Tente de novo em instantes."}',
      }),
    )
    await page.goto('/home')
    await page.getByText('Que bom ter você aqui, Glória.').waitFor()
    await page.unroute('**/api/users/profile')
    await page.evaluate(() => {
      localStorage.setItem('authToken', 'gone.with.time')
      localStorage.setItem('refreshToken', 'gone.too')
    })
    await page.goto('/home')
    await page.waitForURL('**/login')
    await expect.poll(stored).toEqual({})
  })

  test('who signs in has what the first page shows asked for before its file is here, each once', async () => {
    const phone = await sitDown(browser, server.url)
    await withoutEvents(phone)
    let run = () => {}
    const held = new Promise<void>((resolve) => (run = resolve))
    await phone.route('**/assets/home-*.js', (route) => held.then(() => route.continue()))
    const order: string[] = []
    phone.on('request', (request) => order.push(request.url().slice(server.url.length)))
    await phone.goto('/login')
    await fills(phone, MEMBER)
    await phone.getByRole('button', { name: 'Entrar', exact: true }).click()
    const first = ['/api/donations/to-send', '/api/donations/to-receive', '/api/circle/result']
    await until(phone, async () => first.every((one) => order.includes(one)), 'the readings wait for the page')
    run()
    await phone.locator('.today-bar').first().waitFor()
    for (const address of first)
      expect(
        order.filter((one) => one === address),
        address,
      ).toHaveLength(1)
    // Nor is anything asked for that nobody takes: the login's answer brought their profile.
    expect(order).not.toContain('/api/users/profile')
    await phone.owner.close()
  })

  test('a session that ends under somebody leads them back to where they were, and nobody else', async () => {
    const call = callsOf(server)
    const phone = await sitDown(browser, server.url)
    for (const [next, path] of [
      [MEMBER, '/donations'],
      [UNAPPROVED, '/home'],
    ] as const) {
      await resumes(phone, MEMBER, '/donations')
      await stands(phone)
      const { access_token: token } = await call('POST /auth/login', null, { body: MEMBER })
      await call('DELETE /me/sessions', token)
      // The page may learn of it before it is pressed, and be gone.
      void phone
        .getByRole('tab', { name: 'Histórico' })
        .click()
        .catch(() => undefined)
      await phone.waitForURL('**/login')
      await fills(phone, next)
      await phone.getByRole('button', { name: 'Entrar', exact: true }).click()
      await phone.waitForURL((url) => url.pathname === path)
    }
    await phone.owner.close()
  })

  test('signing out clears everything, in this tab and in the other', async () => {
    await logsIn(page, MEMBER)
    const other = await page.owner.newPage()
    await other.goto('/donations')
    await other.getByRole('heading', { name: 'Doações', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await page.getByRole('button', { name: 'Sair' }).click()
    await page.waitForURL('**/login')
    await other.waitForURL('**/login')
    expect(await stored()).toEqual({})
    await page.owner.close()
  })

  test('another tab signs in as somebody else: nothing of the former person is shown or kept here', async () => {
    page = await sitDown(browser, server.url)
    await logsIn(page, MEMBER)
    const other = await page.owner.newPage()
    await other.goto('/donations')
    await other.getByRole('article').first().waitFor()
    await expect.poll(() => keptReadings(other)).toContain('donations to-send')
    // Not by leaving, which the other tab would follow: the session is replaced as if from one moment to the next.
    const { access_token, refresh_token, user } = (await (
      await fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(UNAPPROVED),
      })
    ).json()) as { access_token: string; refresh_token: string; user: object }
    await page.evaluate(
      (session) => Object.entries(session).forEach(([key, value]) => localStorage.setItem(key, value)),
      { authToken: access_token, refreshToken: refresh_token, user: JSON.stringify(user) },
    )
    await other.getByText('Nelson').first().waitFor({ state: 'attached' })
    await expect.poll(() => other.getByRole('article').count()).toBe(0)
    await expect.poll(() => other.getByText('Glória').count()).toBe(0)
    await other.goto('/home')
    await other.getByText('Que bom ter você aqui, Nelson.').waitFor()
    await page.owner.close()
  })

  test('an unapproved member has only home, donations and profile, and the rest opens by itself on approval', async () => {
    page = await sitDown(browser, server.url)
    await logsIn(page, UNAPPROVED)
    await page.getByText('Não Verificado').waitFor()
    await page
      .getByText('Sua conta está aguardando aprovação do administrador. Você tem acesso limitado ao sistema.')
      .waitFor()
    await page.getByRole('heading', { name: 'Aguarde a aprovação' }).waitFor()
    await pathAfter('/profile', '/profile')
    await pathAfter('/reports', '/home')
    await page.getByText('Não Verificado').waitFor()
    const admin = await sitDown(browser, server.url)
    await resumes(admin, ADMINISTRATOR, '/home')
    await admin.waitForURL('**/admin/dashboard')
    await admin.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('authToken')}` }
      const users = (await (await fetch('/api/users', { headers })).json()) as { id: string; email: string }[]
      const { id } = users.find(({ email }) => email.startsWith('nelson'))!
      await fetch(`/api/users/${id}/approve`, { method: 'PATCH', headers })
    })
    await page.getByText('Conta Verificada').waitFor()
    await admin.owner.close()
    await page.owner.close()
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { faultsOf } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, goes, openBrowser, shows, sitDown, verifiesNow } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, joins, placed } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { keptReadings } from '#e2e/helpers/kept.ts'
import { PASSWORD, resumes } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

describe('the terms change after people accepted them', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let administrator: string
  let people: Joined[]
  let phone: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
    call = callsOf(server)
    administrator = await administratorToken(call)
    people = []
    for (const [index, firstName] of ['Rosa', 'Tiago', 'Vera'].entries())
      people.push(await joins(call, { firstName, lastName: 'Andrade', number: index + 1 }))
    await placed(call, administrator, people)
    phone = await sitDown(browser, server.url, { viewport: PHONE })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const link = () => phone.getByRole('link', { name: 'Aceite os termos atualizados' })

  test('a member sees nothing of it before, and at once when it happens, on whatever page they are', async () => {
    await resumes(phone, { email: people[0]!.email, password: PASSWORD }, '/home')
    await phone.getByRole('heading', { name: 'A roda hoje' }).waitFor()
    expect(await link().count()).toBe(0)
    const plan = planFormOf(presets.termos)
    plan.levels[0].donation = 500
    plan.levels[0].owed = []
    await call('PATCH /admin/circle/plan', administrator, { body: plan })
    await link().waitFor()
  })

  test('their inbox says so once, and leads to where the terms are read', async () => {
    await goes(phone, '/notices')
    const told = phone.getByRole('link').filter({ hasText: 'Os termos do seu círculo mudaram: o plano é outro.' })
    await shows(told)
    expect(await told.count()).toBe(1)
    await told.click()
    await shows(phone.getByRole('heading', { name: 'Aceite os termos atualizados' }))
    await goes(phone, '/home')
  })

  test('they read the old beside the new, and nothing is asked of anybody meanwhile', async () => {
    const pulled = await call('POST /donations/admin/generate-monthly-pull', administrator, { body: {} })
    expect(pulled).toMatchObject({ createdCount: 0, skippedWithoutConsent: 3 })
    await link().click()
    const change = phone
      .getByRole('region', { name: 'O que mudou' })
      .getByRole('listitem')
      .filter({ hasText: 'Contribuição mensal' })
    await change.waitFor()
    const sides = (await change.getByRole('paragraph').allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '))
    expect(sides[0]).toMatch(/^Como você aceitou em [\s\S]*R\$ 100,00$/)
    expect(sides[1]).toMatch(/^Como é agora\s*R\$ 500,00$/)
    expect(await faultsOf(phone)).toEqual([])
  })

  test('a double click is one acceptance, the notice goes, and the next pull asks this member alone', async () => {
    await phone.getByRole('button', { name: 'Li e aceito os termos atualizados' }).dblclick()
    await phone.getByRole('heading', { name: 'Termos aceitos' }).waitFor()
    await link().waitFor({ state: 'detached' })
    expect(await call('POST /donations/admin/generate-monthly-pull', administrator, { body: {} })).toMatchObject({
      createdCount: 1,
      skippedWithoutConsent: 2,
    })
    const { data } = await call('GET /ledger', administrator, { query: { limit: '100' } })
    const own = data.filter(({ kind, actor_id }) => kind === 'terms.accepted' && actor_id === people[0]!.id)
    expect(own).toHaveLength(2)
  })

  test('an administrator finds those who have not accepted, from the dashboard', async () => {
    const desk = await sitDown(browser, server.url)
    await resumes(desk, ADMINISTRATOR, '/admin/dashboard')
    const waiting = desk.getByRole('region', { name: 'O que espera por você' })
    const without = waiting
      .getByRole('listitem')
      .filter({ has: desk.getByRole('heading', { name: '2 pessoas sem aceite dos termos' }) })
    await without.getByRole('link', { name: 'Ver quem' }).click()
    await desk.getByText('Só quem não aceitou os termos em vigor: nada novo lhes é pedido.').waitFor()
    await desk.getByText('Tiago Andrade').first().waitFor()
    await desk.getByText('Vera Andrade').first().waitFor()
    expect(await desk.getByText('Rosa Andrade').count()).toBe(0)
    await desk.owner.close()
  })

  describe('and the circle’s own page says what changed', () => {
    const changed = () => phone.getByRole('region', { name: 'O que mudou' })
    const item = (text: string) => changed().getByRole('listitem').filter({ hasText: text })
    const ADDRESS = '**/api/circle/changes?**'

    test('in words, with the day and who did it, old beside new, by the keyboard alone', async () => {
      await call('PATCH /admin/circle', administrator, { body: { name: 'Ciranda da Rua' } })
      await goes(phone, '/home')
      await shows(item('O nome do círculo mudou'))
      expect(await item('O nome do círculo mudou').innerText()).toMatch(
        /Em 10 de novembro de 2026, às \d\d:\d\d, pela administração\.\s+De “Ciranda de demonstração” para “Ciranda da Rua”\./,
      )
      await shows(item('As datas passaram a ser as de um relógio posto à mão').getByText(/pela própria Ciranda/))
      const plan = item('O plano mudou')
      expect(await plan.getByText('Contribuição mensal').count()).toBe(0)
      await plan.getByText('Ver antes e depois').focus()
      await phone.keyboard.press('Enter')
      await shows(plan.getByText('Contribuição mensal'))
      expect(await faultsOf(phone)).toEqual([])
    })

    test('words that somebody changed afterwards are not shown as if they were the ledger’s', async () => {
      await phone.route(ADDRESS, async (route) => {
        const answer = await route.fetch()
        const text = (await answer.text())
          .replaceAll('"name":"Ciranda da Rua"', '"name":"Ciranda da Praça"')
          .replaceAll('"monthly_contribution":500', '"monthly_contribution":50')
          .replaceAll('"donation":500', '"donation":50')
        await route.fulfill({ response: answer, body: text })
      })
      await phone.reload()
      const fault = /^As palavras guardadas desta mudança não conferem com o livro/
      await shows(item('O nome do círculo mudou').getByRole('alert').filter({ hasText: fault }))
      await shows(item('O plano mudou').getByRole('alert').filter({ hasText: fault }))
      expect(
        await changed()
          .getByText(/Praça|Ver antes e depois/)
          .count(),
      ).toBe(0)
      await phone.unroute(ADDRESS)
    })

    test('a list that leaves out a change of the ledger that the phone verified says so in red', async () => {
      const none = { currentPage: 1, totalPages: 1, totalItems: 0, pageSize: 5 }
      await phone.route(ADDRESS, (route) =>
        route.fulfill({ json: { data: [], pagination: none, since: '2026-11-10T12:00:00.000Z', words: [] } }),
      )
      await phone.reload()
      await verifiesNow(phone)
      await shows(
        changed()
          .getByRole('alert')
          .filter({ hasText: /^Esta lista não é a do livro que este aparelho conferiu/ }),
      )
      expect(
        await changed()
          .getByText(/^Nada:/)
          .count(),
      ).toBe(0)
      await phone.unroute(ADDRESS)
    })

    test('a long list is read page by page', async () => {
      for (const letter of ['A', 'B', 'C', 'D'])
        await call('PATCH /admin/circle', administrator, { body: { name: `Ciranda ${letter}` } })
      await phone.reload()
      await shows(changed().getByText('De “Ciranda C” para “Ciranda D”.'))
      await changed().getByRole('button', { name: 'Próxima página' }).click()
      await shows(item('O plano mudou'))
      expect(await changed().getByText('De “Ciranda C” para “Ciranda D”.').count()).toBe(0)
    })

    test('without network it says what was read last', async () => {
      await expect.poll(() => keptReadings(phone)).toContain('circle changes 2')
      await phone.route('**/api/**', (route) => route.abort())
      await phone.reload()
      await shows(changed().getByText('De “Ciranda C” para “Ciranda D”.'))
      await shows(phone.getByText('Sem conexão.', { exact: true }))
      await phone.owner.close()
    })
  })

  test('the console says that the circle’s time was set by hand, and nothing where the ledger does not say it', async () => {
    const desk = await sitDown(browser, server.url, { viewport: DESK })
    await resumes(desk, ADMINISTRATOR, '/admin/dashboard')
    await shows(desk.getByText('As datas deste círculo foram postas à mão, e não são as do mundo.'))
    await desk.route('**/api/circle', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), test_clock: false } })
    })
    await goes(desk, '/admin/dashboard')
    await shows(desk.getByRole('heading', { name: 'A roda hoje' }))
    expect(await desk.getByText('Relógio de teste').count()).toBe(0)
    await desk.owner.close()
  })
})

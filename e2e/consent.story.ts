import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { faultsOf } from '#e2e/helpers/axe.ts'
import { openBrowser, PHONE, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, joins, placed } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { logsIn, PASSWORD } from '#e2e/helpers/people.ts'
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
    await logsIn(phone, { email: people[0]!.email, password: PASSWORD })
    await phone.getByRole('heading', { name: 'A roda hoje' }).waitFor()
    expect(await link().count()).toBe(0)
    const plan = planFormOf(presets.termos)
    plan.levels[0].donation = 500
    plan.levels[0].owed = []
    await call('PATCH /admin/circle/plan', administrator, { body: plan })
    await link().waitFor()
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
    expect(await link().count()).toBe(0)
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
    await logsIn(desk, ADMINISTRATOR)
    const waiting = desk.getByRole('region', { name: 'O que espera por você' })
    await waiting.getByRole('heading', { name: '2 pessoas sem aceite dos termos' }).waitFor()
    await waiting.getByRole('link', { name: 'Ver quem' }).click()
    await desk.getByText('Só quem não aceitou os termos em vigor: nada novo lhes é pedido.').waitFor()
    await desk.getByText('Tiago Andrade').first().waitFor()
    await desk.getByText('Vera Andrade').first().waitFor()
    expect(await desk.getByText('Rosa Andrade').count()).toBe(0)
  })
})

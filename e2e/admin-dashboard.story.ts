import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, goes, openBrowser, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, placed } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { manyJoin, nameOf } from '#e2e/helpers/many.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'

const PEOPLE = 12

describe('an administrator sees how the circle stands and what waits', () => {
  let server: Server
  let browser: Browser
  let desk: Page
  let call: Calls
  let admin: string
  let people: readonly Joined[]
  const waits = (text: string) =>
    desk.getByRole('region', { name: 'O que espera por você' }).getByText(text, { exact: true }).waitFor()

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
    desk = await sitDown(browser, server.url, { viewport: DESK })
    call = callsOf(server)
    admin = await administratorToken(call)
    await logsIn(desk, ADMINISTRATOR)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('a fresh circle has nobody, no activity, and a hundred free places', async () => {
    await goes(desk, '/admin/dashboard')
    await desk.getByText('Nenhuma atividade recente').waitFor()
    await expect.poll(() => desk.getByRole('region', { name: 'Total de Usuários' }).innerText()).toMatch(/\b0\b/)
    await desk
      .getByRole('region', { name: 'O que espera por você' })
      .getByRole('heading', { name: '100 vagas livres na fila' })
      .waitFor()
    await desk.getByText('Ninguém espera por um lugar').waitFor()
    for (const level of [1, 2, 3]) {
      await desk
        .getByRole('region', { name: `Nível ${level} completo` })
        .getByText('de 0 usuários')
        .waitFor()
      await desk
        .getByRole('article', { name: `Nível ${level}` })
        .getByText('Valor recebido')
        .waitFor()
    }
    await goes(desk, '/admin/users?busca=ningu%C3%A9m')
    await desk.getByText('Nenhum usuário encontrado').waitFor()
  })

  test('the pull says that it works, what it made, and why when it did not', async () => {
    people = await manyJoin(call, PEOPLE)
    await placed(call, admin, people.slice(1, 5))
    await call('PATCH /users/{id}/approve', admin, { params: { id: people[6]!.id } })
    await goes(desk, '/admin/dashboard')
    const pull = desk.getByRole('button', { name: 'Gerar PULL Mensal' })
    await desk.route('**/cycle/1/start', (route) => route.fulfill({ status: 500, body: '' }))
    await pull.click()
    await desk.getByRole('button', { name: 'Gerar agora' }).click()
    await desk.getByRole('alert').getByText('Erro ao gerar PULL mensal').waitFor()
    await desk.unroute('**/cycle/1/start')

    const held = Promise.withResolvers<void>()
    await desk.route('**/cycle/1/start', async (route) => {
      await held.promise
      await route.continue()
    })
    await pull.click()
    const sent = desk.waitForRequest('**/cycle/1/start')
    await desk.getByRole('button', { name: 'Gerar agora' }).click()
    expect((await sent).postDataJSON()).toEqual({ donorsCount: 3, amount: 100, type: 'PULL', deadlineDays: 30 })
    await desk.getByRole('button', { name: 'Gerando...' }).waitFor()
    held.resolve()
    const panel = desk.getByRole('status').filter({ hasText: 'PULL Mensal Gerado com Sucesso!' })
    await panel.getByText('Ciclo de doações iniciado com sucesso!').waitFor()
    expect(await panel.innerText()).toMatch(/4\s+Doações criadas\s+2\s+Receptores processados\s+0\s+Já existentes/)
    expect(await desk.getByRole('alert').count()).toBe(0)
    await desk.unroute('**/cycle/1/start')
    await pull.click()
    await desk.getByRole('button', { name: 'Gerar agora' }).click()
    // The first result stands there until the second one is here.
    await expect
      .poll(() => panel.innerText())
      .toMatch(/0\s+Doações criadas\s+0\s+Receptores processados\s+4\s+Já existentes/)
    await desk
      .getByRole('region', { name: 'Atividade Recente' })
      .getByText('PULL mensal de novembro de 2026: 4 doações criadas, 2 receptores, 0 já existentes')
      .waitFor()
    await expect
      .poll(() => desk.getByRole('region', { name: 'Total de Usuários' }).innerText())
      .toMatch(new RegExp(`\\b${PEOPLE}\\b`))
    await desk.getByRole('region', { name: 'Nível 1 completo' }).getByText('de 4 usuários').waitFor()
    await expect
      .poll(() => desk.getByRole('article', { name: 'Nível 1' }).innerText())
      .toMatch(/Ativos na fila\s+4\s+Completaram\s+0\s+Doações recebidas\s+0\s+Valor recebido\s+R\$\s0,00/)
  })

  test('what waits for a person stands on one list, each with its way', async () => {
    const list = desk.getByRole('region', { name: 'O que espera por você' })
    const [first] = await call('GET /donations/to-send', people[3]!.token)
    await call('POST /donations/{id}/comprovante', people[3]!.token, {
      params: { id: first!.id },
      body: { comprovanteBase64: await receiptPicture(first!.id) },
    })
    const [second] = await call('GET /donations/to-send', people[4]!.token)
    await call('POST /donations/{id}/report', people[4]!.token, {
      params: { id: second!.id },
      body: { reason: 'A chave PIX não existe.' },
    })
    await server.moveClockTo('2026-12-12T12:00:00.000Z')
    await desk.evaluate(() => localStorage.clear())
    await logsIn(desk, ADMINISTRATOR)
    await goes(desk, '/admin/dashboard')
    for (const heading of [
      '1 report em aberto',
      '1 confirmação atrasada',
      '7 cadastros a aprovar',
      '96 vagas livres na fila',
    ])
      await list.getByRole('heading', { name: heading }).waitFor()
    await list.getByText('1 pessoa aprovada espera por um lugar; a primeira vaga é a #005').waitFor()
    await list.getByRole('link', { name: nameOf(6) }).waitFor()
    await list.getByText('e mais 2').waitFor()
    await list.getByRole('link', { name: `De ${nameOf(4)} para ${nameOf(1)}` }).waitFor()
    expect(
      await list
        .getByText(/^R\$\s100,00 de/)
        .first()
        .innerText(),
    ).toContain(nameOf(3))
    await list.getByRole('link', { name: 'Ver cadastros' }).click()
    await desk.getByText('Mostrando 1 a 7 de 7 usuários').waitFor()
    await desk.goBack()
    await list.getByRole('heading', { name: '7 cadastros a aprovar' }).waitFor()
    const asked = list
      .locator('[data-kind=approvals]')
      .getByRole('link', { name: /^Pessoa/ })
      .first()
    const name = await asked.innerText()
    await asked.click()
    await desk.getByRole('dialog', { name: 'Perfil do Usuário' }).getByRole('heading', { name }).waitFor()
    await desk.getByRole('dialog').getByRole('button', { name: 'Verificar' }).click()
    await desk.getByRole('button', { name: 'Confirmar Aprovação' }).click()
    await desk.getByText('Usuário aprovado com sucesso!').waitFor()
    await goes(desk, '/admin/dashboard')
    await list.getByRole('heading', { name: '6 cadastros a aprovar' }).waitFor()
    await desk
      .getByRole('region', { name: 'Atividade Recente' })
      .getByText(`O cadastro de ${name} foi aprovado`)
      .waitFor()
  })

  test('what the server cannot say now can be asked again', async () => {
    // Without events, nothing is asked again by itself.
    await desk.route('**/api/events', (route) => route.abort())
    await desk.route('**/api/admin/tasks', (route) => route.fulfill({ status: 403, body: '' }))
    await desk.route('**/level-stats/*', (route) => route.fulfill({ status: 403, body: '' }))
    await goes(desk, '/admin/dashboard')
    await desk.getByText('Erro ao carregar estatísticas').waitFor()
    expect(await desk.getByRole('region', { name: 'Nível 1 completo' }).innerText()).toContain('–')
    await desk.getByText('Erro ao carregar o que espera por você').waitFor()
    await desk.unroute('**/api/admin/tasks')
    await desk.unroute('**/level-stats/*')
    await desk
      .getByRole('region', { name: 'O que espera por você' })
      .getByRole('button', { name: 'Tentar novamente' })
      .click()
    await waits('Ver cadastros')
    await desk.getByRole('button', { name: 'Tentar novamente' }).click()
    await desk.getByRole('article', { name: 'Nível 3' }).waitFor()
  })

  test('on a phone, light and dark, axe finds nothing and nothing runs over the edge', async () => {
    const phone = await sitDown(browser, server.url, { viewport: PHONE, now: '2026-12-12T12:00:00.000Z' })
    await logsIn(phone, ADMINISTRATOR)
    // As the scrubber answers when a counter was not kept up (server/scrubber/scrubber.test.ts).
    const difference = { circle: 'Ciranda', check: 'counters', where: 'CONFIRMED: kept 3 of 30000, counted 2 of 20000' }
    await phone.route('**/api/admin/scrub', (route) =>
      route.fulfill({ json: { checked_at: '2026-12-12T06:30:00.000Z', differences: [difference] } }),
    )
    await goes(phone, '/admin/dashboard')
    await phone.getByRole('region', { name: 'Atividade Recente' }).getByRole('listitem').first().waitFor()
    await phone
      .getByRole('alert')
      .getByText(/^Um contador não é o que se conta \(Ciranda\): CONFIRMED/)
      .waitFor()
    await phone.waitForFunction(() => !document.querySelector('[class*=Skeleton]'))
    expect(await faultsInEachLook(phone)).toEqual([])
    await phone.owner.close()
  })
})

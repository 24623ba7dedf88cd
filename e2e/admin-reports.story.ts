import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsInEachLook, faultsOf } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, goes, openBrowser, sitDown, withoutEvents } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf } from '#e2e/helpers/calls.ts'
import type { Calls } from '#e2e/helpers/calls.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

type Made = {
  readonly id: string
  readonly donationId: string
  readonly by: { readonly id: string; readonly name: string; readonly token: string }
}

describe('an administrator decides what members report', () => {
  let server: Server
  let browser: Browser
  let desk: Page
  let call: Calls
  let token: string
  /** Unpaid donations, each reported by its donor; and the one of the demonstration, which has a receipt. */
  const made: Made[] = []
  let first: Made

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'demo' }), openBrowser()])
    call = callsOf(server)
    token = await administratorToken(call)
    desk = await sitDown(browser, server.url, { viewport: DESK })
    await logsIn(desk, ADMINISTRATOR)
    const [seeded] = (await call('GET /admin/donations/reports', token)).data
    const whole = await call('GET /admin/donations/reports/{id}', token, { params: { id: seeded!.id } })
    first = {
      id: whole.id,
      donationId: whole.donationId,
      by: { ...(await logs(whole.donation.receiver!.email!)), id: whole.reporterId!, name: whole.reporter.name },
    }
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const logs = async (email: string) => ({
    token: (await call('POST /auth/login', null, { body: { email, password: DEMONSTRATION_PASSWORD } })).access_token,
  })
  const goTo = async (address = '') => {
    await goes(desk, `/admin/reports${address}`)
    await desk.getByRole('heading', { name: 'Reports de Doações' }).waitFor()
    await desk
      .getByRole('table')
      .or(desk.getByRole('article'))
      .or(desk.getByText('Nenhum report encontrado'))
      .first()
      .waitFor()
  }
  const rows = () => desk.getByRole('table', { name: 'Reports' }).getByRole('row')
  const cards = async () =>
    (await desk.getByLabel('Resumo dos reports').locator('.stat-card').allInnerTexts()).map((text) =>
      text.split('\n').filter(Boolean).join(': '),
    )
  const dialog = (name: string) => desk.getByRole('dialog', { name })
  const search = () => new URL(desk.url()).searchParams
  const details = (id: string) => call('GET /admin/donations/reports/{id}', token, { params: { id } })
  const fillsDecision = async (message: string, notes: string) => {
    await dialog('Resolver Report').getByLabel('Mensagem para o usuário').fill(message)
    await dialog('Resolver Report').getByLabel('Notas administrativas').fill(notes)
  }

  test('a single report shows as a card, with five cards above it', async () => {
    await goTo()
    const card = desk.getByRole('article', { name: `Report de ${first.by.name}` })
    for (const text of ['O valor não apareceu no meu extrato.', 'R$', 'Pendente', first.id])
      expect(await card.innerText()).toContain(text)
    expect(await rows().count()).toBe(0)
    await expect
      .poll(cards)
      .toEqual(['Total de reports: 1', 'Pendentes: 1', 'Investigando: 0', 'Resolvidos: 0', 'Dispensados: 0'])
  })

  test('a new report appears by itself, and several are a table with its columns', async () => {
    const unpaid = (await call('GET /admin/donations/list', token, { query: { status: 'PENDING_PAYMENT' } })).data
    expect(unpaid.length).toBeGreaterThan(2)
    await goTo()
    for (const [index, donation] of unpaid.slice(0, 3).entries()) {
      const donor = await logs(donation.donor.email!)
      const { id } = await call('POST /donations/{id}/report', donor.token, {
        params: { id: donation.id },
        body: { reason: `A chave não funciona (${index + 1})` },
      })
      made.push({ id, donationId: donation.id, by: { ...donor, id: donation.donorId, name: donation.donor.name } })
    }
    await expect.poll(() => rows().count()).toBe(5)
    expect(await desk.getByRole('columnheader').allInnerTexts()).toEqual([
      'ID',
      'Reportado por',
      'Doação',
      'Motivo',
      'Status',
      'Criado em',
      'Ações',
    ])
    const row = (
      await rows()
        .filter({ hasText: made[0]!.id.slice(-8) })
        .innerText()
    ).replaceAll('\n', ' ')
    for (const text of [made[0]!.by.name, 'A chave não funciona (1)', 'Pendente', '10/11/2026'])
      expect(row).toContain(text)
    await expect
      .poll(cards)
      .toEqual(['Total de reports: 4', 'Pendentes: 4', 'Investigando: 0', 'Resolvidos: 0', 'Dispensados: 0'])
  })

  test('days, first and last included, filter the list and the cards, and live in the address', async () => {
    await goTo()
    await desk.getByLabel('De', { exact: true }).fill('2026-11-10')
    await expect.poll(() => rows().count()).toBe(4)
    await desk.getByLabel('Até', { exact: true }).fill('2026-11-10')
    await expect
      .poll(cards)
      .toEqual(['Total de reports: 3', 'Pendentes: 3', 'Investigando: 0', 'Resolvidos: 0', 'Dispensados: 0'])
    expect([search().get('de'), search().get('ate')]).toEqual(['2026-11-10', '2026-11-10'])
    await desk.reload()
    await expect.poll(() => rows().count()).toBe(4)
    await desk.getByLabel('Até', { exact: true }).fill('2026-11-09')
    await desk.getByText('A data final vem antes da inicial').waitFor()
    await desk.getByText('Nenhum report encontrado').waitFor()
    await desk.getByRole('button', { name: 'Limpar datas' }).click()
    await expect.poll(() => rows().count()).toBe(5)
  })

  test('an ID is searched as a reporter’s, a donation’s or a report’s', async () => {
    for (const [by, id, parameter] of [
      ['ID de quem reportou', made[0]!.by.id, 'relator'],
      ['ID da doação', made[1]!.donationId, 'doacao'],
      ['ID do report', made[2]!.id, 'report'],
    ] as const) {
      await goTo()
      await desk.getByLabel('Buscar por').selectOption({ label: by })
      await desk.getByRole('textbox', { name: by }).fill(id)
      await desk.getByRole('button', { name: 'Buscar', exact: true }).click()
      await desk.getByRole('article').waitFor()
      expect([search().get('por'), search().get('busca')]).toEqual([parameter, id])
    }
    expect(await desk.getByRole('article').innerText()).toContain(made[2]!.id)
    expect(await desk.getByLabel('Buscar por').getByRole('option').allInnerTexts()).toEqual([
      'Todos',
      'ID de quem reportou',
      'ID da doação',
      'ID do report',
      'Nome da pessoa',
    ])
    // Found by its own ID, it is held to the other filters too.
    await desk.getByRole('button', { name: 'Resolvidos', exact: true }).click()
    await desk.getByText('Nenhum report encontrado').waitFor()
    await desk.getByRole('button', { name: 'Mostrar todos' }).click()
    await expect.poll(() => rows().count()).toBe(5)
    for (const por of ['relator', 'doacao', 'report']) {
      await goTo(`?por=${por}&busca=nada`)
      await desk.getByText('Nenhum report encontrado').waitFor()
    }
  })

  test('the details hold both sides, the receipt, every word and the donation’s history', async () => {
    await goTo()
    await rows()
      .filter({ hasText: first.id.slice(-8) })
      .getByRole('button', { name: /^Ver Detalhes/ })
      .click()
    await expect.poll(() => search().get('report')).toBe(first.id)
    const open = dialog('Detalhes do Report')
    await open.getByText('Motivo do Report').waitFor()
    const { donation } = await details(first.id)
    for (const [side, person] of [
      ['Doador', donation.donor],
      ['Receptor', donation.receiver!],
    ] as const) {
      const text = await open.getByRole('article', { name: side }).innerText()
      for (const part of [person.name, person.email!, `PIX: ${person.pixKey}`, 'WhatsApp']) expect(text).toContain(part)
      expect(text.includes('Fez o report')).toBe(person.id === first.by.id)
    }
    await open.getByAltText(`Comprovante enviado por ${donation.donor.name}`).waitFor()
    const words = await open.getByRole('region', { name: 'Mensagens' }).innerText()
    for (const part of [
      'O valor não apareceu no meu extrato.',
      'Olhei a conta ontem à noite e hoje cedo.',
      first.by.name,
    ])
      expect(words).toContain(part)
    const history = await open
      .getByRole('region', { name: 'Histórico da doação' })
      .getByRole('listitem')
      .allInnerTexts()
    expect(history.map((line) => line.split('\n')[0])).toEqual([
      expect.stringMatching(/^Doação criada, com prazo até \d\d\/12\/2026/),
      'Comprovante enviado',
      'Doação reportada',
    ])
    expect(history[1]).toContain(`por ${donation.donor.name}`)
    expect(await faultsOf(desk)).toEqual([])
  })

  test('a decision needs both texts, and says which is missing', async () => {
    await goTo(`?report=${first.id}`)
    await dialog('Detalhes do Report').getByRole('button', { name: 'Resolver Report' }).click()
    const form = dialog('Resolver Report')
    const submit = form.getByRole('button', { name: 'Confirmar resolução' })
    expect(await form.getByLabel('Tipo de resolução').inputValue()).toBe('RESOLVED')
    expect(await submit.isDisabled()).toBe(true)
    await form.getByLabel('Mensagem para o usuário').focus()
    await form.getByLabel('Notas administrativas').focus()
    await form.getByText('A mensagem de resolução é obrigatória').waitFor()
    await form.getByLabel('Mensagem para o usuário').fill('   ')
    await form.getByText('As notas administrativas são obrigatórias').waitFor()
    await form.getByLabel('Notas administrativas').fill('nota')
    expect(await submit.isDisabled()).toBe(true)
    // The evidence for the decision stands beside it.
    await form.getByRole('region', { name: 'Histórico da doação' }).waitFor()
    expect(await form.getByLabel('Tipo de resolução').getByRole('option').count()).toBe(4)
    expect(await form.getByLabel('O que acontece com a doação').getByRole('option').allInnerTexts()).toEqual([
      'Manter como está',
      'Confirmar o recebimento',
      'Cancelar a doação',
    ])
    await form.getByLabel('Tipo de resolução').selectOption('REJECTED')
    expect(await form.getByLabel('O que acontece com a doação').isDisabled()).toBe(true)
    expect(await faultsOf(desk)).toEqual([])
    await form.getByRole('button', { name: 'Cancelar' }).click()
    await dialog('Detalhes do Report').waitFor()
  })

  test('asking for more keeps the report open, and every word is kept', async () => {
    await goTo(`?report=${first.id}&acao=resolver`)
    const form = dialog('Resolver Report')
    await form.getByLabel('Tipo de resolução').selectOption('NEEDS_MORE_INFO')
    await fillsDecision('Mande a foto do seu extrato.', 'Liguei para os dois.')
    await form.getByRole('button', { name: 'Confirmar resolução' }).click()
    const open = dialog('Detalhes do Report')
    await open.getByText('Decisão registrada.').waitFor()
    await open.getByText('Investigando').first().waitFor()
    const words = await open.getByRole('region', { name: 'Mensagens' }).innerText()
    for (const part of ['Mande a foto do seu extrato.', 'Nota interna: Liguei para os dois.'])
      expect(words).toContain(part)
    const own = await call('GET /donations/reports/{id}', first.by.token, { params: { id: first.id } })
    expect(own).toMatchObject({
      report_resolved: false,
      report_resolution: 'NEEDS_MORE_INFO',
      report_resolution_message: 'Mande a foto do seu extrato.',
    })
    expect(JSON.stringify(own)).not.toContain('Liguei')
    await open.getByRole('button', { name: 'Resolver Report' }).waitFor()
  })

  test('resolved with the receipt confirmed, the donation counts, and the words before stay', async () => {
    await goTo(`?report=${first.id}&acao=resolver`)
    const form = dialog('Resolver Report')
    await form.getByLabel('O que acontece com a doação').selectOption('confirm')
    await form.getByText('A doação passa a Confirmada e conta para o nível de quem recebe.').waitFor()
    await fillsDecision('O valor entrou no dia 9.', 'Extrato conferido.')
    await form.getByRole('button', { name: 'Confirmar resolução' }).click()
    const open = dialog('Detalhes do Report')
    await open.getByText('Decisão registrada.').waitFor()
    await open.getByRole('button', { name: 'Resolver Report' }).waitFor({ state: 'detached' })
    const words = await open.getByRole('region', { name: 'Mensagens' }).innerText()
    for (const part of ['Mande a foto do seu extrato.', 'O valor entrou no dia 9.', 'recebimento confirmado'])
      expect(words).toContain(part)
    expect(await call('GET /admin/donations/{id}', token, { params: { id: first.donationId } })).toMatchObject({
      status: 'CONFIRMED',
      report_resolved: true,
    })
    await open.getByRole('link', { name: 'Ver a doação' }).click()
    await dialog('Detalhes da Doação').getByText('Confirmada').waitFor()
    await dialog('Detalhes da Doação').getByRole('link', { name: 'Ver o report' }).click()
    await desk
      .getByRole('article', { name: `Report de ${first.by.name}` })
      .getByText('Resolvido')
      .waitFor()
  })

  test('an unpaid donation cannot be confirmed; cancelled, what was owed is owed again', async () => {
    const { id, donationId, by } = made[0]!
    await goTo(`?report=${id}&acao=resolver`)
    const form = dialog('Resolver Report')
    await form.getByText('Nenhum comprovante foi enviado.').waitFor()
    expect(await form.getByLabel('O que acontece com a doação').getByRole('option').allInnerTexts()).toEqual([
      'Manter como está',
      'Cancelar a doação',
    ])
    await form.getByLabel('O que acontece com a doação').selectOption('cancel')
    await fillsDecision('Vamos combinar de novo.', 'A chave estava errada mesmo.')
    await form.getByRole('button', { name: 'Confirmar resolução' }).click()
    await dialog('Detalhes do Report').getByText('Decisão registrada.').waitFor()
    expect(await call('GET /admin/donations/{id}', token, { params: { id: donationId } })).toMatchObject({
      status: 'CANCELLED',
    })
    const owed = await call('GET /donations/to-send', by.token)
    expect(owed.length).toBeGreaterThan(0)
    expect(owed.every((donation) => donation.id !== donationId)).toBe(true)
  })

  test('two administrators at once: the second reads that it was decided', async () => {
    const { id } = made[1]!
    // This screen hears of nothing: the other was quicker.
    const other = await sitDown(browser, server.url, { viewport: DESK })
    await withoutEvents(other)
    await logsIn(other, ADMINISTRATOR)
    await goes(other, `/admin/reports?report=${id}&acao=resolver`)
    const form = other.getByRole('dialog', { name: 'Resolver Report' })
    await form.getByLabel('Mensagem para o usuário').fill('x')
    await form.getByLabel('Notas administrativas').fill('y')
    await goTo(`?report=${id}&acao=resolver`)
    await fillsDecision('Não procede.', 'Conferido.')
    await dialog('Resolver Report').getByLabel('Tipo de resolução').selectOption('REJECTED')
    await dialog('Resolver Report').getByRole('button', { name: 'Confirmar resolução' }).click()
    await dialog('Detalhes do Report').getByText('Dispensado').first().waitFor()
    await form.getByRole('button', { name: 'Confirmar resolução' }).click()
    await other
      .getByRole('alert')
      .getByText(/Erro ao resolver report: Este report já foi encerrado\.|Este report já foi decidido\./)
      .first()
      .waitFor()
    await other.owner.close()
    expect(await details(id)).toMatchObject({
      status: 'DISMISSED',
      report_resolution_message: 'Não procede.',
      donation: { status: 'PENDING_PAYMENT' },
    })
  })

  test('a refusal of the server is said, and nothing typed is lost', async () => {
    await goTo(`?report=${made[2]!.id}&acao=resolver`)
    await fillsDecision('Mensagem que fica', 'Nota que fica')
    await desk.route('**/resolve', (route) => route.abort())
    await dialog('Resolver Report').getByRole('button', { name: 'Confirmar resolução' }).click()
    await dialog('Resolver Report')
      .getByRole('alert')
      .getByText('Erro ao resolver report: Sem conexão com o servidor.')
      .waitFor()
    expect(await dialog('Resolver Report').getByLabel('Mensagem para o usuário').inputValue()).toBe('Mensagem que fica')
    await desk.unroute('**/resolve')
  })

  test('each status is one filter, and the cards count them', async () => {
    await goTo()
    await expect
      .poll(cards)
      .toEqual(['Total de reports: 4', 'Pendentes: 1', 'Investigando: 0', 'Resolvidos: 2', 'Dispensados: 1'])
    for (const [name, count] of [
      ['Pendentes', 1],
      ['Investigando', 0],
      ['Resolvidos', 2],
      ['Dispensados', 1],
    ] as const) {
      await desk.getByRole('button', { name, exact: true }).click()
      if (count === 0) await desk.getByText('Nenhum report corresponde aos filtros escolhidos.').waitFor()
      else if (count === 1) await desk.getByRole('article').waitFor()
      else await expect.poll(() => rows().count()).toBe(count + 1)
    }
    expect(search().get('filtro')).toBe('dispensados')
    await desk.getByRole('button', { name: 'Todos', exact: true }).click()
    await expect.poll(() => rows().count()).toBe(5)
  })

  test('a list or a report that cannot be read says so and is tried again', async () => {
    await desk.route('**/api/admin/donations/reports?*', (route) => route.abort())
    await withoutEvents(desk)
    await goes(desk, '/admin/reports?de=2026-01-01')
    await desk.getByRole('alert').getByText('Erro ao carregar reports').waitFor()
    await desk.unroute('**/api/admin/donations/reports?*')
    await desk.getByRole('button', { name: 'Tentar novamente' }).click()
    await rows().first().waitFor()
    await goTo('?report=01234567-89ab-7def-8123-456789abcdef')
    await dialog('Detalhes do Report').getByRole('alert').getByText('Erro ao carregar detalhes do report').waitFor()
  })

  test('on a phone nothing runs over the edge, light or dark, list, details and decision', async () => {
    const phone = await sitDown(browser, server.url, { viewport: PHONE })
    await logsIn(phone, ADMINISTRATOR)
    for (const [address, ready] of [
      ['', 'Resumo dos reports'],
      [`?report=${first.id}`, 'Histórico da doação'],
      [`?report=${made[2]!.id}&acao=resolver`, 'Histórico da doação'],
    ] as const) {
      await goes(phone, `/admin/reports${address}`)
      await phone.getByLabel(ready).waitFor()
      await phone.getByRole('row').nth(1).waitFor({ state: 'attached' })
      expect([address, await faultsInEachLook(phone)]).toEqual([address, []])
    }
    await phone.owner.close()
  })
})

import { readFile } from 'node:fs/promises'
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

const money = (amount: number) => new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(amount)

describe('an administrator looks through the circle’s donations', () => {
  let server: Server
  let browser: Browser
  let desk: Page
  let call: Calls
  let token: string

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'demo' }), openBrowser()])
    call = callsOf(server)
    token = await administratorToken(call)
    desk = await sitDown(browser, server.url, { viewport: DESK })
    await logsIn(desk, ADMINISTRATOR)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const goTo = async (address: string) => {
    await goes(desk, `/admin/donations${address}`)
    await desk.getByRole('heading', { name: 'Doações do Sistema' }).waitFor()
    await desk
      .getByRole('row')
      .nth(1)
      .or(desk.getByText(/^Nenhum/))
      .first()
      .waitFor()
  }
  const rows = () => desk.getByRole('table', { name: 'Doações' }).getByRole('row')
  const listed = async (query: object) =>
    call('GET /admin/donations/list', token, { query: { limit: '100', ...query } })
  const search = () => new URL(desk.url()).searchParams

  test('five cards sum the whole circle up', async () => {
    const stats = await call('GET /admin/donations/stats', token)
    await goTo('')
    const cards = desk.getByLabel('Resumo das doações').locator('.stat-card')
    await cards.filter({ hasText: 'Valor total' }).getByText(money(stats.totalAmount)).waitFor()
    const texts = (await cards.allInnerTexts()).map((text) => text.split('\n').filter(Boolean))
    expect(texts).toEqual([
      ['Valor total', money(stats.totalAmount)],
      ['Total de doações', String(stats.totalDonations)],
      ['Pendentes', String(stats.pendingPayment + stats.pendingConfirmation)],
      ['Concluídas', String(stats.confirmed)],
      ['Expiradas', String(stats.expired + stats.cancelled)],
    ])
    expect(stats.totalDonations).toBeGreaterThan(30)
  })

  test('the table has its columns, newest first', async () => {
    await goTo('')
    expect(await desk.getByRole('columnheader').allInnerTexts()).toEqual([
      'ID',
      'Tipo',
      'De → Para',
      'Valor',
      'Status',
      'Criada em',
      'Prazo',
      'Ações',
    ])
    const [first] = (await listed({})).data
    const row = rows().nth(1)
    expect(await row.innerText()).toContain(`${first!.donor.name} → ${first!.receiver!.name}`)
    for (const text of [
      first!.id.slice(-8),
      `PIX: ${first!.donor.pixKey}`,
      'Contribuição mensal',
      money(first!.amount),
      'Aguardando Pagamento',
    ])
      expect((await row.innerText()).replaceAll('\n', ' ')).toContain(text)
  })

  test('pages of 10, 20, 50 and 100 are walked to both ends, and live in the address', async () => {
    const total = (await listed({})).pagination.totalItems
    const last = Math.ceil(total / 10)
    await goTo('')
    const pages = desk.getByRole('navigation', { name: 'Páginas de doações' })
    const to = (name: string) => pages.getByRole('button', { name })
    await pages.getByText(`Mostrando 1 a 10 de ${total} resultados`).waitFor()
    await pages.getByText(`Página 1 de ${last}`).waitFor()
    expect([
      await to('Primeira página').isDisabled(),
      await to('Página anterior').isDisabled(),
      await to('Próxima página').isDisabled(),
    ]).toEqual([true, true, false])
    await to('Próxima página').click()
    await pages.getByText(`Mostrando 11 a 20 de ${total} resultados`).waitFor()
    expect(search().get('pagina')).toBe('2')
    await to('Última página').click()
    await pages.getByText(`Mostrando ${(last - 1) * 10 + 1} a ${total} de ${total} resultados`).waitFor()
    expect([await to('Próxima página').isDisabled(), await to('Última página').isDisabled()]).toEqual([true, true])
    await desk.reload()
    await pages.getByText(`Página ${last} de ${last}`).waitFor()
    await desk.goBack()
    await pages.getByText(`Página 2 de ${last}`).waitFor()
    const sizes = pages.getByLabel('Resultados por página')
    expect(await sizes.getByRole('option').allInnerTexts()).toEqual([
      '10 por página',
      '20 por página',
      '50 por página',
      '100 por página',
    ])
    await sizes.selectOption('20')
    await pages.getByText(`Mostrando 1 a 20 de ${total} resultados`).waitFor()
    await pages.getByText('Página 1 de 2').waitFor()
    await sizes.selectOption('100')
    await pages.getByText(`Mostrando 1 a ${total} de ${total} resultados`).waitFor()
    await to('Próxima página').waitFor({ state: 'detached' })
    await expect.poll(() => rows().count()).toBe(total + 1)
  })

  test('an address that no screen wrote is read as far as it makes sense', async () => {
    const last = Math.ceil((await listed({})).pagination.totalItems / 10)
    await goTo('?filtro=tudo&por=nada&busca=x&tamanho=7&pagina=999')
    await desk.getByText(`Página ${last} de ${last}`).waitFor()
    expect(await desk.getByRole('button', { name: 'Todas', exact: true }).getAttribute('aria-pressed')).toBe('true')
  })

  test.each([
    ['Pendentes', 'pendentes', 'PENDING_PAYMENT,PENDING_CONFIRMATION'],
    ['Concluídas', 'concluidas', 'CONFIRMED'],
    ['Expiradas', 'expiradas', 'EXPIRED,CANCELLED'],
  ])('%s leaves what has that status, at the first page', async (name, filter, status) => {
    const { pagination } = await listed({ status })
    await goTo('?pagina=2')
    await desk.getByRole('button', { name, exact: true }).click()
    await desk.waitForURL(`**/admin/donations?filtro=${filter}`)
    const shown = Math.min(pagination.totalItems, 10)
    await expect.poll(() => rows().count()).toBe(shown + 1)
    await desk.reload()
    await expect.poll(() => rows().count()).toBe(shown + 1)
    expect(await desk.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')).toBe('true')
  })

  test('an ID is searched as a donor’s, a receiver’s or a donation’s, together with the status', async () => {
    const [one] = (await listed({ status: 'CONFIRMED' })).data
    for (const [by, id, query] of [
      ['ID do doador', one!.donorId, { donorId: one!.donorId }],
      ['ID do receptor', one!.receiverId!, { receiverId: one!.receiverId! }],
      ['ID da doação', one!.id, { id: one!.id }],
    ] as const) {
      await goTo('?filtro=concluidas')
      await desk.getByLabel('Buscar por').selectOption({ label: by })
      await desk.getByRole('textbox', { name: by }).fill(` ${id} `)
      await desk.getByRole('button', { name: 'Buscar', exact: true }).click()
      await expect.poll(() => search().get('busca')).toBe(id)
      const { totalItems } = (await listed({ ...query, status: 'CONFIRMED' })).pagination
      await expect.poll(() => rows().count()).toBe(Math.min(totalItems, 10) + 1)
    }
    expect(await desk.getByLabel('Buscar por').getByRole('option').allInnerTexts()).toEqual([
      'Todos',
      'ID do doador',
      'ID do receptor',
      'ID da doação',
      'Nome da pessoa',
    ])
    await desk.getByLabel('Buscar por').selectOption({ label: 'Todos' })
    await expect.poll(() => desk.url().includes('busca')).toBe(false)
  })

  test('nothing found says so, and how to see everything again', async () => {
    await goTo('?por=doador&busca=01234567-89ab-7def-8123-456789abcdef&filtro=pendentes')
    await desk.getByRole('heading', { name: 'Nenhum resultado encontrado' }).waitFor()
    await desk.getByRole('button', { name: 'Mostrar todas' }).click()
    await desk.getByRole('button', { name: 'Todas', exact: true, pressed: true }).waitFor()
    await desk.getByRole('heading', { name: 'Nenhum resultado encontrado' }).waitFor()
    await desk.getByRole('main').getByRole('button', { name: 'Limpar busca' }).last().click()
    await expect.poll(() => rows().count()).toBe(11)
  })

  test('a circle without donations says so, with and without a filter', async () => {
    const empty = await startServer()
    const other = await sitDown(browser, empty.url, { viewport: PHONE })
    await logsIn(other, ADMINISTRATOR)
    await goes(other, '/admin/donations')
    await other.getByRole('heading', { name: 'Nenhuma doação encontrada' }).waitFor()
    expect(await other.getByRole('button', { name: 'Mostrar todas' }).count()).toBe(0)
    await other.getByRole('button', { name: 'Concluídas', exact: true }).click()
    await other.getByRole('button', { name: 'Mostrar todas' }).click()
    await other.getByRole('button', { name: 'Todas', exact: true, pressed: true }).waitFor()
    await other.owner.close()
    await empty.stop()
  })

  test('the details tell everything of a donation, open from the address, and lead to its donor’s others', async () => {
    const [one] = (await listed({ status: 'CONFIRMED' })).data
    await goTo(`?doacao=${one!.id}`)
    const dialog = desk.getByRole('dialog', { name: 'Detalhes da Doação' })
    await dialog.getByText(one!.id).waitFor()
    const text = (await dialog.innerText()).replaceAll('\n', ' ')
    for (const part of [
      'Confirmada',
      'Contribuição mensal',
      money(one!.amount),
      one!.donor.name,
      one!.receiver!.name,
      `PIX: ${one!.donor.pixKey}`,
      `PIX: ${one!.receiver!.pixKey}`,
      'Criada em',
      'Prazo',
      'Concluída em',
    ])
      expect(text).toContain(part)
    expect(await faultsOf(desk)).toEqual([])
    await dialog.getByRole('button', { name: 'Ver comprovante' }).click()
    await dialog.getByAltText(`Comprovante enviado por ${one!.donor.name}`).waitFor()
    await dialog.getByRole('button', { name: 'Ver doações que fez' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect([search().get('por'), search().get('busca')]).toEqual(['doador', one!.donorId])
    await desk.goBack()
    await dialog.waitFor()
    await desk.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await goTo('')
    await rows()
      .nth(2)
      .getByRole('button', { name: /^Ver Detalhes/ })
      .click()
    await dialog.getByText((await listed({})).data[1]!.id).waitFor()
    await dialog.getByRole('button', { name: 'Fechar' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('details of a donation that cannot be read close, and say why', async () => {
    await goTo('?doacao=01234567-89ab-7def-8123-456789abcdef')
    await desk.getByRole('alert').getByText('Erro ao carregar detalhes da doação').waitFor()
    await desk.getByRole('dialog').waitFor({ state: 'detached' })
    expect(desk.url()).not.toContain('doacao=')
  })

  test('what is filtered is exported whole, for a Brazilian spreadsheet', async () => {
    const { data } = await listed({ status: 'CONFIRMED' })
    expect(data.length).toBeGreaterThan(10)
    await call('PATCH /users/{id}', token, {
      params: { id: data[0]!.donorId },
      body: { firstName: 'Maria-José', lastName: 'Soma' },
    })
    await goTo('?filtro=concluidas&pagina=2')
    const [file] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: 'Exportar CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('doacoes-2026-11-10.csv')
    const bytes = await readFile(await file.path())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [head, ...lines] = bytes.toString('utf8').slice(1).trimEnd().split('\r\n')
    expect(head!.startsWith('ID;Tipo;Status;Valor (R$);Doador;Chave PIX do doador;')).toBe(true)
    expect(lines.map((line) => line.split(';')[0])).toEqual(data.map(({ id }) => id))
    for (const line of lines)
      expect(line.split(';').slice(2, 4)).toEqual(['Confirmada', expect.stringMatching(/^\d+,\d\d$/)])
    expect(lines.find((line) => line.startsWith(data[0]!.id))).toContain(`;Maria-José Soma;`)
  })

  test('an export that fails says so, and no file is kept', async () => {
    await goTo('')
    await desk.route('**/api/admin/donations/export*', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: '{"statusCode":503,"message":"O sistema está indisponível no momento. Tente de novo em instantes.","code":"server.unavailable"}',
      }),
    )
    await desk.getByRole('button', { name: 'Exportar CSV' }).click()
    await desk.getByRole('alert').getByText('O sistema está indisponível no momento.').waitFor()
    await desk.unroute('**/api/admin/donations/export*')
  })

  test('a list that cannot be read says so and is tried again', async () => {
    await withoutEvents(desk)
    await desk.route('**/api/admin/donations/list*', (route) => route.abort())
    await goes(desk, '/admin/donations?pagina=3&tamanho=10')
    await desk.getByRole('alert').getByText('Sem conexão com o servidor.').waitFor()
    await desk.unroute('**/api/admin/donations/list*')
    await desk.getByRole('button', { name: 'Tentar novamente' }).click()
    await desk.getByText(/^Página 3 de/).waitFor()
    // The cards failing alone hides nothing else.
    await desk.route('**/api/admin/donations/stats*', (route) => route.abort())
    await goTo('')
    expect(await rows().count()).toBe(11)
    await desk.unroute('**/api/admin/donations/stats*')
    await desk.unroute('**/api/events')
  })

  test('what somebody else does appears by itself', async () => {
    await goTo('?filtro=pendentes')
    const open = (await listed({ status: 'PENDING_CONFIRMATION' })).data.find(({ is_reported }) => !is_reported)!
    const row = rows().filter({ hasText: open.id.slice(-8) })
    await row.waitFor()
    const receiver = await call('POST /auth/login', null, {
      body: { email: open.receiver!.email!, password: DEMONSTRATION_PASSWORD },
    })
    await call('PATCH /donations/{id}/confirm', receiver.access_token, { params: { id: open.id } })
    await row.waitFor({ state: 'detached' })
  })

  test('what the administrative account receives is confirmed in the details, once the statement was looked at; the server decides', async () => {
    // The demonstration has no such donation: this screen is told that one is, and the real server refuses.
    const { id } = (await listed({ status: 'PENDING_CONFIRMATION' })).data[0]!
    const open = await call('GET /admin/donations/{id}', token, { params: { id } })
    await desk.route(`**/api/admin/donations/${open.id}`, (route) =>
      route.fulfill({ json: { ...open, allowed: ['view_receipt', 'confirm'] } }),
    )
    await goTo(`?doacao=${open.id}`)
    const dialog = desk.getByRole('dialog', { name: 'Detalhes da Doação' })
    const confirm = dialog.getByRole('button', { name: 'Confirmar recebimento' })
    await confirm.waitFor()
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByLabel('Conferi no extrato do banco da conta administrativa').check()
    await confirm.click()
    await dialog.getByRole('alert').getByText('Só quem recebe pode confirmar ou recusar esta doação.').waitFor()
    await desk.unroute(`**/api/admin/donations/${open.id}`)
    expect(await call('GET /admin/donations/{id}', token, { params: { id: open.id } })).toMatchObject({
      status: 'PENDING_CONFIRMATION',
    })
  })

  test('on a phone each donation is a card, and nothing runs over the edge, light or dark', async () => {
    const phone = await sitDown(browser, server.url, { viewport: PHONE })
    await logsIn(phone, ADMINISTRATOR)
    for (const address of ['', '?por=doador&busca=nada', `?doacao=${(await listed({})).data[0]!.id}`]) {
      await goes(phone, `/admin/donations${address}`)
      await phone
        .getByRole('row')
        .nth(1)
        .or(phone.getByText(/^Nenhum/))
        .first()
        .waitFor()
      if (address.includes('doacao=')) await phone.getByRole('dialog').getByText('Criada em').waitFor()
      expect([address, await faultsInEachLook(phone)]).toEqual([address, []])
    }
    await phone.owner.close()
  })
})

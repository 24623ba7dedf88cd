import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, joins } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { scanned } from '#e2e/helpers/codes.ts'
import { manyJoin, nameOf, typedBy } from '#e2e/helpers/many.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const PEOPLE = 61

describe('an administrator finds and approves the people of the circle', () => {
  let server: Server
  let browser: Browser
  let desk: Page
  let phone: Page
  let call: Calls
  let admin: string
  let people: readonly Joined[]
  const person = (n: number) => desk.getByRole('article', { name: nameOf(n), exact: true })
  const approves = (n: number) => call('PATCH /users/{id}/approve', admin, { params: { id: people[n]!.id } })

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
    desk = await sitDown(browser, server.url, { viewport: DESK })
    call = callsOf(server)
    admin = await administratorToken(call)
    people = await manyJoin(call, PEOPLE)
    await logsIn(desk, ADMINISTRATOR)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('everybody is listed ten a page, with a window of five numbers, and the page stands in the address', async () => {
    await goes(desk, '/admin/users')
    const paging = desk.getByRole('navigation', { name: 'Páginas' })
    const numbers = () => paging.getByRole('button', { name: /^Página \d+$/ }).allInnerTexts()
    await paging.getByText('Mostrando 1 a 10 de 62 usuários').waitFor()
    await paging.getByText('Página 1 de 7').waitFor()
    expect(await desk.getByRole('article').count()).toBe(10)
    expect(await numbers()).toEqual(['1', '2', '3', '4', '5'])
    expect(await paging.getByRole('button', { name: 'Página anterior' }).isDisabled()).toBe(true)
    await paging.getByRole('button', { name: 'Página 5', exact: true }).click()
    await paging.getByText('Mostrando 41 a 50 de 62 usuários').waitFor()
    expect(await numbers()).toEqual(['3', '4', '5', '6', '7'])
    await desk.reload()
    await paging.getByText('Página 5 de 7').waitFor()
    await paging.getByRole('button', { name: 'Última página' }).click()
    await paging.getByText('Mostrando 61 a 62 de 62 usuários').waitFor()
    expect(await paging.getByRole('button', { name: 'Próxima página' }).isDisabled()).toBe(true)
    await desk.goBack()
    await paging.getByText('Página 5 de 7').waitFor()
    await goes(desk, '/admin/users?pagina=99')
    await paging.getByText('Página 7 de 7').waitFor()
  })

  test('many people stand in one table of chosen columns, walked with the keys alone, and the choice is kept', async () => {
    await goes(desk, '/admin/users')
    await desk.getByRole('group', { name: 'Como mostrar' }).getByRole('button', { name: 'Tabela' }).click()
    const table = desk.getByRole('table', { name: 'Usuários' })
    const headers = () => table.getByRole('columnheader').allInnerTexts()
    const opens = table.getByRole('button', { name: /^Ver Perfil: / })
    await expect.poll(() => opens.count()).toBe(62)
    expect(await headers()).toEqual(['Seleção', 'Nome', 'Situação', 'E-mail', 'Telefone', 'Nível', 'Ações'])
    await desk.getByText('Colunas', { exact: true }).click()
    const columns = desk.getByRole('group', { name: 'Colunas da tabela' })
    await columns.getByLabel('CPF').check()
    await columns.getByLabel('Nível').uncheck()
    expect(await headers()).toEqual(['Seleção', 'Nome', 'Situação', 'E-mail', 'Telefone', 'CPF', 'Ações'])
    await opens.first().focus()
    const third = await opens.nth(2).getAttribute('aria-label')
    for (const key of ['ArrowDown', 'End', 'ArrowDown', 'Home', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'Enter'])
      await desk.keyboard.press(key)
    const profile = desk.getByRole('dialog', { name: 'Perfil do Usuário' })
    await profile.getByRole('heading', { name: third!.replace('Ver Perfil: ', '') }).waitFor()
    await desk.keyboard.press('Escape')
    await profile.waitFor({ state: 'detached' })
    await desk.reload()
    await expect.poll(headers).toContain('CPF')
    await desk.getByRole('button', { name: 'Cartões' }).click()
    await desk.getByRole('article').first().waitFor()
  })

  test('a search finds by name, e-mail or phone, stands in the address, and goes by its button or its chip', async () => {
    await goes(desk, '/admin/users?pagina=3')
    const search = desk.getByLabel('Buscar por nome, e-mail ou telefone')
    await search.pressSequentially(nameOf(7).toLowerCase())
    await desk.getByText('Mostrando 1 a 1 de 1 usuários').waitFor()
    await person(7).waitFor()
    await expect.poll(() => new URL(desk.url()).searchParams.get('busca')).toBe(nameOf(7).toLowerCase())
    await desk.reload()
    await person(7).waitFor()
    expect(await search.inputValue()).toBe(nameOf(7).toLowerCase())
    await desk.getByRole('button', { name: `Remover a busca ${nameOf(7).toLowerCase()}` }).click()
    await desk.getByText('Mostrando 1 a 10 de 62 usuários').waitFor()
    await expect.poll(() => search.inputValue()).toBe('')
    await search.fill('(11) 90000-0031')
    await person(31).waitFor()
    await search.fill(typedBy(12).email)
    await person(12).waitFor()
    await desk.getByRole('button', { name: 'Apagar a busca' }).click()
    await search.fill('não há ninguém assim')
    await desk.getByText('Nenhum usuário encontrado').waitFor()
    await desk.getByRole('button', { name: 'Limpar busca' }).click()
    await desk.getByText('Mostrando 1 a 10 de 62 usuários').waitFor()
  })

  test('the filter leaves those who are neither administrators nor approved', async () => {
    await goes(desk, '/admin/users')
    await desk.getByRole('button', { name: 'Não Verificados' }).click()
    await desk.getByText(`Mostrando 1 a 10 de ${PEOPLE} usuários`).waitFor()
    await expect.poll(() => new URL(desk.url()).searchParams.get('filtro')).toBe('nao-verificados')
    await desk.getByRole('button', { name: 'Mostrar Todos' }).click()
    await desk.getByText('de 62 usuários').waitFor()
    await goes(desk, '/admin/users?busca=admin@')
    const own = desk.getByRole('article').first()
    await own.getByText('Admin (Verificado)').waitFor()
    expect(await own.getByRole('button', { name: 'Verificar' }).count()).toBe(0)
    expect(await own.getByRole('link', { name: /WhatsApp/ }).count()).toBe(0)
  })

  test('a card says who somebody is, and a profile everything', async () => {
    await goes(desk, `/admin/users?busca=${encodeURIComponent(nameOf(3))}`)
    const text = await person(3).innerText()
    for (const said of [
      'PS',
      typedBy(3).email,
      '(11) 90000-0003',
      'Cadastrado em 10/11/2026',
      'Não aprovado pelo admin',
    ])
      expect(text).toContain(said)
    expect(text).toMatch(/usuário/i)
    expect(text).toMatch(/pendente/i)
    const link = new URL(
      (await person(3)
        .getByRole('link', { name: `WhatsApp de ${nameOf(3)}` })
        .getAttribute('href'))!,
    )
    expect(`${link.origin}${link.pathname}`).toBe('https://wa.me/5511900000003')
    expect(link.searchParams.get('text')).toBeTruthy()
    await person(3).getByRole('button', { name: 'Ver Perfil' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Perfil do Usuário' })
    const picture = dialog.getByRole('img', { name: 'QR Code PIX' })
    await picture.scrollIntoViewIfNeeded()
    expect(await picture.boundingBox()).toMatchObject({ width: 200, height: 200 })
    expect(await scanned(picture)).toBe(typedBy(3).pixCopyPaste)
    const whole = await dialog.innerText()
    for (const said of [
      typedBy(3).pixCopyPaste,
      typedBy(3).email,
      'Praça da Sé, Sé, São Paulo - SP',
      '01001-000',
      'Não informado',
    ])
      expect(whole).toContain(said)
    await desk.goBack()
    await dialog.waitFor({ state: 'detached' })
    await person(3).waitFor()
  })

  test('approval asks first, says that it works, and tells why when it does not', async () => {
    const dialog = desk.getByRole('dialog', { name: 'Confirmar Aprovação' })
    await person(3).getByRole('button', { name: 'Verificar' }).click()
    await dialog.getByText(`Tem certeza de que deseja aprovar ${nameOf(3)}?`).waitFor()
    await dialog.getByText(/acesso completo ao sistema/).waitFor()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await person(3).getByText('Não aprovado pelo admin').waitFor()

    await person(3).getByRole('button', { name: 'Verificar' }).click()
    await desk.route('**/approve', (route) => route.fulfill({ status: 500, body: '' }))
    await dialog.getByRole('button', { name: 'Confirmar Aprovação' }).click()
    await dialog.getByRole('alert').getByText('Erro ao aprovar usuário').waitFor()
    await desk.unroute('**/approve')

    const held = Promise.withResolvers<void>()
    await desk.route('**/approve', async (route) => {
      await held.promise
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Confirmar Aprovação' }).click()
    await dialog.getByRole('button', { name: 'Aprovando...' }).waitFor()
    held.resolve()
    await dialog.waitFor({ state: 'detached' })
    await person(3).getByText('Aprovado pelo admin', { exact: true }).waitFor()
    expect(await person(3).getByRole('button', { name: 'Verificar' }).count()).toBe(0)
    await desk.unroute('**/approve')

    // Another administrator was quicker, and this screen does not know it yet.
    await desk.route('**/api/events', (route) => route.abort())
    await goes(desk, `/admin/users?busca=${encodeURIComponent(nameOf(4))}`)
    await person(4).getByRole('button', { name: 'Verificar' }).click()
    await approves(4)
    await dialog.getByRole('button', { name: 'Confirmar Aprovação' }).click()
    await dialog.getByRole('alert').getByText('Este usuário já foi aprovado.').waitFor()
    await desk.unroute('**/api/events')
  })

  test('on a phone, light and dark, axe finds nothing and nothing runs over the edge, dialogs and the longest name included', async () => {
    const names = {
      firstName: 'Maximiliana Guilhermina Bernardina Constantina da Conceição',
      lastName: 'Vasconcelos de Albuquerque Cavalcanti de Figueiredo e Mello',
    }
    await joins(call, { firstName: 'Maximiliana', lastName: 'Mello', number: 99 }, names)
    phone = await sitDown(browser, server.url, { viewport: PHONE })
    await logsIn(phone, ADMINISTRATOR)
    const faults: string[] = []
    for (const path of ['/admin/users', '/admin/users?busca=nada', '/admin/users?busca=Maximiliana']) {
      await goes(phone, path)
      await phone.getByRole('heading', { level: 1 }).waitFor()
      await phone.waitForFunction(() => !document.querySelector('[class*=Skeleton]'))
      faults.push(...(await faultsInEachLook(phone)).map((fault) => `${path} ${fault}`))
    }
    for (const [button, title] of [
      ['Ver Perfil', 'Perfil do Usuário'],
      ['Editar', 'Editar Usuário'],
      ['Verificar', 'Confirmar Aprovação'],
    ] as const) {
      await phone.getByRole('article').getByRole('button', { name: button }).click()
      const dialog = phone.getByRole('dialog', { name: title })
      await dialog.waitFor()
      await phone.clock.runFor(1_000)
      faults.push(...(await faultsInEachLook(phone)).map((fault) => `${title} ${fault}`))
      if (await dialog.evaluate((element) => element.scrollWidth > element.clientWidth))
        faults.push(`${title}: wider than its dialog`)
      await phone.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    expect(faults).toEqual([])
    // Put away: it would hear of each approval that follows.
    await phone.goto('/roda.svg')
  })

  test('somebody of a long order is put at a place by its number, with the keys alone, and it is said', async () => {
    for (let n = 40; n <= 60; n += 1) await approves(n)
    await goes(phone, '/admin/queue/draw')
    const order = phone.getByRole('list', { name: 'A ordem que vai ser proposta' }).getByRole('listitem')
    await phone.getByLabel('Quem').selectOption({ index: 18 })
    const name = (await order.nth(17).innerText()).split('\n')[0]!
    await phone.getByLabel('Em que lugar').fill('99')
    await shows(phone.getByText(/^De 1 a \d+\.$/))
    expect(await faultsInEachLook(phone, [DESK])).toEqual([])
    await phone.getByLabel('Em que lugar').fill('3')
    await phone.keyboard.press('Enter')
    await shows(phone.getByRole('status').getByText(`${name}: 3º de `))
    expect(await order.nth(2).innerText()).toContain(name)
    await phone.owner.close()
  })

  test('who organises a real roda and takes part in it approves with the signature of this device', async () => {
    const { id } = await call('GET /users/profile', admin)
    const own = { firstName: 'Cida', lastName: 'Ramos', cpf: '52998224725' }
    await call('PATCH /users/{id}', admin, { params: { id }, body: own })
    const operator = { name: 'Roda', document: '12.345.678/0001-95', contact: 'a@b.example' }
    const made = await call('POST /admin/circles', admin, {
      body: {
        name: 'Roda da Vila',
        mode: 'real',
        plan: planFormOf(presets.roda),
        operator: { ...operator, dataProtectionContact: 'a@b.example' },
        outcome_seen: true,
        people: 13,
        takes_part: true,
      },
    })
    for (const name of ['open', 'select'] as const)
      await call(`POST /admin/circles/{id}/${name}`, admin, { params: { id: made.id } })
    await joins(call, { firstName: 'Rosa', lastName: 'Andrade', number: 97 })
    const organiser = await sitDown(browser, server.url, { viewport: DESK })
    await logsIn(organiser, ADMINISTRATOR)
    await Promise.all([
      organiser.waitForResponse(
        (one) => one.url().endsWith('/api/me/device-keys') && one.request().method() === 'POST',
      ),
      organiser.goto('/home'),
    ])
    await goes(organiser, '/admin/users')
    await organiser.getByRole('article', { name: 'Rosa Andrade' }).getByRole('button', { name: 'Ver Perfil' }).click()
    await organiser.getByRole('dialog').getByRole('button', { name: 'Verificar' }).click()
    const receipt = organiser.waitForResponse((one) => one.url().includes('/api/me/acts/receipt'))
    await organiser.getByRole('dialog').getByRole('button', { name: 'Confirmar Aprovação' }).click()
    expect((await receipt).ok()).toBe(true)
    const { access_token: token } = await call('POST /auth/login', null, { body: ADMINISTRATOR })
    const { data } = await call('GET /ledger', token)
    expect(data.filter(({ payload }) => 'signature' in payload).map(({ kind }) => kind)).toEqual(['command'])
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#e2e/helpers/axe.ts'
import { DESK, openBrowser, PHONE, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { logsIn, PASSWORD } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { registrationOf } from '#server/seed/people.ts'
import { codePicture, receiptPicture } from '#server/seed/receipt-picture.ts'

const PEOPLE = 61

describe('an administrator looks after the people of the circle', () => {
  let server: Server
  let browser: Browser
  let desk: Page
  let admin: string
  const tokens = new Map<number, { id: string; token: string }>()

  const who = (n: number) => registrationOf({ firstName: `Pessoa${letters(n)}`, lastName: 'Silveira', number: n })
  const nameOf = (n: number) => `${who(n).firstName} Silveira`
  const person = (n: number) => desk.getByRole('article', { name: nameOf(n), exact: true })
  const call = async (method: string, path: string, token: string | null, body?: object) => {
    const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body ? { 'content-type': 'application/json' } : {}) }
    const answer = await fetch(`${server.url}/api${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, never> & { access_token: string; user: { id: string } }
  }
  const joins = async (n: number) => {
    const typed = who(n)
    const answer = await call('POST', '/auth/register', null, { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password: PASSWORD })
    tokens.set(n, { id: answer.user.id, token: answer.access_token })
  }
  const approves = (n: number) => call('PATCH', `/users/${tokens.get(n)!.id}/approve`, admin)
  const places = (n: number, position: number) => call('POST', '/queue', admin, { position, donation_number: 1, user_id: tokens.get(n)!.id, is_receiver: false, passed_user_ids: [] })
  const waits = (text: string) => desk.getByRole('region', { name: 'O que espera por você' }).getByText(text, { exact: true }).waitFor()

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
    desk = await sitDown(browser, server.url, { viewport: DESK })
    admin = (await call('POST', '/auth/login', null, ADMINISTRATOR)).access_token
    await logsIn(desk, ADMINISTRATOR)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('a fresh circle has nobody, no activity, and a hundred free places', async () => {
    await desk.goto('/admin/dashboard')
    await desk.getByText('Nenhuma atividade recente').waitFor()
    expect(await desk.getByRole('region', { name: 'Total de Usuários' }).innerText()).toMatch(/\b0\b/)
    await desk.getByRole('region', { name: 'O que espera por você' }).getByRole('heading', { name: '100 vagas livres na fila' }).waitFor()
    await desk.getByText('Ninguém espera por um lugar').waitFor()
    for (const level of [1, 2, 3]) {
      await desk.getByRole('region', { name: `Nível ${level} completo` }).getByText('de 0 usuários').waitFor()
      await desk.getByRole('article', { name: `Nível ${level}` }).getByText('Valor recebido').waitFor()
    }
    await desk.goto('/admin/users?busca=ningu%C3%A9m')
    await desk.getByText('Nenhum usuário encontrado').waitFor()
  })

  test('everybody is listed ten a page, with a window of five numbers, and the page stands in the address', async () => {
    for (let n = 1; n <= PEOPLE; n += 1) await joins(n)
    await desk.goto('/admin/users')
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
    await desk.goto('/admin/users?pagina=99')
    await paging.getByText('Página 7 de 7').waitFor()
  })

  test('a search finds by name, e-mail or phone, stands in the address, and goes by its button or its chip', async () => {
    await desk.goto('/admin/users?pagina=3')
    const search = desk.getByLabel('Buscar por nome, email ou telefone')
    await search.pressSequentially(nameOf(7).toLowerCase())
    await desk.getByText('Mostrando 1 a 1 de 1 usuários').waitFor()
    await person(7).waitFor()
    expect(new URL(desk.url()).searchParams.get('busca')).toBe(nameOf(7).toLowerCase())
    await desk.reload()
    await person(7).waitFor()
    expect(await search.inputValue()).toBe(nameOf(7).toLowerCase())
    await desk.getByRole('button', { name: `Remover a busca ${nameOf(7).toLowerCase()}` }).click()
    await desk.getByText('Mostrando 1 a 10 de 62 usuários').waitFor()
    expect(await search.inputValue()).toBe('')
    await search.fill('(11) 90000-0031')
    await person(31).waitFor()
    await search.fill(who(12).email)
    await person(12).waitFor()
    await desk.getByRole('button', { name: 'Apagar a busca' }).click()
    await search.fill('não há ninguém assim')
    await desk.getByText('Nenhum usuário encontrado').waitFor()
    await desk.getByRole('button', { name: 'Limpar busca' }).click()
    await desk.getByText('Mostrando 1 a 10 de 62 usuários').waitFor()
  })

  test('the filter leaves those who are neither administrators nor approved', async () => {
    await desk.goto('/admin/users')
    await desk.getByRole('button', { name: 'Não Verificados' }).click()
    await desk.getByText(`Mostrando 1 a 10 de ${PEOPLE} usuários`).waitFor()
    expect(new URL(desk.url()).searchParams.get('filtro')).toBe('nao-verificados')
    await desk.getByRole('button', { name: 'Mostrar Todos' }).click()
    await desk.getByText('de 62 usuários').waitFor()
    await desk.goto('/admin/users?busca=admin@')
    const own = desk.getByRole('article').first()
    await own.getByText('Admin (Verificado)').waitFor()
    expect(await own.getByRole('button', { name: 'Verificar' }).count()).toBe(0)
    expect(await own.getByRole('link', { name: /WhatsApp/ }).count()).toBe(0)
  })

  test('a card says who somebody is, and a profile everything', async () => {
    await desk.goto(`/admin/users?busca=${encodeURIComponent(nameOf(3))}`)
    const text = await person(3).innerText()
    for (const said of ['PS', who(3).email, '(11) 90000-0003', 'Cadastrado em 10/11/2026', 'Não aprovado pelo admin']) expect(text).toContain(said)
    expect(text).toMatch(/usuário/i)
    expect(text).toMatch(/pendente/i)
    const link = new URL((await person(3).getByRole('link', { name: `WhatsApp de ${nameOf(3)}` }).getAttribute('href'))!)
    expect(`${link.origin}${link.pathname}`).toBe('https://wa.me/5511900000003')
    expect(link.searchParams.get('text')).toBeTruthy()
    await person(3).getByRole('button', { name: 'Ver Perfil' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Perfil do Usuário' })
    const picture = dialog.getByAltText('QR Code PIX')
    await picture.scrollIntoViewIfNeeded()
    expect(await picture.boundingBox()).toMatchObject({ width: 200, height: 200 })
    await desk.waitForFunction(() => (document.querySelector('img[alt="QR Code PIX"]') as HTMLImageElement).naturalWidth > 0)
    const whole = await dialog.innerText()
    for (const said of [who(3).pixCopyPaste, who(3).email, 'Praça da Sé, Sé, São Paulo - SP', '01001-000', 'Não informado']) expect(whole).toContain(said)
    await desk.goBack()
    await dialog.waitFor({ state: 'detached' })
    await person(3).waitFor()
  })

  test('a QR code that does not load says so', async () => {
    await desk.route('**/api/files/**', (route) => route.abort())
    await person(3).getByRole('button', { name: 'Ver Perfil' }).click()
    await desk.getByRole('dialog').getByText('Erro ao carregar QR Code PIX').waitFor()
    await desk.unroute('**/api/files/**')
    await desk.getByRole('dialog').locator('.user-dialog-foot').getByRole('button', { name: 'Fechar' }).click()
    await desk.getByRole('dialog').waitFor({ state: 'detached' })
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
    await desk.goto(`/admin/users?busca=${encodeURIComponent(nameOf(4))}`)
    await person(4).getByRole('button', { name: 'Verificar' }).click()
    await approves(4)
    await dialog.getByRole('button', { name: 'Confirmar Aprovação' }).click()
    await dialog.getByRole('alert').getByText('Este usuário já foi aprovado.').waitFor()
    await desk.unroute('**/api/events')
  })

  test('the form copies, refuses on the field, sends only what changed, and says how it went', async () => {
    await desk.owner.grantPermissions(['clipboard-read', 'clipboard-write'])
    await desk.goto(`/admin/users?busca=${encodeURIComponent(nameOf(5))}`)
    await person(5).getByRole('button', { name: 'Editar' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Editar Usuário' })
    const save = dialog.getByRole('button', { name: 'Salvar Alterações' })
    expect(await save.isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Copiar a chave PIX' }).click()
    await dialog.getByText('Copiado!').waitFor()
    expect(await desk.evaluate(() => navigator.clipboard.readText())).toBe(who(5).email)
    await desk.clock.runFor(2_100)
    await dialog.getByText('Copiado!').waitFor({ state: 'detached' })

    await dialog.getByLabel('CPF', { exact: true }).fill('123')
    await save.click()
    await dialog.getByRole('alert').getByText('Erro ao atualizar usuário: CPF deve ter 11 dígitos').waitFor()
    expect(await dialog.getByLabel('CPF', { exact: true }).evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await dialog.getByText('CPF deve ter 11 dígitos', { exact: true }).count()).toBe(1)
    await dialog.getByLabel('CPF', { exact: true }).fill(who(5).cpf)

    await dialog.getByLabel('Email', { exact: true }).fill(who(6).email)
    await save.click()
    await dialog.getByText('Erro ao atualizar usuário: Este email já está cadastrado.').waitFor()
    await desk.route('**/api/users/*', (route) => (route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.continue()))
    await save.click()
    await dialog.getByText('Erro ao atualizar usuário: Erro desconhecido').waitFor()
    await desk.unroute('**/api/users/*')

    await dialog.getByLabel('Email', { exact: true }).fill('novo.endereco@exemplo.invalid')
    await dialog.getByLabel('Data de nascimento').fill('1980-02-03')
    await dialog.getByLabel('Banco').selectOption('Sicredi')
    const sent = desk.waitForRequest((request) => request.method() === 'PATCH')
    await save.click()
    expect((await sent).postDataJSON()).toEqual({ email: 'novo.endereco@exemplo.invalid', birthDate: '1980-02-03T00:00:00.000Z', bank: 'Sicredi' })
    await desk.getByText('Usuário atualizado com sucesso!').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await person(5).getByText('novo.endereco@exemplo.invalid').waitFor()
    await desk.reload()
    await person(5).getByRole('button', { name: 'Ver Perfil' }).click()
    const whole = await desk.getByRole('dialog').innerText()
    for (const said of ['novo.endereco@exemplo.invalid', '03/02/1980', 'Sicredi']) expect(whole).toContain(said)
  })

  test('a new password from the form is the one that opens the account', async () => {
    await desk.goto(`/admin/users?busca=${encodeURIComponent(nameOf(6))}`)
    await person(6).getByRole('button', { name: 'Editar' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Editar Usuário' })
    await dialog.getByLabel('Nova senha').fill('curta')
    await dialog.getByRole('button', { name: 'Salvar Alterações' }).click()
    await dialog.getByText('A senha deve ter pelo menos 8 caracteres', { exact: true }).waitFor()
    await dialog.getByLabel('Nova senha').fill('outra-senha-bem-boa')
    await dialog.getByRole('button', { name: 'Salvar Alterações' }).click()
    await desk.getByText('Usuário atualizado com sucesso!').waitFor()
    expect((await call('POST', '/auth/login', null, { email: who(6).email, password: 'outra-senha-bem-boa' })).user.id).toBe(tokens.get(6)!.id)
    await expect(call('POST', '/auth/login', null, { email: who(6).email, password: PASSWORD })).rejects.toThrow('401')
  })

  test('the pull says that it works, what it made, and why when it did not', async () => {
    for (const n of [1, 2, 6]) await approves(n)
    for (const n of [1, 2, 3, 4]) await places(n, n)
    await desk.goto('/admin/dashboard')
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
    await panel.getByText(/^4$/).waitFor()
    expect(await panel.innerText()).toMatch(/0\s+Doações criadas\s+0\s+Receptores processados\s+4\s+Já existentes/)
    await desk.getByRole('region', { name: 'Atividade Recente' }).getByText('PULL mensal de novembro de 2026: 4 doações criadas, 2 receptores, 0 já existentes').waitFor()
    expect(await desk.getByRole('region', { name: 'Total de Usuários' }).innerText()).toMatch(new RegExp(`\\b${PEOPLE}\\b`))
    await desk.getByRole('region', { name: 'Nível 1 completo' }).getByText('de 4 usuários').waitFor()
    expect(await desk.getByRole('article', { name: 'Nível 1' }).innerText()).toMatch(/Ativos na fila\s+4\s+Completaram\s+0\s+Doações recebidas\s+0\s+Valor recebido\s+R\$\s0,00/)
  })

  test('what waits for a person stands on one list, each with its way', async () => {
    const list = desk.getByRole('region', { name: 'O que espera por você' })
    const [first] = (await call('GET', '/donations/to-send', tokens.get(3)!.token)) as unknown as { id: string }[]
    await call('POST', `/donations/${first!.id}/comprovante`, tokens.get(3)!.token, { comprovanteBase64: await receiptPicture(first!.id) })
    const [second] = (await call('GET', '/donations/to-send', tokens.get(4)!.token)) as unknown as { id: string }[]
    await call('POST', `/donations/${second!.id}/report`, tokens.get(4)!.token, { reason: 'A chave PIX não existe.' })
    await server.moveClockTo('2026-12-12T12:00:00.000Z')
    await desk.evaluate(() => localStorage.clear())
    await logsIn(desk, ADMINISTRATOR)
    await desk.goto('/admin/dashboard')
    for (const heading of ['1 report em aberto', '1 confirmação atrasada', '56 cadastros a aprovar', '96 vagas livres na fila']) await list.getByRole('heading', { name: heading }).waitFor()
    await list.getByText('1 pessoa aprovada espera por um lugar; a primeira vaga é a #005').waitFor()
    await list.getByRole('link', { name: nameOf(6) }).waitFor()
    await list.getByText('e mais 51').waitFor()
    await list.getByRole('link', { name: `Report de ${nameOf(4)}` }).waitFor()
    expect(await list.getByText(/^R\$\s100,00 de/).first().innerText()).toContain(nameOf(3))
    await list.getByRole('link', { name: 'Ver cadastros' }).click()
    await desk.getByText('Mostrando 1 a 10 de 56 usuários').waitFor()
    await desk.goBack()
    await list.getByRole('heading', { name: '56 cadastros a aprovar' }).waitFor()
    const asked = list.locator('[data-kind=approvals]').getByRole('link', { name: /^Pessoa/ }).first()
    const name = await asked.innerText()
    await asked.click()
    await desk.getByRole('dialog', { name: 'Perfil do Usuário' }).getByRole('heading', { name }).waitFor()
    await desk.getByRole('dialog').getByRole('button', { name: 'Verificar' }).click()
    await desk.getByRole('button', { name: 'Confirmar Aprovação' }).click()
    await desk.getByText('Usuário aprovado com sucesso!').waitFor()
    await desk.goto('/admin/dashboard')
    await list.getByRole('heading', { name: '55 cadastros a aprovar' }).waitFor()
    await desk.getByRole('region', { name: 'Atividade Recente' }).getByText(`O cadastro de ${name} foi aprovado`).waitFor()
  })

  test('what the server cannot say now can be asked again', async () => {
    // Without events, nothing is asked again by itself.
    await desk.route('**/api/events', (route) => route.abort())
    await desk.route('**/api/admin/waiting', (route) => route.fulfill({ status: 403, body: '' }))
    await desk.route('**/level-stats/*', (route) => route.fulfill({ status: 403, body: '' }))
    await desk.goto('/admin/dashboard')
    await desk.getByText('Erro ao carregar estatísticas').waitFor()
    expect(await desk.getByRole('region', { name: 'Nível 1 completo' }).innerText()).toContain('–')
    await desk.getByText('Erro ao carregar o que espera por você').waitFor()
    await desk.unroute('**/api/admin/waiting')
    await desk.unroute('**/level-stats/*')
    await desk.getByRole('region', { name: 'O que espera por você' }).getByRole('button', { name: 'Tentar novamente' }).click()
    await waits('Ver cadastros')
    await desk.getByRole('button', { name: 'Tentar novamente' }).click()
    await desk.getByRole('article', { name: 'Nível 3' }).waitFor()
  })

  test('on a phone, light and dark, axe finds nothing and nothing runs over the edge, dialogs and the longest name included', async () => {
    const names = { firstName: 'Maximiliana Guilhermina Bernardina Constantina da Conceição', lastName: 'Vasconcelos de Albuquerque Cavalcanti de Figueiredo e Mello' }
    const typed = { ...who(99), ...names }
    await call('POST', '/auth/register', null, { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password: PASSWORD })
    const phone = await sitDown(browser, server.url, { viewport: PHONE, now: '2026-12-12T12:00:00.000Z' })
    await logsIn(phone, ADMINISTRATOR)
    const faults: string[] = []
    for (const scheme of ['light', 'dark'] as const) {
      await phone.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      for (const path of ['/admin/dashboard', '/admin/users', '/admin/users?busca=nada', '/admin/users?busca=Maximiliana']) {
        await phone.goto(path)
        await phone.getByRole('heading', { level: 1 }).waitFor()
        await phone.waitForFunction(() => !document.querySelector('[class*=Skeleton]'))
        await phone.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
        faults.push(...(await faultsOf(phone)).map((fault) => `${path} ${scheme}: ${fault}`))
      }
      for (const [button, title] of [['Ver Perfil', 'Perfil do Usuário'], ['Editar', 'Editar Usuário'], ['Verificar', 'Confirmar Aprovação']] as const) {
        await phone.getByRole('article').getByRole('button', { name: button }).click()
        const dialog = phone.getByRole('dialog', { name: title })
        await dialog.waitFor()
        await phone.clock.runFor(1_000)
        faults.push(...(await faultsOf(phone)).map((fault) => `${title} ${scheme}: ${fault}`))
        if (await dialog.evaluate((element) => element.scrollWidth > element.clientWidth)) faults.push(`${title}: wider than its dialog`)
        await phone.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }
    }
    expect(faults).toEqual([])
    await phone.owner.close()
  })
})

function letters(n: number): string {
  return String.fromCharCode(97 + Math.floor(n / 26)) + String.fromCharCode(97 + (n % 26))
}

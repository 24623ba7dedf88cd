import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK, goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, joins } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { fills, givesAuthenticator, logsIn, PASSWORD } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { readOutbox } from '#server/testing/outbox.ts'

const TEMPORARY = 'dada-pela-administracao'
const OWN = 'escolhida-por-mim-mesma'

describe('getting into one’s account', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let rosa: Joined
  let tiago: Joined
  /** The phone that Rosa and Tiago share, and the administration’s desk, at a name: passkeys belong to one, localhost here. */
  let page: Page
  let desk: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(), openBrowser()])
    call = callsOf(server)
    rosa = await joins(call, { firstName: 'Rosa', lastName: 'Andrade', number: 1 })
    tiago = await joins(call, { firstName: 'Tiago', lastName: 'Andrade', number: 2 })
    page = await sitDown(browser, server.url)
    desk = await sitDown(browser, server.url.replace('127.0.0.1', 'localhost'), { viewport: DESK })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const signsIn = async (email: string, password: string) => {
    await page.goto('/login')
    await fills(page, { email, password })
    await page.getByRole('button', { name: 'Entrar' }).click()
  }

  test('with a temporary password leads to choosing one’s own, whatever page is opened, and then goes on', async () => {
    const administrator = await administratorToken(call)
    await call('PATCH /users/{id}', administrator, { params: { id: rosa.id }, body: { password: TEMPORARY } })
    await signsIn(rosa.email, TEMPORARY)
    await page.getByRole('heading', { name: 'Escolha a sua senha' }).waitFor()
    await goes(page, '/donations')
    await page.getByRole('heading', { name: 'Escolha a sua senha' }).waitFor()
    await fills(page, { currentPassword: TEMPORARY, newPassword: OWN, repeated: 'outra-coisa' })
    await page.getByRole('button', { name: 'Salvar a minha senha' }).click()
    await page.getByText('As senhas não coincidem').waitFor()
    await fills(page, { repeated: OWN })
    await page.getByRole('button', { name: 'Salvar a minha senha' }).click()
    await page.waitForURL('**/home')
    await goes(page, '/profile')
    await page.getByRole('region', { name: 'Acesso', exact: true }).waitFor()
  })

  test('a password is changed on the profile, and is the one that opens the account', async () => {
    await logsIn(page, { email: tiago.email, password: PASSWORD })
    await goes(page, '/profile')
    await page.getByRole('button', { name: 'Trocar a senha' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trocar a senha' })
    await fills(page, { currentPassword: 'nao-e-esta', newPassword: OWN, repeated: OWN })
    await dialog.getByRole('button', { name: 'Trocar a senha' }).click()
    await dialog.getByText('Senha atual incorreta.').waitFor()
    await fills(page, { currentPassword: PASSWORD })
    await dialog.getByRole('button', { name: 'Trocar a senha' }).click()
    await page.getByText('Senha trocada. Você saiu da conta nos outros aparelhos.').waitFor()
    await logsIn(page, { email: tiago.email, password: OWN })
  })

  test('a forgotten password is chosen anew with the code of a letter', async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
    await page.getByRole('heading', { name: 'Esqueci minha senha' }).waitFor()
    await page.getByLabel('E-mail').fill(tiago.email)
    await page.getByRole('button', { name: 'Enviar o código' }).click()
    await page.getByLabel('Código de 6 dígitos').waitFor()
    await server.moveClockTo('2026-11-10T12:01:00.000Z')
    const codes = readOutbox(server.dataDir).flatMap((letter) => /Com o código (\d{6})/.exec(letter)?.[1] ?? [])
    expect(codes).toHaveLength(1)
    await fills(page, { code: codes[0]!, newPassword: PASSWORD, repeated: PASSWORD })
    await page.getByRole('button', { name: 'Salvar a nova senha' }).click()
    await page.getByRole('heading', { name: 'Senha trocada' }).waitFor()
    await page.getByRole('link', { name: 'Entrar com a nova senha' }).click()
    await logsIn(page, { email: tiago.email, password: PASSWORD })
  })

  test('an administrator is asked who they are once more, after ten minutes, and the change is then made by itself', async () => {
    await logsIn(desk, ADMINISTRATOR)
    await goes(desk, '/admin/users')
    await server.moveClockTo('2026-11-10T12:12:00.000Z')
    const card = desk.getByRole('article', { name: rosa.name })
    await card.getByRole('button', { name: 'Editar' }).click()
    const edit = desk.getByRole('dialog', { name: 'Editar Usuário' })
    await edit.getByRole('button', { name: 'Enviar código de recuperação' }).click()
    await edit.getByText('Código enviado. Ele vale por uma hora.').waitFor()
    await edit.getByLabel('Nova senha').fill(TEMPORARY)
    const passkeys = desk.waitForResponse('**/api/me/passkeys')
    await edit.getByRole('button', { name: 'Salvar Alterações' }).click()
    const ask = desk.getByRole('dialog', { name: 'Confirme que é você' })
    await ask.getByLabel('Sua senha', { exact: true }).fill('um palpite')
    await ask.getByRole('button', { name: 'Confirmar' }).click()
    await ask.getByText('Senha atual incorreta.').waitFor()
    // They have no passkey yet, so none is asked for, though this page could.
    expect((await (await passkeys).json()).passkeys).toEqual([])
    expect(await ask.getByRole('button', { name: 'Usar chave de acesso' }).count()).toBe(0)
    await ask.getByLabel('Sua senha', { exact: true }).fill(ADMINISTRATOR.password)
    await ask.getByRole('button', { name: 'Confirmar' }).click()
    await desk.getByText('Usuário atualizado com sucesso!').waitFor()
    await shows(ask, false)
    const { user } = await call('POST /auth/login', null, { body: { email: rosa.email, password: TEMPORARY } })
    expect(user.passwordTemporary).toBe(true)
  })

  test('a passkey is made, opens the account, confirms again, is ended elsewhere and removed; a code on paper opens it once', async () => {
    await givesAuthenticator(desk)
    await logsIn(desk, ADMINISTRATOR)
    await desk.getByRole('link', { name: 'Minha conta' }).click()
    await desk.getByRole('button', { name: 'Criar chave de acesso' }).click()
    const making = desk.getByRole('dialog', { name: 'Criar chave de acesso' })
    await making.getByLabel('Sua senha', { exact: true }).fill(ADMINISTRATOR.password)
    await making.getByRole('button', { name: 'Continuar' }).click()
    await desk.getByRole('button', { name: /^Retirar a chave/ }).waitFor()

    await desk.getByRole('button', { name: 'Criar códigos de recuperação' }).click()
    const codes = desk.getByRole('dialog', { name: 'Códigos de recuperação' })
    await codes.getByLabel('Sua senha', { exact: true }).fill(ADMINISTRATOR.password)
    await codes.getByRole('button', { name: 'Criar códigos' }).click()
    await codes.getByText('eles não aparecem outra vez').waitFor()
    const paper = (await codes.locator('pre').innerText()).split('\n')
    expect(paper).toHaveLength(10)
    await codes.getByRole('button', { name: 'Já guardei' }).click()
    await desk.getByText('Restam 10 códigos').waitFor()

    await desk.evaluate(() => localStorage.clear())
    await desk.goto('/login')
    await desk.getByRole('button', { name: 'Usar chave de acesso' }).click()
    await desk.waitForURL('**/admin/**')
    await desk.getByRole('link', { name: 'Minha conta' }).click()
    await desk.getByText('Entrada com uma chave de acesso').waitFor()
    await desk.getByRole('button', { name: /^Encerrar todas/ }).click()
    await shows(desk.getByRole('button', { name: /^Encerrar/ }), false)

    await server.moveClockTo('2026-11-10T12:24:00.000Z')
    await desk.getByRole('button', { name: /^Retirar a chave/ }).click()
    const ask = desk.getByRole('dialog', { name: 'Confirme que é você' })
    await ask.getByRole('button', { name: 'Usar chave de acesso' }).click()
    await shows(desk.getByRole('button', { name: /^Retirar a chave/ }), false)

    await desk.evaluate(() => localStorage.clear())
    await desk.goto('/recover')
    await desk.getByRole('button', { name: 'Tenho um código de recuperação guardado em papel' }).click()
    await fills(desk, { email: ADMINISTRATOR.email, paperCode: paper[0]! })
    await desk.getByRole('button', { name: 'Entrar com o código' }).click()
    await desk.waitForURL('**/admin/**')
    await desk.goto('/admin/account')
    await desk.getByText('Restam 9 códigos').waitFor()
  })
})

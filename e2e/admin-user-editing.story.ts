import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK, goes, openBrowser, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { manyJoin, nameOf, typedBy } from '#e2e/helpers/many.ts'
import { logsIn, PASSWORD } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const PEOPLE = 9

describe('an administrator changes a person’s data', () => {
  let server: Server
  let browser: Browser
  let desk: Page
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

  test('the form copies, refuses on the field, sends only what changed, and says how it went', async () => {
    await desk.owner.grantPermissions(['clipboard-read', 'clipboard-write'])
    await goes(desk, `/admin/users?busca=${encodeURIComponent(nameOf(5))}`)
    await person(5).getByRole('button', { name: 'Editar' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Editar Usuário' })
    const save = dialog.getByRole('button', { name: 'Salvar Alterações' })
    expect(await save.isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Copiar a chave PIX' }).click()
    await dialog.getByText('Copiado!').waitFor()
    expect(await desk.evaluate(() => navigator.clipboard.readText())).toBe(typedBy(5).email)
    await desk.clock.runFor(2_100)
    await dialog.getByText('Copiado!').waitFor({ state: 'detached' })

    await dialog.getByLabel('CPF', { exact: true }).fill('123')
    await save.click()
    await dialog.getByRole('alert').getByText('Erro ao atualizar usuário: CPF deve ter 11 dígitos').waitFor()
    await expect
      .poll(() => dialog.getByLabel('CPF', { exact: true }).evaluate((field) => field === document.activeElement))
      .toBe(true)
    expect(await dialog.getByText('CPF deve ter 11 dígitos', { exact: true }).count()).toBe(1)
    await dialog.getByLabel('CPF', { exact: true }).fill(typedBy(5).cpf)

    await dialog.getByLabel('E-mail', { exact: true }).fill(typedBy(6).email)
    await save.click()
    await dialog.getByText('Erro ao atualizar usuário: Este e-mail já está cadastrado.').waitFor()
    await desk.route('**/api/users/*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    )
    await save.click()
    await dialog.getByText('Erro ao atualizar usuário: Erro desconhecido').waitFor()
    await desk.unroute('**/api/users/*')

    await dialog.getByLabel('E-mail', { exact: true }).fill('novo.endereco@exemplo.invalid')
    await dialog.getByLabel('Data de nascimento').fill('1980-02-03')
    await dialog.getByLabel('Banco').selectOption('Sicredi')
    const sent = desk.waitForRequest((request) => request.method() === 'PATCH')
    await save.click()
    expect((await sent).postDataJSON()).toEqual({
      email: 'novo.endereco@exemplo.invalid',
      birthDate: '1980-02-03T00:00:00.000Z',
      bank: 'Sicredi',
    })
    await desk.getByText('Usuário atualizado com sucesso!').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await person(5).getByText('novo.endereco@exemplo.invalid').waitFor()
    await desk.reload()
    await person(5).getByRole('button', { name: 'Ver Perfil' }).click()
    await desk.getByRole('dialog').getByText('Sicredi').waitFor()
    const whole = await desk.getByRole('dialog').innerText()
    for (const said of ['novo.endereco@exemplo.invalid', '03/02/1980', 'Sicredi']) expect(whole).toContain(said)
  })

  test('a new password from the form is the one that opens the account', async () => {
    await goes(desk, `/admin/users?busca=${encodeURIComponent(nameOf(6))}`)
    await person(6).getByRole('button', { name: 'Editar' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Editar Usuário' })
    await dialog.getByLabel('Nova senha').fill('curta')
    await dialog.getByRole('button', { name: 'Salvar Alterações' }).click()
    await dialog.getByText('A senha deve ter pelo menos 8 caracteres', { exact: true }).waitFor()
    await dialog.getByLabel('Nova senha').fill('outra-senha-bem-boa')
    await dialog.getByRole('button', { name: 'Salvar Alterações' }).click()
    await desk.getByText('Usuário atualizado com sucesso!').waitFor()
    expect(
      (await call('POST /auth/login', null, { body: { email: typedBy(6).email, password: 'outra-senha-bem-boa' } }))
        .user.id,
    ).toBe(people[6]!.id)
    await expect(
      call('POST /auth/login', null, { body: { email: typedBy(6).email, password: PASSWORD } }),
    ).rejects.toThrow('401')
  })

  test('a picture is held to its size, chosen, shown on the card, and taken away', async () => {
    const dialog = desk.getByRole('dialog', { name: 'Editar Usuário' })
    const choose = async (name: string, mimeType: string, buffer: Buffer) =>
      dialog.getByLabel('Foto', { exact: true }).setInputFiles({ name, mimeType, buffer })
    const square = (side: number) =>
      sharp({ create: { width: side, height: side, channels: 3, background: '#2f4f8f' } })
        .png()
        .toBuffer()
    await goes(desk, `/admin/users?busca=${encodeURIComponent(nameOf(8))}`)
    await person(8).getByRole('button', { name: 'Editar' }).click()
    await choose('grande.png', 'image/png', await square(401))
    await dialog.getByText('A imagem deve ter no máximo 400x400 pixels.').waitFor()
    await choose('falso.png', 'image/png', Buffer.from('nada disso'))
    await dialog.getByText('Erro ao processar a imagem. Tente novamente.').waitFor()
    await choose('foto.png', 'image/png', await square(400))
    await dialog.getByAltText('Foto: imagem atual').waitFor()
    await dialog.getByRole('button', { name: 'Salvar Alterações' }).click()
    await desk.getByText('Usuário atualizado com sucesso!').waitFor()
    await desk.waitForFunction(
      () => (document.querySelector('article img') as HTMLImageElement | null)?.naturalWidth === 400,
    )
    await person(8).getByRole('button', { name: 'Editar' }).click()
    await dialog.getByRole('button', { name: 'Remover Foto' }).click()
    await dialog.getByRole('button', { name: 'Salvar Alterações' }).click()
    await dialog.waitFor({ state: 'detached' })
    await person(8).getByText('PS', { exact: true }).waitFor()
  })

  test('suspension says what it does, and does it', async () => {
    await approves(9)
    await goes(desk, `/admin/users?busca=${encodeURIComponent(nameOf(9))}`)
    await person(9).getByRole('button', { name: 'Editar' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Editar Usuário' })
    await dialog.getByLabel('Situação').selectOption('Suspenso')
    await dialog.getByText(/perde os lugares que ocupa,/).waitFor()
    await dialog.getByRole('button', { name: 'Salvar Alterações' }).click()
    await person(9).getByText('Suspenso', { exact: true }).waitFor()
    await expect(
      call('POST /auth/login', null, { body: { email: typedBy(9).email, password: PASSWORD } }),
    ).rejects.toThrow('403')
    await goes(desk, '/admin/users?busca=admin@')
    await desk.getByRole('article').getByRole('button', { name: 'Editar' }).click()
    expect(await dialog.getByLabel('Situação').isDisabled()).toBe(true)
    await desk.keyboard.press('Escape')
  })
})

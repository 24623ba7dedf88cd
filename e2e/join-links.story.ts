import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, goes, openBrowser, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf } from '#e2e/helpers/calls.ts'
import type { Calls } from '#e2e/helpers/calls.ts'
import { manyJoin, nameOf } from '#e2e/helpers/many.ts'
import { logsIn, person, registers } from '#e2e/helpers/people.ts'
import { carriedLogText } from '#circle/ledger/carried-log.ts'
import { checkpointText, originOf } from '#circle/ledger/checkpoint.ts'
import { sha256, signerOf } from '#circle/testing/ed25519.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

/** A log of a circle's name that somebody else signs. */
function otherLog(circle_id: string) {
  const origin = originOf(circle_id)
  const signer = signerOf(origin, new Uint8Array(32).fill(9))
  const note = signer.signs(checkpointText({ origin, size: 3, root: new Uint8Array(32) }))
  return { circle_id, note, key: Buffer.from(signer.note.publicKey).toString('base64url') }
}

describe('members come by invitation and are approved together', () => {
  let server: Server
  let browser: Browser
  let desk: Page
  let call: Calls
  const wanda = person(5)

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
    desk = await sitDown(browser, server.url, { viewport: DESK })
    call = callsOf(server)
    await logsIn(desk, ADMINISTRATOR)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('a spreadsheet becomes invitations, corrected in place, and one of them leads through the registration', async () => {
    await goes(desk, '/admin/join-links')
    const list = [
      'Nome;E-mail;Celular',
      `${wanda.firstName} ${wanda.lastName};${wanda.email};${wanda.phone}`,
      'João Conceição;joao.exemplo.org;11 98888-0002',
      'Joao C.;;(11) 98888-0002',
    ].join('\r\n')
    await desk
      .getByLabel('Escolher arquivo')
      .setInputFiles({ name: 'pessoas.csv', mimeType: 'text/csv', buffer: Buffer.from(list, 'latin1') })
    await desk.getByText('3 pessoas na lista: 1 nova, 2 com algo a corrigir.').waitFor()
    expect(await desk.getByLabel('Sobrenome, linha 3').inputValue()).toBe('Conceição')
    await desk.getByText('E-mail inválido.').waitFor()
    await desk.getByText('É a mesma pessoa da linha 3.').waitFor()
    expect(await faultsOf(desk)).toEqual([])
    await desk.getByLabel('E-mail, linha 3').fill('joao@exemplo.org')
    await desk.getByRole('button', { name: 'Tirar a linha 4' }).click()
    await desk.getByRole('button', { name: 'Convidar 2 pessoas' }).click()
    await desk.getByText('2 pessoas convidadas').waitFor()
    const card = desk.getByRole('article', { name: wanda.name })
    await card.getByRole('button', { name: /QR Code/ }).click()
    await card.getByRole('img', { name: `QR Code do convite ${wanda.name}` }).waitFor()
    const { data } = await call('GET /admin/join-links', await administratorToken(call))
    const link = data.find(({ invited }) => invited?.name === wanda.name)!.link!

    const phone = await sitDown(browser, server.url, { viewport: PHONE })
    await phone.goto(new URL(link).pathname + new URL(link).hash)
    await phone.getByRole('button', { name: 'Fazer o meu cadastro' }).click()
    await phone.getByText('pelo convite que recebeu').waitFor()
    expect(await phone.locator('[name=email]').inputValue()).toBe(wanda.email)
    await registers(phone, wanda)
    await phone.goto(`/participar${new URL(link).hash}`)
    await phone.getByText('Este convite já foi usado por quantas pessoas valia.').waitFor()

    await desk.reload()
    await desk.getByText('entrou por aqui').waitFor()
    await desk.getByRole('link', { name: wanda.name }).waitFor()
  })

  test('an invitation carries what the inviting device knows, and another ledger is refused before anybody registers', async () => {
    await goes(desk, '/admin/join-links')
    await desk.getByLabel('Para que é').fill('Grupo da rua')
    await desk.getByRole('button', { name: 'Fazer convite' }).click()
    await desk.getByText('O fim do endereço diz ao aparelho').waitFor({ timeout: 30_000 })
    // The group's own invitation stands before the forms, and its first button sends it.
    const shared = desk.getByRole('article', { name: 'Grupo da rua' })
    await shared.waitFor()
    const isBefore = (form: string) =>
      desk.evaluate(
        (name) =>
          (document.querySelector('article')!.compareDocumentPosition(document.querySelector(name)!) &
            Node.DOCUMENT_POSITION_FOLLOWING) >
          0,
        form,
      )
    expect([await isBefore('#new-link'), await isBefore('#invite-list')]).toEqual([true, true])
    expect(await shared.locator('a, button').first().innerText()).toBe('Enviar pelo WhatsApp')
    const link = new URL(await desk.getByText(/^http:\S+#[\w-]{43}\.[\w-]{202}$/).innerText())
    const phone = await sitDown(browser, server.url, { viewport: PHONE })
    await phone.goto(link.pathname + link.hash)
    await phone.getByText('É o mesmo livro').waitFor()
    expect(await phone.getByRole('button', { name: 'Fazer o meu cadastro' }).isEnabled()).toBe(true)
    expect(await faultsOf(phone)).toEqual([])
    await phone.owner.close()

    const carried = carriedLogText(sha256, otherLog((await call('GET /circle', null)).id))!
    const other = await sitDown(browser, server.url, { viewport: PHONE })
    await other.goto(`${link.pathname}${link.hash.split('.')[0]}.${carried}`)
    await other.getByText('O livro é outro').waitFor()
    expect(await other.getByRole('button', { name: 'Fazer o meu cadastro' }).isDisabled()).toBe(true)
    await other.goto(`/participar#.${carried}`)
    await other.getByText('O livro é outro').waitFor()
    expect(await other.getByRole('button', { name: 'Fazer o meu cadastro' }).count()).toBe(0)
    await other.owner.close()
  })

  test('those who wait are chosen by keyboard and approved one after another', async () => {
    await manyJoin(call, 3)
    await goes(desk, '/admin/users?filtro=nao-verificados')
    await desk.getByRole('checkbox', { name: `Selecionar ${nameOf(1)}` }).focus()
    await desk.keyboard.press('Space')
    await desk.getByRole('button', { name: 'Aprovar 1 pessoa' }).waitFor()
    await desk.getByRole('button', { name: 'Selecionar todos' }).click()
    await desk.getByRole('button', { name: /^Aprovar \d pessoas$/ }).focus()
    await desk.keyboard.press('Enter')
    await desk.getByText(/^\d pessoas aprovadas$/).waitFor()
    await desk.getByText('Ninguém aguarda aprovação').first().waitFor()
    expect(await faultsOf(desk)).toEqual([])
  })

  test('people are ticked in the table by keyboard, with shift a whole range, and suspended in one go', async () => {
    await goes(desk, '/admin/users?ordem=nome')
    await desk.getByRole('group', { name: 'Como mostrar' }).getByRole('button', { name: 'Tabela' }).click()
    await desk.getByRole('checkbox', { name: `Selecionar ${nameOf(1)}` }).focus()
    await desk.keyboard.press('Space')
    await desk.getByRole('checkbox', { name: `Selecionar ${nameOf(3)}` }).click({ modifiers: ['Shift'] })
    expect(await desk.getByRole('checkbox', { name: `Selecionar ${nameOf(2)}` }).isChecked()).toBe(true)
    expect(await faultsOf(desk)).toEqual([])
    await desk.getByRole('button', { name: 'Suspender 3 pessoas...' }).focus()
    await desk.keyboard.press('Enter')
    const dialog = desk.getByRole('dialog', { name: 'Suspender' })
    await dialog.getByLabel('Motivo').waitFor()
    await desk.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
    await desk.keyboard.type('Pediram para parar.')
    await dialog.getByRole('button', { name: 'Suspender 3 pessoas' }).focus()
    await desk.keyboard.press('Enter')
    await desk.getByText('3 contas suspensas').waitFor()
    // The buttons that had the focus are gone: it is on what they did.
    await desk.waitForFunction(() => document.activeElement?.textContent?.includes('3 contas suspensas'))
    const people = await call('GET /users', await administratorToken(call))
    expect(people.filter(({ status }) => status === 'SUSPENDED')).toHaveLength(3)
  })
})

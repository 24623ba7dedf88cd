import { createHash } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginningText } from '#circle/committed-texts.ts'
import { faultsInEachLook, faultsOf } from '#e2e/helpers/axe.ts'
import { DESK, goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { callsOf, foundsRoda, joins } from '#e2e/helpers/calls.ts'
import type { Joined } from '#e2e/helpers/calls.ts'
import { keepsFile } from '#e2e/helpers/ledger.ts'
import { logsIn, PASSWORD } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const PASSPHRASE = 'quatro palavras que só eu juntaria'

describe('the first hour of an operator', () => {
  let server: Server
  let browser: Browser
  let desk: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'none' }), openBrowser()])
    desk = await sitDown(browser, server.url, { viewport: DESK })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('an empty installation asks what it is to be, leads step by step, and ticks what is really done', async () => {
    for (const [address, said] of [
      ['/register', 'Ainda não há um círculo'],
      ['/terms', 'Esta Ciranda ainda não tem um círculo'],
    ] as const) {
      await goes(desk, address)
      await desk.getByText(said).waitFor()
      expect(await desk.getByText('Demonstração — valores fictícios, não pague').count()).toBe(0)
      expect(await faultsOf(desk)).toEqual([])
    }
    await logsIn(desk, ADMINISTRATOR)
    const places = desk.getByRole('navigation', { name: 'Menu principal' }).getByRole('link')
    await shows(places.filter({ hasText: 'Minha conta' }))
    expect((await places.allInnerTexts()).filter(Boolean)).toEqual(['Início', 'Ajustes', 'Minha conta'])
    for (const page of ['users', 'join-links', 'queue', 'donations', 'reports']) {
      await goes(desk, `/admin/${page}`)
      await desk.getByRole('heading', { name: 'Ainda não há um círculo' }).waitFor()
    }
    expect(await faultsOf(desk)).toEqual([])
    await goes(desk, '/admin/settings')
    await desk.getByRole('region', { name: 'Cópia de segurança' }).waitFor()
    await desk.getByRole('heading', { name: 'Ainda não há um círculo' }).waitFor()
    await goes(desk, '/admin/dashboard')
    await desk.getByRole('region', { name: 'O que espera por você' }).waitFor({ state: 'detached' })
    const question = desk.getByRole('region', { name: 'O que esta Ciranda vai ser?' })
    await question.getByRole('button', { name: 'Uma demonstração' }).click()
    await question.getByText('/register').waitFor()
    await desk.getByRole('region', { name: 'O que espera por você' }).waitFor()
    await question.getByRole('link', { name: 'Uma roda de verdade' }).click()
    await desk.waitForURL('**/admin/found')
    await goes(desk, '/admin/first-steps')
    const steps = desk.getByRole('region', { name: 'Passo a passo' })
    await steps.getByText('Faltam 8 de 8 passos').waitFor()
    await steps.getByRole('listitem').filter({ hasText: 'A cópia de segurança' }).getByRole('link').click()

    const backup = desk.getByRole('region', { name: 'Cópia de segurança' })
    const help = backup.getByRole('button', { name: 'Ajuda sobre a cópia de segurança' })
    await help.focus()
    await desk.keyboard.press('Enter')
    await backup.getByText('Sem a senha ninguém a abre, nem você.').waitFor()
    expect(await help.getAttribute('aria-expanded')).toBe('true')

    await backup.getByRole('button', { name: 'Baixar cópia completa...' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Baixar cópia completa' })
    await dialog.getByLabel('Senha da cópia', { exact: true }).fill(PASSPHRASE)
    await dialog.getByLabel('A mesma senha outra vez').fill('outra coisa')
    await dialog.getByText('As duas não são iguais.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Baixar', exact: true }).isDisabled()).toBe(true)
    await dialog.getByLabel('A mesma senha outra vez').fill(PASSPHRASE)
    const kept = await keepsFile(desk, () => dialog.getByRole('button', { name: 'Baixar', exact: true }).click())
    expect(kept.bytes.subarray(0, 17).toString()).toBe('CIRANDA-BACKUP 1\n')
    await dialog.getByText('A cópia foi baixada.').waitFor()
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()

    await goes(desk, '/admin/first-steps')
    await steps.getByText('Faltam 7 de 8 passos').waitFor()
    await steps.getByRole('listitem').filter({ hasText: 'A cópia de segurança' }).getByText('feito').waitFor()
    await steps.getByRole('link', { name: 'Criar a roda' }).first().click()
    await desk.getByRole('heading', { name: 'Uma roda de verdade' }).waitFor()
    await saysWhereItIsWrong(desk)
    await desk.getByLabel('Quantas pessoas').waitFor()
  })

  /** Each fault is said at its field, that of the founder’s own name too; the tick for what was read, and all that was typed, stay. */
  async function saysWhereItIsWrong(page: Page) {
    const read = page.getByLabel('Li, também o que acontece se a roda parar no meio.')
    await read.check()
    await page.getByLabel('Nome da roda').fill('Roda da Rua')
    await page.getByLabel('Nome', { exact: true }).fill(`Ana ${'Albuquerque '.repeat(6)}`)
    await page.getByLabel('CPF ou CNPJ').fill('111.111.111-11')
    await page.getByLabel('Telefone ou e-mail').fill('11 4002-8922')
    const press = () => page.getByRole('button', { name: 'Criar a roda' }).click()
    const faultOf = (label: string) =>
      page.getByLabel(label, { exact: true }).evaluate((field) => {
        const ids = field.getAttribute('aria-describedby') ?? ''
        return ids
          .split(' ')
          .map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent)
          .join(' ')
      })
    await press()
    await shows(page.getByRole('alert').getByText('Confira os campos destacados.'))
    expect(await faultOf('Nome')).toContain('Texto longo demais.')
    await page.getByLabel('Nome', { exact: true }).fill('Ana Prado')
    await press()
    await shows(page.getByText('Informe um CPF ou CNPJ válido.'))
    expect(await faultOf('CPF ou CNPJ')).toContain('Informe um CPF ou CNPJ válido.')
    expect(await read.isChecked()).toBe(true)
  }

  test('a roda that ran on paper comes in: lines of a spreadsheet, a yes from each person, and it goes on from there', async () => {
    const call = callsOf(server)
    const admin = await foundsRoda(call, 3)
    const people: Joined[] = []
    for (const [index, firstName] of ['Ana', 'Bia', 'Caio'].entries()) {
      people.push(await joins(call, { firstName, lastName: 'Andrade', number: index + 1 }))
      await call('PATCH /users/{id}/approve', admin, { params: { id: people[index]!.id } })
    }
    await logsIn(desk, ADMINISTRATOR)
    await goes(desk, '/admin/queue/beginning')
    await desk.getByText('Colar da planilha').click()
    await desk
      .getByLabel('Nome, quanto deu e quanto recebeu, na ordem das vezes')
      .fill('Ana Andrade;0;200,00\nBia Andrade;100,00;0\nCaio Andrade;90,00;0')
    await desk.getByRole('button', { name: 'Pôr nas linhas' }).click()
    await shows(desk.getByText('As contas ainda não fecham'))
    const asks = desk.getByRole('button', { name: 'Pedir que cada pessoa confira' })
    expect(await asks.isDisabled()).toBe(true)
    await desk.getByRole('listitem', { name: '3ª vez: Caio Andrade' }).getByLabel('Deu (R$)').fill('100')
    await asks.click()
    await shows(desk.getByText('Ainda não conferiram: Ana Andrade, Bia Andrade, Caio Andrade.'))
    for (const { id: memberId, token } of people.slice(0, 2)) {
      const { circle_id, turn, given, received } = (await call('GET /me/beginning', token)).row!
      const row = { memberId, givenCents: given * 100, receivedCents: received * 100 }
      const hash = createHash('sha256')
        .update(beginningText(circle_id, turn, row))
        .digest('hex')
      await call('POST /me/beginning/accept', token, { body: { hash } })
    }
    const phone = await sitDown(browser, server.url)
    await logsIn(phone, { email: people[2]!.email, password: PASSWORD })
    await goes(phone, '/home')
    await phone.getByRole('link', { name: 'Conferir' }).click()
    await shows(phone.getByText(/^Até aqui você deu R\$\s100,00 e recebeu R\$\s0,00\.$/))
    await phone.getByRole('button', { name: 'Está certo', exact: true }).click()
    await shows(phone.getByText('Você disse que está certo'))
    expect(await faultsInEachLook(phone, [DESK])).toEqual([])
    await desk.reload()
    await desk.getByRole('button', { name: 'Trazer a roda' }).click()
    await shows(desk.getByText('A roda entrou'))
    await goes(phone, '/home')
    await shows(phone.getByText(/^Você doou R\$\s100,00 e recebeu R\$\s0,00; a sua vez /))
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseBrCode } from '#contracts/payment/read-br-code.ts'
import { DESK, goes, openBrowser, sitDown, withoutEvents } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { focused, tabsTo } from '#e2e/helpers/keys.ts'
import { callsOf, joins } from '#e2e/helpers/calls.ts'
import { logsIn, PASSWORD, person, receipt, registers } from '#e2e/helpers/people.ts'
import type { Person } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const BANNER = 'Demonstração — valores fictícios, não pague'

describe('a circle walks from registration to the next level', () => {
  let server: Server
  let browser: Browser
  let desk: Page
  const people = [1, 2, 3, 4].map(person)
  const phones: Page[] = []

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(), openBrowser()])
    desk = await sitDown(browser, server.url, { viewport: DESK })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  /** Registers as the screens do: the first of them goes through those. */
  const joinsByCall = ({ firstName, lastName, pixCopyPaste }: Person, number: number) =>
    joins(callsOf(server), { firstName, lastName, number }, { pixCopyPaste })

  test('people register, the first through the four steps on screen, and wait for approval', async () => {
    for (const [index, who] of people.entries()) {
      const phone = await sitDown(browser, server.url, { keepsApp: index === 0 })
      if (index === 0) await registers(phone, who)
      else {
        await joinsByCall(who, index + 1)
        await logsIn(phone, { email: who.email, password: PASSWORD })
      }
      await phone.getByText('Não Verificado').waitFor()
      // The one banner: two would be no locator of one thing.
      await phone.getByText(BANNER).waitFor()
      await goes(phone, '/reports')
      await phone.waitForURL('**/home')
      phones.push(phone)
    }
  })

  test('an administrator approves them and gives each a place', async () => {
    await logsIn(desk, ADMINISTRATOR)
    await goes(desk, '/admin/users')
    for (const who of people.slice(0, 3)) {
      await desk.getByRole('article', { name: who.name }).getByRole('button', { name: 'Verificar' }).click()
      await desk.getByRole('button', { name: 'Confirmar Aprovação' }).click()
      await desk.getByRole('article', { name: who.name }).getByText('Aprovado pelo admin', { exact: true }).waitFor()
      // The card says it before the dialog is gone, and Tab would walk beside it.
      await desk.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await approvesByKeys(people[3]!.name)
    await goes(desk, '/admin/queue')
    await placesByKeys(people[0]!.name, 'Posição 1, livre')
    for (const [index, who] of people.entries()) {
      if (index === 0) continue
      await desk.getByRole('article', { name: who.name }).getByRole('button', { name: 'Adicionar à Fila' }).click()
      await desk
        .getByRole('dialog')
        .getByRole('button', { name: `Posição ${index + 1}, livre` })
        .click()
      await desk.getByRole('dialog').waitFor({ state: 'detached' })
      await desk.getByRole('article', { name: who.name }).waitFor({ state: 'detached' })
    }
    await desk.getByText('4/100').waitFor()
  })

  /** With Tab, Enter and Space alone; afterwards the keys go on from the same card, and not from the page's beginning. */
  async function approvesByKeys(name: string): Promise<void> {
    const card = desk.getByRole('article', { name })
    await tabsTo(desk, 'Verificar')
    await desk.keyboard.press('Enter')
    await desk.getByRole('dialog').waitFor()
    await tabsTo(desk, 'Confirmar Aprovação')
    await desk.keyboard.press('Enter')
    await card.getByText('Aprovado pelo admin', { exact: true }).waitFor()
    await desk.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => card.evaluate((node) => node.contains(document.activeElement))).toBe(true)
  }

  async function placesByKeys(name: string, slot: string): Promise<void> {
    const card = desk.getByRole('article', { name })
    await card.waitFor()
    await tabsTo(desk, 'Adicionar à Fila', name)
    await desk.keyboard.press('Enter')
    await desk.getByRole('dialog').waitFor()
    await tabsTo(desk, slot)
    await desk.keyboard.press('Enter')
    await desk.getByRole('dialog').waitFor({ state: 'detached' })
    await card.waitFor({ state: 'detached' })
    await expect.poll(() => focused(desk)).toBe('Adicionar à Fila')
  }

  test('approval reaches the member who is looking, without a new login', async () => {
    await phones[0]!.getByText('Conta Verificada').waitFor()
  })

  test('a place taken meanwhile is refused in words, and nothing is lost', async () => {
    const who = person(5)
    await joinsByCall(who, 5)
    await goes(desk, '/admin/users')
    await desk.getByRole('article', { name: who.name }).getByRole('button', { name: 'Verificar' }).click()
    await desk.getByRole('button', { name: 'Confirmar Aprovação' }).click()
    await desk.getByRole('article', { name: who.name }).getByText('Aprovado pelo admin', { exact: true }).waitFor()
    await goes(desk, '/admin/queue')
    await desk.getByRole('article', { name: who.name }).getByRole('button', { name: 'Adicionar à Fila' }).click()
    // The other administrator was quicker: this screen still shows position 5 as free.
    await desk.route('**/api/queue', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      return route.continue({
        postData: JSON.stringify({ ...(route.request().postDataJSON() as object), position: 1 }),
      })
    })
    await desk.getByRole('dialog').getByRole('button', { name: 'Posição 5, livre' }).click()
    await desk.getByRole('dialog').getByText(`Erro: A posição #001 já está ocupada por ${people[0]!.name}`).waitFor()
    await desk.unroute('**/api/queue')
    await goes(desk, '/admin/queue')
    await desk.getByText('4/100').waitFor()
  })

  test('the monthly pull starts once', async () => {
    await goes(desk, '/admin/dashboard')
    await desk.getByRole('button', { name: 'Gerar PULL Mensal' }).click()
    await desk.getByRole('button', { name: 'Gerar agora' }).click()
    await desk.getByText('PULL Mensal Gerado com Sucesso!').waitFor()
    await desk.getByText('Ciclo de doações iniciado com sucesso!').waitFor()
    expect(await desk.getByRole('status').innerText()).toMatch(
      /4\s+Doações criadas\s+2\s+Receptores processados\s+0\s+Já existentes/,
    )
  })

  test('the donor sees whom to pay, how much, until when, and a code for exactly that donation', async () => {
    const phone = phones[2]!
    await goes(phone, '/donations')
    const card = phone.getByRole('article').first()
    await card.getByText(`Para ${people[0]!.name}`).waitFor()
    expect(await card.innerText()).toMatch(/R\$\s100,00/)
    expect(await card.innerText()).toMatch(/Vence em 30 dias, 10\/12 às \d+h \(faltam 7\d\dh \d+min\)/)
    const code = parseBrCode(await card.getByLabel('PIX copia e cola').inputValue())
    expect(code).toMatchObject({ ok: true, amountCents: 10_000 })
    expect(code.ok && code.key.endsWith('@demonstracao.invalid')).toBe(true)
    await card.getByText('Mostrar QR Code').click()
    await card.getByRole('img', { name: /^QR Code PIX de R\$\s100,00$/ }).waitFor()
  })

  test('a file that is no image is refused before and after it is sent', async () => {
    const phone = phones[2]!
    const chooser = phone.getByRole('article').first().getByLabel('Escolher comprovante')
    await chooser.setInputFiles({ name: 'nota.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await phone.getByText('Por favor, selecione apenas arquivos de imagem (JPG, PNG, etc.)').waitFor()
    await chooser.setInputFiles({ name: 'falso.png', mimeType: 'image/png', buffer: Buffer.from('not a png at all') })
    await phone.getByRole('button', { name: 'Enviar comprovante' }).click()
    await phone.getByText('Por favor, selecione apenas arquivos de imagem (JPG, PNG, etc.)').waitFor()
  })

  test('receipts arrive by themselves, survive a kill of the server, and each is confirmed once', async () => {
    const receiver = phones[0]!
    await goes(receiver, '/donations')
    await receiver.getByRole('tab', { name: /A Receber/ }).click()
    for (const n of [3, 4, 2]) {
      const donor = phones[n - 1]!
      await goes(donor, '/donations')
      const card = donor.getByRole('article').filter({ hasText: `Para ${people[0]!.name}` })
      await card.getByLabel('Escolher comprovante').setInputFiles(await receipt(`de ${n}`))
      await card.getByRole('button', { name: 'Enviar comprovante' }).click()
      await card.getByText('Comprovante enviado. Falta quem recebe confirmar.').waitFor()
      if (n === 3) {
        await server.kill()
        await server.restart()
      }
      const owed = receiver.getByRole('article').filter({ hasText: `De ${people[n - 1]!.name}` })
      await owed.getByRole('button', { name: 'Ver comprovante' }).click()
      await receiver.getByAltText(`Comprovante enviado por ${people[n - 1]!.name}`).waitFor()
      await receiver.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
      await owed.getByRole('button', { name: 'Confirmar recebimento' }).click()
      await receiver.getByLabel('Conferi no extrato do meu banco').check()
      await receiver.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).dblclick()
      await owed.waitFor({ state: 'detached' })
    }
    await receiver
      .getByText(/^R\$\s300,00$/)
      .first()
      .waitFor()
  })

  test('after the third confirmation the level is complete, and the upgrade is offered and accepted', async () => {
    const phone = phones[0]!
    await phone.getByRole('tab', { name: /Níveis/ }).click()
    await phone.getByRole('article', { name: 'Nível 1' }).getByText('Concluído', { exact: true }).waitFor()
    await phone.getByRole('button', { name: 'Ver upgrade' }).click()
    const dialog = phone.getByRole('dialog')
    await dialog.getByRole('row', { name: /^Total R\$\s300,00$/ }).waitFor()
    await dialog.getByRole('button', { name: 'Aceitar upgrade' }).click()
    await dialog.getByText('Upgrade aceito. Você agora está na fila do nível 2.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await phone.getByRole('tab', { name: /A Fazer/ }).click()
    await phone.getByRole('article', { name: /Upgrade N2, R\$\s200,00, Aguardando receptor/ }).waitFor()
  })

  test('past the deadline a donation takes no receipt, says why, and the reason stays', async () => {
    // Rosa owes to Tiago, and sends on the last day with a screen that hears of nothing.
    const phone = phones[0]!
    await server.moveClockTo('2026-12-10T11:00:00.000Z')
    await withoutEvents(phone)
    await logsInAgain(phone)
    // Home asks for the same list: its answer is not the one that is waited for.
    await goes(phone, '/roda.svg')
    // The device shows its kept list at once; the server's own has to be there before the clock moves on.
    await Promise.all([phone.waitForResponse('**/api/donations/to-send'), phone.goto('/donations')])
    const card = phone
      .getByRole('article')
      .filter({ hasText: `Para ${people[1]!.name}` })
      .filter({ hasText: 'Contribuição mensal' })
    await card.getByLabel('Escolher comprovante').setInputFiles(await receipt('tarde demais'))
    await server.moveClockTo('2026-12-10T18:00:00.000Z')
    await card.getByRole('button', { name: 'Enviar comprovante' }).click()
    await phone.getByRole('alert').filter({ hasText: 'O prazo desta doação terminou.' }).first().waitFor()
    await card.waitFor({ state: 'detached' })
    await phone.getByRole('alert').filter({ hasText: 'O prazo desta doação terminou.' }).waitFor()
    await phone.getByRole('tab', { name: /Histórico/ }).click()
    const lapsed = phone
      .getByRole('article')
      .filter({ hasText: `Para ${people[1]!.name}` })
      .filter({ hasText: 'Expirada' })
      .first()
    await lapsed.waitFor()
    // No money moved: nothing may look as if it had.
    expect(await lapsed.innerText()).not.toMatch(/[−+↑↓]/)
  })

  async function logsInAgain(phone: Page): Promise<void> {
    await phone.evaluate(() => localStorage.clear())
    await logsIn(phone, { email: people[0]!.email, password: PASSWORD })
  }
})

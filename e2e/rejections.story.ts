import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goes, openBrowser, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, joins, placed } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { logsIn, PASSWORD, receipt } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

describe('a receipt that the receiver rejects, both on a phone', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let donor: Page
  let receiver: Page
  let people: Joined[]

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'empty', RATE_LIMIT: 'off' }), openBrowser()])
    call = callsOf(server)
    const admin = await administratorToken(call)
    people = []
    for (const [index, firstName] of ['Rosa', 'Tiago', 'Vicente'].entries())
      people.push(await joins(call, { firstName, lastName: 'Andrade', number: index + 1 }))
    await placed(call, admin, people)
    await call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    const now = new Date().toISOString()
    donor = await sitDown(browser, server.url, { now })
    await logsIn(donor, { email: people[1]!.email, password: PASSWORD })
    receiver = await sitDown(browser, server.url, { now })
    await logsIn(receiver, { email: people[0]!.email, password: PASSWORD })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const given = () => donor.getByRole('article').filter({ hasText: 'Para Rosa Andrade' })
  const received = () => receiver.getByRole('article').filter({ hasText: 'De Tiago Andrade' })
  const sends = async (text: string) => {
    await given()
      .getByLabel('Escolher comprovante')
      .setInputFiles(await receipt(text))
    await given().getByRole('button', { name: 'Enviar comprovante' }).click()
    await given().getByText('Comprovante enviado. Falta quem recebe confirmar.').waitFor()
  }
  const rejects = async (reason: string) => {
    await received().getByRole('button', { name: 'Não recebi', exact: true }).click()
    const dialog = receiver.getByRole('dialog')
    await dialog.getByLabel('O que você conferiu?').fill(reason)
    await dialog.getByRole('button', { name: 'Recusar comprovante' }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  test('the receiver reads what happens then, and is asked what they checked', async () => {
    await goes(donor, '/donations')
    await given().waitFor()
    await sends('um comprovante de outro dia')
    await goes(receiver, '/donations')
    await receiver.getByRole('tab', { name: /^A Receber/ }).click()
    await received().getByRole('button', { name: 'Confirmar recebimento' }).waitFor()
    await received().getByRole('button', { name: 'Não recebi', exact: true }).click()
    const dialog = receiver.getByRole('dialog')
    await dialog.getByText(/pode enviar outro no tempo que ainda tinha, com dois dias pelo menos/).waitFor()
    await dialog.getByRole('button', { name: 'Recusar comprovante' }).click()
    await dialog.getByText('Por favor, diga o que você conferiu').waitFor()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('the donor reads why and until when without a reload, sees what was rejected, and sends another', async () => {
    await rejects('Olhei o extrato de hoje e não entrou')
    await received().getByText('Pendente · quem doa paga').waitFor()
    await given().getByText('Rosa não encontrou o pagamento').waitFor()
    await given().getByText('“Olhei o extrato de hoje e não entrou”').waitFor()
    await given()
      .getByText(/^Vence em .* \(faltam \d+h \d+min\)$/)
      .waitFor()
    await given().getByText('Um comprovante recusado').click()
    await given().getByRole('button', { name: 'Ver comprovante recusado' }).click()
    await donor.getByRole('dialog').getByAltText('Comprovante enviado por Tiago Andrade').waitFor()
    await donor.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
    await donor.getByRole('dialog').waitFor({ state: 'detached' })
    await sends('o segundo comprovante')
    expect(await given().getByText('Rosa não encontrou o pagamento').count()).toBe(0)
  })

  test('the second rejection opens a report, both are told that the clock stands, and nothing more is rejected', async () => {
    await received().getByRole('button', { name: 'Não recebi', exact: true }).waitFor()
    await rejects('De novo, nada')
    for (const card of [given(), received()]) {
      await card.getByText('Já reportado').waitFor()
      await card.getByText('O prazo está parado até a administração decidir o report.').waitFor()
    }
    await sends('o terceiro comprovante')
    await received().getByRole('button', { name: 'Confirmar recebimento' }).waitFor()
    expect(await received().getByRole('button', { name: 'Não recebi', exact: true }).count()).toBe(0)
  })

  test('found after all, it is confirmed, and both histories keep the attempts', async () => {
    await received().getByRole('button', { name: 'Confirmar recebimento' }).click()
    const dialog = receiver.getByRole('dialog')
    await dialog.getByLabel('Conferi no extrato do meu banco').check()
    await dialog.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    for (const [page, other] of [
      [donor, 'Para Rosa Andrade'],
      [receiver, 'De Tiago Andrade'],
    ] as const) {
      await page.getByRole('tab', { name: /Histórico/ }).click()
      const row = page.getByRole('article').filter({ hasText: other })
      await row.getByText('2 comprovantes recusados').click()
      await row.getByText('De novo, nada').waitFor()
      expect(await row.getByRole('button', { name: 'Ver comprovante recusado' }).count()).toBe(2)
    }
  })
})

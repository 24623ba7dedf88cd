import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { DESK, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { callsOf, foundsRoda, joins } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { logsInToSign, PASSWORD, receipt } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const NAMES = ['Bruno', 'Lurdes', 'Cida', 'Davi', 'Elza']
/** The place of each in the first order; Lurdes has the third too. */
const POSITIONS = [1, 2, 4, 5, 6]

/** A roda of six places and four months, of five people. */
describe('who has two places of a roda', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let admin: string
  let phone: Page
  const people: Joined[] = []

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
    call = callsOf(server)
    admin = await foundsRoda(call, 6, undefined, 4)
    for (const [index, firstName] of NAMES.entries())
      people.push(await joins(call, { firstName, lastName: 'Andrade', number: index + 1 }))
    for (const { id } of people) await call('PATCH /users/{id}/approve', admin, { params: { id } })
    phone = await sitDown(browser, server.url)
    await logsInToSign(phone, { email: people[1]!.email, password: PASSWORD })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('takes the second on their own phone, and reads what it does and when both turns are', async () => {
    await phone.goto('/home')
    await phone.getByRole('link', { name: 'Você tem um lugar na roda. Quer mais?' }).click()
    await shows(phone.getByText(/dá R\$\s200,00 por mês, por 4 meses, e recebe R\$\s400,00 duas vezes/))
    expect(await faultsInEachLook(phone, [DESK])).toEqual([])
    await phone.getByRole('button', { name: 'Quero dois lugares' }).click()
    await shows(phone.getByText('Feito: agora você tem dois lugares.'))
    for (const [index, { id }] of people.entries()) {
      const place = {
        position: POSITIONS[index]!,
        donation_number: 1,
        is_receiver: false,
      } as const
      const reason = 'Ordem combinada na primeira conversa.'
      await call('POST /queue', admin, { body: { ...place, user_id: id, reason } })
    }
    await phone.goto('/home')
    await shows(phone.getByText(/^As suas vezes são em \S+ de \d+ e em /))
  })

  test('pays both contributions of a month in one, with one code and one receipt, and it is confirmed in one', async () => {
    await call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    await phone.goto('/donations')
    const card = phone.getByRole('article', { name: /R\$\s200,00, Para Bruno Andrade/ })
    await shows(card.getByRole('button', { name: 'Copiar código PIX' }))
    expect(await phone.getByRole('article').count()).toBe(1)
    expect(await card.getByLabel('PIX copia e cola').inputValue()).toContain('5406200.00')
    expect(await faultsInEachLook(phone, [DESK])).toEqual([])
    await card.getByLabel('Escolher comprovante').setInputFiles(await receipt('as duas'))
    await card.getByRole('button', { name: /^Já paguei a Bruno/ }).click()
    await shows(card.getByText(/quem recebe confirma/))
    expect(await call('GET /donations/to-send', people[1]!.token)).toMatchObject(
      [1, 2].map(() => ({ status: 'PENDING_CONFIRMATION', receipt_signed: true, receipt_reused: false })),
    )
    const bruno = await sitDown(browser, server.url)
    await logsInToSign(bruno, { email: people[0]!.email, password: PASSWORD })
    await bruno.goto('/donations')
    await bruno.getByRole('tab', { name: /A Receber/ }).click()
    await bruno
      .getByRole('article', { name: /R\$\s200,00/ })
      .getByRole('button', { name: 'Confirmar recebimento' })
      .click()
    await bruno.getByLabel('Conferi no extrato do meu banco').check()
    await bruno.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await expect.poll(async () => (await call('GET /donations/to-send', people[1]!.token)).length).toBe(0)
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { DESK, goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, foundsRoda, joins, logsInBesideCalls } from '#e2e/helpers/calls.ts'
import type { Joined, StoryCalls } from '#e2e/helpers/calls.ts'
import { focused } from '#e2e/helpers/keys.ts'
import { logsIn, PASSWORD, receipt } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const NAMES = ['Bruno', 'Lurdes', 'Cida', 'Davi', 'Elza']
/** The place of each in the first order; Lurdes has the third too. */
const POSITIONS = [1, 2, 4, 5, 6]

/** A roda of six places and four months, of five people. */
describe('who has two places of a roda', () => {
  let server: Server
  let browser: Browser
  let call: StoryCalls
  let admin: string
  let phone: Page
  let desk: Page
  const people: Joined[] = []

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
    call = callsOf(server)
    admin = await foundsRoda(call, 6, undefined, 4)
    for (const [index, firstName] of NAMES.entries())
      people.push(await joins(call, { firstName, lastName: 'Andrade', number: index + 1 }))
    for (const { id } of people) await call('PATCH /users/{id}/approve', admin, { params: { id } })
    phone = await sitDown(browser, server.url)
    await logsInBesideCalls(phone, call, { email: people[1]!.email, password: PASSWORD })
  })
  const places = (index: number) => {
    const place = { position: POSITIONS[index]!, donation_number: 1, is_receiver: false } as const
    const reason = 'Ordem combinada na primeira conversa.'
    return call('POST /queue', admin, { body: { ...place, user_id: people[index]!.id, reason } })
  }
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('takes the second on their own phone, and reads what it does and when both turns are', async () => {
    await goes(phone, '/home')
    await phone.getByRole('link', { name: 'Você tem um lugar na roda. Quer mais?' }).click()
    await shows(phone.getByText(/dá R\$\s200,00 por mês, por 4 meses, e recebe R\$\s400,00 duas vezes/))
    expect(await faultsInEachLook(phone, [DESK])).toEqual([])
    await phone.getByRole('button', { name: 'Quero dois lugares' }).click()
    await shows(phone.getByText('Feito: agora você tem dois lugares.'))
    for (const index of [0, 1, 2, 3]) await places(index)
    await goes(phone, '/home')
    await shows(phone.getByText('O plano é para 6 pessoas, e 5 têm lugar.', { exact: false }))
  })

  test('while fewer came than the plan was shown for, the first month waits, and shows the plan for those who are there', async () => {
    desk = await sitDown(browser, server.url, { viewport: DESK })
    await logsIn(desk, ADMINISTRATOR)
    await goes(desk, '/admin/dashboard')
    await desk.getByRole('button', { name: 'Pedir as contribuições' }).click()
    const dialog = desk.getByRole('dialog')
    await shows(dialog.getByText(/^O plano foi mostrado para 6 pessoas, e só 5 têm lugar/))
    expect(await dialog.getByRole('button', { name: 'Pedir agora' }).count()).toBe(0)
    await dialog.getByRole('link', { name: 'Ver o plano para 5' }).click()
    await shows(desk.getByText(/^A cópia está pronta para 5 pessoas: confira/))
    for (const [side, count] of [
      ['O que o plano deste círculo faz', 6],
      ['O que a cópia faria', 5],
    ] as const)
      await shows(
        desk
          .getByRole('group', { name: side })
          .getByText(`Simulado com as regras do círculo: ${count} pessoas`, { exact: false }),
      )
    await places(4)
    await phone.reload()
    await shows(phone.getByText(/^As suas vezes são em \S+ de \d+ e em /))
  })

  test('pays both contributions of a month in one, with one code and one receipt, and it is confirmed in one', async () => {
    await call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    await goes(phone, '/donations')
    const card = phone.getByRole('article', { name: /R\$\s200,00, Para Bruno Andrade/ })
    await shows(card.getByRole('button', { name: 'Copiar código PIX' }))
    expect(await phone.getByRole('article').count()).toBe(1)
    expect(await card.getByLabel('PIX copia e cola').inputValue()).toContain('5406200.00')
    expect(await faultsInEachLook(phone, [DESK])).toEqual([])
    await card.getByLabel('Escolher comprovante').setInputFiles(await receipt('as duas'))
    const send = card.getByRole('button', { name: /^Já paguei a Bruno/ })
    // A name that is missing is said to be, where it is missing.
    await card.getByLabel('Outra pessoa pagou por mim').check()
    await send.click()
    await shows(card.getByText('Escreva o nome de quem pagou.'))
    const payer = card.getByLabel('Nome de quem pagou')
    expect([await focused(phone), await payer.getAttribute('aria-invalid')]).toEqual(['Nome de quem pagou', 'true'])
    // It is typed once: a look at another tab costs the picture alone.
    await payer.fill('Rita Andrade')
    await phone.getByRole('tab', { name: /Histórico/ }).click()
    await shows(payer, false)
    await phone.getByRole('tab', { name: /A Fazer/ }).click()
    await card.getByLabel('Escolher comprovante').setInputFiles(await receipt('as duas'))
    await shows(payer)
    expect(await payer.inputValue()).toBe('Rita Andrade')
    await card.getByLabel('Outra pessoa pagou por mim').uncheck()
    // The second call is cut: what came can be confirmed, and nobody is asked for its money again.
    await cuts(phone, '**/comprovante')
    await send.click()
    const behind = phone.getByRole('article').filter({ has: phone.getByAltText('Prévia do comprovante') })
    await shows(behind.getByText(/^Sem conexão .+ Feito para 1 de 2 contribuições: o que já foi não se repete\.$/))
    await shows(
      phone.getByRole('article', { name: /R\$\s100,00, Para Bruno/ }).getByText('Você pagou', { exact: true }),
    )
    await shows(behind.getByRole('heading', { name: 'Falta o comprovante desta' }))
    expect(await phone.getByRole('heading', { name: '1. Faça o PIX' }).count()).toBe(0)
    const ofHers = (await call('GET /donations/to-receive', people[0]!.token)).filter(
      ({ donorId }) => donorId === people[1]!.id,
    )
    expect(ofHers.map(({ allowed }) => allowed.includes('confirm')).toSorted()).toEqual([false, true])
    await behind.getByRole('button', { name: /^Já paguei a Bruno/ }).click()
    // This time the server took it, and its answer is lost.
    await shows(card.getByText('Você pagou', { exact: true }))
    await shows(card.getByAltText('Prévia do comprovante'), false)
    expect(await card.getByRole('alert').count()).toBe(0)
    expect(await call('GET /donations/to-send', people[1]!.token)).toMatchObject(
      [1, 2].map(() => ({ status: 'PENDING_CONFIRMATION', receipt_signed: true, receipt_reused: false })),
    )
    const bruno = await sitDown(browser, server.url)
    await logsInBesideCalls(bruno, call, { email: people[0]!.email, password: PASSWORD })
    await goes(bruno, '/donations')
    await bruno.getByRole('tab', { name: /A Receber/ }).click()
    await bruno
      .getByRole('article', { name: /R\$\s200,00/ })
      .getByRole('button', { name: 'Confirmar recebimento' })
      .click()
    await bruno.getByLabel('Conferi no extrato do meu banco').check()
    await cuts(bruno, '**/confirm')
    const confirms = bruno.getByRole('button', { name: 'Confirmar', exact: true })
    await confirms.click()
    await shows(bruno.getByRole('dialog').getByText(/Feito para 1 de 2 contribuições: o que já foi não se repete\.$/))
    await shows(bruno.getByRole('dialog').getByText(/Você confirma que recebeu R\$\s100,00/))
    await confirms.click()
    await shows(
      bruno.getByText(/^A sua confirmação de R\$\s100,00 de Lurdes Andrade chegou: só a resposta se perdeu\./),
    )
    expect(await bruno.getByRole('dialog').count()).toBe(0)
    // It stays there, and goes when another page is opened.
    await bruno.getByRole('link', { name: 'Início' }).first().click()
    await bruno.waitForURL('**/home')
    await bruno.goBack()
    await shows(bruno.getByRole('tab', { name: /A Receber/ }))
    expect(await bruno.getByText(/^A sua confirmação de/).count()).toBe(0)
    await expect.poll(async () => (await call('GET /donations/to-send', people[1]!.token)).length).toBe(0)
    // One that is confirmed on another device while its dialog stands open says so.
    const [owed] = await call('GET /donations/to-send', people[2]!.token)
    const params = { id: owed!.id }
    const comprovanteBase64 = (await receipt('a de Cida')).buffer.toString('base64')
    await call('POST /donations/{id}/comprovante', people[2]!.token, { params, body: { comprovanteBase64 } })
    await bruno.getByRole('tab', { name: /A Receber/ }).click()
    await bruno
      .getByRole('article', { name: /De Cida/ })
      .getByRole('button', { name: 'Confirmar recebimento' })
      .click()
    await shows(bruno.getByLabel('Conferi no extrato do meu banco'))
    await call('PATCH /donations/{id}/confirm', people[0]!.token, { params, body: {} })
    await shows(bruno.getByText(/^R\$\s100,00 de Cida Andrade: a sua confirmação já não é esperada\./))
    expect(await bruno.getByRole('dialog').count()).toBe(0)
    await bruno.owner.close()
    // Contributions paid in one are one line of what ended, with one recibo.
    await phone.reload()
    await phone.getByRole('tab', { name: /Histórico/ }).click()
    const ended = phone.getByRole('article')
    await shows(ended.getByText(/R\$\s200,00/).first())
    expect([await ended.count(), await ended.getByRole('button', { name: /^Recibo/ }).count()]).toEqual([1, 1])
    expect(await faultsInEachLook(phone, [DESK])).toEqual([])
  })

  test('the rotation ends with everybody at zero, and whoever organises begins another', async () => {
    for (const month of ['2026-11', '2026-12', '2027-01', '2027-02']) {
      if (month > '2026-11') await server.moveClockTo(`${month}-10T12:00:00.000Z`)
      admin = await administratorToken(call)
      for (const [index, { email }] of people.entries()) {
        const { access_token: token } = await call('POST /auth/login', null, { body: { email, password: PASSWORD } })
        people[index] = { ...people[index]!, token }
      }
      if (month > '2026-11') await call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
      for (const { token } of people) await paysAll(month, token)
    }
    // Her session ended in these months.
    await logsIn(phone, { email: people[1]!.email, password: PASSWORD })
    await goes(phone, '/roda')
    await shows(phone.getByText('A volta terminou: todos estão em zero'))
    await logsIn(desk, ADMINISTRATOR)
    await goes(desk, '/admin/settings/encerrar')
    await desk.getByRole('button', { name: 'Começar outra volta' }).click()
    await shows(desk.getByText('Outra volta começou'))
    // Another order begins with that of today.
    const today = (await call('GET /queue', admin)).toSorted((a, b) => a.position - b.position)
    await goes(desk, '/admin/queue/draw')
    const order = desk.getByRole('list', { name: 'A ordem que vai ser proposta' }).getByRole('listitem')
    await expect
      .poll(async () => (await order.allInnerTexts()).map((line) => line.split(' ')[0]))
      .toEqual(today.map(({ user }) => user.firstName))
  })

  /** Of the calls that are made now the second comes to no server, and the answer to the third is lost. */
  async function cuts(page: Page, address: string): Promise<void> {
    let nth = 0
    await page.route(address, async (route) => {
      nth += 1
      if (nth === 3) await route.fetch()
      await (nth === 2 || nth === 3 ? route.abort() : route.fallback())
    })
  }

  /** Pays by calls all that somebody owes in a month, and has it confirmed. */
  async function paysAll(month: string, token: string): Promise<void> {
    for (const { id, receiverId } of await call('GET /donations/to-send', token)) {
      const comprovanteBase64 = (await receipt(`${id} ${month}`)).buffer.toString('base64')
      await call('POST /donations/{id}/comprovante', token, { params: { id }, body: { comprovanteBase64 } })
      const receiver = people.find((one) => one.id === receiverId)!
      await call('PATCH /donations/{id}/confirm', receiver.token, { params: { id }, body: {} })
    }
  }
})

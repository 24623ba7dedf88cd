import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, joins, placed } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { tabsTo } from '#e2e/helpers/keys.ts'
import { PASSWORD, resumes } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { receipt } from '#server/files/testing/pictures.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'

const REASON = 'O valor não apareceu no meu extrato.'
const STATEMENT = 'Paguei no dia 9 de manhã.\nO comprovante está aí.'
const REQUEST = 'Mande a página do extrato do dia 9.'
const ANSWER = 'Olhei de novo, e o valor entrou.'
const APPEAL = 'O extrato que mostraram é de outra conta.'
const VERDICT = 'Conferimos a conta: é a mesma.'
const DECISION = 'O extrato mostra o valor no dia 9.'

describe('a case, read and written by both sides and settled by the administration', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let donor: Joined
  let receiver: Joined
  let donorPhone: Page
  let receiverPhone: Page
  let desk: Page
  let id: string

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
    call = callsOf(server)
    const administrator = await administratorToken(call)
    const people = [
      await joins(call, { firstName: 'Rosa', lastName: 'Andrade', number: 1 }),
      await joins(call, { firstName: 'Maria', lastName: 'Nascimento', number: 2 }),
      await joins(call, { firstName: 'Tiago', lastName: 'Barros', number: 3 }),
    ]
    await placed(call, administrator, people)
    await call('POST /donations/admin/generate-monthly-pull', administrator)
    donor = people[2]!
    const donation = (await call('GET /donations/to-send', donor.token)).find(({ waiting }) => !waiting)!
    receiver = people.find((person) => person.id === donation.receiverId)!
    await call('POST /donations/{id}/comprovante', donor.token, {
      params: { id: donation.id },
      body: { comprovanteBase64: await receiptPicture(donation.id) },
    })
    id = (
      await call('POST /donations/{id}/report', receiver.token, {
        params: { id: donation.id },
        body: { reason: REASON },
      })
    ).id
    donorPhone = await sitDown(browser, server.url, { viewport: PHONE })
    await resumes(donorPhone, { email: donor.email, password: PASSWORD }, '/notices')
    receiverPhone = await sitDown(browser, server.url, { viewport: PHONE })
    await resumes(receiverPhone, { email: receiver.email, password: PASSWORD }, '/notices')
    desk = await sitDown(browser, server.url, { viewport: DESK })
    await resumes(desk, ADMINISTRATOR, '/notices')
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const line = (page: Page) => page.getByRole('list', { name: 'Linha do tempo do caso' })
  const item = (page: Page, text: string) => line(page).getByRole('listitem').filter({ hasText: text })
  /** Opens the newest notice with these words, as a person would who was told. */
  const follows = async (page: Page, words: RegExp) => {
    if (!page.url().endsWith('/notices')) await goes(page, '/notices')
    await page.getByRole('link', { name: words }).first().click()
  }
  const says = async (page: Page, text: string) => {
    const form = page.getByRole('form', { name: 'Escrever neste caso' })
    await form.getByLabel('O que você quer dizer').fill(text)
    await form.getByRole('button', { name: 'Enviar' }).click()
  }
  const fitsThePhone = async (page: Page) =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)

  test('whoever was reported is led to it by a notice, reads why, and writes their side', async () => {
    await follows(donorPhone, /Um problema foi avisado sobre uma doação sua/)
    await donorPhone.getByRole('heading', { name: 'Caso da doação' }).waitFor()
    await shows(item(donorPhone, REASON))
    await shows(donorPhone.getByText('O que o banco pode fazer, e o que não pode'))
    await donorPhone.getByRole('button', { name: 'Enviar' }).click()
    await shows(donorPhone.getByText('Escreva o que você quer dizer.'))
    // The answer to their words is lost on its way: sent anew, they stand there once.
    await donorPhone.route('**/statements', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await says(donorPhone, STATEMENT)
    await shows(donorPhone.getByText(/Sem conexão com o servidor/))
    await donorPhone.unroute('**/statements')
    await donorPhone.getByRole('button', { name: 'Enviar' }).click()
    await shows(donorPhone.getByText('Este texto já está no caso: ele chegou da primeira vez.'))
    expect(await donorPhone.getByLabel('O que você quer dizer').inputValue()).toBe('')
    await shows(item(donorPhone, 'Paguei no dia 9 de manhã.').getByText('Você escreveu'))
    // The device holds the words to the ledger that it verified, and finds its own signature of them there.
    await donorPhone.reload()
    await item(donorPhone, 'Paguei no dia 9 de manhã.').getByText('✓ Assinado no aparelho de quem escreveu.').waitFor()
    await fitsThePhone(donorPhone)
    expect(await faultsOf(donorPhone)).toEqual([])
  })

  test('the administration reads both sides in one place, and asks one of them until a day', async () => {
    await follows(desk, /Há algo novo em um caso/)
    const open = desk.getByRole('dialog', { name: 'Detalhes do Report' })
    await shows(open.getByText(REASON))
    await shows(open.getByText('Paguei no dia 9 de manhã.'))
    await open.getByRole('button', { name: 'Pedir algo a um dos lados' }).click()
    const form = open.getByRole('form', { name: 'Pedir algo a um dos lados' })
    await form.getByLabel('A quem').selectOption('receiver')
    await form.getByLabel('O que você pede').fill(REQUEST)
    await form.getByLabel('Até que dia').fill('2026-11-14')
    expect(await faultsOf(desk)).toEqual([])
    await form.getByRole('button', { name: 'Enviar pedido' }).click()
    await shows(open.getByText('Pedido enviado: os dois lados foram avisados.'))
    await shows(open.getByText('Ainda sem resposta.'))
  })

  test('whoever is asked is told until when, and answers with a picture', async () => {
    await follows(receiverPhone, /A administração pede uma resposta sua no caso de uma doação, até 14\/11/)
    await shows(item(receiverPhone, REQUEST).getByText('A administração pede a você, até 14/11'))
    // The notice is read: home goes on asking until there is an answer.
    const asked = receiverPhone.getByRole('link', { name: 'Responda até 14/11 no caso com Tiago Barros' })
    await goes(receiverPhone, '/home')
    await asked.click()
    await receiverPhone
      .getByLabel('Escolher imagem')
      .setInputFiles({ name: 'extrato.png', mimeType: 'image/png', buffer: await receipt() })
    await receiverPhone.getByAltText('Prévia da imagem').waitFor()
    await says(receiverPhone, ANSWER)
    const answer = item(receiverPhone, ANSWER)
    await shows(answer)
    await shows(answer.getByAltText('Imagem enviada com este texto'))
    await shows(receiverPhone.getByText('Ainda sem resposta.'), false)
    await fitsThePhone(receiverPhone)
    expect(await faultsOf(receiverPhone)).toEqual([])
    await goes(receiverPhone, '/home')
    await receiverPhone.getByText('O que fazer agora').waitFor()
    await shows(asked, false)
  })

  test('settled by the administration with the keys alone, the donation says so in both histories, with the reason', async () => {
    await goes(desk, `/admin/reports?report=${id}&acao=resolver`)
    const form = desk.getByRole('dialog', { name: 'Resolver Report' })
    await shows(form.getByText(ANSWER))
    await tabsTo(desk, /^O que acontece com a doação/)
    await desk.keyboard.type('Confirmar')
    expect(await form.getByLabel('O que acontece com a doação').inputValue()).toBe('confirm')
    await tabsTo(desk, /^Mensagem para o usuário/)
    await desk.keyboard.type(DECISION)
    await tabsTo(desk, /^Notas administrativas/)
    await desk.keyboard.type('Nota sigilosa.')
    await tabsTo(desk, 'Confirmar resolução')
    await desk.keyboard.press('Enter')
    await shows(desk.getByText('Decisão registrada. Os dois lados já podem ler o motivo.'))
    for (const page of [donorPhone, receiverPhone]) {
      await goes(page, '/donations')
      await page.getByRole('tab', { name: /Histórico/ }).click()
      const row = page.getByRole('article').filter({ hasText: 'Confirmada pela administração' })
      await shows(row.getByText(`Motivo: ${DECISION}`))
      await fitsThePhone(page)
      await row.getByRole('link', { name: 'Abrir o caso' }).click()
      const decision = item(page, DECISION)
      await shows(decision.getByText('A administração decidiu'))
      await shows(decision.getByText('recebimento confirmado'))
      await shows(page.getByText('Este caso está encerrado: ninguém escreve mais nele.'))
      expect(await page.getByRole('form', { name: 'Escrever neste caso' }).count()).toBe(0)
      expect(await line(page).innerText()).not.toContain('sigilosa')
    }
  })

  test('whoever does not agree appeals once; the administration decides it, and each keeps recibo and case on paper', async () => {
    const [kept] = await Promise.all([
      receiverPhone.waitForEvent('download'),
      receiverPhone.getByRole('button', { name: 'Baixar o caso (PDF)' }).click(),
    ])
    expect(kept.suggestedFilename()).toBe(`caso-${id}.pdf`)
    await receiverPhone.getByRole('button', { name: 'Recorrer' }).click()
    const form = receiverPhone.getByRole('form', { name: 'Recorrer da decisão' })
    await form.getByRole('button', { name: 'Enviar recurso' }).click()
    await shows(form.getByText('Escreva por que a decisão deve mudar.'))
    expect(await faultsOf(receiverPhone)).toEqual([])
    await form.getByLabel('Por que a decisão deve mudar').fill(APPEAL)
    await form.getByRole('button', { name: 'Enviar recurso' }).click()
    await shows(item(receiverPhone, APPEAL).getByText('Você recorreu da decisão'))
    await shows(receiverPhone.getByText('Há um recurso a decidir. Até lá, a primeira decisão vale.'))
    await fitsThePhone(receiverPhone)
    await goes(desk, `/admin/reports?report=${id}`)
    const judging = desk.getByRole('form', { name: 'Decidir o recurso' })
    await shows(judging)
    await tabsTo(desk, /^Motivo/)
    await desk.keyboard.type(VERDICT)
    expect(await faultsOf(desk)).toEqual([])
    await tabsTo(desk, 'Decidir o recurso')
    await desk.keyboard.press('Enter')
    await shows(item(desk, VERDICT))
    await follows(receiverPhone, /O recurso no caso de uma doação sua foi decidido: a primeira decisão vale/)
    await shows(item(receiverPhone, VERDICT).getByText(/a primeira decisão vale/))
    await goes(receiverPhone, '/donations')
    await receiverPhone.getByRole('tab', { name: /Histórico/ }).click()
    const [paper] = await Promise.all([
      receiverPhone.waitForEvent('download'),
      receiverPhone.getByRole('button', { name: /^Recibo \(PDF\)/ }).click(),
    ])
    expect(paper.suggestedFilename()).toMatch(/^recibo-.*\.pdf$/)
    await fitsThePhone(receiverPhone)
    expect(await faultsOf(receiverPhone)).toEqual([])
  })

  test('a reason that the answer changes is shown as not the ledger’s', async () => {
    await donorPhone.route(`**/api/reports/${id}`, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace(DECISION, 'Quem doou nos convenceu.'),
      })
    })
    await goes(donorPhone, `/reports/${id}`)
    const decision = item(donorPhone, 'Quem doou nos convenceu.')
    await shows(decision.getByRole('alert'))
    expect(await decision.getByRole('alert').innerText()).toContain('não é o que está marcado no livro')
    await shows(item(donorPhone, 'Paguei no dia 9 de manhã.').getByRole('alert'), false)
  })
})

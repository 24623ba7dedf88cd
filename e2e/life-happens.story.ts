import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { substituteText } from '#circle/ledger/substitutes.ts'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, beginsRoda, callsOf, joins } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { logsIn, logsInToSign, PASSWORD, receipt } from '#e2e/helpers/people.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { DEMONSTRATION } from '#web/text/warnings.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const NAMES = ['Lurdes', 'Bruno', 'Cida', 'Davi', 'Elza']

/** A roda of five in its first month, with what happens to people in a year. */
describe('life happens in a roda', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let [davi, elza]: Page[] = []
  let people: Joined[]
  let newcomer: Joined
  let desk: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
    call = callsOf(server)
    people = await beginsRoda(call, NAMES)
    ;[davi, elza] = [await sitDown(browser, server.url), await sitDown(browser, server.url)]
    await logsInToSign(davi, { email: people[3]!.email, password: PASSWORD })
    await logsInToSign(elza, { email: people[4]!.email, password: PASSWORD })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('who scheduled a PIX says for which day, and it is no payment until then', async () => {
    await goes(davi!, '/donations')
    await davi!.getByRole('button', { name: 'Agendei o PIX para outro dia' }).click()
    await davi!.getByLabel('Para que dia o PIX está agendado?').fill('2026-12-20')
    await davi!.reload()
    expect(await davi!.getByLabel('Para que dia o PIX está agendado?').inputValue()).toBe('2026-12-20')
    await davi!.getByRole('button', { name: 'Avisar que agendei' }).click()
    const late = davi!.getByText('O prazo desta doação termina em 10/12. Agende para esse dia ou antes.')
    await shows(late)
    // Beside the day alone.
    expect(await late.count()).toBe(1)
    await davi!.getByLabel('Para que dia o PIX está agendado?').fill('2026-12-05')
    await davi!.getByRole('button', { name: 'Avisar que agendei' }).click()
    await shows(davi!.getByText(/^PIX agendado para 05\/12\. Agendado ainda não é pago/))
    expect(await faultsInEachLook(davi!)).toEqual([])
    const [donation] = await call('GET /donations/to-send', people[3]!.token)
    expect(donation).toMatchObject({ status: 'PENDING_PAYMENT', scheduled_for: '2026-12-05' })
    // A receipt before that day would be refused: it is asked for once the day is taken back.
    await shows(davi!.getByLabel('Escolher comprovante'), false)
    await shows(davi!.getByText(/^Pagou antes desse dia\?/))
    await davi!.getByRole('button', { name: 'Não está mais agendado' }).click()
    await davi!.getByLabel('Escolher comprovante').waitFor({ state: 'attached' })
  })

  test('a month is paid ahead to whom the plan gives it, and says so on its card', async () => {
    await goes(davi!, '/donations')
    await davi!.getByText('Adiantar um mês').click()
    await davi!.getByRole('button', { name: 'Adiantar dezembro de 2026' }).click()
    await shows(davi!.getByText('Adiantada: dezembro de 2026'))
    expect(await faultsInEachLook(davi!)).toEqual([])
    expect(await call('GET /me/ahead', people[3]!.token)).toMatchObject({ months: ['2026-12'] })
  })

  test('somebody without a phone takes part with a helper, who acts under a band that says for whom', async () => {
    const [cida, elzaId] = [people[2]!, people[4]!.id]
    desk = await sitDown(browser, server.url)
    await logsIn(desk, ADMINISTRATOR)
    await goes(desk, `/admin/users?usuario=${cida.id}&acao=perfil`)
    await desk.getByRole('button', { name: 'Quem ajuda' }).click()
    await desk.getByLabel('1. Quem ajuda').selectOption({ value: elzaId })
    await desk.getByLabel('Foto do papel assinado').setInputFiles(await receipt('o papel'))
    await shows(desk.getByAltText('O papel que você escolheu'))
    expect(await faultsInEachLook(desk, [PHONE])).toEqual([])
    await desk.getByRole('button', { name: 'Guardar', exact: true }).click()
    await shows(desk.getByText(/^Elza Andrade ajuda Cida Andrade desde/))
    await goes(elza!, '/profile')
    await elza!.getByRole('link', { name: 'Ajudo Cida Andrade' }).click()
    await shows(elza!.getByRole('button', { name: 'Deixar de ajudar' }))
    expect(await faultsInEachLook(elza!)).toEqual([])
    // A real roda is never said to be a demonstration, not even while nobody knows yet.
    let isRead = () => {}
    const held = new Promise<void>((resolve) => (isRead = resolve))
    // It stays: to end it while requests are on their way could leave one of them unanswered.
    await elza!.route('**/api/circle', async (route) => held.then(() => route.continue()))
    await elza!.getByRole('button', { name: 'Fazer por Cida' }).click()
    await shows(elza!.getByText('Você está fazendo por Cida'))
    await shows(elza!.getByText(DEMONSTRATION), false)
    isRead()
    await elza!.locator('.demonstration').waitFor({ state: 'detached' })
    // There is no button that the server would refuse a helper.
    for (const [path, shown, gone] of [
      ['/profile/chave', /^Informações PIX/, 'Trocar chave PIX'],
      ['/profile/dados', /^Informações Pessoais/, 'Trocar foto'],
      ['/conhecidos', 'Quantos conhecem cada um', 'Copiar link'],
    ] as const) {
      await goes(elza!, path)
      await shows(elza!.getByRole('region', { name: shown }))
      expect(await elza!.getByRole('button', { name: gone }).count(), path).toBe(0)
    }
    await goes(elza!, '/donations')
    await elza!.getByLabel('Escolher comprovante').setInputFiles(await receipt('da Cida'))
    expect(await faultsInEachLook(elza!, [DESK])).toEqual([])
    await elza!.getByRole('button', { name: /^Já paguei a Lurdes/ }).click()
    await shows(elza!.getByText('Comprovante feito por Elza por Cida'))
    await elza!.getByRole('button', { name: 'Voltar a ser Elza' }).click()
    await shows(elza!.getByRole('link', { name: 'Ajudo Cida Andrade' }))
    const [sent] = await call('GET /donations/to-send', cida.token)
    expect(sent).toMatchObject({ status: 'PENDING_CONFIRMATION', receipt_signed: true })
    // The administration says, in Cida's name and without a device, what is not Elza's: her device asks.
    await elza!.goto('/roda')
    await shows(elza!.getByText(/^✓ conferido/))
    await call('POST /donations/{id}/report', cida.token, { params: { id: sent!.id }, body: { reason: 'Mentira' } })
    await elza!.goto('/home')
    const asked = elza!.getByRole('alert').filter({ hasText: 'Sobre quem você ajuda' })
    await shows(asked)
    expect(await faultsInEachLook(elza!)).toEqual([])
    // Until then her own payments are as before: the question is about Cida's.
    expect(await elza!.getByText(/Antes de pagar ou confirmar/).count()).toBe(0)
    await asked.getByRole('button', { name: 'Perguntei: foi a pessoa' }).click()
    await asked.waitFor({ state: 'detached' })
  })

  test('a help that ends while she acts leads her home, and says that it is herself from here on', async () => {
    await goes(elza!, '/profile')
    await elza!.getByRole('link', { name: 'Ajudo Cida Andrade' }).click()
    await elza!.getByRole('button', { name: 'Fazer por Cida' }).click()
    await shows(elza!.getByText('Você está fazendo por Cida'))
    await goes(elza!, '/donations')
    await call('DELETE /users/{id}/helper', await administratorToken(call), { params: { id: people[2]!.id } })
    await shows(elza!.getByText('A ajuda a Cida terminou. Daqui em diante é você, Elza.'))
    await elza!.waitForURL('**/home')
    expect(await faultsInEachLook(elza!)).toEqual([])
    await elza!.getByRole('button', { name: 'Entendi' }).click()
    await elza!.getByText(/^A ajuda a Cida terminou/).waitFor({ state: 'detached' })
    // Her device asks whether Cida wanted that: whoever ends a help could be ridding themselves of who watches.
    await elza!.goto('/home')
    const asked = elza!.getByRole('alert').filter({ hasText: 'Sobre quem você ajuda' })
    await asked.getByRole('button', { name: 'Perguntei: foi a pessoa' }).click()
    await asked.waitFor({ state: 'detached' })
  })

  test('a fiscal is named by who organises, and confirmed from a phone', async () => {
    await goes(desk, `/admin/users?usuario=${people[4]!.id}&acao=perfil`)
    const foot = desk.getByRole('dialog').locator('.dialog-footer')
    await shows(foot)
    expect(await foot.evaluate((node) => getComputedStyle(node).position), 'it covers no half of a phone').toBe(
      'static',
    )
    await desk.getByRole('button', { name: 'Indicar Elza Andrade como fiscal' }).click()
    await shows(desk.getByText('Indicação feita. Agora a roda confirma.'))
    await goes(desk, '/admin/dashboard')
    await goes(davi!, '/roda')
    await davi!.getByRole('link', { name: 'Fiscais há quem confirmar' }).click()
    await shows(davi!.getByText('Indicação de quem organiza. 0 de 5 confirmaram; faltam 3.'))
    expect(await faultsInEachLook(davi!)).toEqual([])
    await davi!.getByRole('button', { name: 'Confirmar Elza como fiscal' }).click()
    await shows(davi!.getByText('Anotado no livro, assinado por este aparelho.'))
    await shows(davi!.getByText('Indicação de quem organiza. 1 de 5 confirmou; faltam 2.'))
    for (const { token } of [people[1]!, people[0]!])
      await call('POST /me/fiscals/confirm', token, { body: { member_id: people[4]!.id } })
  })

  test('she approves what her own phone reads out of the text that it signs, and nothing that the ledger has otherwise', async () => {
    const administrator = await administratorToken(call)
    const operator = {
      name: 'Outra Associação',
      document: '11222333000181',
      contact: 'roda@exemplo.org',
      dataProtectionContact: 'dados@exemplo.org',
    }
    await call('PATCH /admin/circle', administrator, { body: { operator } })
    const opening = '**/api/admin/approvals/*/opening'
    // The server shows one operator, and has another approved.
    await elza!.route(opening, async (route) => {
      const answer = await route.fetch()
      const { body, ...opened } = (await answer.json()) as { body: string }
      await route.fulfill({ response: answer, json: { ...opened, body: body.replace('Outra', 'Nossa') } })
    })
    await goes(elza!, '/decisoes')
    const card = elza!.getByRole('article', { name: 'Mudança de quem opera o círculo' })
    const reads = () => card.getByRole('button', { name: 'Aprovar' }).click()
    const dialog = elza!.getByRole('dialog', { name: 'O que você assina' })
    const signs = dialog.getByRole('button', { name: 'Assinar e aprovar' })
    await reads()
    await shows(dialog.getByText(/^O livro guarda outra proposta/))
    expect(await signs.count()).toBe(0)
    expect(await faultsInEachLook(elza!)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await elza!.unroute(opening)
    await reads()
    await shows(dialog.getByText('Outra Associação'))
    expect(await faultsInEachLook(elza!)).toEqual([])
    await signs.click()
    await shows(card.getByText(/^Decidida por Elza Andrade em /))
  })

  test('a place that is ahead is proposed by who organises, and she decides on it from her phone', async () => {
    // Davi's month ahead is on its way to him, who has given nothing yet.
    const bruno = people[1]!
    const hugo = await joins(call, { firstName: 'Hugo', lastName: 'Reis', number: 8 })
    await call('PATCH /users/{id}/approve', await administratorToken(call), { params: { id: hugo.id } })
    await agree(bruno, hugo)
    await goes(desk, '/admin/approvals')
    const place = desk.getByRole('article', { name: 'Lugar de Bruno Andrade' })
    await shows(place.getByText(/^O lugar recebeu, ou está para receber, mais do que deu\./))
    expect(await faultsInEachLook(desk)).toEqual([])
    await place.getByRole('button', { name: 'Propor a passagem' }).click()
    await shows(place.getByText('Proposto, ainda não feito'))
    await goes(elza!, '/decisoes')
    const card = elza!.getByRole('article', { name: 'Passagem de um lugar' })
    await card.getByRole('button', { name: 'Aprovar' }).click()
    const dialog = elza!.getByRole('dialog', { name: 'O que você assina' })
    await shows(dialog.getByText('Hugo Reis'))
    expect(await faultsInEachLook(elza!)).toEqual([])
    await dialog.getByRole('button', { name: 'Assinar e aprovar' }).click()
    await shows(card.getByText(/^Decidida por Elza Andrade em /))
    await goes(desk, '/admin/dashboard')
    expect((await call('GET /me/substitutes', bruno.token)).done).toMatchObject([{ newcomer_id: hugo.id }])
  })

  /** One asks the other to take their place over, who accepts: each under a device's signature. */
  async function agree(leaver: Joined, to: Joined): Promise<void> {
    const { place } = await call('GET /me/substitutes', leaver.token)
    const [id, { given, received }] = [randomUUID(), place!]
    const sums = { givenCents: Math.round(given * 100), receivedCents: Math.round(received * 100) }
    const hash = sha256(substituteText({ substituteId: id, memberId: leaver.id, newcomerId: to.id, ...sums }))
    const body = { id, member_id: to.id, given, received, hash }
    await call('POST /me/substitutes', leaver.token, { body })
    await call('POST /me/substitutes/{id}/accept', to.token, { params: { id }, body: { hash } })
  }

  test('who moves away passes the place on: two phones sign, a third person decides, and what was open goes on', async () => {
    const admin = await administratorToken(call)
    newcomer = await joins(call, { firstName: 'Gil', lastName: 'Reis', number: 9 })
    await call('PATCH /users/{id}/approve', admin, { params: { id: newcomer.id } })
    const gil = await sitDown(browser, server.url)
    await logsInToSign(gil, { email: newcomer.email, password: PASSWORD })
    await goes(gil, '/profile')
    await gil.getByRole('link', { name: 'Ficar com um lugar' }).click()
    const code = `Pessoa ${newcomer.id.slice(-6)}`
    await shows(gil.getByText(`O seu código: ${code}`))
    await goes(elza!, '/profile')
    await elza!.getByRole('link', { name: 'Passar o meu lugar' }).click()
    await elza!.getByLabel('Quem vem').selectOption({ label: code })
    expect(await faultsInEachLook(elza!)).toEqual([])
    await elza!.getByRole('button', { name: `Pedir a ${code}` }).click()
    await shows(elza!.getByText(/^Pedido feito\./))
    await goes(gil, '/passar-o-lugar')
    await shows(gil.getByText('Elza Andrade quer passar o lugar a você.'))
    await shows(gil.getByText(/^Se todos pagarem, o lugar ainda dá/))
    await gil.getByRole('button', { name: 'Ficar com o lugar' }).click()
    await shows(gil.getByText(/^Aceito\./))
    await desk.getByRole('link', { name: 'De Elza Andrade para Gil Reis' }).click()
    await shows(desk.getByRole('heading', { name: /^Elza Andrade passa o lugar \d a Gil Reis$/ }))
    expect(await faultsInEachLook(desk)).toEqual([])
    await desk.getByRole('button', { name: 'Passar o lugar' }).click()
    await desk.getByRole('button', { name: 'Passar o lugar' }).waitFor({ state: 'detached' })
    // Once it is decided, the page no longer says that it waits.
    await shows(gil.getByText(/^Aceito\./), false)
    // The newcomer's device has proven whom the open donation is between now, and shows the key.
    await goes(gil, '/donations')
    await shows(gil.getByRole('button', { name: 'Copiar código PIX' }))
    await goes(elza!, '/passar-o-lugar')
    await shows(elza!.getByText('Você passou o seu lugar a Gil Reis'))
    // She is back before the year is over.
    await goes(desk, `/admin/users?usuario=${people[4]!.id}&acao=perfil`)
    await desk.getByRole('button', { name: 'Receber de volta' }).click()
    await desk.getByLabel('Motivo').fill('Voltou para a rua.')
    expect(await faultsInEachLook(desk, [PHONE])).toEqual([])
    await desk.getByRole('button', { name: 'Receber de volta' }).click()
    await shows(desk.getByText('Pessoa de volta à roda.'))
  })
})

import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#contracts/contract.ts'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { goes, openBrowser, shows, sitDown, stands, verifiesNow, withoutEvents } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { countOf } from '#e2e/helpers/counts.ts'
import { fills, joinsRoda, logsIn, PASSWORD, receipt } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { registrationOf } from '#server/seed/people.ts'

const CPF = '529.982.247-25'
const NEIGHBOURS = ['Lurdes', 'Bruno', 'Davi', 'Elza', 'Fausto', 'Glória']
/** The neighbours, and Cida. */
const PEOPLE = NEIGHBOURS.length + 1
const HOME_WORDS = 90

/** Cida founds a roda on an empty server and takes part; six neighbours join it, and live its first month. Nothing but the screens. */
describe('neighbours live a roda', () => {
  let server: Server
  let browser: Browser
  let cida: Page
  let link: string
  let taps = 0
  const phones = new Map<string, Page>()
  /** A phone is put away: no page of the app is open on it that would hear of what others do. */
  const rests = (page: Page) => page.goto('/roda.svg')
  /** The ids of the people, by first name. */
  const ids = new Map<string, string>()
  /** The first receiver, and three neighbours to whom something happens in that month. */
  let [receiver, paused, inParts, fiscal] = ['', '', '', '']

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'none' }), openBrowser()])
    cida = await sitDown(browser, server.url)
    await logsIn(cida, ADMINISTRATOR)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const writes = async (label: string, text: string) => {
    taps += 1
    await cida.getByLabel(label, { exact: true }).fill(text)
  }
  const presses = async (what: ReturnType<Page['getByRole']>) => {
    taps += 1
    await what.click()
  }
  const isLight = async (page: Page, words = HOME_WORDS) => {
    await stands(page)
    expect((await countOf(page)).words).toBeLessThanOrEqual(words)
  }

  test('an empty installation asks one question, in sixty words', async () => {
    await shows(cida.getByRole('heading', { level: 1, name: 'O que esta Ciranda vai ser?' }))
    await isLight(cida, 60)
    expect(await faultsInEachLook(cida)).toEqual([])
  })

  test('its settings are those of an installation: no plan, no demonstration, and they stand still', async () => {
    await goes(cida, '/admin/settings')
    await shows(cida.getByRole('heading', { name: 'Administradores' }))
    await stands(cida)
    const said = await cida.locator('body').innerText()
    expect(said).not.toMatch(/Demonstração|demonstração|N1|Nível|Recomeçar/)
    await goes(cida, '/admin/dashboard')
  })

  test('three questions and who answers; what the roda does is told before, and its loss has to be read', async () => {
    await presses(cida.getByRole('link', { name: 'Uma roda de verdade' }))
    const promise = cida.getByRole('region', { name: 'O que esta roda faz' })
    await shows(promise.getByText(/^Se parar no mês 6, 5 de 12 pessoas/))
    expect((await promise.innerText()).replaceAll('\u00a0', ' ')).toMatch(
      /Você dá R\$ 100,00 por mês, por 11 meses, e recebe R\$ 1\.100,00 uma vez\.\s+No mês 11 todos estão em zero\./,
    )
    expect((await countOf(cida)).fields).toBeLessThanOrEqual(9)
    expect(await faultsInEachLook(cida)).toEqual([])
    await cida.getByLabel('Quantas pessoas').fill('1')
    await shows(cida.getByText('De 2 a 100 pessoas.'))
    expect(await cida.getByRole('button', { name: 'Criar a roda' }).isDisabled()).toBe(true)
    await cida.getByLabel('Quantas pessoas').fill(String(PEOPLE))
  })

  test('what was typed wrong is said at its field, and nothing is made', async () => {
    const risk = cida.getByLabel('Li, também o que acontece se a roda parar no meio.')
    await writes('Nome da roda', 'Roda da Vila')
    await writes('Nome', 'Cida Ramos')
    await cida.getByLabel('CPF ou CNPJ').fill('111.111.111-11')
    await writes('Telefone ou e-mail', '(11) 98765-4321')
    await presses(risk)
    await cida.getByRole('button', { name: 'Criar a roda' }).click()
    await shows(cida.getByText('Informe um CPF ou CNPJ válido.').first())
  })

  test('one press more, and the roda is on screen, takes people, and is handed on by WhatsApp', async () => {
    await writes('CPF ou CNPJ', CPF)
    await presses(cida.getByRole('button', { name: 'Criar a roda' }))
    await shows(cida.getByRole('heading', { name: 'Roda da Vila está pronta' }))
    expect(taps).toBeLessThanOrEqual(12)
    const invitation = cida.getByRole('link', { name: 'Convidar pelo WhatsApp' })
    const address = decodeURIComponent((await invitation.getAttribute('href')) ?? '')
    expect(address).toMatch(/^https:\/\/wa\.me\/\?text=Vamos fazer uma roda\? É a Roda da Vila/)
    expect(await faultsInEachLook(cida)).toEqual([])
    link = address.match(/http:\S+$/)![0]
    // She reads on, and nothing that the console showed of what was there before is held to the ledger of her roda.
    await Promise.all([cida.waitForResponse('**/api/ledger/checkpoint'), verifiesNow(cida)])
    await stands(cida)
    await goes(cida, '/roda')
    await shows(cida.getByText(/^✓ conferido/))
    await goes(cida, '/admin/settings/circulos')
    await shows(cida.getByText('Recebe cadastros').first())
    await shows(cida.getByText('Na tela').first())
  })

  test('Cida has both hats: her own four places, a door to organizing, and the way back', async () => {
    await goes(cida, '/')
    await shows(cida.getByRole('link', { name: 'Eu', exact: true }))
    await goes(cida, '/roda')
    await shows(cida.getByText('Cida Ramos organiza e participa.').first())
    expect(await faultsInEachLook(cida)).toEqual([])
    await goes(cida, '/profile')
    await cida.getByRole('link', { name: 'Organizar a roda' }).click()
    await shows(cida.getByRole('link', { name: 'Ajustes' }))
    await goes(cida, '/admin/settings/identidade')
    await shows(cida.getByText('Nome e quem responde').first())
    // She takes part already: nothing asks her to.
    expect(await cida.getByRole('button', { name: 'Participar também' }).count()).toBe(0)
    await goes(cida, '/admin/settings')
    await cida.getByRole('link', { name: 'A minha parte' }).filter({ visible: true }).click()
    await shows(cida.getByRole('link', { name: 'Eu', exact: true }))
  })

  test('Cida, who registered without a payment key, is asked for it first, and it holds at once', async () => {
    await goes(cida, '/admin/dashboard')
    await shows(cida.getByRole('link', { name: 'Falta a sua chave PIX' }))
    await goes(cida, '/home')
    await shows(cida.getByRole('heading', { name: 'Falta a sua chave PIX' }))
    expect(await faultsInEachLook(cida)).toEqual([])
    await cida.getByRole('link', { name: 'Pôr a minha chave' }).click()
    await cida.getByRole('button', { name: 'Pôr a minha chave' }).click()
    await fills(cida, { pixKey: 'cida@exemplo.org', pixOwnerName: 'Cida Ramos' })
    expect(await faultsInEachLook(cida)).toEqual([])
    await cida.getByRole('button', { name: 'Guardar a chave' }).click()
    await shows(cida.getByText('cida@exemplo.org'))
    await goes(cida, '/home')
    await shows(cida.getByRole('heading', { name: 'Falta a sua chave PIX' }), false)
  })

  test('a new roda says what it waits for: its people first, and nothing can be asked of anybody', async () => {
    await goes(cida, '/admin/dashboard')
    await shows(
      cida.getByRole('region', { name: 'Convide as pessoas' }).getByText(new RegExp(`^Aprovadas: 1 de ${PEOPLE}\\.`)),
    )
    await isLight(cida)
    expect(await cida.getByRole('button', { name: 'Pedir as contribuições' }).count()).toBe(0)
    expect(await cida.getByText('vagas livres').count()).toBe(0)
  })

  test('six come by the link, one of them without an e-mail, and wait for their approval', async () => {
    for (const [at, firstName] of NEIGHBOURS.entries()) {
      const phone = await sitDown(browser, server.url)
      phones.set(firstName, phone)
      await phone.goto(link)
      await shows(phone.getByText('A ordem é sorteada ou combinada por todos, e você a confere', { exact: false }))
      await phone.getByRole('button', { name: 'Fazer o meu cadastro' }).click()
      await phone.locator('[name=firstName]').waitFor()
      const who = registrationOf({ firstName, lastName: 'Andrade', number: at + 1 })
      if (at === 0) {
        await joinsWithoutMail(phone, who)
        continue
      }
      await joinsRoda(phone, who)
      if (at === 1) {
        // Opened once more from the chat, the link does not have somebody register twice.
        await phone.goto(link)
        await shows(phone.getByText(/^Você já entrou na sua conta\./))
        expect(await phone.getByRole('button', { name: 'Fazer o meu cadastro' }).count()).toBe(0)
      }
      await rests(phone)
    }
    const lurdes = phones.get('Lurdes')!
    await isLight(lurdes)
    await shows(lurdes.getByText('Falta confirmar seu telefone', { exact: true }))
  })

  test('they are approved together; the organiser is led to the draw, and nobody gets a place by hand', async () => {
    await goes(cida, '/admin/users?filtro=nao-verificados')
    await cida.getByRole('button', { name: 'Selecionar todos' }).click()
    await cida.getByRole('button', { name: `Aprovar ${NEIGHBOURS.length} pessoas` }).click()
    await shows(cida.getByText(`${NEIGHBOURS.length} pessoas aprovadas`))
    const bruno = phones.get('Bruno')!
    const noOrder = bruno.getByRole('heading', { name: 'Falta a ordem de quem recebe' })
    // While nobody knows whether a draw waits for him he is not told that there is nothing to do.
    await bruno.route('**/api/draws', (route) => route.fulfill({ status: 429, body: '{}' }))
    await bruno.goto('/home')
    const again = bruno.getByRole('button', { name: 'Tentar novamente' })
    await shows(again)
    expect(await noOrder.count()).toBe(0)
    await bruno.unroute('**/api/draws')
    await again.click()
    await shows(noOrder)
    await goes(cida, '/admin/queue')
    await shows(cida.getByText(/^Ainda não há ordem\. Quem organiza também participa/))
    expect(await cida.getByRole('button', { name: 'Dar um lugar' }).count()).toBe(0)
    expect(await faultsInEachLook(cida)).toEqual([])
    await goes(cida, '/admin/dashboard')
    await cida.getByRole('link', { name: 'Sortear ou combinar a ordem' }).click()
    await proposesInVain()
    await cida.getByRole('button', { name: 'Começar o sorteio' }).click()
    await cida.getByRole('dialog').getByRole('button', { name: 'Começar agora' }).click()
    await shows(cida.getByText(`0 de ${PEOPLE} pessoas entraram com um número`))
  })

  /** An order is proposed; one agrees, on his phone; it is taken back, and nobody has a place. */
  async function proposesInVain(): Promise<void> {
    // Those who registered at the same moment stand in any order: he is not left in the first place.
    const order = cida.getByRole('list', { name: 'A ordem que vai ser proposta' }).getByRole('listitem')
    const isFirst = (await order.first().innerText()).startsWith('Bruno')
    await order
      .nth(isFirst ? 1 : PEOPLE - 1)
      .getByRole('button', { name: /^Subir/ })
      .click()
    await shows(cida.getByText(new RegExp(`: \\d+º de ${PEOPLE}\\.$`)))
    const place = (await order.allInnerTexts()).findIndex((line) => line.startsWith('Bruno')) + 1
    expect(place).toBeGreaterThan(1)
    expect(await faultsInEachLook(cida)).toEqual([])
    await cida.getByRole('button', { name: 'Propor esta ordem' }).click()
    await shows(cida.getByText(new RegExp(`^Já concordaram: 0 de ${PEOPLE}\\.`)))
    const bruno = phones.get('Bruno')!
    // His place is found by his id, whatever the answer says is his.
    await bruno.route('**/api/draws', async (route) => {
      const response = await route.fetch()
      const { proposal, ...rest } = (await response.json()) as { proposal: { people: object[] } }
      const people = proposal.people.map((person, index) => ({ ...person, own: index === 0 }))
      await route.fulfill({ response, json: { ...rest, proposal: { ...proposal, people } } })
    })
    await goes(bruno, '/home')
    await bruno.getByRole('link', { name: 'Ver a ordem' }).click()
    await shows(bruno.getByText(`Nela, você é a ${place}ª pessoa a receber.`))
    await bruno.unroute('**/api/draws')
    expect(await faultsInEachLook(bruno)).toEqual([])
    await bruno.getByRole('button', { name: 'Concordo com esta ordem' }).click()
    await shows(bruno.getByText('Você já concordou com esta ordem.'))
    await cida.getByRole('listitem').filter({ hasText: 'Bruno' }).getByText('concordou').waitFor()
    await cida.getByRole('button', { name: 'Retirar a proposta' }).click()
    await shows(cida.getByText('Quem organiza retirou esta proposta.'))
  }

  test('each joins the draw with one press, and once all have, the devices do the rest', async () => {
    const lurdes = phones.get('Lurdes')!
    for (const phone of phones.values()) {
      await goes(phone, '/home')
      await phone.getByRole('link', { name: 'Ver o sorteio' }).click()
      // A double tap is one: the server is asked once, and no act stands in the journal that the ledger does not have.
      await phone.getByRole('button', { name: 'Entrar com o meu número' }).dblclick()
      await phone.getByText('Seu número está no livro').waitFor()
    }
    await goes(lurdes, '/home')
    await shows(lurdes.getByText(new RegExp(`^${NEIGHBOURS.length} de ${PEOPLE} já entraram\\.`)))
    // A second tab shows the same number at the same time.
    const [davi, tab] = [phones.get('Davi')!, await phones.get('Davi')!.owner.newPage()]
    await goes(davi, '/draw')
    await tab.goto('/draw')
    await shows(tab.getByText('Seu número está no livro'))
    await goes(cida, '/admin/dashboard')
    await shows(cida.getByRole('region', { name: 'O sorteio da ordem começou' }))
    await goes(cida, '/draw')
    await pressesByKeyboard(cida, cida.getByRole('button', { name: 'Entrar com o meu número' }))
    await goes(lurdes, '/draw')
    await shows(lurdes.getByText(/O seu lugar no sorteio: \d+º/))
    await lurdes.getByRole('button', { name: 'Conferir o sorteio' }).click()
    await shows(lurdes.getByText('Refeito neste aparelho', { exact: false }))
    await shows(lurdes.getByText('A ordem vem do sorteio.'))
    await shows(tab.getByText(/O seu lugar no sorteio: \d+º/))
    await tab.close()
    await goes(davi, '/roda')
    await shows(davi.getByText(/^✓ conferido/))
    for (const phone of phones.values()) await rests(phone)
  })

  test('Cida and a neighbour exchange their turns: one asks, the other accepts by the keyboard alone', async () => {
    const listed = cida.waitForResponse((response) => response.url().endsWith('/api/users'))
    await goes(cida, '/admin/users')
    const people = (await (await listed).json()) as { id: string; firstName: string }[]
    for (const { id, firstName } of people) ids.set(firstName, id)
    await goes(cida, '/roda')
    await cida.getByRole('link', { name: 'Trocar de vez' }).click()
    const others = cida.getByLabel('Com quem')
    await others.locator('option').nth(1).waitFor({ state: 'attached' })
    const places = await others.locator('option').evaluateAll((options) =>
      (options as HTMLOptionElement[]).map(({ value, text }) => ({
        value,
        at: Number(/^Lugar (\d+)/.exec(text)?.[1] ?? 0),
      })),
    )
    // The last place, so that the first month is not hers.
    const last = places.toSorted((a, b) => b.at - a.at)[0]!
    await others.selectOption(last.value)
    await cida.getByRole('button', { name: `Pedir para ir para o lugar ${last.at}` }).click()
    await shows(cida.getByText(/^Pedido feito\./))
    const nameOf = (wanted: string) => [...ids].find(([, id]) => id === wanted)![0]
    const atPlace = (place: number) => nameOf(places.find(({ at }) => at === place)?.value ?? last.value)
    receiver = atPlace(1)
    ;[paused, inParts, fiscal] = NEIGHBOURS.filter((name) => ![receiver, atPlace(2)].includes(name)) as Four
    const phone = phones.get(nameOf(last.value))!
    await goes(phone, '/roda')
    await shows(phone.getByRole('link', { name: 'Trocar de vez espera a sua resposta' }))
    await goes(phone, '/home')
    await phone.getByRole('link', { name: 'Pediram para trocar de vez com você' }).click()
    await shows(phone.getByText(/^Você iria do lugar \d+ para o \d+\.$/))
    expect(await faultsInEachLook(phone)).toEqual([])
    const tab = await phone.owner.newPage()
    await withoutEvents(tab)
    await tab.goto('/trocar-de-vez')
    await shows(tab.getByRole('button', { name: 'Aceitar a troca' }))
    await pressesByKeyboard(phone, phone.getByRole('button', { name: 'Aceitar a troca' }))
    await shows(phone.getByText('Trocado. Todos foram avisados.'))
    await shows(cida.getByText(/^Pedido feito\./), false)
    await tab.getByRole('button', { name: 'Aceitar a troca' }).click()
    await shows(tab.getByText(/^Este pedido já não vale/))
    await tab.close()
  })

  test('the first month: they pay with what is on the screen, one a part, and one file of the bank confirms three of the four', async () => {
    await goes(cida, '/admin/dashboard')
    await pressesByKeyboard(cida, cida.getByRole('button', { name: 'Pedir as contribuições' }))
    await pressesByKeyboard(cida, cida.getByRole('dialog').getByRole('button', { name: 'Pedir agora' }))
    await shows(cida.getByText('Cada pessoa já foi avisada.'))
    await decidesAboutWhatTheLedgerHas()
    const donors: string[] = []
    for (const [name, phone] of [...phones, ['Cida', cida] as const]) {
      if (name === paused || name === inParts) continue
      if ((await pays(phone, `${name}, novembro`)) === receiver) donors.push(name)
      await rests(phone)
    }
    expect(donors).toHaveLength(4)
    // Her own payment is another story.
    await confirms(
      phones.get(receiver)!,
      donors.filter((name) => name !== 'Cida'),
    )
  })

  test('a part is paid with a code of its sum, confirmed as that, and what is missing is said on both sides', async () => {
    const [phone, other] = [phones.get(inParts)!, phones.get(receiver)!]
    const part = await owedBy(phone)
    await phone.getByLabel('Pagar uma parte').check()
    await phone.getByLabel('Escolher comprovante').setInputFiles(await receipt('part'))
    await shows(phone.getByText('Falta escrever quanto você paga agora.'))
    await phone.getByLabel('Quanto você paga agora, em reais').fill('40')
    await shows(phone.getByText('Falta escrever quanto você paga agora.'), false)
    // It is there again after a look at something else.
    await phone.reload()
    expect(await phone.getByLabel('PIX copia e cola').inputValue()).toContain('540540.00')
    await phone.getByLabel('Escolher comprovante').setInputFiles(await receipt('part'))
    await phone.getByRole('button', { name: `Já paguei R$ 40,00 a ${receiver}: enviar comprovante` }).click()
    await shows(phone.getByText('Você pagou R$ 40,00'))
    await goes(other, `/donations?doacao=${part}`)
    await other.getByRole('button', { name: 'Confirmar R$ 40,00 de R$ 100,00' }).click()
    await shows(other.getByText(/É uma parte de R\$\s100,00: depois ainda faltam R\$\s60,00/))
    await other.getByLabel('Conferi no extrato do meu banco').check()
    await other.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
    await shows(other.getByText('Faltam R$ 60,00.'))
    await phone.reload()
    await shows(phone.getByText('Faltam R$ 60,00.'))
    expect(await phone.getByLabel('PIX copia e cola').inputValue()).toContain('540560.00')
    expect(await faultsInEachLook(phone)).toEqual([])
  })

  test('a fiscal is named, the naming withdrawn and made again, confirmed on four phones; she reads the money of the roda', async () => {
    const names = async () => {
      await goes(cida, `/admin/users?usuario=${ids.get(fiscal)!}&acao=perfil`)
      await cida.getByRole('button', { name: `Indicar ${fiscal} Andrade como fiscal` }).click()
      await shows(cida.getByText('Indicação feita. Agora a roda confirma.'))
    }
    await names()
    await goes(cida, '/fiscais')
    await cida.getByRole('button', { name: `Retirar a indicação de ${fiscal}` }).click()
    await shows(cida.getByText('Indicação retirada.'))
    await names()
    for (const name of NEIGHBOURS.filter((one) => one !== fiscal).slice(0, 4)) {
      const phone = phones.get(name)!
      await goes(phone, '/fiscais')
      await phone.getByRole('button', { name: `Confirmar ${fiscal} como fiscal` }).click()
      await shows(phone.getByText('Anotado no livro, assinado por este aparelho.'))
      await rests(phone)
    }
    const phone = phones.get(fiscal)!
    await goes(phone, '/fiscais')
    await phone.getByRole('link', { name: 'O dinheiro da roda' }).click()
    await shows(phone.getByText(`De ${inParts} Andrade para ${receiver} Andrade`))
    await shows(phone.getByText(/recebido até agora R\$\s40,00/))
    expect(await faultsInEachLook(phone)).toEqual([])
  })

  test('a month’s pause is refused once by the fiscal, proposed again, and then decided by two', async () => {
    const phone = phones.get(fiscal)!
    const contribution = await owedBy(phones.get(paused)!)
    const proposes = async () => {
      await goes(cida, `/admin/donations?doacao=${contribution}`)
      await cida.getByRole('button', { name: 'Pausa de um mês' }).click()
      const pause = cida.getByRole('region', { name: 'Pausa de um mês' })
      await shows(pause.getByText(`(${receiver} Andrade)`).first())
      expect(await faultsInEachLook(cida)).toEqual([])
      await pause.getByRole('button', { name: 'Dar a pausa' }).click()
      await shows(cida.getByText('Proposto, ainda não feito'))
      await goes(phone, '/decisoes')
    }
    await proposes()
    // Shown with another sum than it asks for, it is red on her phone.
    await phone.route('**/api/admin/approvals?*', async (route) => {
      const told = (await (await route.fetch()).json()) as AnswerOf<'GET /admin/approvals'>
      const data = told.data.map(({ changes: [first, ...more], ...one }) => ({
        ...one,
        changes: [{ ...first, after: first!.after!.replace(/\d+,00/, '1,00') }, ...more],
      }))
      await route.fulfill({ json: { ...told, data } })
    })
    await phone.reload()
    const alert = phone.getByRole('alert').filter({ hasText: 'O livro do círculo não confere' })
    await alert.getByText(/^A proposta do lançamento \d+ do livro é mostrada de outro jeito/).waitFor()
    await phone.unrouteAll({ behavior: 'wait' })
    await phone.reload()
    await alert.waitFor({ state: 'detached' })
    const refuses = phone.getByRole('button', { name: 'Recusar' })
    await refuses.click()
    await refuses.waitFor({ state: 'detached' })
    await proposes()
    await phone.getByRole('button', { name: 'Aprovar' }).click()
    await phone.getByRole('dialog').getByRole('button', { name: 'Assinar e aprovar' }).click()
    await shows(phone.getByText(`Decidida por ${fiscal} Andrade`, { exact: false }).last())
    const other = phones.get(paused)!
    await goes(other, '/donations')
    const paper = other.getByRole('button', { name: 'Baixar o papel da pausa (PDF)' })
    const [kept] = await Promise.all([other.waitForEvent('download'), paper.click()])
    const bytes = new Uint8Array(await readFile(await kept.path()))
    const { text } = await extractText(await getDocumentProxy(bytes))
    expect(text.join(' ')).toMatch(new RegExp(`Decidiu: Cida .*Decidiu: ${fiscal} Andrade`, 's'))
  })

  test('a problem with Cida’s own payment is decided by the fiscal, who is told of it, and not by Cida', async () => {
    const [other, phone] = [phones.get(receiver)!, phones.get(fiscal)!]
    await goes(other, '/donations')
    await other.getByRole('tab', { name: /A Receber/ }).click()
    const card = other.getByRole('article').filter({ hasText: 'De Cida' })
    await card.getByText('Mais opções').click()
    await card.getByRole('button', { name: 'Reportar não recebimento' }).click()
    await other.getByLabel('Motivo').fill('Ainda não vi no extrato.')
    await other.getByRole('button', { name: 'Avisar', exact: true }).click()
    await shows(other.getByText(/A administração vai analisar/))
    await goes(phone, '/notices')
    await shows(phone.getByRole('link', { name: /Há um caso em que quem administra é parte/ }))
    // It stays to be found after the notice was read.
    await goes(phone, '/home')
    await phone.getByRole('link', { name: 'Uma decisão espera por você' }).click()
    await phone.getByRole('link', { name: 'Ler um caso e decidir' }).click()
    const decides = phone.getByRole('form', { name: 'Decidir o caso' })
    await decides.getByLabel('O problema').selectOption({ label: 'Dispensar: não havia problema' })
    await decides.getByRole('button', { name: 'Decidir o caso' }).click()
    await shows(decides.getByText('Escreva o motivo, que os dois lados vão ler.'))
    expect(await faultsInEachLook(phone)).toEqual([])
    await decides.getByLabel('Motivo').fill('O dinheiro chegou no dia 10, às 9h.')
    await decides.getByRole('button', { name: 'Decidir o caso' }).click()
    await decides.waitFor({ state: 'detached' })
    await shows(phone.getByText('Este caso está encerrado: ninguém escreve mais nele.'))
    await goes(cida, '/notices')
    await cida.getByRole('link', { name: /Foi decidido o caso de uma doação sua: o aviso foi dispensado/ }).click()
    await shows(cida.getByText(/^Um fiscal da roda \(.+\) decidiu/))
    // Whose case it is misses on her own phone what was said in it, and the appeal, where the server leaves them out.
    await goes(other, '/notices')
    await other.getByRole('link', { name: /Foi decidido o caso de uma doação sua/ }).click()
    await shows(other.getByRole('button', { name: 'Recorrer' }))
    const alert = other.getByRole('alert').filter({ hasText: 'O livro do círculo não confere' })
    for (const [lie, says] of [
      [{ timeline: [] }, /^Um caso seu é mostrado de outro jeito do que está no livro/],
      [{ allowed: [], appeal_until: null }, /^Um caso seu foi decidido .+ e o servidor não oferece o recurso/],
    ] as const) {
      await other.route('**/api/reports/*', async (route) =>
        route.fulfill({ json: { ...(await (await route.fetch()).json()), ...lie } }),
      )
      await other.reload()
      await alert.getByText(says).waitFor()
      await other.unrouteAll({ behavior: 'wait' })
    }
    await other.reload()
    await other.getByText('Ainda não vi no extrato.').waitFor()
    await goes(other, '/roda')
    await shows(other.getByText(/^✓ conferido/))
  })

  test('a phone is lost: from another one the account is closed at once, and opened again', async () => {
    const lost = phones.get(inParts)!
    await goes(lost, '/profile/acesso')
    await lost.getByRole('button', { name: 'Criar códigos de recuperação' }).click()
    const made = lost.getByRole('dialog', { name: 'Códigos de recuperação' })
    await made.getByLabel('Sua senha', { exact: true }).fill(PASSWORD)
    await made.getByRole('button', { name: 'Criar códigos' }).click()
    const codes = (await made.locator('pre').innerText()).split('\n')
    await made.getByRole('button', { name: 'Já guardei' }).click()
    const other = await sitDown(browser, server.url)
    await goes(other, '/login')
    await other.getByRole('link', { name: 'Perdi o celular' }).click()
    const number = NEIGHBOURS.indexOf(inParts) + 1
    const { cpf, email } = registrationOf({ firstName: inParts, lastName: 'Andrade', number })
    const proves = async (code: string) => {
      await other.getByLabel('Seu CPF').fill(cpf)
      await other.getByLabel('Código do papel').fill(code)
    }
    await asksByMail(other, cpf)
    await proves('nada-nada-nada')
    await other.getByRole('button', { name: 'Fechar a minha conta agora' }).click()
    await shows(other.getByText('Código incorreto ou vencido. Confira, ou peça outro.'))
    await proves(codes[0]!)
    await other.getByRole('button', { name: 'Fechar a minha conta agora' }).click()
    await shows(other.getByRole('heading', { name: 'Conta fechada' }))
    // The lost phone is out, and the password opens nothing.
    await goes(lost, '/donations')
    await shows(lost.getByRole('button', { name: 'Entrar', exact: true }))
    await lost.locator('[name=email]').fill(email)
    await lost.locator('[name=password]').fill(PASSWORD)
    await lost.getByRole('button', { name: 'Entrar', exact: true }).click()
    await shows(lost.getByText(/^Esta conta está fechada porque o celular foi perdido\./))
    await other.getByRole('button', { name: 'Já tenho outro aparelho: voltar' }).click()
    await proves(codes[1]!)
    for (const name of ['newPassword', 'repeated'])
      await other.locator(`[name=${name}]`).fill('outra-senha-que-so-eu-sei')
    await other.getByRole('button', { name: 'Voltar com a senha nova' }).click()
    await other.waitForURL(/\/home/)
  })

  /** The code by e-mail is asked for: a refusal is said, and what was done is said of that CPF alone. */
  async function asksByMail(phone: Page, cpf: string): Promise<void> {
    const asking = '**/api/auth/forgot-password'
    const way = phone.getByLabel('Como você prova que é você?')
    await way.selectOption({ label: 'Um código por e-mail' })
    await phone.getByLabel('Seu CPF').fill(cpf)
    await phone.route(asking, (route) => route.fulfill({ status: 429, body: '{}' }))
    const ask = phone.getByRole('button', { name: 'Mandar o código para o meu e-mail' })
    await ask.click()
    await shows(phone.getByRole('alert').getByText('Não foi possível pedir o código'))
    await phone.unroute(asking)
    await ask.click()
    await shows(phone.getByRole('button', { name: 'Pedido feito: veja o seu e-mail' }))
    await phone.getByLabel('Seu CPF').fill('111.444.777-35')
    await shows(ask)
    await way.selectOption({ label: 'Um código do meu papel' })
  }

  /** The server shows her one sum and the ledger has another: a decision that names the donation's id alone is not signed. */
  async function decidesAboutWhatTheLedgerHas(): Promise<void> {
    const details = /\/api\/admin\/donations\/[\da-f-]{36}$/
    await cida.route(details, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), amount: 900 } })
    })
    const listed = cida.waitForResponse((response) => response.url().includes('/api/admin/donations/list'))
    await goes(cida, '/admin/donations')
    const [{ id }] = ((await (await listed).json()) as { data: [{ id: string }] }).data
    await goes(cida, `/admin/donations?doacao=${id}`)
    const dialog = cida.getByRole('dialog')
    await shows(dialog.getByText('R$ 900,00').first())
    await dialog.getByRole('button', { name: 'Abrir um caso' }).click()
    await dialog.getByLabel('Por que você abre o caso').fill('Combinado com as duas pessoas')
    await dialog.getByRole('button', { name: 'Abrir o caso' }).click()
    await shows(dialog.getByText(/^O livro tem esta doação com outro valor ou outra pessoa\. Nada foi assinado/))
    await cida.unroute(details)
  }
})

type Four = [string, string, string, string]

/** Opens the page of what somebody owes; answers the id of the first. */
async function owedBy(phone: Page): Promise<string> {
  const listed = phone.waitForResponse((response) => response.url().endsWith('/api/donations/to-send'))
  await goes(phone, '/donations')
  return ((await (await listed).json()) as [{ id: string }])[0].id
}

/** Reaches a button by the Tab key, from the page's beginning, and presses it. */
async function pressesByKeyboard(page: Page, what: ReturnType<Page['getByRole']>): Promise<void> {
  const isThere = () => what.evaluate((one) => one === document.activeElement)
  for (let stop = 0; stop < 60 && !(await isThere()); stop += 1) await page.keyboard.press('Tab')
  expect(await isThere()).toBe(true)
  await page.keyboard.press('Enter')
}

/** Fills the page of a roda's registration as somebody without an e-mail. */
async function joinsWithoutMail(page: Page, who: ReturnType<typeof registrationOf>): Promise<void> {
  const { firstName, lastName, phone, cpf, birthDate } = who
  await page.getByLabel('Não tenho e-mail').check()
  await fills(page, { firstName, lastName, phone, cpf, birthDate, pixKey: cpf, password: PASSWORD })
  await page.getByLabel('Li e aceito os termos e condições').check()
  await page.getByRole('button', { name: 'Criar Conta' }).click()
  await page.waitForURL('**/home')
}

/** Pays what home says, by four taps; answers the first name of who receives it. Who also receives is shown that first. */
async function pays(phone: Page, text: string): Promise<string> {
  await goes(phone, '/home')
  expect((await countOf(phone)).words).toBeLessThanOrEqual(HOME_WORDS)
  await phone.getByRole('link', { name: /^(Ver como pagar|Conferir|Ver doações)$/ }).click()
  await phone.getByRole('tab', { name: /A Fazer/ }).click()
  const unpaid = phone.getByRole('article').filter({ hasText: 'Copiar código PIX' })
  await shows(unpaid)
  const receiver = (await unpaid.innerText()).match(/Para (\S+)/)![1]!
  const card = phone.getByRole('article').filter({ hasText: `Para ${receiver}` })
  await card.getByRole('button', { name: 'Copiar código PIX' }).click()
  await card.getByLabel('Escolher comprovante').setInputFiles(await receipt(text))
  let times = 0
  phone.on('request', (request) => void (request.url().endsWith('/comprovante') && (times += 1)))
  await card.getByRole('button', { name: /^Já paguei a .*: enviar comprovante$/ }).dblclick()
  await shows(card.getByText('Você pagou', { exact: true }))
  expect(times).toBe(1)
  return receiver
}

/** Confirms by the bank's statement what came from these neighbours: nothing is typed. */
async function confirms(phone: Page, donors: readonly string[]): Promise<void> {
  const rows = donors.map((name, at) => {
    const payer = name === 'Cida' ? 'CIDA RAMOS' : `${name} ANDRADE`.toUpperCase()
    return `10/11/2026,100.00,aaaa-${at},Transferência recebida pelo Pix - ${payer} - ***.123.456-**`
  })
  await goes(phone, '/extrato')
  await phone.getByLabel('Arquivo do extrato').setInputFiles({
    name: 'extrato.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Data,Valor,Identificador,Descrição', ...rows].join('\n'), 'latin1'),
  })
  const confirm = phone.getByRole('button', { name: `Confirmar ${donors.length} recebimentos` })
  await shows(confirm)
  await confirm.click()
  await shows(phone.getByRole('status').getByText(`${donors.length} recebimentos confirmados`))
}

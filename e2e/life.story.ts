import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { numberText } from '#circle/committed-texts.ts'
import { DESK, goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { callsOf, logsInBesideCalls } from '#e2e/helpers/calls.ts'
import type { StoryCalls } from '#e2e/helpers/calls.ts'
import { keepsFile } from '#e2e/helpers/ledger.ts'
import { openPostbox } from '#server/mail/testing/postbox.ts'
import type { Postbox } from '#server/mail/testing/postbox.ts'
import { fills, givesAuthenticator, joinsRoda, logsIn, PASSWORD, receipt } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { people, registrationOf } from '#server/seed/people.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'

const SATURDAY = '2026-11-14T12:00:00.000Z'
const NAME = 'Roda da Vila'
const PASSPHRASE = 'quatro palavras que só eu juntaria'
/** This CPF is none of the twelve: an administrator of a real circle takes no part in it. */
const OWN_CPF = '529.982.247-25'

/** The second person who administers, as the guide asks for. */
const BIA = { firstName: 'Bia', lastName: 'Nogueira', email: 'bia@vila.example', cpf: '111.444.777-35' }

type Member = { readonly id: string; readonly name: string; readonly email: string; password: string }

type Owed = { readonly id: string; readonly receiver: Member }

/**
 * Twelve people gather on a Saturday. The administrator does on screen what docs/operador.md says, in its order and
 * with its words, and nothing else; then the circle lives for two months. Each kind of act of a member is done on a
 * phone once, and through the calls by the others.
 */
describe('a real circle of twelve', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ciranda-life-'))
  const list = people.slice(0, 12).map((one) => registrationOf(one))
  let server: Server
  let browser: Browser
  let call: StoryCalls
  let postbox: Postbox
  let desk: Page
  /** The phone of the member who joins and draws on screen. */
  let phone: Page
  let receiverPhone: Page
  /** In the order of their places. */
  const members: Member[] = []

  beforeAll(async () => {
    postbox = await openPostbox()
    ;[server, browser] = await Promise.all([
      startServer({
        DATA_DIR: dataDir,
        CLOCK: SATURDAY,
        SMTP_URL: postbox.url,
        BACKUP_PASSPHRASE: PASSPHRASE,
      }),
      openBrowser(),
    ])
    call = callsOf(server)
    // A passkey belongs to a name: on this machine that is localhost.
    desk = await sitDown(browser, server.url.replace('127.0.0.1', 'localhost'), { viewport: DESK, now: SATURDAY })
    phone = await sitDown(browser, server.url, { now: SATURDAY })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await postbox?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Everybody signs in anew when the clock has moved; the administration still has the circle on its screen. */
  const tokens = new Map<string, string>()
  let now = SATURDAY
  const movesTo = async (instant: string) => {
    now = instant
    await server.moveClockTo(instant)
    tokens.clear()
  }
  const signsIn = async (email: string, password: string): Promise<string> => {
    const known = tokens.get(email)
    if (known !== undefined) return known
    const { access_token: token } = await call('POST /auth/login', null, { body: { email, password } })
    tokens.set(email, token)
    return token
  }
  const tokenOf = ({ email, password }: Member) => signsIn(email, password)
  const admin = () => signsIn(ADMINISTRATOR.email, ADMINISTRATOR.password)
  const letterTo = (email: string, pattern: RegExp) =>
    vi.waitFor(() => postbox.find(email, pattern) ?? Promise.reject(new Error(`No letter for ${email} yet`)), {
      timeout: 60_000,
      interval: 200,
    })
  /** A device is put away: no page of the app is open on it that would hear of what others do. */
  const rests = (page: Page) => page.goto('/roda.svg')
  /** A device goes on at the story's time, and whoever holds it signs in. */
  const returns = async (page: Page, who: { email: string; password: string }) => {
    await page.clock.setSystemTime(now)
    await logsIn(page, who)
  }
  const part = (name: string) => desk.getByRole('region', { name, exact: true })
  const stepIn = (name: string) => desk.getByRole('listitem').filter({ has: desk.getByText(name, { exact: true }) })
  const opensSteps = async () => {
    await opensMenu('Início')
    await desk.getByRole('link', { name: /^Passo a passo/ }).click()
  }
  /** Opens a step from the list, as the guide says that every line does. */
  const opensStep = async (step: string) => {
    await opensSteps()
    await stepIn(step).getByRole('link').click()
  }
  const isTicked = async (step: string) => {
    await opensSteps()
    await shows(stepIn(step).getByText('feito'))
  }
  const opensMenu = (name: string) =>
    desk.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name }).click()

  test('is founded: who operates, the plan with its risk', async () => {
    await logsIn(desk, ADMINISTRATOR)
    const question = part('O que esta Ciranda vai ser?')
    await question.getByRole('link', { name: 'Uma roda de verdade' }).click()
    await desk.getByLabel('Quantas pessoas').fill('12')
    await desk.getByLabel('Quanto por mês').fill('100')
    await shows(part('O que esta roda faz').getByText('No mês 11 todos estão em zero.'))
    await desk.getByLabel('Li, também o que acontece se a roda parar no meio.').check()
    await desk.getByLabel('Nome da roda').fill(NAME)
    await desk.getByLabel('Nome', { exact: true }).fill('Cida Ramos')
    await desk.getByLabel('CPF ou CNPJ').fill(OWN_CPF)
    await desk.getByLabel('Telefone ou e-mail').fill('contato@vila.example')
    // The twelve are others: she only organises.
    await desk.getByLabel('Eu também participo').uncheck()
    await desk.getByRole('button', { name: 'Criar a roda' }).click()
    await shows(desk.getByRole('link', { name: 'Convidar pelo WhatsApp' }))
    await isTicked('Quem responde pela roda')
    await isTicked('O plano e o seu risco')
  })

  test('twelve are invited from a spreadsheet, and each joins by their own link and is approved', async () => {
    await opensStep('As pessoas')
    const sheet = ['Nome;E-mail;Celular;CPF']
    for (const { firstName, lastName, email, phone: number, cpf } of list)
      sheet.push(`${firstName} ${lastName};${email};${number};${cpf}`)
    await desk.getByLabel('Escolher arquivo').setInputFiles({
      name: 'pessoas.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(sheet.join('\r\n'), 'latin1'),
    })
    await shows(desk.getByText('12 pessoas na lista: 12 novas.'))
    await desk.getByRole('button', { name: 'Convidar 12 pessoas' }).click()
    await shows(desk.getByText('12 pessoas convidadas'))
    await server.moveClockTo(SATURDAY)

    const [first, ...others] = list
    await phone.goto(`/participar#${await letterTo(first!.email, /participar#([\w-]{43})/)}`)
    await shows(phone.getByText(NAME))
    await shows(phone.getByText(/de 12 pessoas/))
    await phone.getByRole('button', { name: 'Fazer o meu cadastro' }).click()
    await shows(phone.getByRole('heading', { name: `Entrar em ${NAME}` }))
    expect(await phone.locator('[name=email]').inputValue()).toBe(first!.email)
    await joinsRoda(phone, first!)
    for (const form of others)
      await call('POST /auth/register', null, {
        body: {
          ...form,
          join_secret: await letterTo(form.email, /participar#([\w-]{43})/),
          pixQrCode: await codePicture(form.pixCopyPaste),
          password: PASSWORD,
        },
      })

    await opensMenu('Pessoas')
    const name = `${first!.firstName} ${first!.lastName}`
    await desk.getByRole('article', { name }).getByRole('button', { name: 'Ver Perfil' }).click()
    await desk.getByRole('dialog', { name: 'Perfil do Usuário' }).getByRole('button', { name: 'Verificar' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Confirmar Aprovação' }).click()
    await shows(desk.getByText('11 pessoas aguardam aprovação'))
    await desk.getByRole('button', { name: 'Não Verificados' }).click()
    await desk.getByRole('button', { name: 'Selecionar todos' }).click()
    await desk.getByRole('button', { name: 'Aprovar 11 pessoas' }).click()
    await shows(desk.getByText('11 pessoas aprovadas'))
    await isTicked('As pessoas')
    const joined = (await call('GET /users', await admin())).filter(({ role }) => role === 'USER')
    for (const { id, firstName, lastName, email } of joined)
      members.push({ id, name: `${firstName} ${lastName}`, email, password: PASSWORD })
    expect(members).toHaveLength(12)
  })

  test('their order is drawn: each adds a number, and the draw is the one that the ledger knows', async () => {
    await opensMenu('A ordem')
    await desk.getByRole('link', { name: 'A ordem de quem recebe' }).click()
    await desk.getByRole('button', { name: 'Começar o sorteio' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Começar agora' }).click()
    await shows(desk.getByText('0 de 12 pessoas entraram com um número'))

    await goes(phone, '/notices')
    await phone.getByRole('link', { name: /Vai ser sorteada a ordem da roda/ }).click()
    await phone.getByRole('button', { name: 'Entrar com o meu número' }).click()
    await shows(phone.getByText('Seu número está no livro'))
    const others = members.filter(({ email }) => email !== list[0]!.email)
    const numbers = new Map(others.map(({ id }) => [id, randomBytes(32).toString('hex')]))
    for (const member of others) {
      const token = await tokenOf(member)
      const drawn = (await call('GET /draws', token)).data[0]!
      const of = { circleId: drawn.circle_id, drawId: drawn.id }
      const commitment = createHash('sha256')
        .update(numberText(of, member.id, numbers.get(member.id)!))
        .digest('hex')
      await call('POST /draws/{id}/join', token, { params: { id: drawn.id }, body: { commitment } })
    }
    // The phone shows its own number by itself as soon as nobody can join any more.
    for (const member of others) {
      const token = await tokenOf(member)
      const { id } = (await call('GET /draws', token)).data[0]!
      await call('POST /draws/{id}/open', token, { params: { id }, body: { number: numbers.get(member.id)! } })
    }
    await shows(phone.getByText(/^O seu lugar no sorteio: \d+º\.$/))
    await phone.getByRole('button', { name: 'Conferir o sorteio' }).click()
    await shows(phone.getByText('Confere', { exact: true }))
    const { order } = (await call('GET /draws', await tokenOf(members[0]!))).data[0]!
    expect((await call('GET /queue', await admin())).map(({ user_id: id }) => id)).toEqual(order)
    members.sort((one, other) => order!.indexOf(one.id) - order!.indexOf(other.id))
    await isTicked('A ordem')
    await phone.owner.close()
    // From tomorrow on the calls sign for whoever joined on this phone, too.
    await call.devices.has(await signsIn(list[0]!.email, PASSWORD))
  })

  test('mail is tried, the account gets a passkey and codes on paper, and a backup is kept', async () => {
    await opensStep('O correio')
    await part('Correio').getByRole('button', { name: 'Enviar uma mensagem de teste' }).click()
    await shows(part('Correio').getByText('Mensagem entregue ao servidor de correio'))

    await givesAuthenticator(desk)
    await opensStep('A sua chave de acesso')
    await desk.getByRole('button', { name: 'Criar chave de acesso' }).click()
    const making = desk.getByRole('dialog', { name: 'Criar chave de acesso' })
    await making.getByLabel('Sua senha', { exact: true }).fill(ADMINISTRATOR.password)
    await making.getByRole('button', { name: 'Continuar' }).click()
    await shows(desk.getByRole('button', { name: /^Retirar a chave/ }))
    await desk.getByRole('button', { name: 'Criar códigos de recuperação' }).click()
    const codes = desk.getByRole('dialog', { name: 'Códigos de recuperação' })
    await codes.getByLabel('Sua senha', { exact: true }).fill(ADMINISTRATOR.password)
    await codes.getByRole('button', { name: 'Criar códigos' }).click()
    await codes.getByRole('button', { name: 'Já guardei' }).click()
    await isTicked('O correio')
    await isTicked('A sua chave de acesso')

    await opensMenu('Ajustes')
    await desk.getByRole('link', { name: 'Quem administra' }).click()
    const inviting = part('Administradores').getByRole('form', { name: 'Convidar' })
    await inviting.getByLabel('Nome', { exact: true }).fill(BIA.firstName)
    await inviting.getByLabel('Sobrenome').fill(BIA.lastName)
    await inviting.getByLabel('E-mail').fill(BIA.email)
    await inviting.getByRole('button', { name: 'Convidar' }).click()
    await shows(inviting.getByText(/acontece em 17\/11, 09:00/))

    await opensStep('A cópia de segurança')
    await desk.getByRole('button', { name: 'Baixar cópia completa...' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Baixar cópia completa' })
    await dialog.getByLabel('Senha da cópia', { exact: true }).fill(PASSPHRASE)
    await dialog.getByLabel('A mesma senha outra vez').fill(PASSPHRASE)
    const kept = await keepsFile(desk, () => dialog.getByRole('button', { name: 'Baixar', exact: true }).click())
    expect(kept.bytes.subarray(0, 17).toString()).toBe('CIRANDA-BACKUP 1\n')
    await shows(dialog.getByText('A cópia foi baixada.'))
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()
    await opensSteps()
    await shows(part('Passo a passo').getByText('Falta 1 de 8 passos'))
  })

  test('the calendar asks for the contributions of the month, and the list of steps is put away', async () => {
    await opensStep('O calendário')
    const calendar = part('Calendário de contribuições')
    await calendar.getByLabel('Pedir as contribuições todo mês, sem ninguém precisar lembrar').check()
    await calendar.getByLabel('Dia do mês').selectOption('18')
    await calendar.getByLabel('Hora (São Paulo)').selectOption('9')
    await shows(calendar.getByText(/^As próximas contribuições serão pedidas em .*18/))
    await calendar.getByRole('button', { name: 'Salvar calendário' }).click()
    await shows(calendar.getByRole('button', { name: 'Salvar calendário' }), false)
    await opensMenu('Início')
    await shows(desk.getByRole('link', { name: /^A roda / }))
    await shows(desk.getByRole('link', { name: /^Passo a passo/ }), false)
    await rests(desk)

    await movesTo('2026-11-15T12:30:00.000Z')
    const told = (await call('GET /me/notices', await tokenOf(members[5]!))).data.map(({ text }) => text)
    expect(told.join('\n')).toMatch(/18\/11/)
  })

  /** Sends the receipt of each donation that somebody owes now; answers the donations. */
  const pays = async (donor: Member): Promise<Owed[]> => {
    const token = await tokenOf(donor)
    const owed = (await call('GET /donations/to-send', token)).filter(({ waiting }) => !waiting)
    for (const { id } of owed) await sends(donor, id)
    return owed.map(({ id, receiverId }) => ({ id, receiver: members.find((one) => one.id === receiverId)! }))
  }
  const sends = async (donor: Member, id: string, picture = id) =>
    call('POST /donations/{id}/comprovante', await tokenOf(donor), {
      params: { id },
      body: { comprovanteBase64: (await receipt(picture)).buffer.toString('base64') },
    })
  const confirms = async ({ id, receiver }: Owed) =>
    call('PATCH /donations/{id}/confirm', await tokenOf(receiver), { params: { id } })
  const comingFrom = (donor: Member) => receiverPhone.getByRole('article').filter({ hasText: `De ${donor.name}` })
  /** A member's own device, and what it shows of the donations they give. */
  const sitsDown = async (member: Member): Promise<Page> => {
    const page = await sitDown(browser, server.url, { now })
    await logsInBesideCalls(page, call, member)
    return page
  }

  test('the first donation: paid from one phone, with a picture of the receipt, and confirmed on the other', async () => {
    await movesTo('2026-11-18T12:00:00.000Z')
    const [receiver, donor] = [members[0]!, members[1]!]
    const donorPhone = await sitsDown(donor)
    await goes(donorPhone, '/donations')
    const card = donorPhone.getByRole('article').filter({ hasText: `Para ${receiver.name}` })
    await shows(card.getByText('Chave conferida com o livro do círculo.'))
    await shows(card.getByRole('button', { name: 'Copiar código PIX' }))
    await card.getByLabel('Escolher comprovante').setInputFiles(await receipt('o primeiro comprovante'))
    await card.getByRole('button', { name: 'Enviar comprovante' }).click()
    await shows(card.getByText('Você pagou', { exact: true }))
    receiverPhone = await sitsDown(receiver)
    await goes(receiverPhone, '/donations')
    await receiverPhone.getByRole('tab', { name: /^A Receber/ }).click()
    await comingFrom(donor).getByRole('button', { name: 'Confirmar recebimento' }).click()
    const dialog = receiverPhone.getByRole('dialog')
    await dialog.getByLabel('Conferi no extrato do meu banco').check()
    await dialog.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await shows(comingFrom(donor), false)
    await shows(card, false)
    await donorPhone.owner.close()
    await rests(receiverPhone)
    for (const other of members.slice(2, 9)) for (const owed of await pays(other)) await confirms(owed)
  })

  test('a receipt without money is rejected, and the next one confirmed', async () => {
    const donor = members[10]!
    const [owed] = await pays(donor)
    await goes(receiverPhone, '/donations')
    await receiverPhone.getByRole('tab', { name: /^A Receber/ }).click()
    await comingFrom(donor).getByRole('button', { name: 'Não recebi', exact: true }).click()
    const dialog = receiverPhone.getByRole('dialog')
    await dialog.getByLabel('O que você conferiu?').fill('Não entrou na minha conta.')
    await dialog.getByRole('button', { name: 'Recusar comprovante' }).click()
    await shows(comingFrom(donor).getByText('Pendente · quem doa paga'))
    await rests(receiverPhone)
    await sends(donor, owed!.id, 'outro comprovante')
    await confirms(owed!)
  })

  test('a case is decided by one administrator after 72 hours, and again on appeal', async () => {
    const [donor, receiver] = [members[9]!, members[0]!]
    const [owed] = await pays(donor)
    const report = await call('POST /donations/{id}/report', await tokenOf(receiver), {
      params: { id: owed!.id },
      body: { reason: 'Não caiu na conta.' },
    })
    await call('POST /reports/{id}/statements', await tokenOf(donor), {
      params: { id: report.id },
      body: { text: 'Paguei no dia, o extrato mostra.' },
    })
    await returns(desk, ADMINISTRATOR)
    await goes(desk, '/admin/dashboard')
    await part('O que espera por você')
      .getByRole('link', { name: `De ${donor.name} para ${receiver.name}` })
      .click()
    const open = desk.getByRole('dialog', { name: 'Detalhes do problema' })
    await shows(open.getByText('Paguei no dia, o extrato mostra.'))
    await open.getByRole('button', { name: 'Resolver problema' }).click()
    const form = desk.getByRole('dialog', { name: 'Resolver problema' })
    await form.getByLabel('O que acontece com a doação').selectOption('confirm')
    await form.getByLabel('Mensagem para o usuário').fill('Vimos os dois extratos.')
    await form.getByLabel('Notas administrativas').fill('Extratos conferidos.')
    await form.getByRole('button', { name: 'Confirmar resolução' }).click()
    await shows(form, false)
    await rests(desk)
    await movesTo('2026-11-21T13:00:00.000Z')
    const left = await call('GET /donations/to-receive', await tokenOf(receiver))
    expect(left.map(({ id }) => id)).not.toContain(owed!.id)

    await returns(receiverPhone, receiver)
    await goes(receiverPhone, '/notices')
    await receiverPhone
      .getByRole('link', { name: /Foi decidido o caso de uma doação sua/ })
      .first()
      .click()
    await receiverPhone.getByRole('button', { name: 'Recorrer' }).click()
    const appeal = receiverPhone.getByRole('form', { name: 'Recorrer da decisão' })
    await appeal.getByLabel('Por que a decisão deve mudar').fill('O banco confirmou que nada entrou.')
    await appeal.getByRole('button', { name: 'Enviar recurso' }).click()
    await shows(receiverPhone.getByText('Você recorreu da decisão'))
    await returns(desk, ADMINISTRATOR)
    await goes(desk, '/admin/dashboard')
    await part('O que espera por você')
      .getByRole('link', { name: `De ${donor.name} para ${receiver.name}` })
      .click()
    const judging = desk.getByRole('form', { name: 'Decidir o recurso' })
    await judging.getByLabel('Motivo').fill('O extrato do banco mostra o crédito.')
    await judging.getByRole('button', { name: 'Decidir o recurso' }).click()
    await shows(judging, false)
    for (const page of [desk, receiverPhone]) await rests(page)
    await movesTo('2026-11-24T14:00:00.000Z')
    const told = await call('GET /reports/{id}', await tokenOf(receiver), { params: { id: report.id } })
    expect(told.appeal).toBe('decided')
  })

  test('a second person administers: asked for on the Saturday, invited after 72 hours, and in by their own password', async () => {
    const page = await sitDown(browser, server.url, { viewport: DESK, now })
    await page.goto(`/convite#${await letterTo(BIA.email, /convite#([\w-]{43})/)}`)
    await shows(page.getByText('convidou você para administrar a Ciranda'))
    await page.getByLabel('CPF').fill(BIA.cpf)
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Aceitar', exact: true }).click()
    await page.getByRole('link', { name: 'Entrar com a sua senha' }).click()
    await logsIn(page, { email: BIA.email, password: PASSWORD })
    await shows(page.getByRole('heading', { name: 'Início' }))
    await page.owner.close()
  })

  test('a password is recovered by the letter’s link, and a key changed after its day', async () => {
    const forgetful = members[7]!
    const page = await sitDown(browser, server.url, { now })
    await goes(page, '/login')
    // The address was typed at the login already, and is not asked for again.
    await fills(page, { email: forgetful.email })
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
    await page.getByRole('button', { name: 'Enviar o código' }).click()
    await shows(page.getByLabel('Código de 6 dígitos'))
    await movesTo('2026-11-24T14:01:00.000Z')
    const link = await letterTo(forgetful.email, /Este link já leva o código:\s+(\S+)/)
    forgetful.password = 'outra-senha-bem-boa'
    // The letter is opened in a window of its own, as mail apps do.
    await goes(page, '/roda.svg')
    await page.goto(new URL(link).pathname + new URL(link).hash)
    await shows(page.getByText(`Escolha a senha nova da conta de ${forgetful.email}.`))
    await page.getByLabel('Nova senha', { exact: true }).fill(forgetful.password)
    await page.getByLabel('Repita a nova senha').fill(forgetful.password)
    await page.getByRole('button', { name: 'Salvar a nova senha' }).click()
    await page.getByRole('link', { name: 'Entrar com a nova senha' }).click()
    await logsIn(page, forgetful)
    await page.owner.close()

    const changing = members[8]!
    const key = 'chave.nova@exemplo.invalid'
    const own = await sitsDown(changing)
    // The address of the long profile leads to its door.
    await goes(own, '/profile#chave')
    await own.waitForURL('**/profile/chave')
    await own.getByRole('button', { name: 'Trocar chave PIX' }).click()
    const dialog = own.getByRole('dialog', { name: 'Trocar a chave PIX' })
    await fills(own, { pixKey: key })
    await dialog.getByRole('button', { name: 'Trocar a chave' }).click()
    await shows(own.getByText('Sua chave PIX vai mudar'))
    await own.owner.close()
    expect((await call('GET /users/profile', await tokenOf(changing))).pixKey).not.toBe(key)
    await movesTo('2026-11-26T12:00:00.000Z')
    expect((await call('GET /users/profile', await tokenOf(changing))).pixKey).toBe(key)
  })

  test('the second month: who did not pay is past their day, and one leaves and settles', async () => {
    await movesTo('2026-12-15T12:30:00.000Z')
    await movesTo('2026-12-18T12:30:00.000Z')
    const leaving = members[0]!
    await returns(receiverPhone, leaving)
    await goes(receiverPhone, '/privacy')
    const own = receiverPhone.getByRole('region', { name: 'Sair e apagar os meus dados' })
    await own.getByRole('button', { name: 'Só sair do círculo...' }).click()
    const dialog = receiverPhone.getByRole('dialog')
    await dialog.getByLabel('Sua senha', { exact: true }).fill(leaving.password)
    await dialog.getByLabel('Para confirmar, escreva SAIR').fill('SAIR')
    await dialog.getByRole('button', { name: 'Sair do círculo' }).click()
    await shows(own.getByText('Você já saiu do círculo.'))
    await rests(receiverPhone)
    const settled = await pays(leaving)
    expect(settled.length).toBeGreaterThan(0)
    for (const owed of settled) await confirms(owed)
    for (const donor of members.slice(1)) for (const owed of await pays(donor)) await confirms(owed)
  })

  test('at the end the ledger verifies, and every statement agrees with it', async () => {
    const answer = await fetch(`${server.url}/api/ledger/export`, {
      headers: { authorization: `Bearer ${await tokenOf(members[1]!)}` },
    })
    const file = path.join(dataDir, 'livro.ndjson')
    writeFileSync(file, await answer.text())
    // On a machine at the story's time: a real circle's entries of days to come are found.
    const clock = `data:text/javascript,Date.now = () => ${Date.parse(now)}`
    const verifying = ['--import', clock, 'scripts/verify-ledger.mjs', file]
    const { status, stdout } = spawnSync(process.execPath, verifying, { encoding: 'utf8' })
    expect(status, stdout).toBe(0)
    let [given, received] = [0, 0]
    for (const member of members) {
      const token = await tokenOf(member)
      const stats = await call('GET /donations/stats', token)
      const statement = await fetch(`${server.url}/api/me/statement?period=2026&format=json`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(await statement.json()).toMatchObject({ given: stats.totalDonated, received: stats.totalReceived })
      given += stats.totalDonated
      received += stats.totalReceived
    }
    expect(given).toBeGreaterThan(2_000)
    expect(given).toBe(received)
    expect((await call('POST /admin/scrub', await admin())).differences).toEqual([])
  })
})

import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { AnswerOf } from '#contracts/contract.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { paymentKeyText } from '#circle/payment-key.ts'
import { makeBrCode } from '#contracts/payment/br-code.ts'
import { parseBrCode } from '#contracts/payment/read-br-code.ts'
import { planFormOf } from '#contracts/plans.ts'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { goes, openBrowser, shows, sitDown, verifiesNow, withoutEvents } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, joins, placed } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { scanned, twoFaced } from '#e2e/helpers/codes.ts'
import { keysProvenBy, rechained } from '#e2e/helpers/forged-keys.ts'
import { partsOf } from '#e2e/helpers/ledger.ts'
import { keptReadings } from '#e2e/helpers/kept.ts'
import { fills, givesAuthenticator, logsIn, logsInToSign, PASSWORD, resumes } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { servePagesElsewhere } from '#e2e/helpers/elsewhere.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { decodeQr } from '#server/files/qr-image.ts'

const LEDGER = '**/api/ledger/**'
const KEYS = '**/api/ledger/payment-keys'
const EXPORT = '**/api/ledger/export*'
const LOOKS = [{ width: 768, height: 800 }]
const THIEF = 'ladrao@banco.com'

type Shown = { receiver: { pixKey: string; pixOwnerName: string }; pixCopyPaste: string; donationId: string }

describe('the key that is paid, in a real circle', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let donor: Page
  /** Its device is its person’s first. */
  let rosa: Page
  let people: Joined[]
  let pages: Awaited<ReturnType<typeof servePagesElsewhere>>
  /** The code of the donor's donation. */
  let code: string

  beforeAll(async () => {
    pages = await servePagesElsewhere(() => server.url)
    ;[server, browser] = await Promise.all([startServer({ PAGES_ORIGINS: pages.url }), openBrowser()])
    await server.moveClockTo('2026-11-10T15:00:00.000Z')
    call = callsOf(server)
    const admin = await administratorToken(call)
    const { id } = await call('POST /admin/circles', admin, {
      body: {
        name: 'Roda de verdade',
        mode: 'real',
        plan: planFormOf(presets.rotativo),
        outcome_seen: true,
        operator: OPERATOR,
      },
    })
    await call('POST /admin/circles/{id}/select', admin, { params: { id } })
    await call('POST /admin/circles/{id}/open', admin, { params: { id } })
    people = []
    for (const [index, firstName] of ['Rosa', 'Tiago', 'Vicente'].entries())
      people.push(await joins(call, { firstName, lastName: 'Andrade', number: index + 1 }))
    await placed(call, admin, people, 'Ordem combinada entre todos.')
    await call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    donor = await sitDown(browser, server.url)
    await logsIn(donor, { email: people[1]!.email, password: PASSWORD })
  })
  afterAll(async () => {
    pages?.stop()
    await browser?.close()
    await server?.stop()
  })

  const article = (page: Page) => page.getByRole('article').first()
  const qrCode = (page: Page) => article(page).getByRole('img', { name: /^QR Code PIX de R\$/ })
  const refusal = (page: Page) => article(page).getByRole('alert').filter({ hasText: 'Não pague esta doação agora' })
  /** The donor's list as the server answers it, changed on its way. */
  const answers = (page: Page, change: (donation: Shown) => object) =>
    page.route('**/api/donations/to-send', async (route) => {
      const list = (await (await route.fetch()).json()) as Shown[]
      await route.fulfill({ json: list.map((donation) => ({ ...donation, ...change(donation) })) })
    })
  const showsNothingToPay = async (page: Page, key: string) => {
    await refusal(page).waitFor()
    const text = await article(page).innerText()
    expect(text).not.toContain(key)
    expect(await article(page).getByLabel('PIX copia e cola').count()).toBe(0)
    expect(await article(page).getByRole('button', { name: 'Copiar código PIX' }).count()).toBe(0)
    expect(await article(page).getByRole('img').count()).toBe(0)
  }

  test('is shown with its code once the device has checked it against the ledger, and the receiver sees it too', async () => {
    await goes(donor, '/donations')
    await article(donor).getByText('Chave conferida com o livro do círculo.').waitFor()
    code = await article(donor).getByLabel('PIX copia e cola').inputValue()
    expect(parseBrCode(code)).toMatchObject({ key: people[0]!.email, amountCents: 10_000 })
    await article(donor).getByText('Mostrar QR Code').click()
    await qrCode(donor).waitFor()
    expect(await scanned(qrCode(donor))).toBe(code)
    rosa = await sitDown(browser, server.url)
    await logsInToSign(rosa, { email: people[0]!.email, password: PASSWORD })
    await goes(rosa, '/donations')
    await rosa.getByRole('tab', { name: /A Receber/ }).click()
    await rosa.getByText(`Quem doa paga na sua chave: ${people[0]!.email}`).waitFor()
  })

  test('is refused in red, with nothing to pay, when the answer brings another', async () => {
    const key = 'ladrao@banco.com'
    await answers(donor, ({ receiver }) => ({ receiver: { ...receiver, pixKey: key } }))
    await goes(donor, '/donations')
    await showsNothingToPay(donor, key)
    await article(donor).getByText('Se você já tinha pagado, envie o comprovante').waitFor()
    await donor.unrouteAll({ behavior: 'wait' })
    await goes(donor, '/donations')
    await article(donor).getByText('Chave conferida com o livro do círculo.').waitFor()
    expect(await refusal(donor).count()).toBe(0)
  })

  const renamed = () => article(donor).getByRole('alert').filter({ hasText: 'O nome mudou' })
  const knows = async () => {
    await renamed().getByRole('button', { name: 'Já sei, foi ela' }).click()
    await expect.poll(() => renamed().count()).toBe(0)
  }

  test('is asked about where this device knew its owner by another name, until its person says that they know', async () => {
    await answers(donor, ({ receiver }) => ({
      receiver: { ...receiver, name: 'Marlene Souza', phone: '21987654321' },
    }))
    await goes(donor, '/donations')
    await renamed().waitFor()
    expect(await faultsInEachLook(donor, LOOKS)).toEqual([])
    await goes(donor, '/donations')
    await knows()
  })

  test('has an owner whose phone this device knew as another, which is asked about beside the way to them', async () => {
    const changed = article(donor).getByRole('alert').filter({ hasText: 'O telefone mudou' })
    await article(donor).getByRole('link', { name: 'Falar no WhatsApp' }).waitFor()
    await changed.waitFor()
    expect(await faultsInEachLook(donor, LOOKS)).toEqual([])
    await donor.unrouteAll({ behavior: 'wait' })
    await goes(donor, '/donations')
    // The name before is another again, and the phone the one that was known.
    await knows()
    await article(donor).getByRole('link', { name: 'Falar no WhatsApp' }).waitFor()
    expect(await changed.count()).toBe(0)
  })

  test('is refused when the ledger is shown with another commitment, to a device that saw the first', async () => {
    await donor.route('**/api/ledger/payment-keys', async (route) => {
      const answer = (await (await route.fetch()).json()) as { donations: { committed: object }[] }
      for (const one of answer.donations) one.committed = { ...one.committed, payload: { commitment: 'f'.repeat(64) } }
      await route.fulfill({ json: answer })
    })
    await goes(donor, '/donations')
    await showsNothingToPay(donor, people[0]!.email)
    await donor.unrouteAll({ behavior: 'wait' })
  })

  test('never comes from a code or a picture that the answer slips in', async () => {
    // A picture with two faces: pixel by module it is the member's code, and a reader finds the thief's in it.
    const parsed = parseBrCode(code)
    if (!parsed.ok) throw new Error('not a code')
    const { key, name, city, txid } = parsed
    const thief = makeBrCode({ key: 'a'.repeat(key.length), name, city, amountCents: 10_000, txid: txid! })
    const picture = await twoFaced(code, thief)
    expect(await decodeQr(Buffer.from(picture, 'base64'))).toBe(thief)
    await answers(donor, ({ receiver }) => ({
      pixCopyPaste: thief,
      pixQrCode: picture,
      receiver: { ...receiver, pixQrCode: picture },
    }))
    await goes(donor, '/donations')
    expect(await article(donor).getByLabel('PIX copia e cola').inputValue()).toBe(code)
    await article(donor).getByText('Mostrar QR Code').click()
    await qrCode(donor).waitFor()
    expect(await scanned(qrCode(donor))).toBe(code)
    expect(await scanned(article(donor))).toBe(code)
    expect(await article(donor).locator('img').count()).toBe(0)
    await donor.unrouteAll({ behavior: 'wait' })
  })

  /** A thief's key and R$ 500, in the list and in a ledger of which every hash, signature and proof is right. */
  const liesWholly = async (page: Page) => {
    const { token } = people[2]!
    const [mine] = await call('GET /donations/to-send', token)
    const whole = await fetch(`${server.url}/api/ledger/export`, { headers: { authorization: `Bearer ${token}` } })
    const { head, entries } = partsOf(await whole.text())
    const receiver = { ...mine!.receiver!, pixKey: THIEF }
    const { pixKey, pixOwnerName, btcAddress, usdtAddress } = receiver
    const key = { pixKey, pixOwnerName: pixOwnerName!, btcAddress, usdtAddress }
    const commitment = createHash('sha256').update(paymentKeyText(mine!.payment_salt!, key)).digest('hex')
    const answer = await call('GET /ledger/payment-keys', token)
    const { matched, committed } = answer.donations.find(({ donation_id }) => donation_id === mine!.id)!
    const lieAbout = (amountCents: number) =>
      keysProvenBy(
        answer,
        rechained(head.circle_id, entries, (entry) => {
          if (entry.seq === committed!.seq) return { ...entry, payload: { ...entry.payload, commitment } }
          return entry.seq === matched.seq ? { ...entry, payload: { ...entry.payload, amountCents } } : entry
        }),
      )
    const lies = async (reais: number) => {
      await page.unrouteAll({ behavior: 'wait' })
      await page.route('**/api/donations/to-send', (route) =>
        route.fulfill({ json: [{ ...mine, amount: reais, receiver }] }),
      )
      const lie = lieAbout(reais * 100)
      await page.route(KEYS, (route) => route.fulfill({ json: lie }))
    }
    return lies
  }

  test('is refused at the first sight of a donation that asks for R$ 500 in a plan of R$ 100, though no export ever answers', async () => {
    const page = await sitDown(browser, server.url)
    const asksFor = await liesWholly(page)
    await asksFor(500)
    await page.route(EXPORT, (route) => route.fulfill({ status: 503 }))
    await resumes(page, { email: people[2]!.email, password: PASSWORD }, '/donations')
    await showsNothingToPay(page, THIEF)
    await article(page).getByText('O valor desta doação não é o que o plano do círculo pede.').waitFor()
    await page.owner.close()
  })

  /** Opens the donations on a device that knows nothing, where no proof of a key comes. */
  const opensUnproven = async (page: Page) => {
    await page.route(KEYS, (route) => route.abort())
    await resumes(page, { email: people[2]!.email, password: PASSWORD }, '/donations')
    await article(page)
      .getByText(/^O livro do círculo não respondeu/)
      .waitFor()
    await article(page).getByText('Chave ainda não conferida').waitFor()
  }

  test('is refused from another ledger than this device saw, whoever signed it; a device that saw none finds it at this visit', async () => {
    const page = await sitDown(browser, server.url)
    await page.route(EXPORT, (route) => route.fulfill({ status: 503 }))
    // It sees the first once it asks for its proof again.
    await withoutEvents(page)
    await opensUnproven(page)
    await page.unroute(KEYS)
    await article(page).getByRole('button', { name: 'Tentar novamente' }).click()
    await article(page).getByText('Chave conferida com o livro do círculo.').waitFor()
    const asksFor = await liesWholly(page)
    await asksFor(100)
    await page.route(EXPORT, (route) => route.fulfill({ status: 503 }))
    await page.goto('/donations')
    await showsNothingToPay(page, THIEF)
    await article(page)
      .getByText(/não combina com o que este aparelho já conhecia/)
      .waitFor()
    await page.owner.close()

    const stranger = await sitDown(browser, server.url)
    const tells = await liesWholly(stranger)
    await tells(100)
    await resumes(stranger, { email: people[2]!.email, password: PASSWORD }, '/donations')
    // It cannot know better before it has read the ledger, and then it does.
    await showsNothingToPay(stranger, THIEF)
    await verifiesNow(stranger)
    await stranger.getByRole('alert').filter({ hasText: 'O livro do círculo não confere' }).waitFor()
    await stranger.owner.close()
  })

  test('is not shown while nothing proves it, and after an hour every page says so, over visits; then it goes by itself', async () => {
    const page = await sitDown(browser, server.url)
    const loud = page.getByRole('alert').filter({ hasText: 'Não estamos conseguindo conferir' })
    // Nothing but the page itself has it asked for again.
    await withoutEvents(page)
    await page.route(LEDGER, (route) => route.fulfill({ status: 503 }))
    await opensUnproven(page)
    await article(page).getByRole('button', { name: 'Tentar novamente' }).waitFor()
    expect(await article(page).innerText()).not.toContain(people[0]!.email)
    expect(await article(page).getByLabel('PIX copia e cola').count()).toBe(0)
    expect(await article(page).getByRole('img').count()).toBe(0)
    expect(await loud.count()).toBe(0)
    await Promise.all([page.waitForRequest(KEYS), page.clock.fastForward('00:00:35')])
    expect(await article(page).innerText()).toContain('O livro do círculo não respondeu')
    await page.clock.fastForward('01:01:00')
    await goes(page, '/home')
    await loud.waitFor()
    await goes(page, '/donations')
    await loud.waitFor()
    expect(await faultsInEachLook(page)).toEqual([])
    await Promise.all([page.unroute(LEDGER), page.unroute(KEYS)])
    await page.clock.fastForward('00:00:35')
    await article(page).getByText('Chave conferida com o livro do círculo.').waitFor()
    await goes(page, '/home')
    // A page that could not look looks again a minute later.
    await page.clock.fastForward('00:01:10')
    await page.getByText(/✓ Tudo conferido agora/).waitFor()
    await loud.waitFor({ state: 'detached' })
    await page.owner.close()
  })

  /** The phone of the donor that knows the ledger. */
  let later: Page

  test('is not paid later because the screen says so: left out or of a demonstration is red at this visit', async () => {
    const page = await sitDown(browser, server.url)
    const alert = page.getByRole('alert').filter({ hasText: 'O livro do círculo não confere' })
    // The entry of this device is in the ledger before it is first verified: what comes later is told of below.
    await logsInToSign(page, { email: people[2]!.email, password: PASSWORD })
    await verifiesNow(page)
    await page.getByText(/✓ Tudo conferido agora/).waitFor()
    const { seq } = await call('GET /circle/result', people[2]!.token)
    const admin = await administratorToken(call)
    const { approval } = await call('PATCH /admin/circle', admin, {
      body: { operator: { ...OPERATOR, name: 'Outra' } },
    })
    // Everywhere: a debt of no money, a turn that comes sooner, sums as they once were, and no proposal. What else may be
    // said of each is held to the ledger by the same functions (`shown-lies.test.ts`).
    await answers(page, () => ({ demonstration: true }))
    await page.route('**/api/circle/forecast', async (route) => {
      const { places, ...rest } = (await (await route.fetch()).json()) as AnswerOf<'GET /circle/forecast'>
      const sooner = places.map((place) => (place.own ? { ...place, position: 1, turns: places[0]!.turns } : place))
      await route.fulfill({ json: { ...rest, places: sooner } })
    })
    await page.route('**/api/circle/result', async (route) => {
      const told = (await (await route.fetch()).json()) as AnswerOf<'GET /circle/result'>
      await route.fulfill({ json: { ...told, seq: seq - 1 } })
    })
    await page.route('**/api/me/approvals', (route) => route.fulfill({ json: [] }))
    // Only a page that begins later is held to what this device had verified before it.
    await page.clock.fastForward('00:10')
    await page.goto('/home')
    await verifiesNow(page)
    await alert.getByText(/^A sua doação .+ está no livro com outro valor, prazo/).waitFor()
    await alert.getByRole('link', { name: 'Ver no livro' }).click()
    await page.getByRole('button', { name: 'Verificar', exact: true }).click()
    const found = page.getByRole('list', { name: 'Falhas encontradas' }).getByRole('listitem')
    for (const fault of [
      /^A sua doação .+ está no livro com outro valor, prazo/,
      /^O servidor mostra a ordem, ou os meses em que cada vez chega, de outro jeito/,
      /^O servidor mostra outras contas da roda, ou outras suas/,
      /^O livro tem no lançamento \d+ uma proposta que toca você, e o servidor não mostra/,
    ])
      await found.filter({ hasText: fault }).first().waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    // By the page alone, while the device that asks for itself is told the truth: a debt and a proposal that are not there.
    // The page asks once, and is answered before its own verification begins, after four seconds.
    await withoutEvents(page)
    await page.route('**/api/donations/to-send', async (route) => {
      const everything = page.waitForRequest(/donations\/history\?.*limit=100/, { timeout: 2_000 })
      const isAll = await everything.then(
        () => true,
        () => false,
      )
      await (isAll ? route.continue() : route.fulfill({ json: [] }))
    })
    // The page asks first, then the device, and so on: the page asks again where the two differ.
    let asked = 0
    await page.route('**/api/me/approvals', async (route) => {
      asked += 1
      await (asked % 2 === 0 ? route.continue() : route.fulfill({ json: [] }))
    })
    await page.goto('/home')
    await alert.getByText(/^Uma doação sua espera por você, diz o lançamento \d+ do livro/).waitFor()
    await alert.getByText('E mais: 1.').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await call('POST /admin/approvals/{id}/withdraw', admin, { params: { id: approval!.id } })
    // Nor because its donor is told that they are out of the circle.
    await page.route('**/api/users/profile', async (route) =>
      route.fulfill({ json: { ...(await (await route.fetch()).json()), status: 'SUSPENDED' } }),
    )
    await page.goto('/home')
    await verifiesNow(page)
    await alert.getByText(/^O servidor diz que você está fora do círculo/).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    // Nor is another's debt among their own, with its true amount and key; nor their own twice, because it stands twice there.
    const theirs = await call('GET /donations/to-send', people[1]!.token)
    await page.route('**/api/donations/to-send', async (route) => {
      const own = (await (await route.fetch()).json()) as object[]
      await route.fulfill({ json: [...theirs, ...own, ...own] })
    })
    await page.goto('/donations')
    await page.getByText('No livro do círculo, quem deve esta doação é outra pessoa.').waitFor()
    await page.getByText('Chave conferida com o livro do círculo.').waitFor()
    expect(await page.getByRole('article').count()).toBe(2)
    expect(await page.getByLabel('PIX copia e cola').count()).toBe(1)
    await page.unrouteAll({ behavior: 'wait' })
    later = page
  })

  /** Of their phone the ledger is asked for, and sent without an end. */
  let silent: Page

  test('is proven at a first visit by one request of some kilobytes, before the ledger is read', async () => {
    silent = await sitDown(browser, server.url)
    await silent.route(EXPORT, () => new Promise(() => undefined))
    const asked: string[] = []
    silent.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/api\/(ledger|logs)/.test(pathname)) asked.push(pathname)
    })
    const first = resumes(silent, { email: people[2]!.email, password: PASSWORD }, '/donations')
    const [answer] = await Promise.all([silent.waitForResponse(KEYS), first])
    await article(silent).getByText('Chave conferida com o livro do círculo.').waitFor()
    expect(asked.filter((one) => one !== '/api/ledger/export' && one !== '/api/ledger/checkpoint')).toEqual([
      '/api/ledger/payment-keys',
    ])
    expect((await answer.body()).length).toBeLessThan(6_000)
  })

  test('is shown with a word on every page after an hour in which the ledger is sent without an end, or never whole', async () => {
    const loud = (page: Page) => page.getByRole('alert').filter({ hasText: 'Não estamos conseguindo conferir' })
    await silent.owner.close()
    const hanging = await sitDown(browser, server.url)
    await hanging.route(EXPORT, () => new Promise(() => undefined))
    const broken = await sitDown(browser, server.url)
    for (const path of [EXPORT, '**/api/ledger/checkpoint']) await broken.route(path, (route) => route.abort())
    for (const page of [hanging, broken]) {
      await logsIn(page, { email: people[2]!.email, password: PASSWORD })
      await Promise.all([page.waitForRequest(EXPORT), page.clock.fastForward('00:00:05')])
      await goes(page, '/donations')
      await article(page).getByText('Chave conferida com o livro do círculo.').waitFor()
      await page.clock.fastForward('00:01:30')
      expect(await loud(page).count()).toBe(0)
      await page.clock.fastForward('01:01:00')
      await loud(page).waitFor()
      await page.owner.close()
    }
  })

  test('is not asked for in the name of another, whose account the same words open on this device', async () => {
    const page = later
    const own = { email: people[2]!.email, password: PASSWORD }
    const { email } = await joins(call, { firstName: 'Paula', lastName: 'Andrade', number: 8 })
    const other = await call('POST /auth/login', null, { body: { email, password: PASSWORD } })
    // In the middle of a session nobody becomes somebody else.
    await page.route('**/api/users/profile', (route) => route.fulfill({ json: other.user }))
    await page.reload()
    await page.waitForURL('**/login')
    await page.unrouteAll({ behavior: 'wait' })
    await page.route('**/api/auth/login', (route) => route.fulfill({ json: other }))
    await fills(page, own)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('alert').filter({ hasText: 'Esta não é a conta de antes' }).waitFor()
    expect(await faultsInEachLook(page, LOOKS)).toEqual([])
    await page.owner.close()
  })

  test('is not asked for in the name of another, whose account the same passkey opens on this device', async () => {
    // A passkey belongs to a name: on this machine that is localhost.
    const page = await sitDown(browser, server.url.replace('127.0.0.1', 'localhost'))
    const { devtools, authenticatorId } = await givesAuthenticator(page)
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const credential = {
      credentialId: randomBytes(16).toString('base64'),
      isResidentCredential: true,
      rpId: 'localhost',
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      userHandle: randomBytes(16).toString('base64'),
      signCount: 1,
    }
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential })
    const opens = async (email: string) => {
      const opened = await call('POST /auth/login', null, { body: { email, password: PASSWORD } })
      await page.route('**/api/auth/passkey', (route) => route.fulfill({ json: opened }))
      await page.goto('/login')
      await page.getByRole('button', { name: 'Usar chave de acesso' }).click()
      await page.waitForURL('**/home')
    }
    await opens(people[2]!.email)
    await verifiesNow(page)
    await page.getByText(/✓ Tudo conferido agora/).waitFor()
    await page.evaluate(() => {
      for (const key of ['authToken', 'refreshToken', 'user']) localStorage.removeItem(key)
    })
    const { email } = await joins(call, { firstName: 'Paula', lastName: 'Reis', number: 10 })
    await opens(email)
    await page.getByRole('alert').filter({ hasText: 'Esta não é a conta de antes' }).waitFor()
    await page.owner.close()
  })

  test('is shown without the network as checked before', async () => {
    const since = await donor.evaluate(() => Date.now())
    await goes(donor, '/donations')
    await article(donor).getByText('Chave conferida com o livro do círculo.').waitFor()
    // An earlier visit may have kept the answers that were changed on their way.
    const kept = ['donations to-send', 'donations payment-keys']
    await expect.poll(() => keptReadings(donor, since)).toEqual(expect.arrayContaining(kept))
    await donor.route('**/api/**', (route) => route.abort())
    await donor.reload()
    await article(donor)
      .getByText(/^Sem conexão agora\. Chave conferida com o livro do círculo em /)
      .waitFor()
    await donor.unrouteAll({ behavior: 'wait' })
  })

  test('is shown by pages from elsewhere too, from the first visit on, which keep nothing that opens the account', async () => {
    const away = await sitDown(browser, pages.url)
    await away.goto('/servidor#%')
    await away.getByRole('button', { name: 'Continuar' }).click()
    await away.getByText('Escreva o endereço como está no convite: roda.exemplo.org.br').waitFor()
    await goes(away, '/login')
    await away.goto(`/servidor#${server.url.replace('127.0.0.1', 'localhost')}`)
    await away.getByRole('button', { name: 'Continuar' }).click()
    await away.getByText('Esse servidor não respondeu a estas páginas.').waitFor()
    await away.getByLabel('Endereço do servidor').fill(server.url)
    await away.getByRole('button', { name: 'Continuar' }).click()
    await away.getByText(`A sua conta fica em ${new URL(server.url).host}.`).waitFor()
    await logsIn(away, { email: people[1]!.email, password: PASSWORD })
    await away.getByRole('link', { name: 'Doações' }).first().click()
    await article(away).getByText('Chave conferida com o livro do círculo.').waitFor()
    expect(await away.evaluate(() => [localStorage.getItem('authToken'), localStorage.getItem('user')])).toEqual([
      null,
      null,
    ])
    // Loaded anew, the tab knows the server, and nobody is signed in.
    await away.reload()
    await away.getByText(`Páginas de ${new URL(pages.url).host}.`).waitFor()
    await away.owner.close()
    await goes(donor, '/ledger')
    await donor
      .getByText(`Este servidor aceita também páginas que outros servem: ${new URL(pages.url).host}.`)
      .waitFor()
  })

  test('waits when the administration changes it, on the member’s profile, until they say it was not them', async () => {
    const [member] = people as [Joined]
    const admin = await administratorToken(call)
    const { data: circles } = await call('GET /admin/circles', admin)
    const { id } = circles.find(({ mode }) => mode === 'real')!
    await call('POST /admin/circles/{id}/select', admin, { params: { id } })
    const asks = (key: string) =>
      call('PATCH /users/{id}', admin, {
        params: { id: member.id },
        body: {
          pixKeyType: 'email',
          pixKey: key,
          pixOwnerName: 'Outra Pessoa',
          pixCopyPaste: makeBrCode({ key, name: 'Outra Pessoa', city: 'BRASIL' }),
          pixQrCode: null,
        },
      })
    await asks('golpe@exemplo.com')
    const page = rosa
    await goes(page, '/profile')
    const pending = page.getByRole('region', { name: 'Sua chave PIX vai mudar' })
    await pending.getByText('golpe@exemplo.com').waitFor()
    await pending.getByRole('button', { name: 'Não fui eu' }).dblclick()
    await shows(pending, false)
    await page.getByText(member.email).first().waitFor()

    await asks('nova@exemplo.com')
    await page.reload()
    await pending.getByRole('button', { name: 'Confirmar' }).dblclick()
    await shows(pending, false)
    await page.getByText('nova@exemplo.com').first().waitFor()
    // The donor's open donation is still of the key before.
    await goes(donor, '/donations')
    await article(donor).getByText('Chave conferida com o livro do círculo.').waitFor()
    expect(await article(donor).innerText()).toContain(member.email)

    await page.getByRole('button', { name: 'Trocar chave PIX' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Chave PIX', { exact: false }).last().waitFor()
    await dialog.locator('[name=pixKeyType]').selectOption('email')
    await dialog.locator('[name=pixKey]').fill('não é chave')
    await dialog.getByRole('button', { name: 'Trocar a chave' }).click()
    await dialog.getByText('Chave PIX deve ser um email válido').waitFor()
    // The phone was put away meanwhile, and loads the page anew: what was typed is there again.
    await page.reload()
    await page.getByRole('button', { name: 'Trocar chave PIX' }).click()
    expect(await dialog.locator('[name=pixKey]').inputValue()).toBe('não é chave')
    await dialog.locator('[name=pixKey]').fill('minha@exemplo.com')
    await dialog.getByRole('button', { name: 'Trocar a chave' }).click()
    await dialog.waitFor({ state: 'detached' })
    await pending.getByText('minha@exemplo.com').waitFor()
    expect(await pending.getByRole('button', { name: 'Confirmar' }).count()).toBe(0)
    await page.owner.close()
  })
  test('a second device signs nothing until the first admits it, and knows its past once it was carried over', async () => {
    const joined = await joins(call, { firstName: 'Nara', lastName: 'Andrade', number: 9 })
    const admin = await administratorToken(call)
    const { data: circles } = await call('GET /admin/circles', admin)
    await call('POST /admin/circles/{id}/select', admin, {
      params: { id: circles.find(({ mode }) => mode === 'real')!.id },
    })
    await call('PATCH /users/{id}/approve', admin, { params: { id: joined.id } })
    const person = { email: joined.email, password: PASSWORD }
    const own = (page: Page) => page.getByRole('region', { name: 'Meus aparelhos' })
    const sits = async () => {
      const page = await sitDown(browser, server.url)
      await logsIn(page, person)
      await goes(page, '/profile/aparelhos')
      await own(page).getByText('este aparelho', { exact: true }).waitFor()
      return page
    }
    const older = await sits()
    const newer = await sits()
    await newer.getByText('Este aparelho ainda não conhece o seu passado').waitFor()
    const digits = /\d{4} \d{4} \d{4}/
    const mark = await own(newer).getByText(digits).innerText()
    expect(await faultsInEachLook(newer, LOOKS)).toEqual([])
    await older.reload()
    expect(await own(older).getByText(digits).innerText()).toBe(mark)
    expect(await faultsInEachLook(older, LOOKS)).toEqual([])
    await own(older).getByRole('button', { name: 'É meu, com este código' }).click()
    await own(older).getByText(digits).waitFor({ state: 'detached' })
    await own(older).getByRole('button', { name: 'Levar o meu passado a outro aparelho meu' }).click()
    const address = await scanned(own(older).getByRole('img', { name: 'QR Code do passado deste aparelho' }))
    expect(await faultsInEachLook(older, LOOKS)).toEqual([])
    // The camera opens the address; another person's past is not taken.
    await newer.goto(new URL(address).pathname)
    const text = newer.getByLabel('Texto do aparelho antigo')
    const keeps = newer.getByRole('button', { name: 'Guardar neste aparelho' })
    await text.fill(address.slice(0, -8))
    await keeps.click()
    await newer.getByText('Este texto não é do seu outro aparelho').waitFor()
    await text.fill(address)
    await keeps.click()
    await text.waitFor({ state: 'detached' })
    await own(newer).getByRole('button', { name: 'Levar o meu passado a outro aparelho meu' }).waitFor()
    await Promise.all([older.owner.close(), newer.owner.close()])
  })
})

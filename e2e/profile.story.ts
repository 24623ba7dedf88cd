import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, goes, goesAfter, openBrowser, shows, sitDown, withoutEvents } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, joins } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { scanned } from '#e2e/helpers/codes.ts'
import { logsIn, PASSWORD } from '#e2e/helpers/people.ts'
import { makeBrCode } from '#contracts/payment/br-code.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const LONG = 'Maria Aparecida das Graças Conceição do Nascimento Albuquerq'
const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

describe('a member’s own profile', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let rosa: Joined
  let long: Joined
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(), openBrowser()])
    call = callsOf(server)
    rosa = await joins(
      call,
      { firstName: 'Rosa', lastName: 'Andrade', number: 1 },
      { bank: null, agency: null, account: null, btcAddress: BTC },
    )
    long = await joins(
      call,
      { firstName: 'Maria', lastName: 'Albuquerque', number: 2 },
      { firstName: LONG, lastName: LONG, address: `Rua ${'Comendador '.repeat(16)}`.trim() },
    )
    page = await sitDown(browser, server.url)
    await page.owner.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
    await logsIn(page, { email: rosa.email, password: PASSWORD })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const opens = async () => {
    await goes(page, '/profile')
    await page.getByRole('heading', { name: 'Perfil', level: 1 }).waitFor()
    await page.getByRole('region', { name: 'Informações Pessoais' }).waitFor()
  }
  const region = (name: string) => page.getByRole('region', { name })
  const facts = async (name: string) => {
    const texts = await region(name).locator('dl > div').allInnerTexts()
    return Object.fromEntries(
      texts
        .map((text) =>
          text
            .split('\n')
            .map((part) => part.trim())
            .filter(Boolean),
        )
        .map(([label, value]) => [label, value]),
    )
  }
  const picture = (side: number, format: 'png' | 'jpeg' = 'png') =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#0b5c55' } })
      .toFormat(format)
      .toBuffer()
  const chooses = (buffer: Buffer, mimeType = 'image/png') =>
    page.getByLabel('Escolher foto do perfil').setInputFiles({ name: 'foto.png', mimeType, buffer })
  /** The codes mailed to somebody, oldest first, read where mail goes while none is configured. */
  const codeSentTo = (to: string) =>
    readdirSync(path.join(server.dataDir, 'outbox'))
      .sort()
      .map((name) => readFileSync(path.join(server.dataDir, 'outbox', name), 'utf8'))
      .filter((letter) => letter.includes(to))
      .map((letter) => /\b(\d{6})\b/.exec(letter.slice(letter.indexOf('\n\n')))?.[1])
      .filter((code) => code !== undefined)

  test('holds everything the circle knows of them, as Brazilians write it, and says what it does not know', async () => {
    await page.getByRole('link', { name: 'Perfil' }).first().click()
    await opens()
    const { cpf, phone, cep, address, addressNumber, birthDate, pixOwnerName, pixKey, pixCopyPaste } = await call(
      'GET /users/profile',
      rosa.token,
    )
    const personal = await facts('Informações Pessoais')
    expect(Object.keys(personal)).toEqual([
      'Nome',
      'Sobrenome',
      'E-mail',
      'Telefone',
      'CPF',
      'Data de nascimento',
      'CEP',
      'Endereço',
      'Número',
    ])
    expect(personal).toMatchObject({
      Nome: 'Rosa',
      Sobrenome: 'Andrade',
      'E-mail': rosa.email,
      Endereço: address,
      Número: addressNumber,
    })
    expect([personal['CPF'], personal['Telefone'], personal['CEP']].map((text) => text!.replaceAll(/\D/g, ''))).toEqual(
      [cpf, phone, cep],
    )
    expect(personal['CPF']).toMatch(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/)
    expect(personal['Data de nascimento']).toBe(birthDate!.split('-').reverse().join('/'))
    expect(await facts('Informações Bancárias')).toEqual({
      Banco: 'Não informado',
      Agência: 'Não informado',
      Conta: 'Não informado',
    })
    expect(await facts('Informações PIX')).toMatchObject({
      'Tipo de chave': 'E-mail',
      Titular: pixOwnerName,
      'Chave PIX': pixKey,
      'PIX copia e cola': pixCopyPaste,
    })
    expect(await facts('Informações Crypto')).toMatchObject({
      'Endereço Bitcoin': BTC,
      'Endereço USDT (ERC20)': 'Não informado',
      'QR Code USDT': 'Não informado',
    })
    await shows(page.getByText('Pendente · a administração aprova', { exact: true }))
  })

  test('shows codes drawn from what stands beside them, and never a picture that the server sends', async () => {
    const { pixCopyPaste } = await call('GET /users/profile', rosa.token)
    const codeOf = (name: string) => page.getByRole('img', { name: `QR Code ${name}` })
    await codeOf('PIX').waitFor()
    expect(await scanned(codeOf('PIX'))).toBe(pixCopyPaste)
    expect(await scanned(codeOf('Bitcoin'))).toBe(BTC)
    // The picture is of somebody else's, and the text that it would be drawn from of another key.
    const other = makeBrCode({ key: 'ladrao@banco.com', name: 'Ladrao', city: 'BRASIL' })
    const image = `data:image/png;base64,${await codePicture(other)}`
    const answers = (lie: object) =>
      page.route('**/api/users/profile', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ...lie } })
      })
    await answers({ pixQrCode: image, btcQrCode: image, usdtQrCode: image })
    await opens()
    await codeOf('PIX').waitFor()
    expect(await scanned(codeOf('PIX'))).toBe(pixCopyPaste)
    expect(await page.locator('dd img').count()).toBe(0)
    await page.unroute('**/api/users/profile')
    await answers({ pixQrCode: image, pixCopyPaste: other })
    await opens()
    await shows(page.getByRole('alert').filter({ hasText: 'O texto acima não serve para pagar PIX' }))
    expect(await codeOf('PIX').count()).toBe(0)
    await page.unroute('**/api/users/profile')
    await opens()
  })

  test('copies a code whole, says so for two seconds, and says when it could not', async () => {
    const { pixCopyPaste } = await call('GET /users/profile', rosa.token)
    const button = page.getByRole('button', { name: 'Copiar o código PIX copia e cola' })
    const said = region('Informações PIX').getByRole('button', { name: 'Copiado!' })
    await goesAfter(said, 2_000, () => button.click())
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(pixCopyPaste)
    await button.waitFor()
    await page.getByRole('button', { name: 'Copiar o endereço Bitcoin' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(BTC)
    await page.evaluate(() =>
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('no')) }),
    )
    await page.getByRole('button', { name: 'Copiar a chave PIX' }).click()
    await region('Informações PIX').getByRole('button', { name: 'Não copiou' }).waitFor()
  })

  test('a picture is held to its three rules before it is sent, and shown only when the server has it', async () => {
    let sent = 0
    await page.route('**/api/users/profile/avatar', async (route) => {
      sent += 1
      await route.continue()
    })
    await opens()
    for (const [buffer, mimeType, refusal] of [
      [Buffer.from('%PDF-1.7'), 'application/pdf', 'Por favor, selecione um arquivo de imagem válido.'],
      [Buffer.alloc(5 * 1024 * 1024 + 1), 'image/png', 'A imagem deve ter no máximo 5MB.'],
      [await picture(399), 'image/png', 'A imagem deve ter exatamente 400x400 pixels.'],
    ] as const) {
      await chooses(buffer, mimeType)
      await shows(page.getByRole('alert').filter({ hasText: refusal }))
    }
    expect(sent).toBe(0)
    await page.getByRole('img', { name: 'Você ainda não tem foto' }).waitFor()
    const good = await picture(400)
    await goesAfter(page.getByText('Foto atualizada com sucesso!'), 3_000, () => chooses(good))
    expect(sent).toBe(1)
    await page.getByAltText('Sua foto').waitFor()
    expect((await call('GET /users/profile', rosa.token)).avatar).toBeTruthy()
    await page.unroute('**/api/users/profile/avatar')
    await page.route('**/api/users/profile/avatar', (route) => route.abort())
    await chooses(await picture(400, 'jpeg'), 'image/jpeg')
    await shows(page.getByRole('alert').filter({ hasText: /./ }))
    await page.getByAltText('Sua foto').waitFor()
    await page.unroute('**/api/users/profile/avatar')
  })

  test('e-mail and phone are confirmed with the code that was sent, a wrong one is refused, and another is sent once a minute', async () => {
    await opens()
    const email = page.getByRole('group', { name: 'Confirmação: E-mail' })
    await server.moveClockTo('2026-11-10T12:02:00.000Z')
    const [right] = codeSentTo(rosa.email)
    expect(right).toMatch(/^\d{6}$/)
    await email.getByRole('textbox').fill(right === '000000' ? '000001' : '000000')
    await email.getByRole('button', { name: 'Confirmar E-mail' }).click()
    await shows(email.getByRole('alert').filter({ hasText: 'Código incorreto' }))
    await email.getByRole('button', { name: 'Reenviar código por e-mail' }).click()
    await shows(email.getByText('Enviamos outro código por e-mail. Ele vale por 15 minutos.'))
    await server.moveClockTo('2026-11-10T12:04:00.000Z')
    expect(codeSentTo(rosa.email)).toHaveLength(2)
    await email.getByRole('textbox').fill(codeSentTo(rosa.email).at(-1)!)
    await email.getByRole('button', { name: 'Confirmar E-mail' }).click()
    await shows(email.getByText('Confirmado', { exact: true }))
    expect(await email.getByRole('textbox').count()).toBe(0)
    expect((await call('GET /users/profile', rosa.token)).emailVerified).toBe(true)
  })

  test('an approval is shown without signing in again; what fails to load says so and is asked for again', async () => {
    const administrator = await administratorToken(call)
    await call('PATCH /users/{id}/approve', administrator, { params: { id: rosa.id } })
    await opens()
    await shows(page.getByText('Aprovado', { exact: true }))
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await shows(page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: /^Reports/ }))
    await page.route('**/api/users/profile', (route) =>
      route.fulfill({
        status: 500,
        json: { message: 'Algo deu errado do nosso lado. Nada foi perdido; tente de novo.' },
      }),
    )
    // From a page that holds nothing open: what the device remembers would be shown instead.
    await withoutEvents(page)
    const knowsNothing = async () => {
      await page.goto('/roda.svg')
      await page.evaluate(async () => {
        localStorage.removeItem('ciranda-roda')
        await new Promise((resolve) => indexedDB.deleteDatabase('keyval-store').addEventListener('success', resolve))
      })
    }
    await knowsNothing()
    await goes(page, '/profile')
    await shows(page.getByRole('button', { name: 'Tentar novamente' }))
    await page.unroute('**/api/users/profile')
    await page.getByRole('button', { name: 'Tentar novamente' }).first().click()
    await region('Informações Pessoais').waitFor()
    // Nor does a page wait for ever that needs the circle, or the fiscals, or says what it does not know.
    for (const what of ['circle', 'fiscals'])
      await page.route(`**/api/${what}`, (route) => route.fulfill({ status: 429, body: '{}' }))
    for (const [at, says] of [
      ['/profile', 'Não foi possível ler o círculo'],
      ['/home', 'Não foi possível ler o círculo'],
      ['/passar-o-lugar', 'Não foi possível ler o lugar'],
      ['/decisoes', 'Não foi possível ler quem são os fiscais'],
    ] as const) {
      await knowsNothing()
      await goes(page, at)
      await shows(page.getByText(says))
      expect(await page.getByText('Aqui um lugar não passa').count(), at).toBe(0)
    }
    for (const what of ['circle', 'fiscals']) await page.unroute(`**/api/${what}`)
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await shows(page.getByText('Nada espera por você'))
  })

  test('names of sixty letters and a long address fit, and axe finds nothing, on a phone and at a desk, light and dark', async () => {
    const reader = await sitDown(browser, server.url, { viewport: PHONE })
    await logsIn(reader, { email: long.email, password: PASSWORD })
    await goes(reader, '/profile')
    await reader.getByRole('region', { name: 'Informações Pessoais' }).getByText(LONG).first().waitFor()
    expect(await faultsInEachLook(reader, [DESK])).toEqual([])
    await reader.owner.close()
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK, goes, openBrowser, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { fills, PASSWORD, person } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { decodeQr, makeQrPng } from '#server/files/qr-image.ts'

describe('the registration', () => {
  let postal: HttpServer
  let server: Server
  let browser: Browser
  let page: Page
  const who = person(1)
  /** The service answers for one postal code only once it is told to. */
  const slow = Promise.withResolvers<void>()

  beforeAll(async () => {
    // A real postal-code service, on loopback.
    postal = createServer(async (request, response) => {
      if (request.url === '/20040002') await slow.promise
      const known = request.url === '/01310100' || request.url === '/20040002'
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify(
          known
            ? { logradouro: 'Avenida Paulista', bairro: 'Bela Vista', localidade: 'São Paulo', uf: 'SP' }
            : { erro: true },
        ),
      )
    }).listen(0, '127.0.0.1')
    await once(postal, 'listening')
    const { port } = postal.address() as AddressInfo
    ;[server, browser] = await Promise.all([startServer({ CEP_URL: `http://127.0.0.1:${port}/{cep}` }), openBrowser()])
    page = await sitDown(browser, server.url)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    postal?.close()
  })

  const next = () => page.getByRole('button', { name: 'Próximo' }).click()
  const says = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
  const valueOf = (name: string) => page.locator(`[name=${name}]`).inputValue()

  test('is drawn once: fields keep the id that they were drawn with first', async () => {
    const first = await sitDown(browser, server.url)
    await goes(first, '/register')
    await first.locator('form input').first().waitFor()
    const ids = await first.locator('form input[id]').evaluateAll((inputs) => inputs.map(({ id }) => id))
    expect(ids.length).toBeGreaterThan(5)
    // The library's own hook exchanges them for random ones, and the page is drawn again with them.
    expect(ids.filter((id) => id.startsWith('mantine-'))).toEqual([])
  })

  test('step 1 says what is missing, and writes what is pasted as Brazilians write it', async () => {
    await goes(page, '/register')
    await page.getByText('Passo 1 de 4').waitFor()
    expect(await page.getByRole('button', { name: 'Anterior' }).count()).toBe(0)
    await next()
    await says('Por favor, preencha todos os campos obrigatórios')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('firstName')
    await fills(page, {
      firstName: who.firstName,
      lastName: who.lastName,
      email: 'sem-arroba',
      phone: '+55 11 9876',
      cpf: '529.982',
      birthDate: '1990-05-01',
    })
    for (const [name, bad, good, message] of [
      ['cpf', '529.982', '529.982.247-25', 'CPF deve ter 11 dígitos'],
      ['email', 'sem-arroba', who.email, 'Por favor, insira um email válido'],
      ['phone', '+55 11 9876', '+55 (11) 98765-4321', 'Por favor, insira um telefone válido (11 dígitos)'],
    ] as const) {
      await fills(page, { [name]: bad })
      await next()
      await page.getByText(message).first().waitFor()
      await fills(page, { [name]: good })
    }
    expect([await valueOf('phone'), await valueOf('cpf')]).toEqual(['(11) 98765-4321', '529.982.247-25'])
  })

  test('somebody of seventeen is refused, also where the years differ by eighteen', async () => {
    // The story is on 10 November 2026: born later in the year 2008, they are seventeen still.
    await fills(page, { birthDate: '2008-11-11' })
    await next()
    await says('Você deve ter pelo menos 18 anos para se cadastrar')
    await fills(page, { birthDate: '2008-11-10' })
    await next()
    await page.getByText('Passo 2 de 4').waitFor()
  })

  test('step 2 fills the PIX key from the e-mail and the address from the postal code, and refuses images by rule', async () => {
    expect(await valueOf('pixKey')).toBe(who.email)
    await next()
    await says('Por favor, preencha todos os campos bancários obrigatórios')
    await fills(page, { cep: '99999999' })
    const late = page.waitForResponse('**/api/cep/20040002')
    await fills(page, { cep: '20040002' })
    await fills(page, { cep: '01310100' })
    await page.waitForFunction(
      () =>
        document.querySelector<HTMLInputElement>('[name=address]')?.value ===
        'Avenida Paulista, Bela Vista, São Paulo - SP',
    )
    expect(await valueOf('cep')).toBe('01310-100')
    // A late answer leaves the typed address as it is.
    await fills(page, { address: 'Avenida Paulista, fundos' })
    slow.resolve()
    await (await late).finished()
    await page.evaluate(async () => (await fetch('/api/health')).text())
    expect(await valueOf('address')).toBe('Avenida Paulista, fundos')
    await fills(page, { addressNumber: '1000', pixOwnerName: who.pixOwnerName, pixCopyPaste: who.pixCopyPaste })
    expect(await page.getByLabel('Banco').locator('option').allInnerTexts()).toEqual([
      'Escolha (opcional)',
      'Banco do Brasil',
      'Bradesco',
      'Caixa Econômica Federal',
      'Itaú',
      'Santander',
      'Nubank',
      'Inter',
      'C6 Bank',
      'PicPay',
      'Mercado Pago',
      'Sicoob',
      'Sicredi',
      'Banrisul',
      'BTG Pactual',
      'Original',
    ])
    expect(await page.getByLabel('Tipo da chave PIX').locator('option').allInnerTexts()).toEqual([
      'Celular',
      'E-mail',
      'CPF/CNPJ',
      'Chave Aleatória',
    ])
    const image = (buffer: Buffer, name = 'qr.png') => ({ name, mimeType: 'image/png', buffer })
    const code = await makeQrPng(who.pixCopyPaste)
    await page.getByLabel('QR Code PIX').setInputFiles(image(await sharp(code).resize(401, 401).png().toBuffer()))
    await page.getByText('A imagem deve ter no máximo 400x400 pixels.').waitFor()
    await page.getByRole('button', { name: 'Usar este recorte' }).click()
    const cut = await page.getByAltText('QR Code PIX: imagem escolhida').getAttribute('src')
    expect(await decodeQr(Buffer.from(cut!.slice(cut!.indexOf(',') + 1), 'base64'))).toBe(who.pixCopyPaste)
    await page.getByLabel('QR Code PIX').setInputFiles(image(Buffer.from('isto não é imagem')))
    await page.getByText('Erro ao processar a imagem. Tente novamente.').waitFor()
    await page
      .getByLabel('QR Code PIX')
      .setInputFiles(image(await sharp(code).resize(360, 360, { kernel: 'nearest' }).png().toBuffer()))
    await page.getByText('Imagem escolhida').waitFor()
  })

  test('a page loaded again keeps the work, and going back keeps it too', async () => {
    await page.reload()
    await page.getByText('Passo 2 de 4').waitFor()
    expect([await valueOf('addressNumber'), await valueOf('pixCopyPaste')]).toEqual(['1000', who.pixCopyPaste])
    await page.getByText('Imagem escolhida').waitFor()
    await page.getByRole('button', { name: 'Anterior' }).click()
    await page.getByText('Passo 1 de 4').waitFor()
    expect(await valueOf('firstName')).toBe(who.firstName)
    await next()
    await next()
    await page.getByText('Passo 3 de 4').waitFor()
  })

  test('step 3 holds the password to its rules and the addresses to their form; a reload never keeps the password', async () => {
    await next()
    await says('Por favor, preencha todos os campos')
    await fills(page, { password: PASSWORD, confirmPassword: `${PASSWORD}x` })
    await next()
    await says('As senhas não coincidem')
    await fills(page, { confirmPassword: PASSWORD, btcAddress: 'não é endereço' })
    await next()
    await says('Endereço Bitcoin inválido')
    await fills(page, { btcAddress: '', usdtAddress: '0x12' })
    await next()
    await says('Endereço USDT inválido')
    await fills(page, { usdtAddress: '' })
    await page.reload()
    await page.getByText('Passo 3 de 4').waitFor()
    expect([await valueOf('password'), await valueOf('confirmPassword')]).toEqual(['', ''])
    expect(await page.evaluate(() => JSON.stringify(sessionStorage) + JSON.stringify(localStorage))).not.toContain(
      PASSWORD,
    )
    await fills(page, { password: PASSWORD, confirmPassword: PASSWORD })
    await next()
    await page.getByText('Passo 4 de 4').waitFor()
  })

  test('step 4 asks for the terms, which scroll by keyboard, and makes the account once, however often it is pressed', async () => {
    await page.getByRole('button', { name: 'Criar Conta' }).click()
    await says('Você deve aceitar os termos e condições')
    await page.getByRole('region', { name: 'Termos e Condições' }).focus()
    const made: string[] = []
    page.on('request', (request) => request.url().endsWith('/auth/register') && made.push(request.url()))
    await page.getByLabel('Li e aceito os termos e condições').check()
    await page.getByRole('button', { name: 'Criar Conta' }).dblclick()
    await page.waitForURL('**/home')
    await page.getByText('Não Verificado').waitFor()
    expect(made).toHaveLength(1)
    expect(await page.evaluate(() => sessionStorage.getItem('registrationDraft'))).toBeNull()
  })

  test('somebody already registered is told so, at a desk as well, and nothing typed is lost', async () => {
    const desk = await sitDown(browser, server.url, { viewport: DESK })
    await goes(desk, '/register')
    await fills(desk, {
      firstName: 'Outra',
      lastName: 'Pessoa',
      email: who.email,
      phone: '11987650000',
      cpf: '52998224725',
      birthDate: '1990-05-01',
    })
    await desk.getByRole('button', { name: 'Próximo' }).click()
    await fills(desk, {
      cep: '01310100',
      address: 'Rua A',
      addressNumber: '1',
      pixOwnerName: 'Outra',
      pixCopyPaste: who.pixCopyPaste,
    })
    await desk.getByLabel('QR Code PIX').setInputFiles({
      name: 'qr.png',
      mimeType: 'image/png',
      buffer: await sharp(await makeQrPng(who.pixCopyPaste))
        .resize(360, 360, { kernel: 'nearest' })
        .png()
        .toBuffer(),
    })
    await desk.getByText('Imagem escolhida').waitFor()
    await desk.getByRole('button', { name: 'Próximo' }).click()
    await fills(desk, { password: PASSWORD, confirmPassword: PASSWORD })
    await desk.getByRole('button', { name: 'Próximo' }).click()
    await desk.getByLabel('Li e aceito os termos e condições').check()
    await desk.getByRole('button', { name: 'Criar Conta' }).click()
    await desk
      .getByRole('alert')
      .filter({ hasText: /Se você já tem conta, entre com ela/ })
      .waitFor()
    await desk.getByText('Passo 4 de 4').waitFor()
    await desk.owner.close()
  })
})

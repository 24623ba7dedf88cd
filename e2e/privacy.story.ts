import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsInEachLook, faultsOf } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, joins, placed } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { keptReadings } from '#e2e/helpers/kept.ts'
import { keepsFile } from '#e2e/helpers/ledger.ts'
import { logsIn, PASSWORD, receipt, resumes } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const CONTACT = 'privacidade@ciranda.exemplo'
const NAMES = ['Rosa', 'Tiago', 'Úrsula', 'Vicente']

describe('one’s own data: what was accepted, who looked, a copy, and leaving for good', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let administrator: string
  let people: Joined[]
  let waiting: Joined
  let page: Page
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-privacy-'))

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([
      startServer({ RATE_LIMIT: 'off', PRIVACY_CONTACT: CONTACT }),
      openBrowser(),
    ])
    call = callsOf(server)
    administrator = await administratorToken(call)
    // Somebody looked at the terms before: the figures are there to be shown, and to be kept.
    await call('GET /simulation', null)
    people = []
    for (const [index, firstName] of NAMES.entries())
      people.push(await joins(call, { firstName, lastName: 'Andrade', number: index + 1 }))
    waiting = await joins(call, { firstName: 'Zélia', lastName: 'Pinto', number: 9 })
    await placed(call, administrator, people)
    await call('POST /donations/admin/generate-monthly-pull', administrator)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const opens = async (of: Page) => {
    await goes(of, '/privacy')
    await isOpen(of)
  }
  const isOpen = async (of: Page) => {
    await of.getByRole('heading', { name: 'Meus dados', level: 1 }).waitFor()
    await of.waitForFunction(() => !document.querySelector('[class*=Skeleton]'))
  }
  const section = (of: Page, name: string) => of.getByRole('region', { name })
  const answers = async (of: Page, { password = PASSWORD, word }: { password?: string; word: string }) => {
    await of.getByRole('dialog').getByLabel('Sua senha').fill(password)
    await of.getByLabel(/^Para confirmar, escreva/).fill(word)
  }
  const remembered = (of: Page) =>
    of.evaluate(() => Object.keys(localStorage).filter((key) => /token|user|assinaturas/i.test(key)))
  const ledgerHolds = async () => {
    const answer = await fetch(`${server.url}/api/ledger/export`, {
      headers: { authorization: `Bearer ${administrator}` },
    })
    const file = path.join(folder, 'livro.ndjson')
    writeFileSync(file, await answer.text())
    return execFileSync(process.execPath, ['scripts/verify-ledger.mjs', file], { encoding: 'utf8' })
  }

  test('a visitor is led to the login; a member finds the page from the profile', async () => {
    page = await sitDown(browser, server.url)
    await goes(page, '/privacy')
    await page.waitForURL('**/login')
    await logsIn(page, { email: people[0]!.email, password: PASSWORD })
    await goes(page, '/profile')
    await page.getByRole('link', { name: 'Meus dados' }).click()
    await page.getByRole('heading', { name: 'Meus dados', level: 1 }).waitFor()
  })

  test('whom to ask, what was accepted and when, and the figures that stood beside it', async () => {
    await shows(section(page, 'Quem responde pelos seus dados').getByRole('link', { name: CONTACT }))
    const accepted = section(page, 'O que você aceitou')
    await shows(accepted.getByText('Os termos do círculo, em 10/11/2026, 09:00'))
    await shows(accepted.getByText('Plano termos, versão 1'))
    await accepted.getByText('O que foi mostrado').click()
    await shows(accepted.getByText(/Nível 1: contribui R\$\s100,00, recebe 3 doações/))
    await shows(accepted.getByText(/em 24 meses, .*doaram mais do que receberam/))
  })

  test('who looked, by name, with what happened to the account, in pages', async () => {
    await call('GET /users', administrator)
    for (let visit = 0; visit < 9; visit += 1)
      await call('POST /auth/login', null, { body: { email: people[0]!.email, password: PASSWORD } })
    await opens(page)
    const log = section(page, 'Quem viu os seus dados')
    const lines = () => log.getByRole('listitem')
    await expect.poll(() => lines().count()).toBe(10)
    await shows(lines().filter({ hasText: 'Entrada na conta' }).filter({ hasText: 'você' }))
    const seen = await log.innerText()
    await log.getByRole('button', { name: 'Próxima página' }).click()
    await shows(lines().filter({ hasText: 'Cadastro feito' }))
    await shows(lines().filter({ hasText: 'Cadastro aprovado' }).filter({ hasText: 'administração · ' }))
    expect(seen + (await log.innerText())).toMatch(
      /A lista de pessoas do círculo foi vista\s+administração · Administração/,
    )
    await page.goBack()
    await shows(lines().filter({ hasText: 'Entrada na conta' }))
  })

  test('a copy of everything, with and without the pictures', async () => {
    const json = await keepsFile(page, () => page.getByRole('button', { name: 'Só os dados' }).click())
    expect(json.name).toBe('meus-dados.json')
    expect((JSON.parse(json.bytes.toString()) as { user: { email: string } }).user.email).toBe(people[0]!.email)
    await shows(page.getByText('Cópia baixada.'))
    const zip = await keepsFile(page, () => page.getByRole('button', { name: 'Tudo, com as imagens' }).click())
    const files = unzipSync(zip.bytes)
    expect(zip.name).toBe('meus-dados.zip')
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['LEIA-ME.txt', 'dados.json', expect.stringMatching(/^arquivos\/qr-pix\./)]),
    )
    expect((JSON.parse(strFromU8(files['dados.json']!)) as { user: { id: string } }).user.id).toBe(people[0]!.id)
    await page.route('**/api/me/export', (route) => route.abort())
    await page.getByRole('button', { name: 'Só os dados' }).click()
    await shows(page.getByRole('alert').filter({ hasText: 'Sem conexão com o servidor' }))
    await page.unroute('**/api/me/export')
  })

  test('what leaving would do is said before; what only others can settle stands in the way, until they have', async () => {
    const [owed] = (await call('GET /donations/to-send', people[0]!.token)).filter((one) => !one.waiting)
    await opens(page)
    const leaving = section(page, 'Sair e apagar os meus dados')
    await shows(leaving.getByText('Você deixa o lugar nº 1 da fila do nível 1.'))
    await shows(leaving.getByText(/1 doação sua ainda não paga, de R\$\s100,00, deixa de ser devida\./))
    await call('POST /donations/{id}/comprovante', people[0]!.token, {
      params: { id: owed!.id },
      body: { comprovanteBase64: (await receipt('paguei')).buffer.toString('base64') },
    })
    await shows(leaving.getByText(/1 doação que você enviou \(R\$\s100,00\) espera a confirmação de quem recebe\./))
    expect(await leaving.getByRole('button', { name: 'Apagar os meus dados...' }).count()).toBe(0)
    expect(await leaving.getByRole('link', { name: 'Ver doações' }).getAttribute('href')).toBe('/donations')
    await call('PATCH /donations/{id}/confirm', people.find(({ id }) => id === owed!.receiverId)!.token, {
      params: { id: owed!.id },
    })
    await shows(leaving.getByRole('button', { name: 'Apagar os meus dados...' }))
  })

  test('leaving alone keeps the account; it takes the password and a word typed', async () => {
    const leaving = section(page, 'Sair e apagar os meus dados')
    await leaving.getByRole('button', { name: 'Só sair do círculo...' }).click()
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Sair do círculo' })
    await answers(page, { word: 'SAI' })
    expect(await submit.isDisabled()).toBe(true)
    await answers(page, { word: 'sair', password: 'outra-senha-qualquer' })
    await submit.click()
    await shows(page.getByRole('alert').filter({ hasText: 'Senha atual incorreta.' }))
    expect((await call('GET /me/leaving', people[0]!.token)).left).toBe(false)
    await answers(page, { word: 'SAIR' })
    await submit.click()
    await shows(leaving.getByText('Você já saiu do círculo.'))
    expect(await leaving.getByRole('button', { name: 'Só sair do círculo...' }).count()).toBe(0)
    expect(await call('GET /me/leaving', people[0]!.token)).toMatchObject({ left: true, can_erase: true, places: [] })
  })

  test('erasing says what became of it, forgets everything on the device, and leaves a ledger that holds', async () => {
    await page.evaluate(() => localStorage.setItem('ciranda-assinaturas', '[]'))
    await section(page, 'Sair e apagar os meus dados').getByRole('button', { name: 'Apagar os meus dados...' }).click()
    await answers(page, { word: 'APAGAR' })
    // The answer is slow: long before it the page learns that the session has ended.
    const refused = page.waitForResponse(
      (response) => response.status() === 401 && response.url().endsWith('/auth/refresh'),
    )
    await page.route('**/api/me', async (route) => {
      const answer = await route.fetch()
      await refused
      await setTimeout(1_000)
      await route.fulfill({ response: answer })
    })
    await page.getByRole('button', { name: 'Apagar para sempre' }).click()
    await page.getByRole('heading', { name: 'Até logo, e obrigado' }).waitFor()
    await page.unroute('**/api/me')
    expect(new URL(page.url()).pathname).toBe('/account-deleted')
    expect(await remembered(page)).toEqual([])
    await expect.poll(() => keptReadings(page)).toBeNull()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Ir para a entrada' }).click()
    await page.getByRole('heading', { name: 'Entrar' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await expect(
      call('POST /auth/login', null, { body: { email: people[0]!.email, password: PASSWORD } }),
    ).rejects.toThrow('401')
    expect(await ledgerHolds()).toContain('✓ Tudo confere.')
    await page.owner.close()
  })

  test('something that opens while the question stands refuses it, and is named', async () => {
    const who = people[1]!
    page = await sitDown(browser, server.url, { viewport: DESK })
    await resumes(page, { email: who.email, password: PASSWORD }, '/privacy')
    await isOpen(page)
    await page.getByRole('button', { name: 'Apagar os meus dados...' }).click()
    await answers(page, { word: 'APAGAR' })
    const [owed] = (await call('GET /donations/to-send', who.token)).filter((one) => !one.waiting)
    // The page does not hear of it: the refusal is the server's own.
    await page.route('**/api/me/leaving', (route) => route.abort())
    await call('POST /donations/{id}/comprovante', who.token, {
      params: { id: owed!.id },
      body: { comprovanteBase64: (await receipt('agora')).buffer.toString('base64') },
    })
    await page.getByRole('button', { name: 'Apagar para sempre' }).click()
    await shows(
      page.getByRole('alert').filter({
        hasText:
          'Os dados ainda não podem ser apagados. Antes disso: 1 doação que você enviou espera a confirmação de quem recebe.',
      }),
    )
    expect((await call('GET /users/profile', who.token)).email).toBe(who.email)
    await page.owner.close()
  })

  test('each part says that it failed and can be asked again; axe finds nothing, on a phone and at a desk, light and dark', async () => {
    page = await sitDown(browser, server.url, { viewport: PHONE })
    await page.route('**/api/me/**', (route) =>
      route.fulfill({ status: 403, json: { message: 'Você não tem permissão para fazer isso.' } }),
    )
    await resumes(page, { email: waiting.email, password: PASSWORD }, '/privacy')
    await page.getByRole('button', { name: 'Tentar novamente' }).nth(2).waitFor()
    await page.unroute('**/api/me/**')
    await page
      .getByRole('button', { name: 'Tentar novamente' })
      .evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
    await page.getByText('O que foi mostrado').click()
    expect(await faultsInEachLook(page, [DESK])).toEqual([])
  })

  test('who is not approved has the same rights, and needs no circle to leave', async () => {
    await shows(section(page, 'O que você aceitou').getByText('Plano termos, versão 1'))
    expect(await page.getByRole('button', { name: 'Só sair do círculo...' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Apagar os meus dados...' }).click()
    await page.getByRole('dialog').getByLabel('Sua senha').waitFor()
    expect(await faultsInEachLook(page, [DESK])).toEqual([])
    await answers(page, { word: 'APAGAR' })
    await page.getByRole('button', { name: 'Apagar para sempre' }).click()
    await page.getByRole('heading', { name: 'Até logo, e obrigado' }).waitFor()
    expect((await call('GET /users', administrator)).some(({ email }) => email === waiting.email)).toBe(false)
    await page.owner.close()
  })
})

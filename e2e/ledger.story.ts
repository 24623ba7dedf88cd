import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, goes, openBrowser, shows, sitDown, withoutEvents } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { callsOf } from '#e2e/helpers/calls.ts'
import type { Calls } from '#e2e/helpers/calls.ts'
import { keepsFile, partsOf, rewritten, tampers } from '#e2e/helpers/ledger.ts'
import type { Ledger } from '#e2e/helpers/ledger.ts'
import { logsIn, logsInToSign, resumes } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

const MEMBER = { email: 'gloria.holanda@exemplo.invalid', password: DEMONSTRATION_PASSWORD }
const SCRIPT = 'scripts/verify-ledger.mjs'

/** By how many pixels something moves by itself after it was scrolled to: a finger or a pointer would miss it. */
async function movesOnceSeen(page: Page, selector: string): Promise<number> {
  const top = () => page.locator(selector).evaluate((element) => element.getBoundingClientRect().top)
  const before = await page.locator(selector).evaluate((element) => {
    element.scrollIntoView({ block: 'center' })
    return element.getBoundingClientRect().top
  })
  // A picture is taken of what is drawn, so that frames have passed.
  await page.screenshot()
  return (await top()) - before
}

describe('the ledger, read and verified by a member', () => {
  let server: Server
  let browser: Browser
  let page: Page
  let call: Calls
  let token: string

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'demo', RATE_LIMIT: 'off' }), openBrowser()])
    call = callsOf(server)
    token = (await call('POST /auth/login', null, { body: MEMBER })).access_token
    page = await sitDown(browser, server.url, { viewport: DESK })
    await logsInToSign(page, MEMBER)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const entries = (of: Page = page) => of.getByRole('list', { name: 'Lançamentos do livro' }).getByRole('listitem')
  const verdict = (of: Page = page) => of.locator('.ledger-verdict')
  const verifies = async (of: Page = page) => {
    await of.getByRole('button', { name: 'Verificar' }).click()
    await of.getByRole('heading', { name: /^(✓|✗)/ }).waitFor()
    return (await verdict(of).innerText()).replaceAll(/\s+/g, ' ')
  }
  const faults = async () =>
    page
      .getByRole('list', { name: 'Falhas encontradas' })
      .getByRole('listitem')
      .locator(':scope > span')
      .allInnerTexts()
  const faultsUnder = async (change: (ledger: Ledger) => Ledger) => {
    const stepAside = await tampers(page, change)
    const said = await verifies()
    await stepAside()
    expect(said).toContain('no livro')
    return faults()
  }
  const kept = () =>
    page.evaluate(() =>
      (JSON.parse(localStorage.getItem('ciranda-assinaturas') ?? '[]') as { seq: number }[]).map(({ seq }) => seq),
    )

  test('is a link away from what the circle does today, and pages through every entry in words, by number', async () => {
    await page.getByRole('link', { name: 'Ver e conferir o livro do círculo' }).click()
    await page.getByRole('heading', { name: 'Livro do círculo', level: 1 }).waitFor()
    await shows(entries().first())
    expect(await entries().count()).toBe(20)
    // This device's own key may come into the ledger at any moment.
    let newest = { seq: 0, hash: '' }
    const isShown = async () => {
      newest = (await call('GET /ledger', token)).data[0]!
      return (await entries().first().innerText()).includes(`nº ${newest.seq}\n`)
    }
    await expect.poll(isShown, { timeout: 20_000 }).toBe(true)
    const first = entries().first()
    await first.locator('summary').click()
    expect(await first.innerText()).toContain(newest.hash)
    await page.getByRole('button', { name: 'Do começo' }).click()
    await shows(entries().filter({ hasText: 'O círculo foi criado' }))
    expect(await movesOnceSeen(page, '[aria-label="Páginas do livro"]')).toBe(0)
    await page.getByRole('button', { name: 'Próxima página' }).click()
    await page.waitForURL(/pagina=2/)
    await shows(page.locator('#lancamento-21'))
    await page.goBack()
    await shows(page.locator('#lancamento-1'))
    expect(await entries().filter({ hasText: 'Glória Holanda' }).first().getByText('seu').count()).toBe(1)
  })

  test('shows no other member’s name, and is closed to visitors and unapproved members', async () => {
    const everything = []
    for (let number = 1; number <= 3; number += 1) {
      await goes(page, `/ledger?tamanho=100&pagina=${number}`)
      await shows(entries().first())
      everything.push(await page.locator('main').innerText())
    }
    expect(everything.join()).toContain('Glória Holanda')
    expect(everything.join()).not.toMatch(/Ana Beatriz|Bruno Carvalho|Administração da Ciranda/)
    const other = await sitDown(browser, server.url)
    await goes(other, '/ledger')
    await other.waitForURL('**/login')
    const unapproved = { email: 'nelson.oliveira@exemplo.invalid', password: DEMONSTRATION_PASSWORD }
    await resumes(other, unapproved, '/ledger')
    await other.waitForURL('**/home')
    await other.owner.close()
  })

  test('is verified whole: the sums are those of the circle, the own line that of the member, and the head is kept', async () => {
    await goes(page, '/ledger')
    const { given, received, administration, own } = await call('GET /circle/result', token)
    const said = await verifies()
    const money = (amount: number) =>
      amount.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' }).replaceAll(/\s/g, ' ')
    expect(said).toContain('✓ Tudo confere')
    expect(said).toContain(
      `Doado por todos ${money(given)} Recebido por participantes ${money(received)} Na conta administrativa ${money(administration)}`,
    )
    expect(said).toContain(`Você doou ${money(own!.given)} e recebeu ${money(own!.received)}; `)
    expect(said).toContain('Não havia assinatura guardada')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('✓ Tudo confere')
    expect(await kept()).toEqual([(await call('GET /ledger/head', token)).seq])
  })

  test('is downloaded in both forms, with the very script of the repository, which finds it whole with one’s own data', async () => {
    const own = await page.owner.newPage()
    await goes(own, '/privacy')
    const data = await keepsFile(own, () => own.getByRole('button', { name: 'Só os dados' }).click())
    await own.close()
    const lines = await keepsFile(page, () => page.getByRole('button', { name: 'Baixar em linhas' }).click())
    const whole = await keepsFile(page, () => page.getByRole('button', { name: 'Baixar em documento' }).click())
    const script = await keepsFile(page, () => page.getByRole('link', { name: 'o programa verify-ledger.mjs' }).click())
    expect([lines.name, whole.name, script.name, data.name]).toEqual([
      'livro-da-ciranda.ndjson',
      'livro-da-ciranda.json',
      'verify-ledger.mjs',
      'meus-dados.json',
    ])
    expect(script.bytes.equals(readFileSync(SCRIPT))).toBe(true)
    for (const { file } of [lines, whole])
      expect(execFileSync(process.execPath, [SCRIPT, file, '--meus-dados', data.file], { encoding: 'utf8' })).toContain(
        '✓ Tudo confere.',
      )
  })

  test('continues a head saved today on the device and in a file after more has happened', async () => {
    const head = await keepsFile(page, () => page.getByRole('button', { name: 'Guardar a assinatura de hoje' }).click())
    await shows(page.getByText('Assinatura guardada: '))
    await call('POST /auth/login', null, { body: ADMINISTRATOR }).then(({ access_token }) =>
      call('POST /donations/admin/generate-monthly-pull', access_token),
    )
    const lines = await keepsFile(page, () => page.getByRole('button', { name: 'Baixar em linhas' }).click())
    expect(
      execFileSync(process.execPath, [SCRIPT, lines.file, '--guardado', head.file], { encoding: 'utf8' }),
    ).toContain('✓ Tudo confere.')
    expect(partsOf(lines.bytes.toString()).head.seq).toBeGreaterThan((await kept())[0]!)
    await page
      .getByLabel('Escolher arquivo guardado')
      .setInputFiles({ name: 'guardei.json', mimeType: 'application/json', buffer: head.bytes })
    await shows(page.getByRole('list', { name: 'Arquivos a comparar' }).getByText('guardei.json'))
    expect(await verifies()).toMatch(
      /✓ Tudo confere .* Comparado com 2 assinaturas guardadas, a primeira de .*: nada do que estava escrito até o lançamento \d+ mudou\./,
    )
    expect(await kept()).toHaveLength(2)
    await page.getByRole('button', { name: 'Tirar guardei.json' }).click()
    await page
      .getByLabel('Escolher arquivo guardado')
      .setInputFiles({ name: 'foto.json', mimeType: 'application/json', buffer: Buffer.from('[1]') })
    await shows(page.getByText('Este arquivo não é uma assinatura nem um livro baixado da Ciranda.'))
  })

  test('names an entry that was altered, removed or moved, and leads to it', async () => {
    const confirmation = ({ entries: all }: Ledger) => all.find(({ kind }) => kind === 'donation.confirmed')!.seq
    const pages = await Promise.all(
      ['1', '2', '3'].map((number) =>
        call('GET /ledger', token, { query: { order: 'oldest', limit: '100', page: number } }),
      ),
    )
    const { seq } = pages.flatMap(({ data }) => data).find(({ kind }) => kind === 'donation.confirmed')!
    const altered = await faultsUnder((ledger) => {
      const at = confirmation(ledger)
      return {
        ...ledger,
        entries: ledger.entries.map((entry) =>
          entry.seq === at ? { ...entry, payload: { ...entry.payload, amountCents: 99_900 } } : entry,
        ),
      }
    })
    expect(altered).toEqual([`O lançamento ${seq} foi alterado: o conteúdo não é o que a marca dele diz.`])
    await page.getByRole('button', { name: `Ver lançamento ${seq}` }).click()
    await shows(page.locator(`#lancamento-${seq}:focus`))
    expect(
      await faultsUnder((ledger) => ({ ...ledger, entries: ledger.entries.filter((entry) => entry.seq !== 8) })),
    ).toEqual(['Falta o lançamento 8.'])
    expect(
      await faultsUnder(({ head, entries: [one, two, three, ...rest] }) => ({
        head,
        entries: [one!, three!, two!, ...rest],
      })),
    ).toEqual(['O lançamento 2 está fora do lugar: deveria estar na posição 2.'])
    expect(await kept()).toHaveLength(2)
  })

  test('rewritten as a whole and signed anew, it is found by what the device kept, and by that alone', async () => {
    // The first entry's time is nothing that the rules could contradict: any other would seem to fall or to run ahead.
    const change = (ledger: Ledger) => rewritten(ledger, 1, (entry) => ({ ...entry, at: '2026-01-01T00:00:00.000Z' }))
    const [first] = await kept()
    expect(await faultsUnder(change)).toContain(
      `O livro foi reescrito: o lançamento ${first} não é o que foi assinado antes.`,
    )
    const elsewhere = await sitDown(browser, server.url)
    // It signs nothing, to its end: a device more would be told to the first one, and rightly.
    await elsewhere.owner.route('**/api/me/device-keys', (route) => route.abort())
    await resumes(elsewhere, MEMBER, '/ledger')
    await tampers(elsewhere, change)
    // Such a fraud has a code of the day that fits.
    await elsewhere.route('**/api/ledger/checkpoint', (route) => route.abort())
    const said = await verifies(elsewhere)
    expect(said).toContain('✓ Tudo confere')
    expect(said).toContain('um livro reescrito por inteiro não se nota assim')
    await elsewhere.owner.close()
  })

  test('names a donation of the member’s that is missing, and checks again one that changed meanwhile', async () => {
    const { data } = await call('GET /donations/history', token, { query: { limit: '1' } })
    const unknown = '01999999-0000-7000-8000-000000000000'
    let asked = 0
    const history = (isAlways: boolean) => async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
      asked += 1
      const answer = await route.fetch()
      const found = (await answer.json()) as { data: object[] }
      await route.fulfill({
        response: answer,
        json: { ...found, data: isAlways || asked === 1 ? [...found.data, { ...data[0]!, id: unknown }] : found.data },
      })
    }
    await page.route('**/api/donations/history*', history(true))
    expect(await verifies()).toContain(`A sua doação ${unknown} não está no livro.`)
    await page.unroute('**/api/donations/history*')
    asked = 0
    await page.route('**/api/donations/history*', history(false))
    expect(await verifies()).toContain('✓ Tudo confere')
    // Twice, and once more for the warning that stood: the visit's own verification has to agree.
    expect(asked).toBe(3)
    await page.unroute('**/api/donations/history*')
  })

  test('says when the server is away or answers with something else, and can be asked again', async () => {
    await page.route('**/api/ledger/export*', (route) => route.abort())
    await page.getByRole('button', { name: 'Verificar' }).click()
    await shows(page.getByRole('alert').filter({ hasText: 'Sem conexão com o servidor' }))
    await page.unroute('**/api/ledger/export*')
    await page.route('**/api/ledger/export*', (route) => route.fulfill({ status: 200, body: '<html>' }))
    await page.getByRole('button', { name: 'Verificar' }).click()
    await shows(page.getByRole('alert').filter({ hasText: 'não é um livro que se possa ler' }))
    await page.unroute('**/api/ledger/export*')
    expect(await verifies()).toContain('✓ Tudo confere')
    await page.route('**/api/ledger?*', (route) =>
      route.fulfill({
        status: 500,
        json: { message: 'Algo deu errado do nosso lado. Nada foi perdido; tente de novo.' },
      }),
    )
    await withoutEvents(page)
    await goes(page, '/ledger?pagina=2')
    await page.getByRole('button', { name: 'Tentar novamente' }).waitFor()
    await page.unroute('**/api/ledger?*')
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await shows(entries().first())
    await goes(page, '/ledger?pagina=99999')
    await page.getByRole('button', { name: 'Ir para a primeira página' }).click()
    await shows(entries().first())
  })

  test('is an administrator’s too, with names and without a line of their own', async () => {
    const desk = await sitDown(browser, server.url, { viewport: DESK })
    await logsIn(desk, ADMINISTRATOR)
    await desk.getByRole('link', { name: 'Ver e conferir o livro do círculo' }).click()
    await shows(entries(desk).filter({ hasText: 'Iara Jardim' }).first())
    const said = await verifies(desk)
    expect(said).toContain('✓ Tudo confere')
    expect(said).not.toContain('Você doou')
    await desk.owner.close()
  })

  test('axe finds nothing on a verdict, whole or not, on a phone and at a desk, light and dark', async () => {
    const found: string[] = []
    await page.setViewportSize(PHONE)
    await entries().first().locator('summary').click()
    await verifies()
    found.push(...(await faultsInEachLook(page, [DESK])).map((fault) => `whole ${fault}`))
    await tampers(page, (ledger) => ({ ...ledger, entries: ledger.entries.slice(0, -1) }))
    await verifies()
    found.push(...(await faultsInEachLook(page, [DESK])).map((fault) => `cut ${fault}`))
    expect(found).toEqual([])
  })
})

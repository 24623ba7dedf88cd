import type { Browser, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { beginsRoda, callsOf } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { fills, logsInToSign, PASSWORD, receipt } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const NAMES = ['Lurdes', 'Bruno', 'Cida', 'Davi', 'Elza', 'Fausto', 'Glória', 'Hugo', 'Iara', 'João', 'Lia', 'Marcos']
const HEAD = 'Data,Valor,Identificador,Descrição'
const TAPS = 8

/** A roda of twelve in its first month: eleven receipts wait for Lurdes, and she has paid the second in the order. */
describe('the statement of the bank confirms', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let page: Page
  let people: Joined[]
  const donors = () => people.slice(1)

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
    call = callsOf(server)
    people = await beginsRoda(call, NAMES)
    for (const { token } of people)
      for (const donation of await call('GET /donations/to-send', token))
        await call('POST /donations/{id}/comprovante', token, {
          params: { id: donation.id },
          body: { comprovanteBase64: (await receipt(donation.id)).buffer.toString('base64') },
        })
    page = await sitDown(browser, server.url)
    await logsInToSign(page, { email: people[0]!.email, password: PASSWORD })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const came = (name: string, at: number, amount = '100.00') =>
    `10/11/2026,${amount},aaaa-${at},Transferência recebida pelo Pix - ${name.toUpperCase()} - ***.123.456-**`
  const opens = (rows: readonly string[]) =>
    page.getByLabel('Arquivo do extrato').setInputFiles({
      name: 'extrato.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([HEAD, ...rows].join('\n'), 'latin1'),
    })
  const tick = ({ name }: Joined) => page.getByRole('checkbox', { name: new RegExp(`^${name}, R\\$`) })

  test('a file that is none says so in one line, and nothing of any file leaves the device', async () => {
    await goes(page, '/extrato')
    await shows(tick(people[1]!))
    const sent: Request[] = []
    page.on('request', (request) => sent.push(request))
    await page
      .getByLabel('Arquivo do extrato')
      .setInputFiles({ name: 'extrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await shows(page.getByRole('alert').getByText(/^Isto é um PDF\./))
    await opens([came(people[1]!.name, 1).replace('10/11', '10/09')])
    await shows(page.getByRole('alert').getByText(/^Este extrato vai de 10\/09\/2026 a 10\/09\/2026, e nada/))
    const [bruno, cida, davi, ...others] = donors()
    // Held to a list that was kept from before, it would miss what came since.
    const again = page.getByRole('button', { name: 'Tentar novamente' })
    for (const part of ['to-receive', 'history']) {
      await page.route(`**/api/donations/${part}*`, (route) => route.fulfill({ status: 429, body: '{}' }))
      await opens([came(others[0]!.name, 3)])
      await shows(page.getByRole('alert').getByText('Não foi possível comparar o extrato'))
      expect(await page.getByText(/^Este extrato vai de/).count()).toBe(0)
      expect(await tick(others[0]!).isChecked()).toBe(false)
      await page.unrouteAll()
      await again.click()
      await shows(page.getByText('Nele está 1 de 11 pagamentos que você espera.'))
    }
    await opens([
      came('Marlene de Souza', 1),
      came(cida!.name, 2, '90.00'),
      ...others.map(({ name }, at) => came(name, at + 3)),
      came(others[0]!.name, 99),
      '10/11/2026,-100.00,saiu-1,Transferência enviada pelo Pix - OTAVIO NUNES REIS - ***.123.456-**',
    ])
    await shows(page.getByText('Nele estão 8 de 11 pagamentos que você espera.'))
    await shows(
      page.getByText(/^O valor bate, mas com outro nome: “Transferência recebida pelo Pix - MARLENE DE SOUZA/),
    )
    await shows(page.getByText('Chegaram R$ 90,00 em 10/11, e são R$ 100,00.'))
    await shows(page.getByText('Chegou em 10/11, e aparece duas vezes. Se veio em dobro, combinem a devolução.'))
    expect(await Promise.all([bruno!, cida!, davi!].map((one) => tick(one).isChecked()))).toEqual([false, false, false])
    for (const one of others) expect(await tick(one).isChecked(), one.name).toBe(true)
    // The one payment that went out has another name than the key's owner.
    await shows(
      page.getByText(/^Saiu este valor em 10\/11 para outro nome: .*OTAVIO NUNES REIS.* foi para a pessoa errada\.$/),
    )
    expect(sent.filter((request) => request.postData() !== null || request.method() !== 'GET')).toEqual([])
    expect(sent.filter((request) => /extrato|MARLENE|pessoa/i.test(new URL(request.url()).search))).toEqual([])
    expect(await faultsInEachLook(page, [DESK])).toEqual([])
  })

  test('what the statement does not prove is confirmed only on their word', async () => {
    const confirm = page.getByRole('button', { name: /^Confirmar / })
    await tick(people[1]!).check()
    await shows(page.getByRole('button', { name: 'Confirmar 9 recebimentos' }))
    expect(await confirm.isDisabled()).toBe(true)
    await page.getByLabel('Conferi no extrato do meu banco').check()
    expect(await confirm.isDisabled()).toBe(false)
  })

  test('eleven confirmations are few taps, each signed by this device', async () => {
    let taps = 0
    const taken = async (act: () => Promise<unknown>) => {
      taps += 1
      await act()
    }
    const signed: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') signed.push(request.headers()['ciranda-signature'])
    })
    await goes(page, '/home')
    await taken(() => page.goto('/donations'))
    await taken(() => page.getByRole('tab', { name: /A Receber/ }).click())
    await taken(() => page.getByRole('link', { name: 'Conferir pelo extrato do banco' }).click())
    // The button, and the file in the phone's own list.
    taps += 1
    await taken(() => opens(donors().map(({ name }, at) => came(name, at))))
    await shows(page.getByText('Nele estão 11 de 11 pagamentos que você espera.'))
    await taken(() => page.getByRole('button', { name: 'Confirmar 11 recebimentos' }).click())
    await shows(page.getByRole('status').getByText('11 recebimentos confirmados'))
    expect(taps).toBeLessThanOrEqual(TAPS)
    expect(signed.length).toBe(11)
    expect(signed.every(Boolean)).toBe(true)
    expect(await call('GET /donations/to-receive', people[0]!.token)).toEqual([])
    await shows(page.getByText('Nada para confirmar agora.', { exact: false }))
  })

  test('the organiser sends the month to the group: a picture and a text that name nobody who has not paid', async () => {
    const desk = await sitDown(browser, server.url, { viewport: DESK })
    await goes(desk, '/admin/month')
    await desk.waitForURL('**/login')
    await fills(desk, ADMINISTRATOR)
    await desk.getByRole('button', { name: 'Entrar', exact: true }).click()
    // The link led to the month, and so does the sign-in.
    await desk.waitForURL('**/admin/month')
    const summary = desk.getByRole('region', { name: 'O resumo para o grupo' })
    const picture = summary.getByRole('img', { name: /^Roda da Vila, novembro Os 12 já pagaram este mês\. A vez/ })
    await shows(picture)
    const said = await picture.getAttribute('aria-label')
    expect(said).toMatch(/Código do dia: \d{4} \d{4} \d{4}\./)
    expect(said).not.toMatch(/R\$|@/)
    const drawn = await picture.evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement
      const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height)
      return { width, height, colours: new Set(new Uint32Array(data.buffer)).size }
    })
    expect(drawn).toMatchObject({ width: 1080, height: 1350 })
    expect(drawn.colours).toBeGreaterThan(4)
    expect(await faultsInEachLook(desk, [PHONE])).toEqual([])
    await desk.owner.close()
  })
})

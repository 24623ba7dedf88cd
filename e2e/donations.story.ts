import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK, PHONE, goes, goesAfter, openBrowser, sitDown, stands, withoutEvents } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { scanned } from '#e2e/helpers/codes.ts'
import { receipt, resumes } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { parseBrCode } from '#contracts/payment/read-br-code.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

const signIn = (name: string) => ({ email: `${name}@exemplo.invalid`, password: DEMONSTRATION_PASSWORD })

describe('a member’s home and donations', () => {
  let server: Server
  let browser: Browser
  let donor: Page
  let receiver: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'demo' }), openBrowser()])
    donor = await sitDown(browser, server.url)
    await resumes(donor, signIn('gloria.holanda'), '/home')
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const article = () => donor.getByRole('article').first()

  test('home says what to do next and by when, how the account stands, and where they stand in the ring', async () => {
    await donor.getByText('Que bom ter você aqui, Glória.').waitFor()
    await donor.getByRole('heading', { name: /^Doe R\$\s100,00 para / }).waitFor()
    await donor.getByText(/^Vence em \d+ dias, \d\d\/\d\d às \d\dh \(faltam \d+h \d+min\)$/).waitFor()
    await donor.getByText('Conta Verificada').waitFor()
    await donor.getByText('Nível 2', { exact: true }).waitFor()
    await donor.getByText('Nível 1: concluído').waitFor({ state: 'attached' })
    const ring = donor.getByRole('img', {
      name: /^\d+ de 100 lugares ocupados, \d+ na vez de receber\. O seu é o lugar \d+\./,
    })
    await ring.waitFor()
    // A ring of as many places as the circle has taken up, not an arc of a hundred.
    expect(await ring.locator('circle').count()).toBe(12)
    await donor.getByText(/^De \d+ participantes: /).waitFor()
    await donor.getByText(/Se a roda parasse hoje/).waitFor()
    await donor.getByRole('link', { name: 'Ver como pagar' }).click()
    await donor.waitForURL('**/donations')
  })

  test('the four cards and tabs tell the counts; the code is for exactly that donation, and is copied with a word that stays two seconds', async () => {
    for (const label of ['Total doado', 'Total recebido', 'A fazer', 'A receber'])
      await donor.getByText(label, { exact: true }).waitFor()
    await donor.getByRole('tab', { name: 'A Fazer 1' }).waitFor()
    const code = await article().getByLabel('PIX copia e cola').inputValue()
    expect(parseBrCode(code)).toMatchObject({ amountCents: 10_000 })
    await donor.owner.grantPermissions(['clipboard-read', 'clipboard-write'])
    await goesAfter(article().getByRole('button', { name: 'Copiado!' }), 2_000, () =>
      article().getByRole('button', { name: 'Copiar código PIX' }).click(),
    )
    expect(await donor.evaluate(() => navigator.clipboard.readText())).toBe(code)
    await article().getByRole('button', { name: 'Copiar código PIX' }).waitFor()
    await article().getByText('Mostrar QR Code').click()
    const picture = article().getByRole('img', { name: /^QR Code PIX de R\$/ })
    await picture.waitFor()
    expect(await scanned(picture)).toBe(code)
    await article()
      .getByText(/^Vence em .* \(faltam \d+h \d+min\)$/)
      .waitFor()
    await article()
      .getByText(/Fila N1 - #\d{3}/)
      .waitFor()
  })

  test('a demonstration masks the other side’s contact, and says that WhatsApp works in real circles', async () => {
    expect(await article().getByRole('button', { name: 'Falar no WhatsApp' }).isDisabled()).toBe(true)
    await article()
      .getByText(/^O WhatsApp abre em círculos reais\. .* \(\d\d\) \d••••-\d{4}\.$/)
      .waitFor()
    expect(await article().locator('a[href*="wa.me"]').count()).toBe(0)
  })

  test('a receipt is refused by size and kind, previewed, sent with its progress, and replaced until it is confirmed', async () => {
    const chooser = article().getByLabel('Escolher comprovante')
    await chooser.setInputFiles({
      name: 'enorme.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
    })
    await article().getByRole('alert').filter({ hasText: 'Arquivo muito grande. Máximo 5MB permitido.' }).waitFor()
    await chooser.setInputFiles({ name: 'conta.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await article()
      .getByRole('alert')
      .filter({ hasText: 'Por favor, selecione apenas arquivos de imagem (JPG, PNG, etc.)' })
      .waitFor()
    await chooser.setInputFiles(await receipt('um comprovante'))
    await article().getByAltText('Prévia do comprovante').waitFor()
    // A receipt that the server took is shown as taken, also when nothing can be read after it.
    await donor.route('**/api/donations/to-send', (route) => route.abort())
    await article().getByRole('button', { name: 'Enviar comprovante' }).click()
    await article().getByText('Comprovante enviado. Falta quem recebe confirmar.').waitFor()
    await donor.unroute('**/api/donations/to-send')
    await donor.reload()
    await article().getByRole('button', { name: 'Ver comprovante' }).click()
    await donor.getByRole('dialog').getByAltText('Comprovante enviado por Glória Holanda').waitFor()
    await donor.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
    await article()
      .getByLabel('Escolher comprovante')
      .setInputFiles(await receipt('o comprovante certo'))
    await article().getByRole('button', { name: 'Enviar comprovante' }).click()
    await article().getByAltText('Prévia do comprovante').waitFor({ state: 'detached' })
  })

  test('a report needs a reason, closes by itself after three seconds, and is made once', async () => {
    await article().getByRole('button', { name: 'Reportar problema' }).click()
    const dialog = donor.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Enviar report' }).click()
    await dialog.getByText('Por favor, informe o motivo do reporte').waitFor()
    await dialog.getByLabel('Motivo').fill('Paguei e não houve resposta')
    // A phone that was put away may have dropped the page meanwhile.
    await donor.reload()
    await article().getByRole('button', { name: 'Reportar problema' }).click()
    expect(await dialog.getByLabel('Motivo').inputValue()).toBe('Paguei e não houve resposta')
    await goesAfter(dialog.getByText('Report enviado.', { exact: false }), 3_000, () =>
      dialog.getByRole('button', { name: 'Enviar report' }).click(),
    )
    await dialog.waitFor({ state: 'detached' })
    await article().getByText('Já reportado').waitFor()
    // The card knows what may be done once the list is read again.
    await article().getByRole('button', { name: 'Reportar problema' }).waitFor({ state: 'detached' })
    await donor.getByRole('button', { name: 'Abrir menu' }).click()
    await donor.getByLabel('1 sem resolver').waitFor()
    await donor.getByRole('button', { name: 'Fechar menu' }).click()
  })

  test('changes by others appear without a reload: a receipt at its receiver, a confirmation at the donor', async () => {
    receiver = await sitDown(browser, server.url, { viewport: DESK })
    await resumes(receiver, signIn('iara.jardim'), '/home')
    await receiver.getByRole('heading', { name: /^Confira R\$\s100,00 de / }).waitFor()
    await goes(receiver, '/donations')
    await receiver.getByRole('tab', { name: /^A Receber [1-9]/ }).click()
    const card = receiver.getByRole('article').filter({ hasText: 'Confira o seu extrato e confirme.' }).first()
    const name = (await card.getByRole('heading', { level: 2 }).innerText()).replace(/^De /, '')
    await card.getByRole('button', { name: 'Confirmar recebimento' }).click()
    const dialog = receiver.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Confirmar' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Conferi no extrato do meu banco').check()
    await dialog.getByRole('button', { name: 'Confirmar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await receiver.getByRole('tab', { name: /Histórico/ }).click()
    await receiver
      .getByRole('article')
      .filter({ hasText: `De ${name}` })
      .filter({ hasText: 'Concluída' })
      .first()
      .waitFor()
  })

  test('the levels say what is completed, running or blocked, and an upgrade what it costs before it is accepted', async () => {
    await donor.getByRole('tab', { name: /Níveis/ }).click()
    await donor.getByRole('article', { name: 'Nível 1' }).getByText('Concluído', { exact: true }).waitFor()
    await donor.getByRole('article', { name: 'Nível 2' }).getByText('Bloqueado', { exact: true }).waitFor()
    await donor.getByRole('button', { name: 'Ver upgrade' }).click()
    const dialog = donor.getByRole('dialog')
    await dialog.getByRole('row', { name: /^Upgrade R\$\s200,00$/ }).waitFor()
    await dialog.getByRole('row', { name: /^Total R\$\s300,00$/ }).waitFor()
    await dialog.getByText(/^Depois de aceito, o upgrade não se desfaz/).waitFor()
    await dialog.getByText(/^Com todos pagando, em 24 meses \d+ de 100 pessoas completam o nível 2\.$/).waitFor()
    await goesAfter(dialog.getByText('Upgrade aceito. Você agora está na fila do nível 2.'), 2_000, () =>
      dialog.getByRole('button', { name: 'Aceitar upgrade' }).click(),
    )
    await dialog.waitFor({ state: 'detached' })
    await donor.getByRole('tab', { name: 'Níveis 0' }).waitFor()
  })

  test('an empty list says when the next contribution is', async () => {
    await receiver.route('**/api/donations/to-send', (route) => route.fulfill({ json: [] }))
    await goes(receiver, '/donations')
    await receiver.getByRole('tab', { name: /A Fazer/ }).click()
    await receiver.getByText('Nada a fazer agora').waitFor()
    await receiver.getByText(/^Sua próxima contribuição mensal é a partir de \d\d\/\d\d\/\d{4}\.$/).waitFor()
    await receiver.unroute('**/api/donations/to-send')
  })

  test('a failure says so in the specification’s words, beside tabs without a number, and can be tried again', async () => {
    const readings = [
      ['to-send', 'A Fazer', 'Erro ao carregar doações a enviar'],
      ['to-receive', 'A Receber', 'Erro ao carregar doações a receber'],
      ['history*', 'Histórico', 'Erro ao carregar histórico'],
      ['my-level-progress', 'Níveis', 'Erro ao carregar progresso'],
    ] as const
    await withoutEvents(receiver)
    for (const [path] of readings)
      await receiver.route(`**/api/donations/${path}`, (route) =>
        route.fulfill({ status: 400, contentType: 'application/json', body: '{}' }),
      )
    await receiver.owner.clearCookies()
    await receiver.evaluate(() => indexedDB.deleteDatabase('keyval-store'))
    await receiver.reload()
    await receiver.getByRole('tab').first().waitFor()
    // The tabs say no number before one is known.
    expect(await receiver.getByRole('tab').allInnerTexts()).toEqual(readings.map(() => expect.stringContaining('…')))
    for (const [path, tab, message] of readings) {
      await receiver.getByRole('tab', { name: new RegExp(tab) }).click()
      await receiver.getByRole('alert').filter({ hasText: message }).waitFor()
      // A tab drawn over a reading that failed asks for itself once more.
      await stands(receiver)
      await receiver.unroute(`**/api/donations/${path}`)
      await receiver.getByRole('button', { name: 'Tentar novamente' }).click()
      await receiver.getByRole('alert').filter({ hasText: message }).waitFor({ state: 'detached' })
    }
    await receiver.getByRole('tab', { name: /A Receber \d/ }).waitFor()
    await receiver.owner.close()
  })

  test('two hundred donations and names of sixty letters break nothing, on a phone and at a desk', async () => {
    const page = donor
    const one = await page.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('authToken')}` }
      return ((await (await fetch('/api/donations/to-send', { headers })).json()) as Record<string, unknown>[])[0]!
    })
    const long = 'Maria Aparecida Wanderley-Vasconcelos de Albuquerque Montene'
    const many = Array.from({ length: 200 }, (_, index) => ({
      ...one,
      id: `${index}`,
      donationId: `${index}`,
      receiver: { ...(one['receiver'] as object), name: index % 2 ? long : long.replaceAll(' ', '') },
    }))
    await page.route('**/api/donations/to-send', (route) => route.fulfill({ json: many }))
    let keysAsked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/ledger/payment-keys')) keysAsked += 1
    })
    await goes(page, '/donations')
    await page.getByRole('tab', { name: 'A Fazer 200' }).waitFor()
    await page.getByRole('article').nth(199).waitFor()
    await stands(page)
    for (const viewport of [PHONE, { width: 768, height: 1024 }, DESK]) {
      await page.setViewportSize(viewport)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        `${viewport.width}`,
      ).toBeLessThanOrEqual(0)
    }
    // The cards that are drawn together ask together for what proves their keys.
    expect(keysAsked).toBeLessThan(40)
    await page.owner.close()
  })
})

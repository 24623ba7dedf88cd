import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { makeBrCode, parseBrCode } from '#contracts/payment/br-code.ts'
import { planFormOf } from '#contracts/plans.ts'
import { openBrowser, sitDown, withoutEvents } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, joins, placed } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { keptReadings } from '#e2e/helpers/kept.ts'
import { logsIn, PASSWORD } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

type Shown = { receiver: { pixKey: string; pixOwnerName: string }; pixCopyPaste: string; donationId: string }

describe('the key that is paid, in a real circle', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let donor: Page
  let people: Joined[]

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([
      startServer({ SEED: 'empty', RATE_LIMIT: 'off', CLOCK: '2026-11-10T15:00:00.000Z' }),
      openBrowser(),
    ])
    call = callsOf(server)
    const admin = await administratorToken(call)
    const { id } = await call('POST /admin/circles', admin, {
      body: {
        name: 'Roda de verdade',
        mode: 'real',
        plan: planFormOf(presets.rotativo),
        outcome_seen: true,
        operator: {
          name: 'Associação da Roda',
          document: '12.345.678/0001-95',
          contact: 'contato@roda.example',
          dataProtectionContact: 'dados@roda.example',
        },
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
    await browser?.close()
    await server?.stop()
  })

  const article = (page: Page) => page.getByRole('article').first()
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
    await donor.goto('/donations')
    await article(donor).getByText('Chave conferida com o livro do círculo.').waitFor()
    const code = await article(donor).getByLabel('PIX copia e cola').inputValue()
    expect(parseBrCode(code)).toMatchObject({ key: people[0]!.email, amountCents: 10_000 })
    await article(donor).getByText('Mostrar QR Code').click()
    await article(donor)
      .getByAltText(/^QR Code PIX de R\$/)
      .waitFor()
    const receiver = await sitDown(browser, server.url)
    await logsIn(receiver, { email: people[0]!.email, password: PASSWORD })
    await receiver.goto('/donations')
    await receiver.getByRole('tab', { name: /A Receber/ }).click()
    await article(receiver).getByText(`Quem doa paga na sua chave: ${people[0]!.email}`).waitFor()
    await receiver.owner.close()
  })

  test('is refused in red, with nothing to pay, when the answer brings another', async () => {
    const key = 'ladrao@banco.com'
    await answers(donor, ({ receiver }) => ({ receiver: { ...receiver, pixKey: key } }))
    await donor.goto('/donations')
    await showsNothingToPay(donor, key)
    await article(donor).getByText('Se você já tinha pagado, envie o comprovante').waitFor()
    await donor.unrouteAll({ behavior: 'wait' })
    await donor.goto('/donations')
    await article(donor).getByText('Chave conferida com o livro do círculo.').waitFor()
    expect(await refusal(donor).count()).toBe(0)
  })

  test('is refused when the ledger is shown with another commitment, to a device that saw the first', async () => {
    await donor.route('**/api/ledger/payment-keys', async (route) => {
      const answer = (await (await route.fetch()).json()) as { donations: { committed: object }[] }
      for (const one of answer.donations) one.committed = { ...one.committed, payload: { commitment: 'f'.repeat(64) } }
      await route.fulfill({ json: answer })
    })
    await donor.goto('/donations')
    await showsNothingToPay(donor, people[0]!.email)
    await donor.unrouteAll({ behavior: 'wait' })
  })

  test('never comes from a code or a picture that the answer slips in', async () => {
    await answers(donor, () => ({ pixCopyPaste: 'outro código' }))
    await donor.goto('/donations')
    const code = await article(donor).getByLabel('PIX copia e cola').inputValue()
    expect(parseBrCode(code)).toMatchObject({ key: people[0]!.email })
    await donor.unrouteAll({ behavior: 'wait' })
    const other = await call('GET /donations/to-send', people[2]!.token)
    await answers(donor, () => ({ pixQrCode: other[0]!.pixQrCode }))
    await donor.goto('/donations')
    await article(donor).getByText('Mostrar QR Code').click()
    await article(donor).getByText('Este QR Code não é o desta doação. Não o use: copie o código PIX.').waitFor()
    expect(await article(donor).getByRole('img').count()).toBe(0)
    await donor.unrouteAll({ behavior: 'wait' })
  })

  test('is shown without the network as checked before, and not at all where it never was', async () => {
    const since = await donor.evaluate(() => Date.now())
    await donor.goto('/donations')
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
    const elsewhere = await sitDown(browser, server.url)
    await logsIn(elsewhere, { email: people[2]!.email, password: PASSWORD })
    await withoutEvents(elsewhere)
    await elsewhere.route('**/api/ledger/payment-keys', (route) => route.abort())
    await elsewhere.goto('/donations')
    await article(elsewhere)
      .getByText(/^Não foi possível ler o livro do círculo/)
      .waitFor()
    expect(await article(elsewhere).getByLabel('PIX copia e cola').count()).toBe(0)
    await elsewhere.unroute('**/api/ledger/payment-keys')
    await article(elsewhere).getByRole('button', { name: 'Tentar novamente' }).click()
    await article(elsewhere).getByText('Chave conferida com o livro do círculo.').waitFor()
    await elsewhere.owner.close()
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
    const page = await sitDown(browser, server.url)
    await logsIn(page, { email: member.email, password: PASSWORD })
    await page.goto('/profile')
    const pending = page.getByRole('region', { name: 'Sua chave PIX vai mudar' })
    await pending.getByText('g•••@exemplo.com').waitFor()
    await pending.getByRole('button', { name: 'Não fui eu' }).dblclick()
    await pending.waitFor({ state: 'detached' })
    await page.getByText(member.email).first().waitFor()

    await asks('nova@exemplo.com')
    await page.reload()
    await pending.getByRole('button', { name: 'Confirmar' }).dblclick()
    await pending.waitFor({ state: 'detached' })
    await page.getByText('nova@exemplo.com').first().waitFor()
    // The donor's open donation is still of the key before.
    await donor.goto('/donations')
    await article(donor).getByText('Chave conferida com o livro do círculo.').waitFor()
    expect(await article(donor).innerText()).toContain(member.email)

    await page.getByRole('button', { name: 'Trocar chave PIX' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Chave PIX', { exact: false }).last().waitFor()
    await dialog.locator('[name=pixKeyType]').selectOption('email')
    await dialog.locator('[name=pixKey]').fill('não é chave')
    await dialog.getByRole('button', { name: 'Trocar a chave' }).click()
    await dialog.getByText('Chave PIX deve ser um email válido').waitFor()
    await dialog.locator('[name=pixKey]').fill('minha@exemplo.com')
    await dialog.getByRole('button', { name: 'Trocar a chave' }).click()
    await dialog.waitFor({ state: 'detached' })
    await pending.getByText('m•••@exemplo.com').waitFor()
    expect(await pending.getByRole('button', { name: 'Confirmar' }).count()).toBe(0)
    await page.owner.close()
  })
})

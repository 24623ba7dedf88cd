import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { callsOf } from '#e2e/helpers/calls.ts'
import { rewritten, tampers } from '#e2e/helpers/ledger.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

const member = (name: string) => ({ email: `${name}@exemplo.invalid`, password: DEMONSTRATION_PASSWORD })
const GLORIA = member('gloria.holanda')
const BRUNO = member('bruno.carvalho')

describe('the code of the day', () => {
  let server: Server
  let other: Server
  let browser: Browser
  let gloria: Page
  let bruno: Page

  beforeAll(async () => {
    browser = await openBrowser()
    server = await startServer({ SEED: 'demo', RATE_LIMIT: 'off' })
    other = await startServer({ SEED: 'demo', RATE_LIMIT: 'off' })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await other?.stop()
  })

  const code = async (page: Page) => {
    const line = page.getByText(/^Confira no grupo: \d{4} \d{4} \d{4}$/)
    await shows(line)
    return (await line.first().innerText()).replace('Confira no grupo: ', '')
  }
  const opens = async (who: typeof GLORIA, at: Server, viewport = PHONE) => {
    const page = await sitDown(browser, at.url, { viewport })
    await logsIn(page, who)
    return page
  }

  test('is the same on two phones and at the administration’s desk, at home and on the ledger’s page, all day', async () => {
    gloria = await opens(GLORIA, server)
    bruno = await opens(BRUNO, server)
    const first = await code(gloria)
    expect(await code(bruno)).toBe(first)
    const desk = await opens(ADMINISTRATOR, server, DESK)
    expect(await code(desk)).toBe(first)
    const call = callsOf(server)
    const { access_token } = await call('POST /auth/login', null, { body: ADMINISTRATOR })
    await call('POST /donations/admin/generate-monthly-pull', access_token)
    await goes(bruno, '/ledger')
    await shows(bruno.getByRole('heading', { name: 'O mesmo livro para todos' }))
    expect(await code(bruno)).toBe(first)
    await bruno.getByRole('button', { name: 'Verificar' }).click()
    await shows(bruno.getByText(`É o livro do código de hoje, ${first}.`))
    await desk.owner.close()
  })

  test('is another where another ledger is shown, of the same circle and signed by the same key', async () => {
    // Both began as the same; one more entry stood in this one when its day's checkpoint was made.
    const call = callsOf(other)
    const { access_token } = await call('POST /auth/login', null, { body: ADMINISTRATOR })
    await call('POST /donations/admin/generate-monthly-pull', access_token)
    const there = await opens(GLORIA, other)
    expect(await code(there)).not.toBe(await code(gloria))
    await there.owner.close()
  })

  test('is not that of a ledger that was changed, which the device finds by itself', async () => {
    const page = await opens(GLORIA, server)
    await tampers(page, (ledger) => rewritten(ledger, 1, (entry) => ({ ...entry, at: '2026-01-01T00:00:00.000Z' })))
    await goes(page, '/ledger')
    await page.getByRole('button', { name: 'Verificar' }).click()
    await shows(page.getByText(/^O código dos primeiros \d+ lançamentos não foi assinado pela chave deste livro\.$/))
    await page.owner.close()
  })

  test('is another with a number that the group makes up, the same on two phones, and the device keeps the ledger it saw first', async () => {
    const told = await Promise.all(
      [gloria, bruno].map(async (page) => {
        await goes(page, '/ledger')
        const plain = await code(page)
        await page.getByText('Conferir para valer').click()
        await page.getByLabel('Número do grupo').fill('52.318')
        const line = page.getByText(/^Código com o número: \d{4} \d{4} \d{4}$/)
        await shows(line)
        await shows(page.getByText(/^[a-zà-ú]+( [a-zà-ú]+){7}$/))
        const words = await page.getByText(/^[a-zà-ú]+( [a-zà-ú]+){7}$/).innerText()
        return { plain, words, withNumber: (await line.innerText()).replace('Código com o número: ', '') }
      }),
    )
    expect(told[1]).toEqual(told[0])
    expect(told[0]!.withNumber).not.toBe(told[0]!.plain)
    await bruno.getByText('De aparelho para aparelho').click()
    await shows(bruno.getByRole('img', { name: 'QR Code do livro deste aparelho' }))
    const theirs = await callsOf(other)('POST /auth/login', null, { body: GLORIA })
    const answer = await callsOf(other)('GET /ledger/checkpoint', theirs.access_token)
    await gloria.route('**/api/ledger/checkpoint', (route) => route.fulfill({ json: answer }))
    await gloria.reload()
    await shows(gloria.getByText('O livro mudou desde a sua primeira visita de hoje'))
    expect(await code(gloria)).toBe(told[0]!.plain)
  })

  test('shows keys and witnesses only to who asks for them', async () => {
    expect(await bruno.getByText('Chave do livro').isVisible()).toBe(false)
    await bruno.getByText('Testemunhas e código inteiro').click()
    await shows(bruno.getByText('Este círculo ainda não tem testemunhas.'))
    await shows(bruno.getByText(/\/api\/logs\/[\da-f-]{36}$/))
    expect(await faultsOf(bruno)).toEqual([])
  })
})

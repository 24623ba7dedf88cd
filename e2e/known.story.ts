import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifierKeyText } from '#circle/ledger/checkpoint.ts'
import { signerOf } from '#circle/testing/ed25519.ts'
import { faultsOf } from '#e2e/helpers/axe.ts'
import { PHONE, goes, openBrowser, shows, sitDown, verifiesNow } from '#e2e/helpers/browser.ts'
import { callsOf } from '#e2e/helpers/calls.ts'
import { resumes } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

const member = (name: string) => ({ email: `${name}@exemplo.invalid`, password: DEMONSTRATION_PASSWORD })
const GLORIA = member('gloria.holanda')
const BRUNO = member('bruno.carvalho')
const VERIFIED_WITHIN = { timeout: 30_000 }

describe('a member’s word', () => {
  let server: Server
  let browser: Browser

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'demo', RATE_LIMIT: 'off' }), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  /** A phone whose device signs for its person. */
  const phoneOf = async (who: typeof GLORIA) => {
    const page = await sitDown(browser, server.url, { viewport: PHONE })
    await resumes(page, who, '/conhecidos')
    const call = callsOf(server)
    const { access_token, user } = await call('POST /auth/login', null, { body: who })
    await expect.poll(async () => (await call('GET /me/device-keys', access_token)).length, VERIFIED_WITHIN).toBe(1)
    return { page, id: user.id }
  }

  test('for another, read from device to device, counts once the ledger was verified; and one for a witness too', async () => {
    const [gloria, bruno] = [await phoneOf(GLORIA), await phoneOf(BRUNO)]
    const name = `Pessoa ${gloria.id.slice(-6)}`
    await shows(gloria.page.getByRole('img', { name: `QR Code de ${name}` }))
    await goes(bruno.page, `/conhecidos#${gloria.id}`)
    await bruno.page.getByRole('button', { name: 'Conheço esta pessoa' }).click()
    await shows(bruno.page.getByText('Anotado no livro.'))
    await gloria.page.reload()
    await verifiesNow(gloria.page)
    await gloria.page.getByText(/^Você: conhecido por 1 de \d+$/).waitFor(VERIFIED_WITHIN)
    expect(await faultsOf(gloria.page)).toEqual([])
    await bruno.page.goto('/conhecidos')
    await bruno.page.getByRole('button', { name: `Retirar que conheço ${name}` }).waitFor(VERIFIED_WITHIN)

    const witness = verifierKeyText(signerOf('maria.example', new Uint8Array(32).fill(3)).witness)
    await goes(bruno.page, '/ledger')
    await bruno.page.getByText('Testemunhas e código inteiro').click()
    await bruno.page.getByLabel('Chave de outra testemunha').fill(witness)
    await bruno.page.getByRole('button', { name: 'Escolher', exact: true }).click()
    await shows(bruno.page.getByText('Anotado no livro.'))
    await bruno.page.reload()
    await verifiesNow(bruno.page)
    await bruno.page.getByText('Testemunhas e código inteiro').click()
    const line = bruno.page.getByText(/maria\.example: ainda não assinou\. Não conferida, escolhida por 1 de \d+/)
    await line.waitFor(VERIFIED_WITHIN)
    expect(await faultsOf(bruno.page)).toEqual([])
    for (const { page } of [gloria, bruno]) await page.owner.close()
  })
})

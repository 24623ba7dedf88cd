import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf } from '#e2e/helpers/calls.ts'
import { logsInToSign, receipt, resumes } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'
import { readLedger, readProof, verify } from '../scripts/verify-ledger.mjs'

const GLORIA = { email: 'gloria.holanda@exemplo.invalid', password: DEMONSTRATION_PASSWORD }

describe('devices that sign', () => {
  let server: Server
  let browser: Browser
  let phone: Page
  let tablet: Page
  /** Other members of the demonstration who have a donation to pay. */
  let others: { email: string; password: string }[]

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'demo' }), openBrowser()])
    const call = callsOf(server)
    const query = { status: 'PENDING_PAYMENT', limit: '50' }
    const { data } = await call('GET /admin/donations/list', await administratorToken(call), { query })
    const emails = new Set(
      data.flatMap(({ donor }) => (donor.email && donor.email !== GLORIA.email ? [donor.email] : [])),
    )
    others = [...emails].map((email) => ({ email, password: DEMONSTRATION_PASSWORD }))
    phone = await sitDown(browser, server.url)
    await resumes(phone, GLORIA, '/profile')
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  /** The words of everybody's verifier about the ledger that this person downloads. */
  const verdict = async (page: Page) => verify(readLedger(await exported(page)))
  const exported = (page: Page) =>
    page.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('authToken')}` }
      return (await fetch('/api/ledger/export', { headers })).text()
    })
  const own = (page: Page) => page.getByRole('region', { name: 'Meus aparelhos' })
  /** Looks at the profile, which is on screen. */
  const listsDevices = async (page: Page, signing: number, removed = 0) => {
    await shows(own(page).getByText('este aparelho'), true)
    await expect
      .poll(() =>
        own(page)
          .getByRole('button', { name: /^Retirar / })
          .count(),
      )
      .toBe(signing)
    expect(
      await own(page)
        .getByText(/^Retirado em /)
        .count(),
    ).toBe(removed)
  }
  const reports = async (page: Page) => {
    await goes(page, '/donations')
    await page.getByRole('button', { name: 'Reportar problema' }).first().click()
    await page.getByRole('dialog').getByLabel('Motivo').fill('A chave não aparece no meu banco')
    await page.getByRole('button', { name: 'Enviar report' }).click()
    await page.getByText(/^Report enviado\./).waitFor()
  }
  const sends = async (page: Page, text: string) => {
    await goes(page, '/donations')
    const article = page.getByRole('article').first()
    await article.getByLabel('Escolher comprovante').setInputFiles(await receipt(text))
    await article.getByRole('button', { name: 'Enviar comprovante' }).click()
    await article.getByRole('button', { name: 'Ver comprovante' }).waitFor()
    await article.getByRole('button', { name: 'Enviar comprovante' }).waitFor({ state: 'detached' })
  }

  test('a device signs by itself what its member does; who only pays sees no key, hash or signature', async () => {
    await listsDevices(phone, 1)
    await sends(phone, 'do telefone')
    expect(await phone.locator('main').innerText()).not.toMatch(/chave do aparelho|assinatura|hash/i)
    expect(await verdict(phone)).toMatchObject({ faults: [], signatures: { signed: 1, unsignedFound: 0 } })
    await phone.getByRole('button', { name: 'Ver comprovante' }).first().click()
    await phone.getByText(/assinado no aparelho de quem fez/).waitFor()
  })

  test('a second device signs too, and is told of as new', async () => {
    tablet = await sitDown(browser, server.url)
    await resumes(tablet, GLORIA, '/profile')
    await listsDevices(tablet, 2)
    await reports(tablet)
    expect(await verdict(tablet)).toMatchObject({ faults: [], signatures: { signed: 2, unsignedFound: 0 } })
    await goes(tablet, '/notices')
    await tablet
      .getByText(/^Novo aparelho: /)
      .first()
      .waitFor()
  })

  test('every older device says in red that a device came, until its person says that it is theirs', async () => {
    await phone.keyboard.press('Escape')
    // The page that is open looks again by itself.
    const alert = phone.getByRole('alert').filter({ hasText: 'Um aparelho novo assina por você' })
    await phone.clock.fastForward('05:10')
    await shows(alert)
    await alert.getByRole('button', { name: 'Fui eu que entrei nele' }).click()
    await alert.waitFor({ state: 'detached' })
  })

  test('a lost device is removed from another: what it signed stays valid, and it says that it no longer signs', async () => {
    const [lost, other] = [await sitDown(browser, server.url), await sitDown(browser, server.url)]
    await logsInToSign(lost, others[0]!)
    await sends(lost, 'do que se perdeu')
    await resumes(other, others[0]!, '/profile')
    await listsDevices(other, 2)
    await own(other)
      .getByRole('button', { name: /^Retirar / })
      .last()
      .click()
    await own(other)
      .getByText(/^Retirado em /)
      .waitFor()
    await listsDevices(other, 1, 1)
    await other.owner.close()
    await reports(lost)
    await lost.getByText(/^Feito, sem a assinatura deste aparelho: ele foi retirado dos seus aparelhos/).waitFor()
    const { faults, signatures } = await verdict(lost)
    expect([faults, signatures!.signed, signatures!.unsigned.map(({ act }) => act)]).toEqual([[], 4, ['report']])
    await goes(lost, '/profile')
    await own(lost).getByText('Este aparelho foi retirado e não assina mais por você.').waitFor()
    await own(lost).getByRole('button', { name: 'Assinar neste aparelho' }).click()
    // A page that is left before the key is added keeps the one that was removed.
    await shows(own(lost).getByText('este aparelho', { exact: true }), true)
    await listsDevices(lost, 2, 1)
    await lost.owner.close()
  })

  test('a private window that keeps no keys acts without a signature, and says so', async () => {
    const window = await sitDown(browser, server.url)
    await window.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    })
    await resumes(window, others[1]!, '/home')
    await sends(window, 'da janela anônima')
    await window.getByText(/^Feito, sem a assinatura deste aparelho: esta janela não guarda chaves/).waitFor()
    await goes(window, '/profile')
    await own(window)
      .getByText(/^Esta janela não guarda chaves/)
      .waitFor()
    expect((await verdict(window)).faults).toEqual([])
    await window.owner.close()
  })

  test('an act that the server answers and swallows is not said to be done, and is red at the next visit', async () => {
    const deceived = await sitDown(browser, server.url)
    await logsInToSign(deceived, others[1]!)
    const swallows = '**/api/donations/*/report'
    await deceived.route(swallows, (route) => route.fulfill({ status: 201, json: { id: 'nada', status: 'PENDING' } }))
    await reports(deceived)
    await deceived.getByText(/^Atenção: o servidor respondeu que recebeu, mas o livro não tem o que você fez/).waitFor()
    await deceived.unroute(swallows)
    await goes(deceived, '/home')
    const alert = deceived.getByRole('alert').filter({ hasText: 'O livro do círculo não confere' })
    await shows(alert.getByText(/^O que você fez neste aparelho em .* não está no livro/))
    const saved = deceived.waitForEvent('download')
    await alert.getByRole('button', { name: 'Guardar a prova' }).click()
    const { journals } = readProof(await readFile(await (await saved).path(), 'utf8'))
    const text = await exported(deceived)
    const { faults } = verify({ ...readLedger(text), journals })
    expect(faults.map(({ code }) => code)).toEqual(['journal.swallowed'])
    await deceived.owner.close()
  })

  test('after its storage was cleared a device has another key, and tells of it', async () => {
    await tablet.evaluate(
      () =>
        new Promise((resolve) => {
          const gone = indexedDB.deleteDatabase('ciranda-aparelho')
          for (const name of ['success', 'blocked']) gone.addEventListener(name, resolve)
        }),
    )
    await resumes(tablet, GLORIA, '/profile')
    await listsDevices(tablet, 3)
  })

  test('a phone whose clock is wrong signs with its own time, and says so', async () => {
    const wrong = await sitDown(browser, server.url, { now: '2026-11-10T09:00:00.000Z' })
    await resumes(wrong, others[2]!, '/home')
    await sends(wrong, 'do telefone atrasado')
    await wrong.getByText(/^Feito e assinado\. A hora deste aparelho não é a do servidor/).waitFor()
    expect(await verdict(wrong)).toMatchObject({ faults: [], signatures: { signed: 5 } })
  })
})

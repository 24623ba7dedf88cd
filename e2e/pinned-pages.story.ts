import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { Browser, Page as PlainPage } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toBase64, toHex } from '#circle/bytes.ts'
import { pagesListText, parsePagesList } from '#circle/pages/pages-list.ts'
import type { PagesList } from '#circle/pages/pages-list.ts'
import { sha256 } from '#circle/testing/ed25519.ts'
import { releaser } from '#circle/testing/releases.ts'
import { fixedHeaders, readByAnybody } from '#server/http/security-headers.ts'
import { servePages } from '#server/http/pages.ts'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { DESK, openBrowser, PHONE, shows, sitDown, TABLET, until } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { conferirPage } from '../scripts/pages-plugins.ts'
import { signedLedger } from '#circle/testing/signed-ledger.ts'
import { history, logOf, ORIGIN } from '../scripts/witness/fake-log.ts'
import type { History } from '../scripts/witness/fake-log.ts'

// A machine whose owner serves the built pages, and then others. The device has taken a release that was signed.

const own = releaser()
const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-pinned-'))
const EVIL = '<!doctype html><title>Outra</title><p id="outra">Outra página</p>'

let app: FastifyInstance
let url = ''
let browser: Browser
let page: Page
/** The answers of the machine's owner in place of files, by address. */
let lies: Record<string, { body: string; type?: string; headers?: Record<string, string> }> = {}

const fileOf = (name: string) => path.join(folder, name)
const listed = () => readFileSync(fileOf('pages.json'), 'utf8')

/** Makes the folder a release: another version of the app, its list, and the log of all releases. */
function release(version: string, before: readonly string[]): string {
  const index = `${readFileSync('web/dist/index.html', 'utf8')}<!-- ${version} -->`
  writeFileSync(fileOf('index.html'), index)
  const list = parsePagesList(readFileSync('web/dist/pages.json', 'utf8'))!
  const files = { ...list.files, 'index.html': toHex(sha256(Buffer.from(index))) }
  const text = pagesListText({ ...list, version, files } satisfies PagesList)
  writeFileSync(fileOf('pages.json'), text)
  writeFileSync(fileOf('pages.log'), own.log([...before, text]))
  for (const name of ['index.html', 'pages.json', 'pages.log'])
    for (const packed of ['br', 'gz']) rmSync(`${fileOf(name)}.${packed}`, { force: true })
  return text
}

beforeAll(async () => {
  cpSync('web/dist', folder, { recursive: true })
  app = Fastify()
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(fixedHeaders)
    const lie = lies[request.url.split('?')[0]!]
    if (!lie) return done()
    void reply.headers({ 'content-type': lie.type ?? 'text/html; charset=utf-8', ...lie.headers }).send(lie.body)
  })
  await servePages(app, folder)
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  browser = await openBrowser()
})
afterAll(async () => {
  await page?.owner.close()
  await app?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The version of the app that the device was given at an address, as its bytes say it, and under which headers. */
const opens = async (address: string) => {
  const answer = (await page.goto(`${url}${address}`))!
  return { version: /<!-- ([\d.]+) -->/.exec(await answer.text())?.[1] ?? null, headers: answer.headers() }
}

describe('conferir.html, opened from a second device’s own disk', () => {
  const ledger = '/api/logs/1'
  const told = async (copied: string) => {
    await second.getByLabel('Endereço da roda').fill(`${url}${ledger}`)
    await second.getByLabel('Código do outro aparelho').fill(copied)
    await second.getByRole('button', { name: 'Conferir' }).click()
    await second.getByRole('heading', { name: /^O livro/ }).waitFor()
    return second.locator('#resultado').innerText()
  }
  let second: PlainPage

  /** The ledger that the machine shows to this device. */
  function showsLedger(shown: History) {
    const { key, note, proof } = logOf(shown)
    const json = (value: unknown) => ({ body: JSON.stringify(value), type: 'application/json', headers: readByAnybody })
    lies = {
      [ledger]: json({ origin: ORIGIN, key }),
      [`${ledger}/checkpoint`]: { body: note, type: 'text/plain', headers: readByAnybody },
      [`${ledger}/consistency`]: json({ proof: proof(5).map(toBase64) }),
    }
  }

  test('says that pages and ledger are what they are on the other device, and is well to read', async () => {
    release('1.0.0', [])
    const file = fileOf('conferir.html')
    writeFileSync(file, await conferirPage(own.keyText))
    second = await (await browser.newContext({ viewport: PHONE })).newPage()
    await second.goto(`file://${file}`)
    rmSync(file)
    expect(await faultsInEachLook(second, [TABLET, DESK])).toEqual([])
    showsLedger(history(9))
    const words = await told(logOf(history(5)).note)
    expect(words).toMatch(/As páginas: ✓ Confere\s+Todos os \d+ arquivos são os da versão 1\.0\.0/)
    expect(words).toMatch(/O livro: ✓ Confere\s+É o mesmo livro: 5 lançamentos no outro aparelho, 9 aqui/)
  })

  test('does the sums of a downloaded ledger again, without a network, and says what is altered', async () => {
    const { text } = signedLedger()
    const gives = async (lines: string) => {
      const file = { name: 'livro.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines) }
      await second.getByLabel('Livro baixado').setInputFiles(file)
      await second.getByLabel('Endereço da roda').fill('')
      await second.getByRole('button', { name: 'Conferir' }).click()
      await second.getByRole('heading', { name: /^O livro baixado/ }).waitFor()
      return second.locator('#resultado').innerText()
    }
    expect(await gives(text)).toMatch(/O livro baixado: ✓ Confere\s+O livro tem \d+ lançamentos/)
    expect(await gives(text.replace('"m2"', '"m3"'))).toMatch(/O livro baixado: ✗ Não confere[^]*foi alterado/)
    await second.getByLabel('Livro baixado').setInputFiles([])
    // Own data say nothing without the ledger, and the page says so.
    const data = { name: 'meus-dados.json', mimeType: 'application/json', buffer: Buffer.from('{}') }
    await second.getByLabel('Os seus dados').setInputFiles(data)
    await second.getByRole('button', { name: 'Conferir' }).click()
    await shows(second.getByText(/^Escolha também o livro baixado/))
    await second.getByLabel('Os seus dados').setInputFiles([])
    await second.getByRole('button', { name: 'Conferir' }).click()
    await shows(
      second.getByText(/^Escreva o endereço inteiro, que começa com https:\/\/, ou escolha o livro baixado\.$/),
    )
  })

  test('says which page differs, and that this device is shown another ledger', async () => {
    showsLedger(history(9, { salt: 'lie' }))
    lies['/home'] = { body: EVIL, headers: readByAnybody }
    const words = await told(logOf(history(5)).note)
    expect(words).toMatch(/As páginas: ✗ Não confere[^]*\/home: são outros bytes/)
    expect(words).toMatch(/O livro: ✗ Não confere\s+O servidor mostra aqui outro livro/)
    lies = {}
    await second.context().close()
  })
})

describe('a device that took a release', () => {
  let first = ''
  let second = ''

  test('keeps it: the worker takes only files that the signed list names', async () => {
    first = release('1.0.0', [])
    page = await sitDown(browser, url, { keepsApp: true })
    await opens('/login')
    await page.evaluate(async () => {
      type Policy = { createScriptURL(address: string): string }
      type Types = { defaultPolicy: Policy | null; createPolicy(name: string, policy: Policy): Policy }
      const { trustedTypes: types } = globalThis as unknown as { trustedTypes: Types }
      const policy = types.defaultPolicy ?? types.createPolicy('default', { createScriptURL: (address) => address })
      await navigator.serviceWorker.register(policy.createScriptURL('/sw.js'))
    })
    await until(page, () => page.evaluate(() => navigator.serviceWorker.controller !== null), 'no worker came')
    expect((await opens('/login')).version).toBe('1.0.0')
  })

  test('shows its own pages where the machine shows a patched one, and runs no patched or added file', async () => {
    lies = {
      '/login': { body: EVIL },
      '/evil.html': { body: EVIL },
      '/assets/evil.js': { body: 'globalThis.stolen = 1', type: 'text/javascript' },
      '/verify-ledger.mjs': { body: "console.log('Tudo confere')", type: 'text/javascript' },
    }
    for (const address of ['/login', '/evil.html']) {
      expect((await opens(address)).version, address).toBe('1.0.0')
    }
    const taken = await page.evaluate(
      async (addresses) => {
        const answers = addresses.map((address) =>
          fetch(address).then(
            ({ ok }) => ok,
            () => false,
          ),
        )
        return await Promise.all(answers)
      },
      ['/assets/evil.js', '/verify-ledger.mjs', '/preloads.json'],
    )
    expect(taken).toEqual([false, false, true])
  })

  test('opens a page under the release’s own policy, and an answer of a call without what the device keeps', async () => {
    lies = {
      '/login': {
        body: readFileSync(fileOf('index.html'), 'utf8'),
        headers: { 'content-security-policy': '*', refresh: '0;url=https://other.example' },
      },
      '/api/evil': { body: EVIL },
    }
    const { headers } = await opens('/login')
    expect(headers['content-security-policy']).toBe(parsePagesList(first)!.headers['content-security-policy'])
    expect(headers).not.toHaveProperty('refresh')
    await opens('/api/evil')
    expect(await page.locator('#outra').count()).toBe(1)
    expect(await page.evaluate(() => globalThis.origin)).toBe('null')
  })

  test('follows an update in silence, and stays with it when the machine goes back', async () => {
    lies = {}
    second = release('1.1.0', [first])
    expect((await opens('/login')).version).toBe('1.1.0')
    release('1.0.0', [])
    expect(['1.1.0', '1.0.0']).toContain((await opens('/login')).version)
    expect(await page.title()).not.toContain('sem versão')
    release('1.1.0', [first])
    expect((await opens('/login')).version).toBe('1.1.0')
    expect(listed()).toBe(second)
  })

  test('refuses pages that nobody signed, and goes on with those that it kept or takes them at its person’s word', async () => {
    rmSync(fileOf('pages.log'))
    lies = { '/': { body: EVIL }, '/login': { body: EVIL } }
    await opens('/login')
    expect(await page.title()).toBe('Páginas sem versão publicada – Ciranda')
    expect(await faultsInEachLook(page, [TABLET, DESK])).toEqual([])
    await page.getByRole('button', { name: /Continuar com as páginas guardadas, da versão 1\.1\.0/ }).click()
    await page.waitForURL(/\/(?:login)?$/)
    expect(await page.locator('#outra').count()).toBe(0)
    // A page of another site, or a link, has no word in it.
    await page.evaluate(() => fetch('/paginas', { method: 'POST', body: new URLSearchParams({ paginas: 'novas' }) }))
    await opens('/login')
    expect(await page.locator('#outra').count()).toBe(0)
    lies = {}
  })
})

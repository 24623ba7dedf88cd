import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { toHex } from '#circle/bytes.ts'
import { pagesListText } from '#circle/pages/pages-list.ts'
import { readPagesSeen } from '#circle/pages/pages-seen.ts'
import { sha256, verifyEd25519 } from '#circle/testing/ed25519.ts'
import { releaser } from '#circle/testing/releases.ts'
import { history, logOf, ORIGIN } from './fake-log.ts'
import { openMemory } from './memory.ts'
import { lookAtPages, OtherPages } from './pages.ts'
import { look as lookAtLedger, Unreachable } from './watch.ts'

const HEADERS = { 'content-security-policy': "default-src 'self'", 'referrer-policy': 'no-referrer' }

/** The files of a release: an app and a script, and their list. */
function release(version: string, script = `show('${version}')`) {
  const contents: Record<string, string> = {
    'index.html': `<script src="/app.js?${version}"></script>`,
    'app.js': script,
  }
  const files = Object.fromEntries(
    Object.entries(contents).map(([name, text]) => [name, toHex(sha256(Buffer.from(text)))]),
  )
  return { contents, list: pagesListText({ version, headers: HEADERS, files }) }
}

const own = releaser()
const [first, second] = [release('1.0.0'), release('1.1.0')]

type Answer = { status?: number; headers?: Record<string, string>; body: string | Buffer }
type Asked = { pathname: string; headers: Record<string, unknown> }

/** A machine whose owner answers as they like: honestly a release, and what `lie` answers in its place. */
async function opponent() {
  let shown = first
  let log: string | null = own.log([first.list])
  let lie: (asked: Asked) => Answer | undefined = () => undefined
  const asked: Asked[] = []
  const honest = (pathname: string): Answer => {
    if (pathname === '/pages.json') return { body: shown.list }
    if (pathname === '/pages.log') return log === null ? { status: 404, body: '' } : { body: log }
    const packed = brotliCompressSync(shown.contents[pathname.slice(1)] ?? shown.contents['index.html']!)
    return { headers: { ...HEADERS, 'content-encoding': 'br' }, body: packed }
  }
  const server = createServer((request, response) => {
    const one = { pathname: new URL(request.url!, 'http://pages').pathname, headers: request.headers }
    asked.push(one)
    const { status = 200, headers = {}, body } = lie(one) ?? honest(one.pathname)
    response.writeHead(status, headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    asked,
    shows: (one: typeof first, newLog: string | null) => ([shown, log] = [one, newLog]),
    lies: (how: typeof lie) => (lie = how),
  }
}

/** A witness of the ledger at that machine, which looks at its pages. */
async function witness(url: string, releaseKey: string | null = null, { hasLooked = true } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-pages-'))
  const memory = await openMemory(path.join(folder, 'testemunha.json'), 'maria.example')
  onTestFinished(async () => {
    await memory.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const log = { url: `${url}/api/logs/1`, key: logOf(history(1)).key, note: null, cosignedAt: null, alarm: null }
  if (hasLooked) await memory.remember(ORIGIN, log)
  const watch = { memory, url: log.url, trusted: null, now: () => Date.parse('2026-11-25T12:00:00Z') }
  return { memory, look: () => lookAtPages(watch, { releaseKey, againMs: 0 }) }
}

describe('a witness that looks at the pages as a visitor', () => {
  test('says which release it saw, where and when, under its signature, and follows an update in silence', async () => {
    const machine = await opponent()
    const { memory, look } = await witness(machine.url, own.keyText)
    expect(await look()).toBe('páginas da versão 1.0.0')
    const said = () => {
      const { seen, signatures } = readPagesSeen(memory.pages()!.seen!, memory.key)!
      expect(
        signatures.map(({ message, signature }) => verifyEd25519(memory.key.publicKey, message, signature)),
      ).toEqual([true])
      return { ...seen, seconds: signatures[0]!.seconds }
    }
    expect(said()).toMatchObject({ origin: ORIGIN, address: machine.url, version: '1.0.0', key: own.keyText })
    expect(said().seconds).toBe(Date.parse('2026-11-25T12:00:00Z') / 1_000)
    machine.shows(second, own.log([first.list, second.list]))
    expect(await look()).toBe('páginas da versão 1.1.0')
    expect(said().version).toBe('1.1.0')
  })

  test('cannot be told from a browser by what it sends', async () => {
    const machine = await opponent()
    await (await witness(machine.url)).look()
    const pages = machine.asked.filter(({ pathname }) => pathname === '/home')
    expect(pages).toHaveLength(1)
    expect(pages[0]!.headers).toMatchObject({
      'user-agent': expect.stringMatching(/^Mozilla\/5\.0 .*Chrome/),
      'sec-fetch-mode': 'navigate',
      'accept-language': expect.stringMatching(/^pt-BR/),
    })
    for (const { headers } of machine.asked) {
      expect(headers).not.toHaveProperty('cookie')
      expect(JSON.stringify(headers)).not.toMatch(/node|undici|ciranda|witness/i)
    }
  })

  const evil = 'steal()'
  const lies: [what: string, how: (asked: Asked) => Answer | undefined, said: string][] = [
    [
      'a script is patched',
      ({ pathname }) => (pathname === '/app.js' ? { headers: HEADERS, body: evil } : undefined),
      '/app.js não é o arquivo da versão 1.0.0',
    ],
    [
      'one address has a page of its own',
      ({ pathname }) => (pathname === '/ledger' ? { headers: HEADERS, body: evil } : undefined),
      '/ledger não é o arquivo',
    ],
    [
      'phones alone get another page',
      ({ pathname, headers }) =>
        pathname === '/' && String(headers['user-agent']).includes('Mobile')
          ? { headers: HEADERS, body: evil }
          : undefined,
      '/ não é o arquivo',
    ],
    [
      'the policy of what may run is another',
      ({ pathname }) =>
        pathname === '/'
          ? { headers: { ...HEADERS, 'content-security-policy': '*' }, body: first.contents['index.html']! }
          : undefined,
      'outro cabeçalho content-security-policy: *',
    ],
    [
      'phones are made to forget what they pinned',
      ({ pathname }) =>
        pathname === '/'
          ? { headers: { ...HEADERS, 'clear-site-data': '"storage"' }, body: first.contents['index.html']! }
          : undefined,
      'clear-site-data',
    ],
    [
      'a file is missing',
      ({ pathname }) => (pathname === '/app.js' ? { status: 404, body: '' } : undefined),
      'respondeu 404',
    ],
    [
      'the list is gone',
      ({ pathname }) => (pathname === '/pages.json' ? { status: 404, body: '' } : undefined),
      'não diz mais',
    ],
  ]
  test.each(lies)('shouts where %s, and no longer says that all is well', async (_, how, said) => {
    const machine = await opponent()
    const { memory, look } = await witness(machine.url)
    await look()
    machine.lies(how)
    const shouted = await look().catch((error: unknown) => error)
    expect(shouted).toBeInstanceOf(OtherPages)
    expect((shouted as Error).message).toContain(said)
    expect(memory.pages()).toMatchObject({ seen: null, known: { key: own.keyText } })
    machine.lies(() => undefined)
    expect(await look()).toBe('páginas da versão 1.0.0')
  })

  const releases: [what: string, shown: typeof first, log: string | null, said: string][] = [
    ['nobody signed them any more', second, null, 'agora ninguém as assina'],
    [
      'another key signed them',
      second,
      releaser(4).log([first.list, second.list]),
      'A chave que assina as versões mudou',
    ],
    ['the releases before are others', second, own.log([release('0.9.9').list, second.list]), 'não continua'],
    ['they are of no line of the log', release('1.1.1'), own.log([first.list, second.list]), 'ninguém as assina'],
  ]
  test.each(releases)('shouts where %s', async (_, shown, log, said) => {
    const machine = await opponent()
    const { look } = await witness(machine.url)
    await look()
    machine.shows(shown, log)
    await expect(look()).rejects.toThrow(said)
  })

  test('shouts where the server goes back to an older release', async () => {
    const machine = await opponent()
    const { look } = await witness(machine.url)
    machine.shows(second, own.log([first.list, second.list]))
    await look()
    machine.shows(first, own.log([first.list, second.list]))
    await expect(look()).rejects.toThrow('mais antiga')
  })

  test('believes from the first look on only the release key that came by another way', async () => {
    const machine = await opponent()
    const { look } = await witness(machine.url, releaser(4).keyText)
    await expect(look()).rejects.toThrow('--release-key')
  })

  test('says that an installation has pages of its own; a server of before pages were listed says nothing', async () => {
    const machine = await opponent()
    machine.shows(first, null)
    const { memory, look } = await witness(machine.url)
    expect(await look()).toMatch(/^páginas próprias desta instalação \([0-9a-f]{16}\)$/)
    expect(readPagesSeen(memory.pages()!.seen!, memory.key)!.seen).toMatchObject({ key: null, version: '1.0.0' })
    const older = await opponent()
    older.lies(({ pathname }) => (pathname.startsWith('/pages.') ? { status: 404, body: '' } : undefined))
    expect(await (await witness(older.url)).look()).toBe('o servidor não diz de que versão são as páginas')
  })

  test('waits where the ledger was not seen yet, because the server was away when it was looked at', async () => {
    const { url } = await opponent()
    const { look } = await witness(url, null, { hasLooked: false })
    await expect(look()).rejects.toThrow(Unreachable)
    const { memory } = await witness(url, null, { hasLooked: false })
    const watch = { memory, url, trusted: null, now: () => 0 }
    await expect(lookAtLedger(watch), 'an address that answers something else').rejects.toThrow(Unreachable)
  })

  test('shouts of nothing while a server fails, is changed to the next release, or cannot be reached', async () => {
    const machine = await opponent()
    const { look } = await witness(machine.url)
    await look()
    machine.lies(({ pathname }) => (pathname === '/app.js' ? { status: 502, body: 'Bad Gateway' } : undefined))
    await expect(look()).rejects.toThrow(Unreachable)
    // The first look meets the new pages beside the old list.
    machine.lies(({ pathname }) => {
      if (pathname !== '/pages.json') return undefined
      machine.shows(second, own.log([first.list, second.list]))
      machine.lies(() => undefined)
      return { body: first.list }
    })
    expect(await look()).toBe('páginas da versão 1.1.0')
  })
})

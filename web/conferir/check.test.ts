import { describe, expect, test } from 'vitest'
import { toBase64, toHex } from '#circle/bytes.ts'
import { pagesListText } from '#circle/pages/pages-list.ts'
import { sha256 } from '#circle/testing/ed25519.ts'
import { releaser } from '#circle/testing/releases.ts'
import { history, logOf } from '../../scripts/witness/fake-log.ts'
import { checkLedger, checkPages } from './check.ts'
import type { Look } from './check.ts'

const APP = '<p>app</p>'
const HEADERS = { 'content-security-policy': "default-src 'self'" }
const list = pagesListText({
  version: '1.0.0',
  headers: HEADERS,
  files: { 'index.html': toHex(sha256(Buffer.from(APP))) },
})
const own = releaser()

/** A server that answers these addresses, refuses those of null, and answers any other with the app. */
const server =
  (answers: Record<string, string | null>, headers: Record<string, string> = HEADERS): Look =>
  async (address) => {
    const body = answers[new URL(address).pathname + new URL(address).search] ?? APP
    const isOk = answers[new URL(address).pathname] !== null
    return { isOk, bytes: new TextEncoder().encode(isOk ? body : 'no'), headers: new Headers(headers) }
  }
/** The same where nothing comes from one of its addresses. */
const away =
  (look: Look, pathname: string): Look =>
  async (address) =>
    new URL(address).pathname === pathname ? null : look(address)
const signed = { '/pages.json': list, '/pages.log': own.log([list]) }
const pages = (look: Look, by: { list?: string; releaseKey?: string } = {}) =>
  checkPages('https://roda.example', { list: by.list ?? null, releaseKey: by.releaseKey ?? null }, look)

describe('the pages of a server', () => {
  test('are good where every file is the release’s, by its key or by its own list', async () => {
    expect(await pages(server(signed), { releaseKey: own.keyText })).toMatchObject({ is: 'good' })
    expect(await pages(server({ ...signed, '/pages.log': null }), { list })).toMatchObject({ is: 'good' })
  })

  test('are not known to be good without key and list, where nobody signed them, and where nothing comes', async () => {
    const without = await pages(server(signed))
    expect([without.is, without.sentences.at(-1)]).toEqual(['unknown', own.keyText])
    const unsigned = await pages(server({ ...signed, '/pages.log': null }), { releaseKey: own.keyText })
    expect([unsigned.is, unsigned.sentences[1]]).toEqual(['unknown', expect.stringContaining('próprias')])
    // A browser shows no refusal that names no origin.
    const withoutLog = await pages(away(server(signed), '/pages.log'), { releaseKey: own.keyText })
    expect(withoutLog).toEqual(unsigned)
    expect(await pages(async () => null)).toMatchObject({ is: 'unknown' })
    expect(await pages(server(signed), { list: 'no list' })).toMatchObject({ is: 'unknown' })
  })

  test.each([
    ['a byte differs', server({ ...signed, '/home': 'evil' }), '/home: são outros bytes.'],
    ['a header differs', server(signed, { 'content-security-policy': '*' }), 'outro cabeçalho content-security-policy'],
    ['a page is missing', server({ ...signed, '/login': null }), '/login: o servidor não mostra.'],
    ['another key signed them', server({ ...signed, '/pages.log': releaser(4).log([list]) }), 'outra chave'],
    ['the list is broken', server({ ...signed, '/pages.json': '{}' }), 'estragada'],
  ])('are bad where %s', async (_, look, said) => {
    const { is, sentences } = await pages(look, { releaseKey: own.keyText })
    expect([is, sentences.join(' ')]).toEqual(['bad', expect.stringContaining(said)])
  })

  test.each(['/home', '/pages.json'])('are not known where %s does not come', async (pathname) => {
    const { is, sentences } = await pages(away(server(signed), pathname), { releaseKey: own.keyText })
    expect([is, sentences.join(' ')]).toEqual(['unknown', expect.stringMatching(/não (?:respondeu|veio)/)])
    const alsoEvil = away(server({ ...signed, '/login': 'evil' }), '/home')
    expect(await pages(alsoEvil, { releaseKey: own.keyText })).toMatchObject({ is: 'bad' })
  })

  test('are bad where the list is another than the reader’s', async () => {
    const { is } = await pages(server(signed), { list: list.replace('1.0.0', '1.0.1') })
    expect(is).toBe('bad')
  })
})

describe('the ledger of a server', () => {
  const shows = (shown = history(9), from = 5) =>
    server({
      '/api/logs/1': JSON.stringify({ key: logOf(shown).key }),
      '/api/logs/1/checkpoint': logOf(shown).note,
      [`/api/logs/1/consistency?from=${from}&to=9`]: JSON.stringify({
        proof: logOf(shown).proof(from, 9).map(toBase64),
      }),
    })
  const held = (copied: string, look = shows()) => checkLedger('https://roda.example/api/logs/1', copied, look)

  test('is the other device’s where it continues it, or is as long', async () => {
    expect(await held(logOf(history(5)).note)).toMatchObject({ is: 'good' })
    expect(await held(`\n${logOf(history(9)).note}  `)).toMatchObject({ is: 'good' })
  })

  test('is not the other device’s where the server shows only its beginning: two that part later begin alike', async () => {
    const whole = logOf(history(9))
    const showsFirst = (size: number) =>
      server({
        '/api/logs/1': JSON.stringify({ key: whole.key }),
        '/api/logs/1/checkpoint': logOf(history(size)).note,
        [`/api/logs/1/consistency?from=${size}&to=9`]: JSON.stringify({
          proof: whole.proof(size, 9).map(toBase64),
        }),
      })
    for (const size of [0, 3]) {
      const { is, sentences } = await held(whole.note, showsFirst(size))
      expect([is, sentences[0]]).toEqual(['bad', expect.stringContaining(`só ${size} dos 9 lançamentos`)])
    }
    const { sentences } = await held(logOf(history(9, { salt: 'lie' })).note, showsFirst(3))
    expect(sentences[0]).toContain('outro livro')
  })

  test('is another where its past, its key or its circle differs', async () => {
    for (const other of [history(5, { salt: 'lie' }), history(9, { salt: 'lie' }), history(5, { seed: 8 })])
      expect(await held(logOf(other).note)).toMatchObject({ is: 'bad' })
    const ofOther = logOf(history(5)).note.replace('ciranda/0190', 'ciranda/0191')
    expect(await held(ofOther)).toMatchObject({ is: 'bad' })
    const forged = logOf(history(5)).note.replace(
      /— (\S+) .*/,
      (_, name: string) => `— ${name} ${toBase64(new Uint8Array(68))}`,
    )
    expect(await held(forged)).toMatchObject({ is: 'bad' })
  })

  test('is not known where its proof does not come, and another where the server refuses it', async () => {
    const consistency = '/api/logs/1/consistency'
    expect(await held(logOf(history(5)).note, away(shows(), consistency))).toMatchObject({ is: 'unknown' })
    const refuses: Look = async (address) => {
      const answer = await shows()(address)
      return answer && { ...answer, isOk: new URL(address).pathname !== consistency }
    }
    expect(await held(logOf(history(5)).note, refuses)).toMatchObject({ is: 'bad' })
  })

  test('is not known where the text is no checkpoint, or the server shows none', async () => {
    expect(await held('4821 0937 1122')).toMatchObject({ is: 'unknown' })
    expect(await held(logOf(history(5)).note, async () => null)).toMatchObject({ is: 'unknown' })
    const noKey = server({ '/api/logs/1': 'no JSON', '/api/logs/1/checkpoint': logOf(history(9)).note })
    expect(await held(logOf(history(5)).note, noKey)).toMatchObject({ is: 'unknown' })
  })
})

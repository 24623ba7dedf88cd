import { describe, expect, test } from 'vitest'
import { pagesOf, releaser, textOf } from '#circle/testing/releases.ts'
import { sha256, verifyEd25519 } from '#circle/testing/ed25519.ts'
import { fileAt, pagesListText, parsePagesList } from './pages-list.ts'
import { linesOfLog, readRelease, standingOf } from './release-log.ts'
import type { KnownRelease } from './release-log.ts'

const tools = { sha256, verify: verifyEd25519 }
const [one, two, three] = [textOf('1.0.0'), textOf('1.1.0', 'c'), textOf('1.2.0', 'd')]
const own = releaser()

async function shown(pages: string, texts: readonly string[], by = own): Promise<KnownRelease> {
  const found = await readRelease(tools, { pages, log: by.log(texts) })
  if (found === null || found === 'unknown') throw new Error('Not a release')
  return found
}

describe('a list of pages', () => {
  test('is read as it was written, in one order, and in no other spelling', () => {
    const list = pagesOf('1.0.0')
    expect(parsePagesList(one)).toEqual(list)
    const otherOrder = { ...list, files: Object.fromEntries(Object.entries(list.files).toReversed()) }
    expect(pagesListText(otherOrder)).toBe(one)
    for (const other of [
      '',
      '{}',
      'null',
      JSON.stringify(list),
      one.replace('a'.repeat(64), 'A'.repeat(64)),
      `${one} `,
    ])
      expect(parsePagesList(other), other).toBeNull()
    expect(parsePagesList(one.replace('"index.html"', '"other.html"'))).toBeNull()
  })

  test('answers every address that is no file with the app', () => {
    const list = pagesOf('1.0.0')
    expect(fileAt(list, '/assets/home-1.js')).toBe('assets/home-1.js')
    for (const address of ['/', '/home', '/evil.html', '/assets/home-2.js', '/constructor', '/index.html'])
      expect(fileAt(list, address)).toBe('index.html')
  })
})

describe('the pages of a release', () => {
  test('are those of a line in a log that the release key signed', async () => {
    const release = await readRelease(tools, { pages: two, log: own.log([one, two, three]) })
    expect(release).toMatchObject({ key: own.keyText, index: 1, list: pagesOf('1.1.0', 'c') })
    expect(linesOfLog(own.log([one, two]))).toEqual([
      expect.stringMatching(/^1\.0\.0 [0-9a-f]{64}$/),
      expect.stringMatching(/^1\.1\.0 /),
    ])
  })

  test('are nobody’s without a log, under another log, and where a byte of either differs', async () => {
    const log = own.log([one, two])
    const cases: [pages: string, log: string | null][] = [
      [one, null],
      [one, ''],
      [three, log],
      [one.replace('aaaa', 'aaab'), log],
      [one, log.replace(/^1\.0\.0/m, '1.0.1')],
      [one, log.replace(/^1\.1\.0 .*\n/m, '')],
      [one, log.replace('\n2\n', '\n1\n')],
      [one, log.replace(/^— .*$/m, (line) => `${line.slice(0, -6)}AAAA==`)],
      // The key's name is another's, or its id is not that of the key.
      [one, log.replace(own.keyText, releaser(4).keyText)],
      [one, log.replace(own.keyText, own.keyText.replace('releases+', 'releases+0'))],
    ]
    for (const [pages, text] of cases) expect(await readRelease(tools, { pages, log: text }), text ?? '').toBeNull()
  })

  test('are unknown where the machine cannot verify a signature', async () => {
    const cannot = { sha256, verify: () => null }
    expect(await readRelease(cannot, { pages: one, log: own.log([one]) })).toBe('unknown')
    expect(await readRelease(cannot, { pages: two, log: own.log([one]) })).toBe('unknown')
  })
})

describe('what a server shows, held to what somebody knows', () => {
  test('is the first, the same, a later or an earlier release of one log', async () => {
    const known = await shown(two, [one, two])
    expect(standingOf(null, known)).toBe('first')
    expect(standingOf(known, await shown(two, [one, two]))).toBe('same')
    expect(standingOf(known, await shown(two, [one, two, three]))).toBe('same')
    expect(standingOf(known, await shown(three, [one, two, three]))).toBe('newer')
    expect(standingOf(known, await shown(one, [one]))).toBe('older')
    expect(standingOf(known, await shown(one, [one, two, three]))).toBe('older')
  })

  test('is told where it is nobody’s, somebody else’s, or of another past', async () => {
    const known = await shown(two, [one, two])
    expect(standingOf(known, null)).toBe('own')
    expect(standingOf(known, await shown(three, [one, two, three], releaser(4)))).toBe('other_key')
    expect(standingOf(known, await shown(three, [two, three]))).toBe('rewritten')
    expect(standingOf(known, await shown(three, [one, three]))).toBe('rewritten')
  })
})

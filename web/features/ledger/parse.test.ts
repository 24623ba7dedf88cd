import { describe, expect, test } from 'vitest'
import { readLedger } from '../../../scripts/verify-ledger.mjs'
import { headFile, createLedgerParser, parseHeadFile } from './parse.ts'

const head = { circle_id: 'c', seq: 3, hash: 'h', at: '2026-11-10T12:00:00.000Z', key: 'k', signature: 's' }
const entry = (seq: number) => ({
  seq,
  at: 't',
  actor_id: null,
  kind: 'circle.created',
  payload: { note: 'ação' },
  previous_hash: 'p',
  hash: 'h',
})
const lines = [
  JSON.stringify({ ciranda_ledger: 1, head }),
  JSON.stringify(entry(1)),
  '{"seq":2,',
  JSON.stringify(entry(3)),
].join('\n')

describe('a downloaded ledger', () => {
  test('is read the same wherever the network cuts it, even inside a letter, as the stand-alone script reads it', () => {
    const bytes = new TextEncoder().encode(`${lines}\n`)
    for (let size = 1; size <= bytes.length; size += 1) {
      const reader = createLedgerParser()
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.slice(at, at + size))
      expect(reader.end(), `pieces of ${size}`).toEqual({ head, entries: [entry(1), null, entry(3)] })
    }
    expect(readLedger(lines)).toEqual({ head, entries: [entry(1), null, entry(3)] })
  })

  test('is looked through for keys that stand twice where it was not before', () => {
    const twice = JSON.stringify(entry(3)).replace('"seq":3', '"seq":9,"seq":3')
    const bytes = new TextEncoder().encode([lines, twice, twice].join('\n'))
    const read = (verifiedUpTo: number) => {
      const reader = createLedgerParser(verifiedUpTo)
      reader.push(bytes)
      return reader.end().entries.slice(3)
    }
    expect([0, 4, 5].map(read)).toEqual([
      [null, null],
      [entry(3), null],
      [entry(3), entry(3)],
    ])
  })

  test('reports its progress, and keeps a last line without a line break', () => {
    const reader = createLedgerParser()
    expect(reader.push(new TextEncoder().encode('{"ciran'))).toEqual({ done: 0, total: 0 })
    expect(reader.push(new TextEncoder().encode(lines.slice(7)))).toEqual({ done: 2, total: 3 })
    expect(reader.end().entries).toHaveLength(3)
  })

  test.each(['', '<html>', '{"head":{"seq":"1"}}\n', 'null\n'])('is refused without a head: %j', (text) => {
    const reader = createLedgerParser()
    expect(() => {
      reader.push(new TextEncoder().encode(text))
      reader.end()
    }).toThrow('Not a ledger')
  })
})

describe('a file kept before', () => {
  test('gives its head, whether it is that of a day or a whole ledger in either form', () => {
    for (const file of [headFile(head), lines, JSON.stringify({ ciranda_ledger: 1, head, entries: [] })]) {
      expect(parseHeadFile(file)).toEqual(head)
      expect(readLedger(file).head).toEqual(head)
    }
  })

  test.each(['', 'dados', '{}', '{"head":{"circle_id":"c","seq":-1}}', '[1]'])(
    'is refused when it is something else: %j',
    (text) => {
      expect(() => parseHeadFile(text)).toThrow('Not a ledger')
    },
  )
})

import { expect, test } from 'vitest'
import { ledgerFaultSentence } from './ledger-faults.ts'

test('a moment stands in a sentence as people write it', () => {
  const fault = { code: 'journal.swallowed', seq: null, line: null, id: '2026-11-10T12:00:22.860Z' } as never
  expect(ledgerFaultSentence(fault)).toMatch(/^O que você fez neste aparelho em 10\/11\/2026, 09:00 não está no livro/)
})

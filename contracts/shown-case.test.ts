import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { caseWordsText } from '#circle/case-words.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { holdWords } from '#circle/ledger/held-words.ts'
import type { ReportCase } from './entities/case.ts'
import { shownCase } from './shown-case.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('what is asked in a case is held as its page shows it: of whom, until when, and as what it is told', () => {
  const beside = { more: null, of: 'donor', until: '2026-12-10', picture: null } as const
  const [text, salt] = ['Mande o extrato.', 's'.repeat(22)]
  const ids = { circleId: 'c', reportId: 'r', wordsId: 'w', what: 'request' } as const
  const hash = sha256(caseWordsText(salt, { ...ids, text, ...beside }))
  const payload = { donationId: 'd', reportId: 'r', wordsId: 'w', what: 'request', hash }
  const entries = [{ seq: 1, kind: 'case.words', actor_id: 'olga', payload }] as unknown as LedgerEntry[]
  const proof = { circle_id: 'c', report_id: 'r', words_id: 'w', what: 'request', ...beside, picture_sent: null }
  const item = { id: 'w', kind: 'request', by: 'administration', text, outcome: null, decision: null }
  const whole = { id: 'r', seq: 1, amount: 1, appeal_until: null, allowed: [] }
  const holds = (lie: object) => {
    const timeline = [{ ...item, ...beside, proof: { ...proof, salt, hash, seq: 1 }, ...lie }]
    const [said] = shownCase({ ...whole, timeline } as unknown as ReportCase).said
    return holdWords(entries, said!.words!, sha256)
  }
  expect(holds({})).toBe('kept')
  for (const lie of [
    { until: '2026-12-30' },
    { of: 'receiver' },
    { more: 'E o comprovante.' },
    { kind: 'decision', outcome: 'cancel' },
    { kind: 'message' },
  ])
    expect(holds(lie), JSON.stringify(lie)).toBe('differs')
})

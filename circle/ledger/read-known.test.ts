import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { rodaLedger } from '#circle/testing/roda-ledger.ts'
import { approvalsBothWays } from '#circle/testing/verify-both-ways.ts'
import { entryText, GENESIS_HASH } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { readKnown } from './read-known.ts'
import { verifyLedger } from './verify.ts'

const CIRCLE = '0190a1b2-0000-7000-8000-000000000001'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const PEOPLE = ['cida', 'olga', 'ana', 'bia', 'davi']
const idOf = (name: string) => `0190a1b2-0000-7000-8000-00000000000${PEOPLE.indexOf(name) + 2}`

/** The lines with the ids and hashes that a ledger has, chained. */
function chain(lines: readonly LedgerEntry[]): LedgerEntry[] {
  const named = JSON.stringify(lines).replaceAll(new RegExp(PEOPLE.join('|'), 'g'), idOf)
  let previous_hash = GENESIS_HASH
  return (JSON.parse(named.replaceAll('"hash":"a"', `"hash":"${'ab'.repeat(32)}"`)) as LedgerEntry[]).map((line) => {
    const facts = { ...line, previous_hash }
    previous_hash = sha256(entryText(CIRCLE, facts))
    return { ...facts, hash: previous_hash }
  })
}

test('a circle that is founded once more leaves to each check the state that it would have alone', () => {
  const { does, draw, entries } = rodaLedger()
  draw()
  does('cida', { kind: 'generate_pull' })
  const again = [...entries, ...entries.slice(0, 9)].map((entry, index) => ({ ...entry, seq: index + 1 }))
  const demonstration = JSON.parse(JSON.stringify(again).replaceAll('"real"', '"demonstracao"')) as LedgerEntry[]
  for (const told of [again, [...entries, ...demonstration.slice(entries.length)], demonstration])
    approvalsBothWays(told, sha256)
  expect(readKnown(again, again.length)?.count).toBe(again.length)
})

test('a check that breaks behind what is known begins anew, and finds each fault once', () => {
  const { does, entries, write } = rodaLedger()
  const known = entries.length
  does('cida', { kind: 'place', memberId: 'ana', level: 1, position: 1, isReceiver: false })
  write('cida', 'administrator.added', { userId: 'ana', role: { toString: null, valueOf: 1 } })
  const chained = chain(entries)
  const { seq, hash, at } = chained.at(-1)!
  const head = { circle_id: CIRCLE, seq, hash, at, key: 'k', signature: 's', isSigned: true }
  const question = { circleId: CIRCLE, entries: chained, head }
  const verdict = verifyLedger(question, { sha256 })
  expect(verdict.faults.map(({ code }) => code)).toEqual(['rules.unreadable', 'queue.first_by_hand'])
  expect(verifyLedger({ ...question, verifiedUpTo: known }, { sha256 })).toEqual(verdict)
})

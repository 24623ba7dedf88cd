import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { queueReasonText } from '#circle/queue-reason.ts'
import { isUnopened } from '#web/ui/wordsAreKept.ts'
import { reasonIsKept } from './reason-is-kept.ts'

const circleId = '0190a1b2-0000-7000-8000-000000000001'
const salt = 'c2FsdA'
const reason = 'Combinado entre todos'
const hash = createHash('sha256')
  .update(queueReasonText(salt, { circleId, seq: 7, reason }))
  .digest('hex')
const proof = { circle_id: circleId, seq: 7, salt, entry: 9 }
const entry = (payload = {}, kind = 'queue.reason') =>
  ({ seq: 9, kind, payload: { change: '7', hash, ...payload } }) as unknown as LedgerEntry

test('a reason is held to the mark in the ledger: one changed afterwards, or of another change, does not agree', () => {
  expect(reasonIsKept({ reason, proof }, entry())).toBe(true)
  expect(reasonIsKept({ reason: 'Combinado entre nós', proof }, entry())).toBe(false)
  expect(reasonIsKept({ reason, proof: { ...proof, seq: 8 } }, entry())).toBe(false)
})

test('a reason is held to the entry that this device keeps, whatever hash the answer would name', () => {
  const told = 'Ana pediu para sair da frente'
  const invented = createHash('sha256')
    .update(queueReasonText(salt, { circleId, seq: 7, reason: told }))
    .digest('hex')
  const answer = { ...proof, hash: invented }
  expect(reasonIsKept({ reason: told, proof: answer }, entry())).toBe(false)
  expect(reasonIsKept({ reason, proof }, entry({ change: '8' }))).toBe(false)
  expect(reasonIsKept({ reason, proof }, entry({}, 'case.words'))).toBe(false)
})

test('a reason without what opens its mark is neither kept nor another: that it cannot be told is said beside it', () => {
  const unopened = { ...proof, salt: null }
  expect(reasonIsKept({ reason, proof: unopened }, entry())).toBeNull()
  expect(isUnopened(reason, unopened)).toBe(true)
  expect(isUnopened(reason, proof)).toBe(false)
  expect(isUnopened(null, unopened)).toBe(false)
  expect(isUnopened(reason, null)).toBe(false)
})

test('nothing is said where the ledger was never given a mark', () => {
  expect(reasonIsKept({ reason, proof: null }, entry())).toBeNull()
  expect(reasonIsKept({ reason: null, proof }, entry())).toBeNull()
})

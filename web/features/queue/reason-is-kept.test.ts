import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { queueReasonText } from '#circle/queue-reason.ts'
import { reasonIsKept } from './reason-is-kept.ts'

const circleId = '0190a1b2-0000-7000-8000-000000000001'
const salt = 'c2FsdA'
const hash = createHash('sha256')
  .update(queueReasonText(salt, { circleId, seq: 7, reason: 'Combinado entre todos' }))
  .digest('hex')
const proof = { circle_id: circleId, seq: 7, salt, entry: 9, hash }

test('a reason is held to the mark in the ledger: one changed afterwards, or of another change, does not agree', () => {
  expect(reasonIsKept({ reason: 'Combinado entre todos', proof })).toBe(true)
  expect(reasonIsKept({ reason: 'Combinado entre nós', proof })).toBe(false)
  expect(reasonIsKept({ reason: 'Combinado entre todos', proof: { ...proof, seq: 8 } })).toBe(false)
  expect(reasonIsKept({ reason: 'Combinado entre todos', proof: { ...proof, hash: null } })).toBe(false)
})

test('nothing is said where the ledger was never given a mark', () => {
  expect(reasonIsKept({ reason: 'Combinado entre todos', proof: null })).toBeNull()
  expect(reasonIsKept({ reason: null, proof })).toBeNull()
})

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { paymentKeyText } from '#circle/payment-key.ts'
import { isPaidOn, unlistedDevice } from './own-access.ts'
import type { ShownPaidOn } from './own-access.ts'
import type { LedgerEntry } from './entry.ts'
import { openPaymentKeyBooks } from './payment-keys.ts'
import type { RecordedKey } from './device-keys.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const key = { pixKey: 'ana@exemplo.invalid', pixOwnerName: 'Ana', btcAddress: null, usdtAddress: null }
const promise = (pixKey = key.pixKey) => sha256(paymentKeyText('sal', { ...key, pixKey }))
const at = '2026-11-10T12:00:00.000Z'
const first = { kind: 'payment_key.committed', payload: { memberId: 'ana', commitment: promise() } }
const asked = {
  kind: 'payment_key.change_asked',
  payload: { memberId: 'ana', commitment: 'thief', by: 'administration', holdsAt: '2026-11-13T12:00:00.000Z' },
}

/** Whether Ana's profile shows how she is paid, as far as her device knew the ledger before. */
function agrees(told: readonly object[], shown: Partial<ShownPaidOn>, knownUpTo = told.length): boolean {
  const books = openPaymentKeyBooks()
  for (const [index, one] of told.entries())
    books.record({ seq: index + 1, at, actor_id: null, ...one } as unknown as LedgerEntry)
  const whole: ShownPaidOn = { held: { commitment: promise(), salt: 'sal' }, key, waiting: null, ...shown }
  return isPaidOn(books, { memberId: 'ana', knownUpTo }, whole, sha256)
}

test('a profile shows the key that the ledger promises to those who pay, and none else', () => {
  expect(agrees([first], {})).toBe(true)
  // Those who pay her are promised the key of a thief, and her profile goes on showing hers: beside either commitment.
  const stolen = { ...first, payload: { memberId: 'ana', commitment: promise('ladrao@exemplo.invalid') } }
  expect(agrees([stolen], {})).toBe(false)
  expect(agrees([stolen], { held: { commitment: stolen.payload.commitment, salt: 'sal' } })).toBe(false)
  expect([agrees([first], { held: null }), agrees([], { held: null })]).toEqual([false, true])
})

test('and the change that waits, to which its person says no; of what is newer than the answer nothing is asked', () => {
  const told = [first, asked]
  expect([agrees(told, { waiting: 'thief' }), agrees(told, {}), agrees(told, { waiting: 'other' })]).toEqual([
    true,
    false,
    false,
  ])
  expect(agrees(told, {}, 1)).toBe(true)
  // With all the time that there is, and no more, to say it in.
  const until = (day: number) => agrees(told, { waiting: 'thief', holdsAt: Date.UTC(2026, 10, day, 12) })
  expect([until(13), until(20)]).toEqual([true, false])
})

test('a device that signs in somebody’s name is on their list, as what it is', () => {
  const phone = { keyId: 'k1', memberId: 'ana', publicKey: 'P1', addedSeq: 3, removedSeq: null, holdsFrom: 0 }
  const missing = (listed: object[], keys: RecordedKey[] = [phone], knownUpTo = 9) =>
    unlistedDevice(keys, knownUpTo, listed as never)?.keyId
  const shown = { id: 'k1', publicKey: 'P1', isRemoved: false }
  expect([missing([shown]), missing([]), missing([], [phone], 2)]).toEqual([undefined, 'k1', undefined])
  expect([missing([{ ...shown, publicKey: 'P2' }]), missing([{ ...shown, isRemoved: true }])]).toEqual(['k1', 'k1'])
  const gone = { ...phone, removedSeq: 5 }
  expect([
    missing([shown], [gone]),
    missing([{ ...shown, isRemoved: true }], [gone]),
    missing([shown], [gone], 4),
  ]).toEqual(['k1', undefined, undefined])
})

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { toBase64, toHex, utf8 } from '#circle/bytes.ts'
import { checkpointOf, entryLeaf } from '#circle/ledger/checkpoint.ts'
import { entryText, GENESIS_HASH } from '#circle/ledger/entry.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { inclusionRanges, subtreeHash } from '#circle/ledger/merkle.ts'
import { paymentKeyText } from '#circle/payment-key.ts'
import { presets } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import { toldPlan } from '#contracts/told-plans.ts'
import type { Donation } from './api.ts'
import { checkPayment } from './payment-check.ts'
import type { PaymentKeys } from './payment-keys.ts'

const CIRCLE = 'c1'
const ROSA = { pixKey: 'rosa@exemplo.com', pixOwnerName: 'Rosa Andrade', btcAddress: null, usdtAddress: null }
const OLD = { ...ROSA, pixKey: 'antiga@exemplo.com' }
const THIEF = { ...ROSA, pixKey: 'ladrao@banco.com' }
const SALT = 'ab'.repeat(16)

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const hashOf = (text: string) => toHex(sha256(utf8(text)))
const commitmentOf = (key: typeof ROSA) => hashOf(paymentKeyText(SALT, key))

type Facts = { readonly kind: string; readonly payload: Record<string, unknown> }

const created = (plan: Plan = presets.rotativo): Facts => ({ kind: 'circle.created', payload: { mode: 'real', plan } })
const commits = (key: typeof ROSA, memberId = 'rosa'): Facts => ({
  kind: 'payment_key.committed',
  payload: { memberId, commitment: commitmentOf(key), via: 'job' },
})
const matched = (changes: Record<string, unknown> = {}): Facts => ({
  kind: 'donation.matched',
  payload: {
    donationId: 'd1',
    donorId: 'tiago',
    receiverId: 'rosa',
    type: 'PULL',
    amountCents: 10_000,
    target: 1,
    ...changes,
  },
})
const noise = (): Facts => ({ kind: 'member.approved', payload: { memberId: 'x' } })

function ledgerOf(facts: readonly Facts[]): LedgerEntry[] {
  const entries: LedgerEntry[] = []
  for (const one of facts) {
    const previous_hash = entries.at(-1)?.hash ?? GENESIS_HASH
    const entry = { ...one, seq: entries.length + 1, at: '2026-11-10T12:00:00.000Z', actor_id: null, previous_hash }
    entries.push({ ...entry, hash: hashOf(entryText(CIRCLE, entry)) })
  }
  return entries
}

/** The answer as the device holds it: the entries told, with their proofs in the ledger told. */
function keysOf(
  entries: readonly LedgerEntry[],
  shown: { committed?: number } & Partial<Pick<PaymentKeys, 'kept' | 'payments'>> = {},
) {
  const { size, root } = checkpointOf(sha256, CIRCLE, entries)
  const leaf = (index: number) => entryLeaf(sha256, entries[index]!.hash)
  const proofOf = ({ seq }: LedgerEntry) =>
    inclusionRanges(seq - 1, size).map((range) => toBase64(subtreeHash(sha256, { leaf }, range)))
  const of = (kind: string) => entries.findLast((entry) => entry.kind === kind)!
  const plan = of('circle.created')
  const match = entries.findLast(({ kind }) => kind === 'donation.handed_over') ?? of('donation.matched')
  const committed = shown.committed ? entries[shown.committed - 1]! : (of('payment_key.committed') ?? null)
  return {
    circle_id: CIRCLE,
    checkpoint: { note: '', key: '' },
    plan: { entry: plan, proof: proofOf(plan) },
    donations: [
      {
        donation_id: 'd1',
        matched: match,
        matched_proof: proofOf(match),
        committed,
        committed_proof: committed && proofOf(committed),
      },
    ],
    head: { size, root: toBase64(root) },
    kept: shown.kept ?? { upTo: 0, found: [] },
    payments: shown.payments ?? [],
  }
}

const donation = (changes: Partial<Donation> = {}, key = ROSA) =>
  ({
    id: 'd1',
    donorId: 'tiago',
    receiverId: 'rosa',
    type: 'PULL',
    amount: 100,
    paid: 0,
    missing: 100,
    parts: [],
    rejections: [],
    allowed: ['send_receipt'],
    status: 'PENDING_PAYMENT',
    receipt_amount: null,
    receiver: { ...key, name: 'Rosa' },
    payment_salt: SALT,
    ...changes,
  }) as Donation

const circleOf = (plan: Plan = presets.rotativo) => ({ id: CIRCLE, plan: toldPlan(plan) }) as never
const check = (
  shown: Donation,
  keys: PaymentKeys,
  { saved = null, plan = presets.rotativo, reader = 'tiago' }: Seen = {},
) => checkPayment(shown, keys, { saved, circle: circleOf(plan), reader })
type Seen = { reader?: string; saved?: Parameters<typeof checkPayment>[2]['saved']; plan?: Plan }

const HONEST = ledgerOf([created(), commits(ROSA), noise(), commits(OLD, 'ana'), noise(), matched()])
const honest = () => keysOf(HONEST, { committed: 2 })

describe('what a donation asks for', () => {
  test('is asked of one of its two people: another’s debt is not to be paid, however true its amount and key', () => {
    expect(['tiago', 'rosa'].map((reader) => check(donation(), honest(), { reader }).is)).toEqual(['kept', 'kept'])
    expect(check(donation(), honest(), { reader: 'vicente' })).toEqual({ is: 'differs', what: 'person' })
  })

  test('is not what the ledger on this device has as paid, though no export ever answers', () => {
    const nothing = { donationId: 'd1', hasEnded: false, paidCents: 0, receipts: 0 }
    const after = (known: object, shown: object = {}) =>
      check(donation(shown), keysOf(HONEST, { committed: 2, payments: [{ ...nothing, ...known }] }))
    const refused = { is: 'differs', what: 'ledger' }
    const part = { part: 1, amount: 40 }
    expect(after({})).toMatchObject({ is: 'kept' })
    expect(after({ hasEnded: true })).toEqual(refused)
    expect(after({ paidCents: 4_000, receipts: 1 })).toEqual(refused)
    expect(after({ paidCents: 4_000, receipts: 1 }, { paid: 40, missing: 60, parts: [part] })).toMatchObject({
      is: 'kept',
    })
    // A receipt that was sent waits, or was rejected.
    expect(after({ receipts: 1 })).toEqual(refused)
    expect(after({ receipts: 1 }, { status: 'PENDING_CONFIRMATION' })).toMatchObject({ is: 'kept' })
    expect(after({ receipts: 1 }, { rejections: [{ attempt: 1 }] })).toMatchObject({ is: 'kept' })
  })

  test('is the newcomer’s where its place was handed over, and never again what was promised before', () => {
    const BRUNO = { ...ROSA, pixKey: 'bruno@exemplo.com', pixOwnerName: 'Bruno Reis' }
    const handed: Facts = { kind: 'donation.handed_over', payload: matched({ receiverId: 'bruno' }).payload }
    const told = ledgerOf([created(), commits(ROSA), commits(BRUNO, 'bruno'), matched(), handed])
    const shown = donation({ receiverId: 'bruno' }, BRUNO)
    const kept = { is: 'kept', commitment: commitmentOf(BRUNO), of: 5 }
    const before = { donation_id: 'd1', commitment: commitmentOf(ROSA), read: true }
    expect(check(shown, keysOf(told, { committed: 3 }), { saved: before })).toMatchObject(kept)
    expect(check(donation(), keysOf(told, { committed: 2 }), { saved: before })).toEqual({ is: 'differs', what: 'key' })
    const saved = { donation_id: 'd1', commitment: commitmentOf(BRUNO), of: 5 }
    expect(check(shown, keysOf(told, { committed: 3 }), { saved })).toMatchObject(kept)
    const asBefore = keysOf(told.slice(0, 4), { committed: 2 })
    expect(check(donation(), asBefore, { saved })).toEqual({ is: 'differs', what: 'key' })
  })

  test('is what the ledger promised where each entry is proven to be in the ledger that this device knows', () => {
    expect(check(donation(), honest())).toEqual({ is: 'kept', commitment: commitmentOf(ROSA), read: false, of: 0 })
    const read = keysOf(HONEST, {
      committed: 2,
      kept: { upTo: 6, found: [{ memberId: 'rosa', seq: 2, commitment: commitmentOf(ROSA) }] },
    })
    expect(check(donation(), read)).toMatchObject({ is: 'kept', read: true })
  })

  test('differs where another key is shown, with the salt or without, or another one than this device saw', () => {
    expect(check(donation({}, THIEF), honest())).toEqual({ is: 'differs', what: 'key' })
    expect(check(donation({ payment_salt: null }), honest())).toEqual({ is: 'differs', what: 'key' })
    const saved = { donation_id: 'd1', commitment: commitmentOf(THIEF) }
    expect(check(donation(), honest(), { saved })).toEqual({ is: 'differs', what: 'key' })
    const without = { ...honest(), donations: [] }
    expect(check(donation(), without, { saved })).toEqual({ is: 'differs', what: 'key' })
    expect(check(donation(), without)).toEqual({ is: 'absent' })
  })

  test('differs where match and commitment are another ledger’s, though every hash and proof of it is right', () => {
    const lie = ledgerOf([created(), commits(THIEF), noise(), noise(), noise(), matched()])
    const shown = keysOf(lie, { committed: 2 })
    expect(check(donation({}, THIEF), shown)).toMatchObject({ is: 'kept' })
    // The proofs lead to a tree that this device does not know: the known one, or none that continues it.
    expect(check(donation({}, THIEF), { ...shown, head: honest().head })).toEqual({ is: 'differs', what: 'ledger' })
    expect(check(donation({}, THIEF), { ...shown, head: null })).toEqual({ is: 'differs', what: 'ledger' })
    const [other] = keysOf(lie, { committed: 2 }).donations
    const mixed = honest()
    const [own] = mixed.donations
    for (const part of [
      { committed: other!.committed, committed_proof: other!.committed_proof },
      { committed: other!.committed, committed_proof: own!.committed_proof },
      { committed: { ...own!.committed!, payload: other!.committed!.payload } },
      { committed_proof: null },
    ])
      expect(check(donation({}, THIEF), { ...mixed, donations: [{ ...own!, ...part }] }).is).toBe('differs')
  })

  test('differs where R$ 500 is asked for in a plan of R$ 100, whichever of match, plan entry and circle says it', () => {
    const greedy: Plan = { ...presets.rotativo, levels: [{ ...presets.rotativo.levels[0], donationCents: 50_000 }] }
    const asks = donation({ amount: 500 })
    expect(check(asks, honest())).toEqual({ is: 'differs', what: 'amount' })
    // The code is of what is missing.
    for (const left of [{ missing: 500 }, { missing: 60 }, { paid: 40, missing: 60 }, { receipt_amount: 500 }])
      expect(check(donation(left), honest())).toEqual({ is: 'differs', what: 'amount' })
    const inMatch = ledgerOf([created(), commits(ROSA), noise(), matched({ amountCents: 50_000 })])
    expect(check(asks, keysOf(inMatch, { committed: 2 }))).toEqual({ is: 'differs', what: 'amount' })
    const inPlan = ledgerOf([created(greedy), commits(ROSA), noise(), matched({ amountCents: 50_000 })])
    expect(check(asks, keysOf(inPlan, { committed: 2 }))).toEqual({ is: 'differs', what: 'amount' })
    expect(check(asks, honest(), { plan: greedy })).toEqual({ is: 'differs', what: 'amount' })
    expect(check(donation({ type: 'SETTLEMENT' }), honest())).toEqual({ is: 'differs', what: 'amount' })
    const plan = { entry: { ...honest().plan.entry, payload: { plan: greedy } }, proof: honest().plan.proof }
    expect(check(asks, { ...honest(), plan })).toEqual({ is: 'differs', what: 'ledger' })
    expect(check(donation(), { ...honest(), plan: null })).toEqual({ is: 'differs', what: 'ledger' })
  })

  test('differs where the entries are about another donation, donor or receiver', () => {
    for (const changes of [{ donationId: 'd2' }, { donorId: 'ana' }, { receiverId: 'ana' }]) {
      const entries = ledgerOf([created(), commits(ROSA), noise(), matched(changes)])
      expect(check(donation(), keysOf(entries, { committed: 2 }))).toEqual({ is: 'differs', what: 'key' })
    }
    const ofAnother = keysOf(ledgerOf([created(), commits(ROSA, 'ana'), noise(), matched()]), { committed: 2 })
    expect(check(donation(), ofAnother)).toEqual({ is: 'differs', what: 'key' })
  })

  test('differs where an older commitment, or one made after the match, stands in place of the one that this device read', () => {
    const entries = ledgerOf([created(), commits(OLD), commits(ROSA), noise(), matched(), commits(THIEF)])
    const found = [
      { memberId: 'rosa', seq: 2, commitment: commitmentOf(OLD) },
      { memberId: 'rosa', seq: 3, commitment: commitmentOf(ROSA) },
      { memberId: 'rosa', seq: 6, commitment: commitmentOf(THIEF) },
    ]
    const shows = (committed: number, key: typeof ROSA, upTo: number, saved: Seen['saved'] = null) =>
      check(
        donation({}, key),
        keysOf(entries, { committed, kept: { upTo, found: found.filter(({ seq }) => seq <= upTo) } }),
        {
          saved,
        },
      )
    expect(shows(3, ROSA, 6)).toMatchObject({ is: 'kept', read: true })
    // Read as far as the change of key is enough, also where this device was shown the older one before.
    expect(shows(2, OLD, 6)).toEqual({ is: 'differs', what: 'key' })
    expect(shows(2, OLD, 3)).toEqual({ is: 'differs', what: 'key' })
    const saved = { donation_id: 'd1', commitment: commitmentOf(OLD) }
    expect(shows(2, OLD, 6, saved)).toEqual({ is: 'differs', what: 'key' })
    expect(shows(6, THIEF, 6)).toEqual({ is: 'differs', what: 'key' })
    // Before this device has read the ledger, one made after the match is not shown at all.
    expect(shows(6, THIEF, 0)).toEqual({ is: 'absent' })
  })

  test('of a donation from before keys were promised is the first commitment after it, once the ledger was read', () => {
    const entries = ledgerOf([created(), noise(), matched(), commits(ROSA)])
    const found = [{ memberId: 'rosa', seq: 4, commitment: commitmentOf(ROSA) }]
    const shown = (upTo: number) => keysOf(entries, { committed: 4, kept: { upTo, found: upTo >= 4 ? found : [] } })
    expect(check(donation(), shown(4))).toMatchObject({ is: 'kept', read: true })
    expect(check(donation(), shown(0))).toEqual({ is: 'absent' })
  })
})

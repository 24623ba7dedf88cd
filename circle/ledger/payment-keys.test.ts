import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decide } from '#circle/circle.ts'
import type { Command } from '#circle/circle.ts'
import { COMMAND_KIND, entryText, GENESIS_HASH } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import type { LedgerRecord } from './records.ts'
import { RULES } from './rules.ts'

import type { OwnRecords } from './verdict.ts'
import { paymentKeyText } from '#circle/payment-key.ts'
import { DAY_MS } from '#circle/period.ts'
import { presets } from '#circle/plan.ts'
import type { CircleMode, CircleState } from '#circle/state.ts'
import { verifyBothWays } from '#circle/testing/verify-both-ways.ts'

const CIRCLE = '0190a1b2-0000-7000-8000-000000000001'
const [ROSA, TIAGO, VERA] = [1, 2, 3].map((n) => `0190a1b2-0000-7000-8000-00000000000${n + 1}`) as [
  string,
  string,
  string,
]
const ADMIN = '0190a1b2-0000-7000-8000-00000000000a'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const keyOf = (pixKey: string) => ({ pixKey, pixOwnerName: 'Rosa', btcAddress: null, usdtAddress: null })
const commitmentOf = (pixKey: string) => sha256(paymentKeyText('salt', keyOf(pixKey)))

type Unchained = Omit<LedgerEntry, 'seq' | 'hash' | 'previous_hash'>

function chain(entries: readonly Unchained[]): LedgerEntry[] {
  let previous_hash = GENESIS_HASH
  return entries.map(({ at, actor_id, kind, payload }, index) => {
    const facts = { seq: index + 1, at, actor_id, kind, payload, previous_hash }
    previous_hash = sha256(entryText(CIRCLE, facts))
    return { ...facts, hash: previous_hash }
  })
}

/** Rosa receives from Tiago and Vera; her key is committed, and changed as `story` tells. */
function ledgerOf(story: (circle: ReturnType<typeof begin>) => void, mode: CircleMode = 'real', rules?: number) {
  const circle = begin(mode, rules)
  for (const [index, memberId] of [ROSA, TIAGO, VERA].entries()) {
    circle.perform({ kind: 'approve_member', memberId })
    circle.note({ kind: 'payment_key.committed', memberId, commitment: commitmentOf(`${memberId}@antes`) })
    circle.perform({ kind: 'place', memberId, level: 1, position: index + 1, isReceiver: false })
  }
  story(circle)
  return circle.entries
}

function begin(mode: CircleMode, rules?: number) {
  const entries: Unchained[] = []
  let now = Date.UTC(2026, 10, 10, 15)
  let count = 0
  let state: CircleState | null = null
  const write = (kind: string, payload: object, actor_id: string | null = ADMIN) =>
    entries.push({
      at: new Date(now).toISOString(),
      actor_id,
      kind,
      payload: JSON.parse(JSON.stringify(payload)) as Unchained['payload'],
    })
  const perform = (command: Command) => {
    const ids: string[] = []
    const newId = () => {
      ids.push(`0190a1b2-0000-7000-9000-${String((count += 1)).padStart(12, '0')}`)
      return ids.at(-1)!
    }
    const result = decide(state, command, { now, newId })
    if (!result.ok) throw new Error(result.code)
    state = result.state
    write(COMMAND_KIND, { command, ids, via: 'password' })
    for (const { kind, ...payload } of result.events) write(kind, payload)
  }
  const note = ({ kind, ...payload }: LedgerRecord, actorId: string | null = ADMIN) =>
    write(kind, { ...payload, via: actorId === null ? 'job' : 'password' }, actorId)
  const asks = (pixKey: string, by: 'member' | 'administration', waitDays: number) =>
    note(
      {
        kind: 'payment_key.change_asked',
        memberId: ROSA,
        commitment: commitmentOf(pixKey),
        by,
        holdsAt: new Date(now + waitDays * DAY_MS).toISOString(),
      },
      by === 'member' ? ROSA : ADMIN,
    )
  const says = (kind: 'payment_key.confirmed' | 'payment_key.objected', pixKey: string, actorId = ROSA) =>
    note({ kind, memberId: ROSA, commitment: commitmentOf(pixKey) }, actorId)
  const withdrawn = (pixKey: string, by: string) =>
    note({ kind: 'payment_key.withdrawn', memberId: ROSA, commitment: commitmentOf(pixKey) }, by)
  const holds = (pixKey: string) =>
    note({ kind: 'payment_key.committed', memberId: ROSA, commitment: commitmentOf(pixKey) }, null)
  perform({ kind: 'create_circle', mode, plan: presets.roda, ...(rules === undefined ? {} : { rules }) })
  return { entries, perform, note, asks, says, holds, withdrawn, advance: (days: number) => (now += days * DAY_MS) }
}

function faultsOf(entries: readonly Unchained[], own?: OwnRecords) {
  const chained = chain(entries)
  const { hash, at, seq } = chained.at(-1)!
  const head = { circle_id: CIRCLE, seq, hash, at, key: 'k', signature: 's', isSigned: true }
  return verifyBothWays({ circleId: CIRCLE, entries: chained, head, ...(own ? { own } : {}) }, { sha256 }).faults.map(
    ({ code, seq: where }) => ({ code, kind: entries[where! - 1]?.kind }),
  )
}

const UNASKED = [{ code: 'payment_key.unasked', kind: 'payment_key.committed' }]

describe('a payment key in the ledger of a real circle', () => {
  test('changes after its wait, or confirmed by its owner, and nothing is found', () => {
    const waited = ledgerOf((circle) => {
      circle.asks('nova', 'member', 1)
      circle.advance(1)
      circle.holds('nova')
      circle.asks('outra', 'administration', 3)
      circle.says('payment_key.confirmed', 'outra')
      circle.holds('outra')
      circle.asks('golpe', 'administration', 3)
      circle.says('payment_key.objected', 'golpe')
      circle.asks('mais uma', 'administration', 3)
      circle.advance(3)
      circle.holds('mais uma')
    })
    expect(faultsOf(waited)).toEqual([])
  })

  test.each<[string, (circle: ReturnType<typeof begin>) => void]>([
    ['that nobody asked for', (circle) => circle.holds('golpe')],
    [
      'before its time',
      (circle) => {
        circle.asks('golpe', 'administration', 3)
        circle.advance(2.9)
        circle.holds('golpe')
      },
    ],
    [
      'other than the one asked for',
      (circle) => {
        circle.asks('nova', 'administration', 3)
        circle.advance(3)
        circle.holds('golpe')
      },
    ],
    [
      'that its owner refused',
      (circle) => {
        circle.asks('golpe', 'administration', 3)
        circle.says('payment_key.objected', 'golpe')
        circle.advance(3)
        circle.holds('golpe')
      },
    ],
    [
      'hastened with a stolen session of its owner',
      (circle) => {
        circle.asks('golpe', 'member', 1)
        circle.says('payment_key.confirmed', 'golpe')
        circle.holds('golpe')
      },
    ],
    [
      'back for an hour and forth again',
      (circle) => {
        circle.asks('nova', 'member', 1)
        circle.advance(1)
        circle.holds('nova')
        circle.holds(`${ROSA}@antes`)
      },
    ],
  ])('is found where it comes into force %s', (_, lie) => {
    const entries = ledgerOf(lie)
    expect(faultsOf(entries)).toEqual(UNASKED)
    // In a demonstration nothing can be paid, and a change acts at once.
    expect(faultsOf(ledgerOf(lie, 'demonstracao'))).toEqual([])
  })

  test('is found where the wait asked for is shorter than the rules’', () => {
    const short = ledgerOf((circle) => circle.asks('golpe', 'administration', 1))
    expect(faultsOf(short)).toEqual([{ code: 'payment_key.unasked', kind: 'payment_key.change_asked' }])
  })

  test('is found where somebody confirms, or asks, in its owner’s name', () => {
    const confirmed = ledgerOf((circle) => {
      circle.asks('golpe', 'administration', 3)
      circle.says('payment_key.confirmed', 'golpe', ADMIN)
    })
    expect(faultsOf(confirmed)).toEqual([{ code: 'rules.actor', kind: 'payment_key.confirmed' }])
    const asked = ledgerOf((circle) => circle.asks('golpe', 'member', 1)).map((entry) =>
      entry.kind === 'payment_key.change_asked' ? { ...entry, actor_id: ADMIN } : entry,
    )
    expect(faultsOf(asked)).toEqual([{ code: 'rules.actor', kind: 'payment_key.change_asked' }])
  })
})

describe('a change of key that its member asked for, in a circle founded by these rules,', () => {
  const heldBack = (story: (circle: ReturnType<typeof begin>) => void) =>
    faultsOf(ledgerOf(story, 'real', RULES)).filter(({ code }) => code.startsWith('payment_key.'))

  test('ends by their own no, or with their part; the administration takes back its own', () => {
    const honest = heldBack((circle) => {
      circle.asks('nova', 'member', 1)
      circle.says('payment_key.objected', 'nova')
      circle.asks('outra', 'administration', 3)
      circle.withdrawn('outra', ADMIN)
      circle.asks('mais uma', 'member', 1)
      circle.advance(10)
      circle.asks('de novo', 'member', 1)
      circle.perform({ kind: 'depart_member', memberId: ROSA, how: 'left' })
      for (const memberId of ['v1', 'v2']) {
        circle.advance(10)
        circle.perform({ kind: 'approve_member', memberId })
      }
    })
    expect(honest).toEqual([])
  })

  test.each<[string, string, (circle: ReturnType<typeof begin>) => void]>([
    ['taken back by the administration', 'payment_key.withdrawn', (circle) => circle.withdrawn('nova', ADMIN)],
    ['taken back in its member’s name', 'payment_key.withdrawn', (circle) => circle.withdrawn('nova', ROSA)],
    [
      'that never comes',
      'payment_key.change_asked',
      (circle) => {
        circle.advance(1)
        circle.says('payment_key.confirmed', 'nova')
        circle.advance(1.1)
        circle.asks('outra', 'administration', 3)
      },
    ],
  ])('is found %s', (_, kind, lie) => {
    const told = heldBack((circle) => {
      circle.asks('nova', 'member', 1)
      lie(circle)
    })
    expect(told).toEqual([{ code: 'payment_key.held_back', kind }])
  })

  test('is found where its time is put off', () => {
    const put = heldBack((circle) => circle.asks('nova', 'member', 3))
    expect(put).toEqual([{ code: 'payment_key.held_back', kind: 'payment_key.change_asked' }])
  })
})

describe('a donation’s key', () => {
  const changed = ledgerOf((circle) => {
    circle.perform({ kind: 'generate_pull' })
    circle.asks('nova', 'member', 1)
    circle.advance(1)
    circle.holds('nova')
  })
  const matched = changed.find(({ kind, payload }) => kind === 'donation.matched' && payload['receiverId'] === ROSA)!
  const ownOf = (shown: object): OwnRecords => ({
    memberId: String(matched.payload['donorId']),
    donations: [
      { id: String(matched.payload['donationId']), amountCents: 10_000, status: 'PENDING_PAYMENT', ...shown },
    ],
  })
  const OTHER = [{ code: 'own.other_key', kind: 'donation.matched' }]

  test('is the one in force when it was matched, whatever its receiver’s is now', () => {
    const before = { paymentKey: { ...keyOf(`${ROSA}@antes`), salt: 'salt' } }
    expect(faultsOf(changed, ownOf(before))).toEqual([])
    expect(faultsOf(changed, ownOf({ paymentCommitment: commitmentOf(`${ROSA}@antes`) }))).toEqual([])
    expect(faultsOf(changed, ownOf({ paymentCommitment: null }))).toEqual([])
  })

  test.each([
    ['another key', { paymentKey: { ...keyOf('golpe'), salt: 'salt' } }],
    ['another owner', { paymentKey: { ...keyOf(`${ROSA}@antes`), pixOwnerName: 'Ladrão', salt: 'salt' } }],
    ['another address', { paymentKey: { ...keyOf(`${ROSA}@antes`), btcAddress: 'bc1', salt: 'salt' } }],
    ['the key of later', { paymentKey: { ...keyOf('nova'), salt: 'salt' } }],
    ['another commitment', { paymentCommitment: commitmentOf('golpe') }],
  ])('is found where its donor was shown %s', (_, shown) => {
    expect(faultsOf(changed, ownOf(shown))).toEqual(OTHER)
  })

  test('is the newcomer’s from where its place is handed over on; what was promised until then was right', () => {
    const NEWCOMER = '0190a1b2-0000-7000-8000-000000000009'
    const handed = ledgerOf((circle) => {
      circle.perform({ kind: 'approve_member', memberId: NEWCOMER })
      circle.note({ kind: 'payment_key.committed', memberId: NEWCOMER, commitment: commitmentOf('vem') })
      circle.perform({ kind: 'generate_pull' })
      const sums = { givenCents: 0, receivedCents: 0 }
      circle.perform({ kind: 'hand_over', substituteId: 's', memberId: ROSA, newcomerId: NEWCOMER, ...sums })
    }, 'demonstracao')
    const { payload } = handed.find(({ kind }) => kind === 'donation.handed_over')!
    const own = { id: String(payload['donationId']), amountCents: 10_000, status: 'PENDING_PAYMENT' }
    const faults = (shown: string) =>
      faultsOf(handed, {
        memberId: String(payload['donorId']),
        donations: [{ ...own, paymentCommitment: commitmentOf(shown) }],
      }).filter(({ code }) => code.startsWith('own.') || code.startsWith('books.'))
    expect([payload['receiverId'], faults('vem'), faults(`${ROSA}@antes`)]).toEqual([NEWCOMER, [], []])
    expect(faults('golpe')).toMatchObject([{ code: 'own.other_key' }])
  })

  test('of a donation from before there were commitments is the first that follows while it is open', () => {
    const late = ledgerOf((circle) => circle.perform({ kind: 'generate_pull' }))
    const first = late.findIndex(
      ({ kind, payload }) => kind === 'payment_key.committed' && payload['memberId'] === ROSA,
    )
    const moved = [...late.toSpliced(first, 1), { ...late[first]!, at: late.at(-1)!.at }]
    const shown = { paymentKey: { ...keyOf(`${ROSA}@antes`), salt: 'salt' } }
    expect(faultsOf(moved, ownOf(shown))).toEqual([])
    expect(faultsOf(moved, ownOf({ paymentCommitment: commitmentOf('golpe') }))).toEqual(OTHER)
  })
})

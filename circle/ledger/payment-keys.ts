import type { LedgerEntry } from './entry.ts'
import type { Command } from '#circle/circle.ts'
import { KEY_WAIT_MS } from '#circle/payment-key.ts'
import type { KeyAuthor } from '#circle/payment-key.ts'
import { DAY_MS } from '#circle/period.ts'
import { holdsToRules, KEY_CHANGES_HOLD_SINCE } from './rules.ts'

/** The faults that the payment keys of a ledger can have. */
export type PaymentKeyFaultCode = 'payment_key.unasked' | 'payment_key.held_back'

/** How long a ledger may go on before it says that a key holds: the clock looks every minute, also after a standstill. */
const SAID_WITHIN_MS = DAY_MS

/** `dueSince`: when (epoch ms) the ledger first went on without it past its time; Infinity where it need not come, or that is told. */
type Waiting = {
  readonly commitment: string
  readonly holdsAt: number
  readonly by: KeyAuthor
  isConfirmed: boolean
  dueSince: number | null
}
/** `seq`: the last entry about them. */
type Keys = { commitment: string | null; waiting: Waiting | null; seq: number; readonly unbound: Map<string, null> }

/** The state of the reading. */
type Read = {
  readonly members: Map<string, Keys>
  /** By donation, the commitment that it is paid on. */
  readonly bound: Map<string, string>
  /** Donations with the commitments that they were bound to until their place was handed over. */
  readonly former: Set<string>
  isReal: boolean
  areChangesHeld: boolean
  /** No change that waits is due before. */
  nextAt: number
}

/**
 * The payment keys that a ledger promises, by their commitments alone. A donation is bound to the commitment of its
 * receiver that is in force when it is matched, or handed over; one matched before its receiver had any, to the first that follows while
 * it is open. In a real circle a key changes only as it was asked for: after its wait, or confirmed by its owner. And it does change,
 * unless its owner says no, or the administration takes back what it had asked for itself.
 */
export function openPaymentKeyBooks() {
  const read: Read = {
    members: new Map(),
    bound: new Map(),
    former: new Set(),
    isReal: false,
    areChangesHeld: false,
    nextAt: Infinity,
  }

  /** Records an entry. Answers its fault, or null. */
  function record(entry: LedgerEntry): PaymentKeyFaultCode | null {
    read.areChangesHeld ||= holdsToRules((entry.payload as { command?: Command }).command, KEY_CHANGES_HOLD_SINCE)
    const isLate = read.nextAt < Infinity && isHeldBack(read, Date.parse(entry.at))
    if (entry.kind.startsWith('payment_key.')) keysOf(read, String(entry.payload['memberId'])).seq = entry.seq
    return take(read, entry) ?? (isLate ? 'payment_key.held_back' : null)
  }

  /** Whether a donation is bound to a commitment, or was until its place was handed over. */
  const hasPromised = (donationId: string, commitment: string): boolean =>
    read.bound.get(donationId) === commitment || read.former.has(`${donationId} ${commitment}`)

  /** The commitment of a member's key, that of the change that waits and when (epoch ms) it holds, and the last entry about them. */
  function promisedTo(memberId: string) {
    const { commitment, waiting, seq } = keysOf(read, memberId)
    return { commitment, waiting: waiting?.commitment ?? null, holdsAt: waiting?.holdsAt ?? null, seq }
  }

  return { record, hasPromised, promisedTo }
}

export type PaymentKeyBooks = ReturnType<typeof openPaymentKeyBooks>

function take(read: Read, { kind, payload, at, actor_id: actorId }: LedgerEntry): PaymentKeyFaultCode | null {
  const text = (field: string) => String(payload[field])
  switch (kind) {
    case 'circle.created':
      read.isReal = payload['mode'] === 'real'
      return null
    case 'donation.matched':
    case 'donation.handed_over':
      unbind(read, text('donationId'), kind)
      if (typeof payload['receiverId'] === 'string') bind(read, text('donationId'), keysOf(read, text('receiverId')))
      return null
    case 'donation.confirmed':
    case 'donation.expired':
    case 'donation.cancelled':
      keysOf(read, text('receiverId')).unbound.delete(text('donationId'))
      return null
    case 'payment_key.committed':
      return commit(read, keysOf(read, text('memberId')), { commitment: text('commitment'), at: Date.parse(at) })
    case 'payment_key.change_asked':
      return ask(read, payload, Date.parse(at))
    case 'payment_key.confirmed':
      confirm(keysOf(read, text('memberId')), text('commitment'))
      return null
    case 'payment_key.objected':
      keysOf(read, text('memberId')).waiting = null
      return null
    case 'payment_key.withdrawn':
      return withdraw(read, text('memberId'), actorId)
    case 'member.suspended':
    case 'member.left': {
      const { waiting } = keysOf(read, text('memberId'))
      if (waiting) waiting.dueSince = Infinity
      return null
    }
    default:
      return null
  }
}

function keysOf({ members }: Read, memberId: string): Keys {
  const known = members.get(memberId)
  if (known) return known
  const keys: Keys = { commitment: null, waiting: null, seq: 0, unbound: new Map() }
  members.set(memberId, keys)
  return keys
}

/** A donation that goes on with other parties is paid on the key that its receiver has then. */
function unbind({ bound, former, members }: Read, donationId: string, kind: string): void {
  if (kind === 'donation.matched') return
  former.add(`${donationId} ${bound.get(donationId)}`)
  bound.delete(donationId)
  for (const keys of members.values()) keys.unbound.delete(donationId)
}

function bind({ bound }: Read, donationId: string, keys: Keys): void {
  if (keys.commitment === null) keys.unbound.set(donationId, null)
  else bound.set(donationId, keys.commitment)
}

function commit(
  { bound, isReal }: Read,
  keys: Keys,
  { commitment, at }: { readonly commitment: string; readonly at: number },
): PaymentKeyFaultCode | null {
  const { waiting } = keys
  const isRipe = waiting?.commitment === commitment && (waiting.isConfirmed || at >= waiting.holdsAt)
  const isFirst = keys.commitment === null
  keys.commitment = commitment
  keys.waiting = null
  for (const donationId of keys.unbound.keys()) bound.set(donationId, commitment)
  keys.unbound.clear()
  return isReal && !isFirst && !isRipe ? 'payment_key.unasked' : null
}

function ask(read: Read, payload: LedgerEntry['payload'], at: number): PaymentKeyFaultCode | null {
  const { areChangesHeld } = read
  const by = payload['by'] === 'member' ? 'member' : 'administration'
  const holdsAt = Date.parse(String(payload['holdsAt']))
  const commitment = String(payload['commitment'])
  keysOf(read, String(payload['memberId'])).waiting = { commitment, holdsAt, by, isConfirmed: false, dueSince: null }
  read.nextAt = Math.min(read.nextAt, holdsAt)
  const longer = holdsAt - at - KEY_WAIT_MS[by]
  if (areChangesHeld && longer > SAID_WITHIN_MS) return 'payment_key.held_back'
  return longer >= 0 ? null : 'payment_key.unasked'
}

/** One's own change is not hastened: somebody who holds one's session may have asked for it. */
function confirm({ waiting }: Keys, commitment: string): void {
  if (waiting?.commitment === commitment && waiting.by === 'administration') waiting.isConfirmed = true
}

/** A change that its member asked for ends by their own no, which their device signs or asks about. */
function withdraw(read: Read, memberId: string, actorId: string | null): PaymentKeyFaultCode | null {
  const { areChangesHeld } = read
  const keys = keysOf(read, memberId)
  const isTheirs = keys.waiting?.by === 'administration' && actorId !== null && actorId !== memberId
  keys.waiting = null
  return areChangesHeld && !isTheirs ? 'payment_key.held_back' : null
}

/** Whether the ledger goes on without a change whose time has come; once for each. */
function isHeldBack(read: Read, at: number): boolean {
  const { members, areChangesHeld, nextAt } = read
  if (!areChangesHeld || at < nextAt) return false
  read.nextAt = Infinity
  let isLate = false
  for (const { waiting } of members.values()) {
    if (!waiting || waiting.dueSince === Infinity) continue
    if (at >= waiting.holdsAt) waiting.dueSince ??= at
    const isTold = waiting.dueSince !== null && at - waiting.dueSince > SAID_WITHIN_MS
    if (isTold) waiting.dueSince = Infinity
    else read.nextAt = Math.min(read.nextAt, waiting.holdsAt)
    isLate ||= isTold
  }
  return isLate
}

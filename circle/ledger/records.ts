import { actOfKind } from './act-kinds.ts'
import { mayBeDecided } from './decided-records.ts'

/**
 * How a session was opened: by a password of one's own or one that an administrator set, a passkey, a recovery code, or by the
 * person's helper (circle/ledger/helpers.ts).
 */
export type SessionVia = 'password' | 'temporary' | 'passkey' | 'recovery' | 'helper'

/**
 * How the actor of an entry was authenticated. The circle's own jobs have no actor, and what a demonstration is seeded
 * with has no session.
 */
export type Via = SessionVia | 'job' | 'seed'

export const VIAS: readonly Via[] = ['password', 'temporary', 'passkey', 'recovery', 'helper', 'job', 'seed']

/** The shapes that a record's field can have. No field holds words: a person must be erasable. */
const fieldPatterns = {
  /** A UUID. */
  id: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  /** Several UUIDs, separated by commas. */
  ids: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(,[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})*$/,
  /** A SHA-256 in lower-case hex. */
  hash: /^[\da-f]{64}$/,
  /** Binary data in base64url, at most 200 bytes. */
  base64url: /^[\w-]{1,270}$/,
  /** A name of the contract's: a field, a reason, a role. */
  code: /^[A-Za-z][\w.]{0,39}$/,
  /** Several of these names, in order, separated by commas. */
  codes: /^[A-Za-z][\w.]{0,39}(,[A-Za-z][\w.]{0,39})*$/,
  /** The number of an entry. */
  seq: /^[1-9]\d{0,14}$/,
  /** A sum in centavos. */
  cents: /^(0|[1-9]\d{0,14})$/,
  /** A day of a month, 1 to 31, without a zero before it. */
  day: /^([1-9]|[12]\d|3[01])$/,
  /** An hour of a day, 0 to 23, without a zero before it. */
  hour: /^(\d|1\d|2[0-3])$/,
  /** The verifier key of a witness, c2sp.org/signed-note: its name, its id and its Ed25519 key. */
  witness: /^[\w./-]{1,80}\+[\da-f]{8}\+[A-Za-z\d+/]{44}$/,
  /** A time, ISO 8601 in UTC. */
  time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
} as const

type Field = keyof typeof fieldPatterns

/**
 * The records that a ledger holds beside its commands and events: what changes nobody's money or place and concerns
 * people all the same. A new kind stands here with its exact fields, in `web/text/records.ts` with its sentence, and is
 * written by `note` (server/circle-store/with-circle.ts).
 */
export const recordFields = {
  'member.access_reset': { memberId: 'id' },
  'member.email_changed': { memberId: 'id' },
  'member.recovered': { memberId: 'id' },
  /** Their phone was lost; shown by their own paper, a letter, or two members who know them: `by`. */
  'member.phone_lost': { memberId: 'id', by: 'code' },
  'member.password_changed': { memberId: 'id' },
  'member.own_email_changed': { memberId: 'id' },
  'circle.clock_moved': { to: 'time' },
  'member.key_added': { memberId: 'id', keyId: 'id', publicKey: 'base64url' },
  'member.key_removed': { memberId: 'id', keyId: 'id' },
  /** A device of the member's says of another, by the hash of its key, that it is theirs: it signs from here on. */
  'member.key_admitted': { memberId: 'id', keyId: 'id', hash: 'hash' },
  /** From here on the member is paid on the key with this commitment (circle/payment-key.ts). */
  'payment_key.committed': { memberId: 'id', commitment: 'hash' },
  /** In a real circle a changed key waits: `by` is 'member' or 'administration'. */
  'payment_key.change_asked': { memberId: 'id', commitment: 'hash', by: 'code', holdsAt: 'time' },
  'payment_key.confirmed': { memberId: 'id', commitment: 'hash' },
  'payment_key.objected': { memberId: 'id', commitment: 'hash' },
  'payment_key.withdrawn': { memberId: 'id', commitment: 'hash' },
  /** The terms in force from here on, and what of them changed: `first`, `plan`, `operator` or `text`. */
  'circle.terms_changed': { hash: 'hash', what: 'code' },
  'circle.renamed': { from: 'hash', to: 'hash' },
  'circle.registration_opened': {},
  'circle.registration_closed': {},
  /** From here on the circle asks for its contributions by itself (circle/calendar.ts), or no longer does. */
  'circle.calendar_set': { day: 'day', hour: 'hour' },
  'circle.calendar_removed': {},
  /** How many days a receiver has, from a receipt on, to confirm or reject it. */
  'circle.answer_days_set': { days: 'day' },
  /** The circle ends for good, everybody being at zero (circle/ledger/endings.ts). */
  'circle.closed': {},
  'terms.accepted': { memberId: 'id', hash: 'hash' },
  /** In a demonstration alone: an acceptance of the same plan, kept over a reset or from before acceptances were recorded. */
  'terms.carried': { memberId: 'id', hash: 'hash' },
  /** In a real circle, right after it is created: everybody who administers it then (circle/ledger/administrators.ts). */
  'circle.administrators_named': { userIds: 'ids' },
  /** Words of a case, by their salted hash (circle/case-words.ts): `what` is 'reason', 'statement', 'decision' … */
  'case.words': { donationId: 'id', reportId: 'id', wordsId: 'id', what: 'code', hash: 'hash' },
  /** The reason of a change of the queue, by its salted hash (circle/queue-reason.ts); `change` is its command's entry. */
  'queue.reason': { change: 'seq', hash: 'hash' },
  /** The draw of the first order (circle/draw.ts): commitments are SHA-256, numbers and the secret 32 bytes in hex. */
  'draw.begun': { drawId: 'id', commitment: 'hash', joinUntil: 'time', openUntil: 'time', memberIds: 'ids' },
  'draw.joined': { drawId: 'id', memberId: 'id', commitment: 'hash' },
  'draw.opened': { drawId: 'id', memberId: 'id', number: 'hash' },
  'draw.revealed': { drawId: 'id', secret: 'hash' },
  'draw.lapsed': { drawId: 'id', reason: 'code' },
  /** A first order that everybody is asked to accept (orders.ts), by the SHA-256 of it; lapsed where people came or went. */
  'order.proposed': { orderId: 'id', memberIds: 'ids', hash: 'hash' },
  'order.accepted': { orderId: 'id', memberId: 'id', hash: 'hash' },
  'order.withdrawn': { orderId: 'id' },
  'order.lapsed': { orderId: 'id' },
  /** A member knows another in person, or takes that back (circle/ledger/member-words.ts). */
  'member.vouched': { memberId: 'id', subjectId: 'id' },
  'member.vouch_withdrawn': { memberId: 'id', subjectId: 'id' },
  /** An administrator names a member for the second signature, members confirm or end that, or the fiscal resigns (fiscals.ts). */
  'fiscal.named': { memberId: 'id' },
  /** A naming that the members have not confirmed is taken back. */
  'fiscal.withdrawn': { memberId: 'id' },
  'fiscal.confirmed': { memberId: 'id', subjectId: 'id' },
  'fiscal.unconfirmed': { memberId: 'id', subjectId: 'id' },
  'fiscal.resigned': { memberId: 'id' },
  /** A member asks another to exchange turns, from one position to the other's (circle/ledger/swaps.ts), or one of the two ends it. */
  'swap.asked': { swapId: 'id', memberId: 'id', subjectId: 'id', from: 'seq', to: 'seq', hash: 'hash' },
  'swap.ended': { swapId: 'id', memberId: 'id' },
  /** A member asks a newcomer to take over their place with its sums, in centavos; the newcomer accepts; or one of them ends it. */
  'substitute.asked': {
    substituteId: 'id',
    memberId: 'id',
    subjectId: 'id',
    given: 'cents',
    received: 'cents',
    hash: 'hash',
  },
  'substitute.accepted': { substituteId: 'id', memberId: 'id', hash: 'hash' },
  'substitute.ended': { substituteId: 'id', memberId: 'id' },
  /** A member accepts their row of a roda that comes in (circle/ledger/beginnings.ts), by its hash, or says that it is wrong. */
  'beginning.accepted': { memberId: 'id', hash: 'hash' },
  'beginning.contested': { memberId: 'id', hash: 'hash' },
  /** A member chooses a witness of the ledger by its key, whose SHA-256 they sign, or takes that back. */
  'witness.chosen': { memberId: 'id', witness: 'witness', hash: 'hash' },
  'witness.dropped': { memberId: 'id', witness: 'witness', hash: 'hash' },
  /** One party appeals against the decision of a case. */
  'case.appealed': { donationId: 'id', reportId: 'id', memberId: 'id' },
  /** Somebody who administers a real circle takes part in it too, by their own word (circle/own-matter.ts). */
  'administrator.participates': { memberId: 'id' },
  /** From here on somebody acts for a member without a device, who named them on this paper; and no longer (circle/ledger/helpers.ts). */
  'helper.named': { memberId: 'id', helperId: 'id', paper: 'hash' },
  'helper.ended': { memberId: 'id', helperId: 'id' },
  'administrator.added': { userId: 'id', role: 'code' },
  'administrator.removed': { userId: 'id', role: 'code' },
  /** Somebody at the machine itself gave one who administers a temporary password. */
  'administrator.access_reset': { userId: 'id', role: 'code' },
  'approval.proposed': { approvalId: 'id', change: 'code', bodyHash: 'hash', actHash: 'hash' },
  'approval.approved': { approvalId: 'id', bodyHash: 'hash' },
  'approval.rejected': { approvalId: 'id' },
  'approval.withdrawn': { approvalId: 'id' },
  'approval.expired': { approvalId: 'id' },
  'approval.objected': { approvalId: 'id', memberId: 'id' },
  'approval.objection_withdrawn': { approvalId: 'id', memberId: 'id' },
  'approval.executed': { approvalId: 'id', bodyHash: 'hash', actHash: 'hash' },
  'approval.failed': { approvalId: 'id', reason: 'code' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Field>>>>

export type RecordKind = keyof typeof recordFields

/** A record as it is written: its kind, and its fields as text. */
export type LedgerRecord = {
  [K in RecordKind]: { readonly kind: K } & { readonly [F in keyof (typeof recordFields)[K]]: string }
}[RecordKind]

/** Whether a ledger entry's kind is that of a record. */
export function isRecordKind(kind: string): kind is RecordKind {
  return Object.hasOwn(recordFields, kind)
}

/** The records that only the member whom they are about can have caused. */
const ownRecords: readonly RecordKind[] = [
  'member.key_added',
  'member.key_removed',
  'member.key_admitted',
  'member.phone_lost',
  'member.password_changed',
  'member.own_email_changed',
  'payment_key.confirmed',
  'payment_key.objected',
  'draw.joined',
  'draw.opened',
  'order.accepted',
  'case.appealed',
  'approval.objected',
  'approval.objection_withdrawn',
  'member.vouched',
  'member.vouch_withdrawn',
  'witness.chosen',
  'witness.dropped',
  'swap.asked',
  'swap.ended',
  'substitute.asked',
  'substitute.accepted',
  'substitute.ended',
  'beginning.accepted',
  'beginning.contested',
  'fiscal.confirmed',
  'fiscal.unconfirmed',
  'fiscal.resigned',
  'administrator.participates',
]

/** The records of nobody who is signed in: the end of a draw follows from its rule, and at the machine nobody signs in. */
const nobodysRecords: readonly RecordKind[] = [
  'draw.revealed',
  'draw.lapsed',
  'order.lapsed',
  'administrator.access_reset',
]

/** The settings of a circle that somebody who administers it makes, and no job. */
export const circleSettings: readonly RecordKind[] = [
  'circle.calendar_set',
  'circle.calendar_removed',
  'circle.answer_days_set',
  'circle.closed',
  'fiscal.named',
  'fiscal.withdrawn',
  'order.proposed',
  'order.withdrawn',
]

/**
 * Whether a record of this kind may be this actor's: a device's key counts only when its own member added or removed it,
 * and a change of payment key is asked for by the one whom the record names.
 */
export function mayRecord(
  kind: RecordKind,
  actorId: string | null,
  { memberId, by }: { memberId?: unknown; by?: unknown },
): boolean {
  if (circleSettings.includes(kind) || kind.startsWith('helper.')) return actorId !== null
  if (kind === 'payment_key.change_asked') return actorId !== null && (actorId === memberId) === (by === 'member')
  if (nobodysRecords.includes(kind)) return actorId === null
  return !ownRecords.includes(kind) || actorId === memberId
}

/** Whether a payload has exactly the fields of its kind, each of its shape, and says how its actor was authenticated. */
export function isRecordPayload(kind: RecordKind, payload: Readonly<Record<string, unknown>>): boolean {
  const fields: Readonly<Record<string, Field>> = recordFields[kind]
  const { via, signature, helper: _, ...rest } = payload
  return (
    saysHelper(payload) &&
    (signature === undefined || actOfKind(kind) !== null || mayBeDecided(kind)) &&
    VIAS.includes(via as Via) &&
    Object.keys(rest).length === Object.keys(fields).length &&
    Object.entries(fields).every(([name, field]) => {
      const value = rest[name]
      return typeof value === 'string' && fieldPatterns[field].test(value)
    })
  )
}

/** Whether an entry names a helper's id exactly where it says that a helper did it. */
export function saysHelper({ via, helper }: { readonly via?: unknown; readonly helper?: unknown }): boolean {
  return via === 'helper' ? typeof helper === 'string' && fieldPatterns.id.test(helper) : helper === undefined
}

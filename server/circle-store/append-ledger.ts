import type { Command } from '#circle/circle.ts'
import { COMMAND_KIND } from '#circle/ledger/entry.ts'
import type { LedgerRecord, Via } from '#circle/ledger/records.ts'
import { actOf, actOfRecord, isOfRecord } from '#circle/ledger/signed-act.ts'
import type { ActKind } from '#circle/ledger/act-kinds.ts'
import type { ActSignature, SignedEnd } from '#circle/ledger/signed-act.ts'
import type { CommandPayload } from '#circle/ledger/replay.ts'
import type { CircleEvent } from '#circle/state.ts'
import { insertOf } from '#server/database/prepared-rows.ts'
import type { Tx } from '#server/database/types.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { ledger } from '#server/tables/ledger.ts'
import { chainHash } from './ledger-chain.ts'

/** A decision as the ledger records it: the command, the ids that it took, in their order, and its events. */
export type Decided = {
  readonly command: Command
  readonly ids: readonly string[]
  readonly events: readonly CircleEvent[]
}

/** An act that a member's own device signed, verified by `server/access/read-signature.ts`, and the end of the ledger that it signed. */
export type SignedAct = { readonly act: ActKind; readonly signature: ActSignature; readonly end: SignedEnd }

/**
 * Whose doing an entry is, how they were authenticated, and what their device signed. Without an actor it is a job's.
 */
export type Author = {
  readonly actorId: string | null
  readonly actor?: { readonly via: Via; readonly circleId?: string; readonly helperId?: string | null } | null
  readonly signed?: SignedAct | null
}

type Head = { readonly seq: number; readonly headHash: string }

/**
 * The entries of a decision: first the command, then its events. Every reader of the ledger can repeat the decision
 * (circle/ledger/replay.ts).
 */
export function chainDecision(
  author: Author,
  circleId: string,
  head: Head,
  { command, ids, events }: Decided,
  at: number,
): Chained {
  const signature = signatureOf(author, actOf(command, author.actorId), circleId)
  const asked = {
    kind: COMMAND_KIND,
    command,
    ids,
    ...howOf(author),
    ...(signature ? { signature } : {}),
  } satisfies { kind: string } & CommandPayload
  return chain(circleId, author.actorId, head, [asked, ...events], at)
}

/** The signature that goes with an act of a command or a record: that of the very act, by its own actor. */
export function signatureOf(
  { actorId, actor, signed }: Author,
  act: ReturnType<typeof actOf>,
  circleId: string,
): ActSignature | null {
  // A record of several circles at once is signed for the one that the caller is in.
  const isHere = signed && (actor?.circleId === undefined || actor.circleId === circleId)
  return isHere && act && act.act === signed.act && act.memberId === actorId ? signed.signature : null
}

/**
 * The entry of a record, which changes nothing in the circle's state. Refuses a signature of something else than it tells, with
 * `signature.invalid`.
 */
export function chainRecord(author: Author, circleId: string, head: Head, record: LedgerRecord, at: number): Chained {
  const act = actOfRecord(record.kind, record, author.actorId)
  const signature = signatureOf(author, act, circleId)
  if (act && signature && !isOfRecord(act.act, signature, record)) throw new Refusal('signature.invalid')
  const entry = { ...record, ...howOf(author), ...(signature ? { signature } : {}) }
  return chain(circleId, author.actorId, head, [entry], at)
}

/** How an entry's actor was authenticated, and who acted for them. */
function howOf({ actorId, actor }: Author): { via: Via; helper?: string } {
  if (actorId === null) return { via: 'job' }
  if (!actor) throw new Error('An entry in the name of a person says how they were authenticated')
  return { via: actor.via, ...(actor.helperId ? { helper: actor.helperId } : {}) }
}

/** Entries chained to a head, and the head after them. They are hashed before anything is sent. */
type Chained = { readonly head: Head; readonly rows: readonly (typeof ledger.$inferInsert)[] }

/** Chains each entry to the one before it. */
function chain(
  circleId: string,
  actorId: string | null,
  head: Head,
  entries: readonly ({ readonly kind: string } & Readonly<Record<string, unknown>>)[],
  at: number,
): Chained {
  let { seq, headHash } = head
  const rows = entries.map(({ kind, ...payload }) => {
    seq += 1
    const facts = { circleId, seq, at, actorId, kind, payload }
    const hash = chainHash(facts, headHash)
    const row = { ...facts, at: new Date(at), previousHash: headHash, hash }
    headHash = hash
    return row
  })
  return { head: { seq, headHash }, rows }
}

const insertEntries = insertOf('ledger', ledger, [
  'circleId',
  'seq',
  'at',
  'actorId',
  'kind',
  'payload',
  'previousHash',
  'hash',
])

/** Appends chained entries to the circle's ledger. */
export async function append(tx: Tx, { rows }: Chained): Promise<void> {
  await insertEntries(tx, rows)
}

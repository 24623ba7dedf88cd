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
export type SignedAct = {
  readonly circleId: string
  readonly act: ActKind
  readonly signature: ActSignature
  readonly end: SignedEnd
  /** The same decision signed in other circles, in whose ledgers it stands as well. */
  readonly elsewhere?: readonly SignedAct[]
}

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
  const signature = signedIn(author, actOf(command, author.actorId), circleId)?.signature
  const asked = {
    kind: COMMAND_KIND,
    command,
    ids,
    ...howOf(author),
    ...(signature ? { signature } : {}),
  } satisfies { kind: string } & CommandPayload
  return chain(circleId, author.actorId, head, [asked, ...events], at)
}

/** The signature that goes with an act of a command or a record: that of the very act, by its own actor, in this circle. */
export function signedIn(
  { actorId, signed }: Author,
  act: ReturnType<typeof actOf>,
  circleId: string,
): SignedAct | null {
  const here = signed && [signed, ...(signed.elsewhere ?? [])].find((one) => one.circleId === circleId)
  return here && act && act.act === here.act && act.memberId === actorId ? here : null
}

/** The signatures that went into an entry. */
const entered = new WeakSet<ActSignature>()

/** Whether an act's signature went into an entry: a decision that changes nothing makes none. */
export const isEntered = ({ signature }: SignedAct): boolean => entered.has(signature)

/**
 * The entry of a record, which changes nothing in the circle's state. Refuses a signature of something else than it tells, with
 * `signature.invalid`.
 */
export function chainRecord(author: Author, circleId: string, head: Head, record: LedgerRecord, at: number): Chained {
  const act = actOfRecord(record.kind, record, author.actorId)
  const signature = signedIn(author, act, circleId)?.signature
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
    if (payload['signature']) entered.add(payload['signature'] as ActSignature)
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

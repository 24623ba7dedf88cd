import { and, between, desc, eq, isNull, notExists, sql } from 'drizzle-orm'
import {
  cosignedAt,
  parseNote,
  parseSignatureLines,
  signatureLine,
  verifierKeyText,
} from '#circle/ledger/checkpoint.ts'
import { addCheckpointBody } from '#circle/ledger/witness.ts'
import type { Services } from '#server/context.ts'
import type { Db } from '#server/database/types.ts'
import type { Witness } from '#server/lib/settings.ts'
import { ensureNothingLocked } from '#server/lib/open-transaction.ts'
import { verifyEd25519 } from '#server/lib/signing.ts'
import { checkpoints } from '#server/tables/checkpoints.ts'
import { circles } from '#server/tables/circles.ts'
import { cosignatures, witnessTries } from '#server/tables/cosignatures.ts'
import { findLatestCheckpoint } from './checkpoint.ts'
import type { CheckpointRow } from './checkpoint.ts'
import { proveConsistency } from './tree.ts'

const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 64 * 1024
const FIRST_WAIT_MS = 60_000
const WAIT_MS_MAX = 6 * 3_600_000
/** How far a witness' clock may be ahead of this one. */
const AHEAD_MS_MAX = 10 * 60_000
/** And how far behind: to devices an entry that was cosigned more than a day before it was written is dated back. */
const BEHIND_MS_MAX = 24 * 3_600_000

/** The circles whose latest checkpoint lacks a cosignature that is due to be asked for. */
export async function circlesToWitness({ clock, config, db }: Services): Promise<string[]> {
  const due = new Set<string>()
  for (const witness of config.witnesses) {
    const latest = db
      .select({ size: checkpoints.size })
      .from(checkpoints)
      .where(eq(checkpoints.circleId, circles.id))
      .orderBy(desc(checkpoints.size))
      .limit(1)
    const key = verifierKeyText(witness.key)
    const cosigned = db
      .select({ one: sql`1` })
      .from(cosignatures)
      .where(
        and(
          eq(cosignatures.circleId, circles.id),
          eq(cosignatures.witness, key),
          eq(cosignatures.size, sql`(${latest})`),
        ),
      )
    const waiting = db
      .select({ one: sql`1` })
      .from(witnessTries)
      .where(
        and(
          eq(witnessTries.circleId, circles.id),
          eq(witnessTries.witness, key),
          // None waits longer: what is due later was noted while the clock was ahead.
          between(witnessTries.nextTryAt, new Date(clock.now() + 1), new Date(clock.now() + WAIT_MS_MAX)),
        ),
      )
    const rows = await db
      .select({ id: circles.id })
      .from(circles)
      .where(and(isNull(circles.endedAt), sql`exists (${latest})`, notExists(cosigned), notExists(waiting)))
    for (const { id } of rows) due.add(id)
  }
  return [...due]
}

/**
 * Asks every witness that has not cosigned a circle's latest checkpoint yet, and stores what verifies. One that fails is
 * asked again later, at most six hours; the others are asked all the same. Throws at the end, so that the job says so.
 */
export async function askWitnesses(services: Services, circleId: string): Promise<void> {
  ensureNothingLocked('A witness was asked')
  const { clock, config, db } = services
  const latest = await findLatestCheckpoint(db, circleId)
  if (!latest) return
  const failures: Error[] = []
  for (const witness of config.witnesses) {
    const now = clock.now()
    const own = ofWitness(circleId, witness)
    const known = await findCosignedSize(db, circleId, witness)
    const tried = await findTry(db, own)
    const waitsMs = (tried?.nextTryAt.getTime() ?? now) - now
    if (known === latest.size || (waitsMs > 0 && waitsMs <= WAIT_MS_MAX)) continue
    try {
      const given = await cosignatureFor(db, latest, witness, { known, now })
      await db
        .insert(cosignatures)
        .values({ ...own, size: latest.size, ...given })
        .onConflictDoNothing()
      await db.delete(witnessTries).where(isTryOf(own))
    } catch (error) {
      failures.push(error as Error)
      const tries = (tried?.tries ?? 0) + 1
      const nextTryAt = new Date(now + Math.min(FIRST_WAIT_MS * 2 ** tries, WAIT_MS_MAX))
      const values = { tries, nextTryAt, failure: (error as Error).message.slice(0, 500) }
      await db
        .insert(witnessTries)
        .values({ ...own, ...values })
        .onConflictDoUpdate({ target: [witnessTries.circleId, witnessTries.witness], set: values })
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('; '))
}

/** The line that a witness gives for a checkpoint, verified, and the time it signed. Throws with what went wrong. */
async function cosignatureFor(
  db: Db,
  checkpoint: CheckpointRow,
  witness: Witness,
  { known, now }: { known: number; now: number },
): Promise<{ line: string; at: Date }> {
  const { name } = witness.key
  let answer = await submit(db, checkpoint, witness, known)
  const size = answer.status === 409 ? sizeOf(answer) : null
  if (size !== null && size > checkpoint.size) throw new Error(`${name} knows a longer ledger, of ${size} entries`)
  // The witness knows another size than the last that is stored here: it cosigned, and its answer was lost.
  if (size !== null && size !== known) answer = await submit(db, checkpoint, witness, size)
  if (answer.status === 409 && sizeOf(answer) === checkpoint.size)
    throw new Error(`${name} cosigned another ledger of ${checkpoint.size} entries`)
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}`)
  const text = parseNote(checkpoint.note)!.text
  const lines = parseSignatureLines(answer.text) ?? []
  for (const line of lines) {
    const seconds = cosignedAt(text, [line], witness.key, verifyEd25519)
    if (seconds !== null && seconds * 1_000 < now - BEHIND_MS_MAX)
      throw new Error(`${name} signed with a time of more than a day ago: its clock is behind`)
    if (seconds !== null && seconds * 1_000 <= now + AHEAD_MS_MAX)
      return { line: signatureLine(line, line.signature), at: new Date(seconds * 1_000) }
  }
  throw new Error(`${name} answered with no cosignature of its key`)
}

type WitnessReply = { readonly status: number; readonly type: string; readonly text: string }

async function submit(db: Db, { circleId, size, note }: CheckpointRow, witness: Witness, oldSize: number) {
  const proof = await proveConsistency(db, circleId, { from: oldSize, to: size })
  return post(`${witness.url}/add-checkpoint`, addCheckpointBody({ oldSize, proof, note }))
}

async function post(url: string, body: string): Promise<WitnessReply> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const answer = await fetch(url, { method: 'POST', body, redirect: 'error', signal })
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of answer.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    if (text.length > ANSWER_BYTES_MAX) throw new Error(`${url} answered with too much`)
  }
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text }
}

/** The size that a witness says it knows; null where it says nothing of the kind. */
function sizeOf({ type, text }: WitnessReply): number | null {
  return type.startsWith('text/x.tlog.size') && /^(0|[1-9]\d{0,14})\n$/.test(text) ? Number(text) : null
}

type OwnKey = { readonly circleId: string; readonly witness: string }

function ofWitness(circleId: string, { key }: Witness): OwnKey {
  return { circleId, witness: verifierKeyText(key) }
}

const isTryOf = ({ circleId, witness }: OwnKey) =>
  and(eq(witnessTries.circleId, circleId), eq(witnessTries.witness, witness))

async function findTry(db: Db, own: OwnKey) {
  const [row] = await db.select().from(witnessTries).where(isTryOf(own))
  return row ?? null
}

/** The largest size that a witness is stored to have cosigned, or 0. */
async function findCosignedSize(db: Db, circleId: string, { key }: Witness): Promise<number> {
  const [row] = await db
    .select({ size: cosignatures.size })
    .from(cosignatures)
    .where(and(eq(cosignatures.circleId, circleId), eq(cosignatures.witness, verifierKeyText(key))))
    .orderBy(desc(cosignatures.size))
    .limit(1)
  return row?.size ?? 0
}

export type Witnessed = {
  readonly name: string
  readonly key: string
  /** `note`: the checkpoint that it cosigned, with its own line, for readers to verify. */
  readonly cosigned: { readonly size: number; readonly at: Date; readonly note: string } | null
}

/** The witnesses of a circle's ledger: those that are asked, and those that once cosigned, each with the last it cosigned. */
export async function listWitnesses({ config, db }: Services, circleId: string): Promise<Witnessed[]> {
  const { size, line, at } = cosignatures
  const rows = await db
    .selectDistinctOn([cosignatures.witness], { size, line, at, witness: cosignatures.witness, note: checkpoints.note })
    .from(cosignatures)
    .innerJoin(checkpoints, and(eq(checkpoints.circleId, cosignatures.circleId), eq(checkpoints.size, size)))
    .where(eq(cosignatures.circleId, circleId))
    .orderBy(cosignatures.witness, desc(cosignatures.size))
  const asked = config.witnesses.map(({ key }) => verifierKeyText(key))
  return [...new Set([...asked, ...rows.map(({ witness }) => witness)])].map((key) => {
    const last = rows.find(({ witness }) => witness === key)
    return {
      name: key.split('+')[0]!,
      key,
      cosigned: last ? { size: last.size, at: last.at, note: last.note + last.line } : null,
    }
  })
}

/** A checkpoint's note with every cosignature that it has, as witnesses and others read it. */
export async function withCosignatures(db: Db, { circleId, size, note }: CheckpointRow): Promise<string> {
  const rows = await db
    .select({ line: cosignatures.line })
    .from(cosignatures)
    .where(and(eq(cosignatures.circleId, circleId), eq(cosignatures.size, size)))
    .orderBy(cosignatures.witness)
  return note + rows.map(({ line }) => line).join('')
}

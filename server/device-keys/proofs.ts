import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { toBase64, toBase64url, utf8 } from '#circle/bytes.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { receiptText } from '#circle/ledger/receipt.ts'
import type { QueryOf } from '#contracts/contract.ts'
import type { Context } from '#server/context.ts'
import { getLedgerSize, makeCheckpoint } from '#server/ledger/checkpoint.ts'
import { proveEntries } from '#server/ledger/prove-entries.ts'
import { entryView } from '#server/ledger/queries.ts'
import { proveConsistency } from '#server/ledger/tree.ts'
import { refuse } from '#server/lib/refusal.ts'
import { signerOf } from '#server/lib/signing.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'
import { countOfAct, isCounted, isMadeBetween, isOfDevice, isOfMonth, ledger } from '#server/tables/ledger.ts'

/**
 * The ground that a device stands on as it signs: the ledger's end and the last entry that says between whom a donation is, or
 * of which donation a report is, each with the proof that it is in a signed checkpoint, which continues the one of `from`
 * entries that the device keeps; of the circle on screen, or of another in which somebody who administers signs. Refuses a size
 * that the ledger does not have, with `ledger.no_such_size`.
 */
export async function showGround(
  context: Context,
  { donation_id: donationId, report_id: reportId, circle_id: other, from }: QueryOf<'GET /me/acts/ground'>,
) {
  const { actor, clock, db } = context
  if (other !== undefined && !(await signsIn(context, other))) refuse('resource.not_found')
  const circleId = other ?? actor.circleId
  const { size } = await makeCheckpoint(context, circleId)
  const [end] = await readEntries(context, circleId, eq(ledger.seq, size))
  const isMatch = sql`${ledger.payload} ->> 'donationId' = ${donationId} and ${ledger.payload} ->> 'donationId' is not null and ${isMadeBetween}`
  const isReport = sql`${ledger.kind} = 'donation.reported' and ${ledger.payload} ->> 'reportId' = ${reportId} and ${isOfMonth}`
  const about = donationId === undefined ? reportId && isReport : isMatch
  const [matched] = about ? await readEntries(context, circleId, about) : []
  const { checkpoint, proofOf } = await proveEntries(context, circleId, matched ? [end!, matched] : [end!])
  return {
    circle_id: circleId,
    at: new Date(clock.now()).toISOString(),
    checkpoint,
    continues: await proofFrom(db, circleId, from, sizeOf(checkpoint)),
    end: { seq: end!.seq, hash: end!.hash },
    end_proof: proofOf(end!),
    matched: matched ?? null,
    matched_proof: matched ? proofOf(matched) : null,
  }
}

/** Whether somebody who administers has a device in a circle. */
async function signsIn({ actor, db }: Context, circleId: string): Promise<boolean> {
  const isOwn = and(eq(deviceKeys.userId, actor.id), eq(deviceKeys.circleId, circleId), isNull(deviceKeys.removedAt))
  return actor.administers && (await db.$count(deviceKeys, isOwn)) > 0
}

/**
 * The receipt of an act that a device of the actor's signed under this count, and the proof that its entry is in the ledger; `receipt`
 * is null where the ledger has no such act.
 */
export async function showReceipt(
  context: Context,
  { key, count, from }: { key: string; count: number; from: number },
) {
  const { actor, db, secrets } = context
  const { circleId } = actor
  const isOwn = and(isOfDevice(key), isCounted, sql`${countOfAct} = ${count}`, eq(ledger.actorId, actor.id))
  const [entry] = await readEntries(context, circleId, isOwn)
  const [end] = await readEntries(context, circleId, eq(ledger.seq, await getLedgerSize(db, circleId)))
  const { checkpoint, proofOf } = await proveEntries(context, circleId, [entry ?? end!])
  const signature = entry && signerOf(secrets.headSeed).sign(utf8(receiptText(circleId, entry, signatureOf(entry))))
  return {
    circle_id: circleId,
    checkpoint,
    continues: await proofFrom(db, circleId, from, sizeOf(checkpoint)),
    receipt: signature ? { seq: entry.seq, hash: entry.hash, signature: toBase64url(signature) } : null,
    entry: entry ?? null,
    proof: entry ? proofOf(entry) : null,
  }
}

const signatureOf = ({ payload }: LedgerEntry) => (payload['signature'] as { readonly sig: string }).sig

async function readEntries({ db }: Context, circleId: string, which: ReturnType<typeof and>): Promise<LedgerEntry[]> {
  const isHere = and(eq(ledger.circleId, circleId), which)
  return (await db.select().from(ledger).where(isHere).orderBy(desc(ledger.seq)).limit(1)).map(entryView)
}

/** The number of entries of a checkpoint, which its note says in its second line. */
const sizeOf = ({ note }: { note: string }) => Number(note.split('\n')[1])

/** The proof that the ledger of `to` entries continues that of `from`. */
async function proofFrom(db: Context['db'], circleId: string, from: number, to: number): Promise<string[]> {
  if (from > to) refuse('ledger.no_such_size', { size: to })
  return (await proveConsistency(db, circleId, { from, to })).map(toBase64)
}

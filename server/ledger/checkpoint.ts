import { and, desc, eq, isNull, notExists, sql } from 'drizzle-orm'
import { fromHex, toHex, utf8 } from '#circle/bytes.ts'
import { checkpointText, namedKey, NOTE_KEY, originOf, signatureLine } from '#circle/ledger/checkpoint.ts'
import type { NamedKey } from '#circle/ledger/checkpoint.ts'
import { consistencyRanges, verifyConsistency } from '#circle/ledger/merkle.ts'
import type { TreeHead } from '#circle/ledger/merkle.ts'
import type { Services } from '#server/context.ts'
import type { Db } from '#server/database/types.ts'
import { today } from '#server/lib/days.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { sha256Bytes, signerOf } from '#server/lib/signing.ts'
import { checkpointDays, checkpoints } from '#server/tables/checkpoints.ts'
import { circles } from '#server/tables/circles.ts'
import { readSubtrees } from './tree.ts'

export type CheckpointRow = typeof checkpoints.$inferSelect
type Signing = Pick<Services, 'clock' | 'db' | 'secrets'>

/** The key of a circle's log: that of the signed heads, under the log's own name, which its id binds. */
export function logKey(secrets: Services['secrets'], circleId: string): NamedKey {
  return namedKey(sha256Bytes, originOf(circleId), NOTE_KEY, signerOf(secrets.headSeed).publicKey)
}

/** The latest checkpoint that was signed, or null before the first. */
export async function findLatestCheckpoint(db: Db, circleId: string): Promise<CheckpointRow | null> {
  const [latest] = await db
    .select()
    .from(checkpoints)
    .where(eq(checkpoints.circleId, circleId))
    .orderBy(desc(checkpoints.size))
    .limit(1)
  return latest ?? null
}

/** The number of entries that a circle's ledger has now. Refuses with `resource.not_found` where there is no such circle. */
export async function getLedgerSize(db: Db, circleId: string): Promise<number> {
  const [circle] = await db.select({ seq: circles.seq }).from(circles).where(eq(circles.id, circleId))
  if (!circle) throw new Refusal('resource.not_found')
  return circle.seq
}

/**
 * A checkpoint of the ledger as it is now, signed and stored; the same again while nothing is added. Before it signs, the
 * ledger is held to the checkpoint before: what does not continue it is never signed, and throws.
 */
export async function makeCheckpoint({ clock, db, secrets }: Signing, circleId: string): Promise<CheckpointRow> {
  const size = await getLedgerSize(db, circleId)
  const before = await findLatestCheckpoint(db, circleId)
  if (before?.size === size) return before
  const root = await rootContinuing(db, circleId, before, size)
  const text = checkpointText({ origin: originOf(circleId), size, root })
  const signature = signerOf(secrets.headSeed).sign(utf8(text))
  const note = `${text}\n${signatureLine(logKey(secrets, circleId), signature)}`
  const row = { circleId, size, root: toHex(root), note, at: new Date(clock.now()) }
  await db.insert(checkpoints).values(row).onConflictDoNothing()
  const [stored] = await db
    .select()
    .from(checkpoints)
    .where(and(eq(checkpoints.circleId, circleId), eq(checkpoints.size, size)))
  return stored!
}

/** The ledger's root at a size. Throws where the ledger does not continue the checkpoint before it. */
async function rootContinuing(db: Db, circleId: string, before: CheckpointRow | null, size: number) {
  const old: TreeHead | null = before && { size: before.size, root: fromHex(before.root)! }
  const isShorter = old !== null && old.size > size
  const [root, ...proof] = isShorter
    ? []
    : await readSubtrees(db, circleId, size, [[0, size], ...(old ? consistencyRanges(old.size, size) : [])])
  if (!root || (old && !verifyConsistency(sha256Bytes, old, { size, root }, proof)))
    throw new Error(`The ledger of ${circleId} does not continue its checkpoint of ${old?.size} entries`)
  return root
}

/**
 * The day's checkpoint, made by whoever asks first: the job a little after midnight in São Paulo, or a reader. Its short
 * code is the same for everybody until the next day, whatever is added meanwhile.
 */
export async function dayCheckpoint(services: Signing, circleId: string): Promise<CheckpointRow & { day: string }> {
  const { clock, db } = services
  const day = today(clock.now())
  const found = await findDayCheckpoint(db, circleId, day)
  if (found) return found
  const { size } = await makeCheckpoint(services, circleId)
  await db.insert(checkpointDays).values({ circleId, day, size }).onConflictDoNothing()
  return (await findDayCheckpoint(db, circleId, day))!
}

async function findDayCheckpoint(db: Db, circleId: string, day: string) {
  const [found] = await db
    .select({ checkpoint: checkpoints })
    .from(checkpointDays)
    .innerJoin(
      checkpoints,
      and(eq(checkpoints.circleId, checkpointDays.circleId), eq(checkpoints.size, checkpointDays.size)),
    )
    .where(and(eq(checkpointDays.circleId, circleId), eq(checkpointDays.day, day)))
  return found ? { ...found.checkpoint, day } : null
}

/** The circles that have no checkpoint of today yet. A circle that was replaced has a ledger that no longer grows. */
export async function circlesWithoutCheckpoint({ clock, db }: Services): Promise<string[]> {
  const ofToday = db
    .select({ one: sql`1` })
    .from(checkpointDays)
    .where(and(eq(checkpointDays.circleId, circles.id), eq(checkpointDays.day, today(clock.now()))))
  const rows = await db
    .select({ id: circles.id })
    .from(circles)
    .where(and(isNull(circles.endedAt), notExists(ofToday)))
  return rows.map(({ id }) => id)
}

import { toBase64 } from '#circle/bytes.ts'
import { verifierKeyText } from '#circle/ledger/checkpoint.ts'
import type { Context, Actor, Services } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { dayCheckpoint, findLatestCheckpoint, getLedgerSize, logKey, makeCheckpoint } from './checkpoint.ts'
import { proveConsistency, proveInclusion } from './tree.ts'
import { listWitnesses, withCosignatures } from './witnesses.ts'

/** The day's checkpoint of the actor's circle, and which witnesses cosigned, each when. */
export async function showDayCheckpoint(context: Context<Actor>) {
  const { circleId } = context.actor
  const { day, size, at, note } = await dayCheckpoint(context, circleId).then(async (checkpoint) => ({
    ...checkpoint,
    note: await withCosignatures(context.db, checkpoint),
  }))
  const witnesses = await listWitnesses(context, circleId)
  return {
    circle_id: circleId,
    day,
    size,
    at: at.toISOString(),
    note,
    key: verifierKeyText(logKey(context.secrets, circleId)),
    log: `${context.publicUrl()}/api/logs/${circleId}`,
    witnesses: witnesses.map(({ name, key, cosigned }) => ({
      name,
      key,
      cosigned: cosigned && { ...cosigned, at: cosigned.at.toISOString() },
    })),
  }
}

/** A checkpoint of the actor's circle's ledger as it is now. */
export async function showPresentCheckpoint(context: Context<Actor>) {
  const checkpoint = await makeCheckpoint(context, context.actor.circleId)
  const note = await withCosignatures(context.db, checkpoint)
  return { size: checkpoint.size, at: checkpoint.at.toISOString(), note }
}

/** The latest checkpoint that was signed. A ledger that never had one gets its first. Refuses for an unknown circle. */
async function latestOf(services: Services, circleId: string) {
  return (await findLatestCheckpoint(services.db, circleId)) ?? (await dayCheckpoint(services, circleId))
}

export async function describeLog(services: Services, circleId: string) {
  const { size, at } = await latestOf(services, circleId)
  const key = logKey(services.secrets, circleId)
  return { origin: key.name, key: verifierKeyText(key), size, at: at.toISOString() }
}

/** The latest checkpoint with all its signatures, as text. */
export async function latestNote(services: Services, circleId: string): Promise<string> {
  return withCosignatures(services.db, await latestOf(services, circleId))
}

/** The proof between two sizes. Refuses sizes that the ledger does not have, and going back. */
export async function showConsistency({ db }: Services, circleId: string, sizes: { from: number; to?: number }) {
  const size = await getLedgerSize(db, circleId)
  const { from, to = size } = sizes
  if (to > size || from > to) refuse('ledger.no_such_size', { size })
  return { from, to, proof: (await proveConsistency(db, circleId, { from, to })).map(toBase64) }
}

/** The proof of one entry. Refuses a size that the ledger does not have, and an entry beyond it. */
export async function showInclusion({ db }: Services, circleId: string, asked: { seq: number; size?: number }) {
  const present = await getLedgerSize(db, circleId)
  const { seq, size = present } = asked
  if (size > present || seq > size) refuse('ledger.no_such_size', { size: present })
  return { seq, size, proof: (await proveInclusion(db, circleId, { seq, size })).map(toBase64) }
}

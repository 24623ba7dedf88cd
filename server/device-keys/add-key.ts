import { DEVICE_WAITS_MS } from '#circle/ledger/device-keys.ts'
import type { CircleState } from '#circle/state.ts'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { activeAdministrators } from '#server/administrators/queries.ts'
import { readPoint } from '#server/access/read-signature.ts'
import { record } from '#server/access/record-access.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/database/types.ts'
import { newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify, notifyAll } from '#server/notify/notify.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'
import { keyView } from './queries.ts'
import type { KeyView } from './queries.ts'

/** Everybody else in the circle is told, and of one who only administers the others who do: whoever meets the person asks. */
async function tellOthers(
  context: Context,
  tx: Tx,
  { circleId, state, memberId }: { circleId: string; state: CircleState; memberId: string },
): Promise<void> {
  const members = [...state.members].flatMap(([id, { status }]) => (status === 'approved' ? [id] : []))
  const isMember = state.members.has(memberId)
  const colleagues = isMember ? [] : (await activeAdministrators(tx)).map(({ id }) => id)
  const others = [...new Set([...members, ...colleagues])].filter((id) => id !== memberId)
  const place = [...state.entries.values()].find((entry) => entry.memberId === memberId)
  await notifyAll(context, tx, circleId, others, {
    kind: 'key.waits_of_other',
    facts: { position: place?.position ?? null, ...(isMember ? {} : { administers: true }) },
  })
}

const KEYS_MAX = 20
const DAY_MS = 86_400_000

/**
 * A member's device gets a key of its own: from this entry of the ledger on it signs in their name. The same key again is
 * the same device. In a real circle any but the first waits for a day, or until an older one admits it, and everybody is
 * told. Refuses what is no point of the curve, a key that somebody had before, and more than twenty devices, or twenty in
 * one day: each is an entry and a letter.
 */
export async function addDeviceKey(context: Context, { publicKey }: { publicKey: string }): Promise<KeyView> {
  const { actor, clock } = context
  if (!readPoint(publicKey)) refuse('device.invalid')
  return withCircle(context, actor.circleId, async ({ tx, id: circleId, state, now: at, note }) => {
    const ofPoint = and(eq(deviceKeys.circleId, circleId), eq(deviceKeys.publicKey, publicKey))
    const [known] = await tx.select().from(deviceKeys).where(ofPoint)
    if (known && known.userId === actor.id && !known.removedAt) return keyView(known)
    if (known) refuse('device.taken')
    const now = new Date(at)
    const isRecent = or(isNull(deviceKeys.removedAt), gt(deviceKeys.addedAt, new Date(now.getTime() - DAY_MS)))
    const own = and(eq(deviceKeys.circleId, circleId), eq(deviceKeys.userId, actor.id), isRecent)
    if ((await tx.$count(deviceKeys, own)) >= KEYS_MAX) refuse('device.too_many')
    const ofMember = and(eq(deviceKeys.circleId, circleId), eq(deviceKeys.userId, actor.id))
    const waits = state.mode === 'real' && (await tx.$count(deviceKeys, ofMember)) > 0
    const key = {
      id: newId(clock),
      circleId,
      userId: actor.id,
      publicKey,
      device: context.device,
      addedAt: now,
      removedAt: null,
      holdsAt: waits ? new Date(now.getTime() + DEVICE_WAITS_MS) : null,
    }
    await tx.insert(deviceKeys).values(key)
    await note({ kind: 'member.key_added', memberId: actor.id, keyId: key.id, publicKey })
    const kind = waits ? 'key.waits' : 'key.added'
    await notify(context, tx, { userId: actor.id, kind, facts: { device: context.device } })
    if (waits) await tellOthers(context, tx, { circleId, state, memberId: actor.id })
    await record(context, tx, 'key.added', { circleId, actorId: actor.id, subjectId: actor.id })
    return keyView(key)
  })
}

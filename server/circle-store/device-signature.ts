import { and, eq, sql } from 'drizzle-orm'
import type { Command } from '#circle/circle.ts'
import type { actOf } from '#circle/ledger/signed-act.ts'
import { shapeOf } from '#circle/ledger/act-kinds.ts'
import { DECISIONS } from '#circle/ledger/deeds.ts'
import { ALL_DECIDED_SINCE, holdsToRules, LAST_CHANGE_SEEN_SINCE, WORDS_SIGNED_SINCE } from '#circle/ledger/rules.ts'
import { APART_MAX_MS, isFresh, isNext, isTimely } from '#circle/ledger/signed-act.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/database.ts'
import type { Tx } from '#server/database/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { momentText } from '#server/lib/days.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'
import { lastCountOf, ledger } from '#server/tables/ledger.ts'
import { signedIn } from './append-ledger.ts'
import type { Author } from './append-ledger.ts'

type Asked = {
  readonly circleId: string
  readonly isReal: boolean
  readonly act: ReturnType<typeof actOf>
  /** The hash of the decision that this is; null for every other act. */
  readonly deed: string | null
  /** A decision that is signed in circles of newer rules alone. */
  readonly isLater: boolean
  readonly seq: number
  readonly at: number
}

type Context = Author & { readonly clock: Clock; readonly database: Pick<Database, 'notify'> }

/**
 * Holds a member's own act to their devices, as it is committed. Since its signature was verified the device may have been
 * removed, its count used, or the ledger grown far, and the ledger's time may be ahead of the clock: an entry that contradicts
 * its own signature is never written (`signature.invalid`), nor one of a second device that still waits (`device.waits`), nor one
 * about a donation that has changed since it was signed (`donation.changed`), nor any
 * while the ledger's time is more than a day ahead of the clock (`ledger.ahead`). In
 * a real circle a member who ever had a device does by its signature alone what weighs (`signature.needed`); any other act
 * without one is told to a member who has a device: it may not be theirs.
 */
export async function checkDevice(
  context: Context,
  tx: Tx,
  { circleId, isReal, act, deed, isLater, ...entry }: Asked,
): Promise<void> {
  const signed = signedIn(context, act, circleId)
  if (signed) {
    const { signature, end } = signed
    const donationId = shapeOf(act!.act).isOfDonation ? act!.donationId : null
    const [key] = await readDevice(tx, { keyId: signature.key, circleId, seq: entry.seq, donationId })
    ensureNotAhead(context, entry.at)
    const isOther = deed !== null && signature.image !== deed
    const isOfNow = isTimely(signature, entry) && isFresh(end, entry, signature)
    if (!key || key.removedAt || !isOfNow || !isNext(signature, key.count) || isOther)
      throw new Refusal('signature.invalid')
    if (isReal && key.holdsAt !== null && key.holdsAt > entry.at)
      throw new Refusal('device.waits', { details: { from: momentText(new Date(key.holdsAt)) } })
    const isOfBefore = key.changed !== null && key.changed > end.seq
    if (isReal && isOfBefore && (await isFoundedSince(tx, circleId, LAST_CHANGE_SEEN_SINCE)))
      throw new Refusal('donation.changed')
    const isWithoutWords = shapeOf(act!.act).hasWords && signature.image === null
    if (isReal && isWithoutWords && (await isFoundedSince(tx, circleId, WORDS_SIGNED_SINCE)))
      throw new Refusal('signature.needed')
    return
  }
  // A helper signs, in any circle.
  if (context.actor?.helperId) throw new Refusal('signature.needed')
  if (!act || act.memberId !== context.actorId || context.actor?.via === 'seed') return
  if (DECISIONS.includes(act.act)) {
    const isElsewhere = (context.actor?.circleId ?? circleId) !== circleId
    if (!isReal || ((isElsewhere || isLater) && !(await isFoundedSince(tx, circleId, ALL_DECIDED_SINCE)))) return
  }
  if (act.act === 'say' && !(isReal && (await isFoundedSince(tx, circleId, WORDS_SIGNED_SINCE)))) return
  const [key] = await readOwnDevice(tx, { memberId: act.memberId, circleId })
  if (key && isReal && shapeOf(act.act).isDemanded) throw new Refusal('signature.needed')
  if (key && !key.removedAt)
    await notify(context, tx, { userId: act.memberId, kind: 'act.unsigned', facts: { act: act.act } })
}

/**
 * Refuses to sign in a ledger whose last entry has a time that no device can have yet: the server's clock was ahead and was set back. Its
 * person is told until when, instead of that their device is at fault.
 */
function ensureNotAhead({ clock }: Pick<Context, 'clock'>, at: number): void {
  const until = at - APART_MAX_MS
  if (until <= clock.now()) return
  throw new Refusal('ledger.ahead', {
    details: { at: momentText(new Date(at)), until: momentText(new Date(until)) },
  })
}

/** Whether a circle was founded by the rules of this version, or later ones (circle/ledger/removals.ts). */
async function isFoundedSince(tx: Tx, circleId: string, rules: number): Promise<boolean> {
  const [first] = await tx
    .select({ payload: ledger.payload })
    .from(ledger)
    .where(and(eq(ledger.circleId, circleId), eq(ledger.seq, 1)))
  return holdsToRules((first?.payload as { readonly command?: Command } | undefined)?.command, rules)
}

type Device = {
  readonly removedAt: string | null
  readonly holdsAt: number | null
  readonly count: number | null
  /** The number of the entry that last changed the donation. */
  readonly changed: number | null
}

const readDevice = prepared<Device>('device', () => {
  const [circleId, keyId] = [sql.placeholder('circleId'), sql.placeholder('keyId')]
  // The act's own entries may be written already: all are sent together.
  const isBefore = sql`${ledger.seq} < ${sql.placeholder('seq')}`
  return sql`select ${deviceKeys.removedAt} as "removedAt",
      extract(epoch from ${deviceKeys.holdsAt})::float8 * 1000 as "holdsAt",
      (${lastCountOf(circleId, keyId)} and ${isBefore}) as "count",
      (select max(${ledger.seq})::float8 from ${ledger} where ${ledger.circleId} = ${circleId}
        and ${ledger.payload} ->> 'donationId' = ${sql.placeholder('donationId')}
        and ${ledger.payload} ->> 'donationId' is not null and ${isBefore}) as "changed"
    from ${deviceKeys} where ${deviceKeys.id} = ${keyId}`
})

const readOwnDevice = prepared<{ removedAt: string | null }>(
  'own device',
  () => sql`select ${deviceKeys.removedAt} as "removedAt" from ${deviceKeys} where ${deviceKeys.userId} = ${sql.placeholder('memberId')}
    and ${deviceKeys.circleId} = ${sql.placeholder('circleId')} order by ${deviceKeys.removedAt} desc nulls first limit 1`,
)

import { createHash, randomBytes } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { paymentKeyText } from '#circle/payment-key.ts'
import type { PaymentKey } from '#circle/payment-key.ts'
import type { CircleMode } from '#circle/state.ts'
import { DEMONSTRATION_NAME, demonstrationPixKey } from '#contracts/payment/demonstration.ts'
import { maskPixKey } from '#contracts/payment/pix-key.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Services } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { newId } from '#server/lib/ids.ts'
import { seal, unseal } from '#server/lib/sealing.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import { donations } from '#server/tables/donations.ts'
import { paymentKeys } from '#server/tables/payment-keys.ts'
import { isParticipant, users } from '#server/tables/users.ts'
import { openPersonal } from './personal.ts'
import type { Personal } from './personal.ts'

export type PaymentKeyRow = typeof paymentKeys.$inferSelect

/** The texts of a profile that a change of key replaces together. */
export const KEY_TEXTS = ['pixKeyType', 'pixKey', 'pixOwnerName', 'pixCopyPaste', 'btcAddress', 'usdtAddress'] as const
export type KeyTexts = Pick<Personal, (typeof KEY_TEXTS)[number]>

/** The sealed content of a version: the key as donors see it, its salt, and, while it is pending, the texts of the profile. */
export type SealedKey = PaymentKey & { readonly salt: string; readonly texts?: KeyTexts }

type Owner = { readonly id: string; readonly firstName: string; readonly lastName: string }

/**
 * A person's payment key as their donors see it. In a demonstration it is made up by the circle, never a member's own.
 * Null without a PIX key.
 */
export function shownKey(mode: CircleMode, { id, firstName, lastName }: Owner, personal: KeyTexts): PaymentKey | null {
  if (mode === 'demonstracao')
    return {
      pixKey: demonstrationPixKey(id),
      pixOwnerName: DEMONSTRATION_NAME,
      btcAddress: null,
      usdtAddress: null,
    }
  const { pixKey, pixOwnerName, btcAddress, usdtAddress } = personal
  if (pixKey === null) return null
  return { pixKey, pixOwnerName: pixOwnerName ?? `${firstName} ${lastName}`.trim(), btcAddress, usdtAddress }
}

export function isSameKey(a: PaymentKey, b: PaymentKey): boolean {
  return (['pixKey', 'pixOwnerName', 'btcAddress', 'usdtAddress'] as const).every((name) => a[name] === b[name])
}

/** A version with a salt of its own, sealed for its row, and the commitment to it. */
export function sealKey({ clock, secrets }: Pick<Services, 'clock' | 'secrets'>, key: PaymentKey, texts?: KeyTexts) {
  const id = newId(clock)
  const salt = randomBytes(32).toString('base64url')
  const sealed = { ...key, salt, ...(texts ? { texts } : {}) } satisfies SealedKey
  const commitment = createHash('sha256').update(paymentKeyText(salt, key), 'utf8').digest('hex')
  return { id, commitment, sealed: seal(secrets, JSON.stringify(sealed), `payment key:${id}`) }
}

/** The content of a version; null when it is no longer kept. */
export function openKey(secrets: Secrets, row: Pick<PaymentKeyRow, 'id' | 'sealed'>): SealedKey | null {
  return row.sealed === null ? null : (JSON.parse(unseal(secrets, row.sealed, `payment key:${row.id}`)) as SealedKey)
}

/** A pending change as administrators see it. */
export function pendingView(secrets: Secrets, row: PaymentKeyRow) {
  const { pixKey, pixOwnerName, texts } = openKey(secrets, row)!
  return {
    id: row.id,
    commitment: row.commitment,
    key: maskPixKey(texts?.pixKeyType ?? null, pixKey),
    ownerName: pixOwnerName,
    by: row.askedBy!,
    since: row.createdAt.toISOString(),
    holds_at: row.holdsAt!.toISOString(),
  }
}

/** A pending change as its member sees it, with what opens its commitment. */
export function ownPendingView(secrets: Secrets, row: PaymentKeyRow) {
  return { ...pendingView(secrets, row), ...ownKeyView(secrets, row)! }
}

/** A version as its member sees it; null when it is no longer kept. */
export function ownKeyView(secrets: Secrets, row: PaymentKeyRow) {
  const key = openKey(secrets, row)
  if (!key) return null
  const { salt, pixKey, pixOwnerName, btcAddress, usdtAddress } = key
  return { commitment: row.commitment, opens: { salt, pixKey, pixOwnerName, btcAddress, usdtAddress } }
}

/** A member's version in a state of which there is at most one. */
export async function findKey(
  db: Db | Tx,
  circleId: string,
  memberId: string,
  state: 'current' | 'pending',
): Promise<PaymentKeyRow | null> {
  const [row] = await db
    .select()
    .from(paymentKeys)
    .where(and(eq(paymentKeys.circleId, circleId), eq(paymentKeys.memberId, memberId), eq(paymentKeys.state, state)))
  return row ?? null
}

/**
 * Commits the circle to a member's payment key where it is not yet: the version, the ledger's record, and the open
 * donations that were matched before there was one. Does nothing for somebody who has one, has no PIX key, or is not
 * approved.
 */
export async function ensureKeyCommitted(
  services: Pick<Services, 'clock' | 'secrets'>,
  { tx, id: circleId, state, note }: LockedCircle,
  memberId: string,
): Promise<void> {
  if (!state.members.has(memberId) || (await findKey(tx, circleId, memberId, 'current'))) return
  const [user] = await tx.select().from(users).where(eq(users.id, memberId))
  if (!user || user.erasedAt || !isParticipant(user)) return
  const key = shownKey(state.mode, user, openPersonal(services.secrets, user))
  if (!key) return
  const version = sealKey(services, key)
  await tx
    .insert(paymentKeys)
    .values({ ...version, circleId, memberId, state: 'current', createdAt: new Date(services.clock.now()) })
  await note({ kind: 'payment_key.committed', memberId, commitment: version.commitment })
  await tx
    .update(donations)
    .set({ paymentKeyId: version.id })
    .where(
      and(
        eq(donations.circleId, circleId),
        eq(donations.receiverId, memberId),
        isNull(donations.paymentKeyId),
        inArray(donations.status, ['PENDING_PAYMENT', 'PENDING_CONFIRMATION']),
      ),
    )
}

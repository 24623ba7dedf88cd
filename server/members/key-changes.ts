import { and, eq, lte } from 'drizzle-orm'
import { KEY_WAIT_MS } from '#circle/payment-key.ts'
import type { KeyAuthor } from '#circle/payment-key.ts'
import type { BodyOf } from '#contracts/contract.ts'
import { makeBrCode } from '#contracts/payment/br-code.ts'
import { currentCirclesWith } from '#server/circle-store/current-circles.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context, Services } from '#server/context.ts'
import { scheduleDeletion } from '#server/files/remove.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { paymentKeys } from '#server/tables/payment-keys.ts'
import { users } from '#server/tables/users.ts'
import { ensureKeyCommitted, findKey, isSameKey, KEY_TEXTS, openKey, sealKey, shownKey } from './payment-keys.ts'
import type { KeyTexts, PaymentKeyRow } from './payment-keys.ts'
import { openPersonal, personalColumns } from './personal.ts'
import type { Personal } from './personal.ts'
import { tellDonors } from './tell-key-change.ts'
import type { UserRow } from './view.ts'

/** The pictures of codes that belong to a key. */
export type KeyPictures = Pick<UserRow, 'pixQrSha256' | 'btcQrSha256' | 'usdtQrSha256'>

export type KeyChange = { readonly personal: Personal; readonly pictures: KeyPictures; readonly by: KeyAuthor }

/**
 * Asks for a member's payment key to become another one. Answers whether the change waits: in a real circle a key that
 * donors may be paying on changes only after its wait (circle/payment-key.ts). Otherwise the caller writes it at once.
 * A later change replaces a pending one, and an administration's change back to the present key withdraws its own.
 */
export async function askKeyChange(
  context: Context,
  circle: LockedCircle,
  user: UserRow,
  { personal, pictures, by }: KeyChange,
): Promise<boolean> {
  const { tx, id: circleId, state } = circle
  const { secrets } = context
  const key = shownKey(state.mode, user, personal)
  const present = await findKey(tx, circleId, user.id, 'current')
  const presentKey = present && openKey(secrets, present)
  if (state.mode !== 'real' || !key || !presentKey) return false
  if (user.phoneLostAt) refuse('key.held')
  const pending = await findKey(tx, circleId, user.id, 'pending')
  if (isSameKey(key, presentKey)) {
    // By their own no, which their device signs or asks about: in the ledger nobody else ends what they asked for.
    if (pending && by === 'member') refuse('key.change_waits')
    if (pending?.askedBy === by) {
      await drop(context, circle, pending)
      await circle.note({ kind: 'payment_key.withdrawn', memberId: user.id, commitment: pending.commitment })
      await notify(context, tx, { userId: user.id, kind: 'key.withdrawn', facts: {} })
    }
    return false
  }
  if (pending) await drop(context, circle, pending)
  const texts = Object.fromEntries(KEY_TEXTS.map((name) => [name, personal[name]])) as KeyTexts
  const version = sealKey(context, key, texts)
  const holdsAt = new Date(circle.now + KEY_WAIT_MS[by])
  await tx.insert(paymentKeys).values({
    ...version,
    ...pictures,
    circleId,
    memberId: user.id,
    state: 'pending',
    askedBy: by,
    createdAt: new Date(circle.now),
    holdsAt,
  })
  const { commitment } = version
  await circle.note({
    kind: 'payment_key.change_asked',
    memberId: user.id,
    commitment,
    by,
    holdsAt: holdsAt.toISOString(),
  })
  await notify(context, tx, { userId: user.id, kind: 'key.asked', facts: { by, holdsAt: holdsAt.getTime() } })
  return true
}

/** The member confirms what the administration asked for: it holds at once. Repeated, it changes nothing. */
export async function confirmKeyChange(context: Context, keyId: string): Promise<void> {
  await withCircle(context, context.actor.circleId, async (circle) => {
    const pending = await getOwnChange(context, circle, keyId, 'current')
    if (!pending) return
    // Somebody who holds the session may have asked for it; the wait is what protects the member from them.
    if (pending.askedBy === 'member') refuse('key.own_waits')
    const { memberId, commitment } = pending
    await circle.note({ kind: 'payment_key.confirmed', memberId, commitment })
    await putInForce(context, circle, pending)
  })
}

/** The member says that a pending change is not theirs: it is dropped. Repeated, it changes nothing. */
export async function objectToKeyChange(context: Context, keyId: string): Promise<void> {
  await withCircle(context, context.actor.circleId, async (circle) => {
    const pending = await getOwnChange(context, circle, keyId, 'dropped')
    if (!pending) return
    const { memberId, commitment } = pending
    await drop(context, circle, pending)
    await circle.note({ kind: 'payment_key.objected', memberId, commitment })
    await notify(context, circle.tx, { userId: memberId, kind: 'key.objected', facts: {} })
  })
}

/** A change of key that waits is dropped when its member's phone is lost: whoever has the phone may have asked for it. */
export async function dropOwnKeyChange(services: Services, circle: LockedCircle, memberId: string): Promise<void> {
  const pending = await findKey(circle.tx, circle.id, memberId, 'pending')
  if (!pending) return
  await drop(services, circle, pending)
  await circle.note({ kind: 'payment_key.objected', memberId, commitment: pending.commitment })
}

/** The circles with a change of key that is due. */
export function circlesWithDueKeys({ clock, db }: Services): Promise<string[]> {
  const isDue = and(eq(paymentKeys.state, 'pending'), lte(paymentKeys.holdsAt, new Date(clock.now())))
  return currentCirclesWith(db, paymentKeys, isDue)
}

/** Makes the changes hold whose wait is over. Under the circle's lock, so two processes make each hold once. */
export async function holdDueKeys(services: Services, circleId: string): Promise<void> {
  const context = { ...services, actorId: null }
  await withCircle(context, circleId, async (circle) => {
    const due = await circle.tx
      .select()
      .from(paymentKeys)
      .where(
        and(
          eq(paymentKeys.circleId, circleId),
          eq(paymentKeys.state, 'pending'),
          lte(paymentKeys.holdsAt, new Date(services.clock.now())),
        ),
      )
      .orderBy(paymentKeys.holdsAt, paymentKeys.id)
    for (const pending of due) await putInForce(services, circle, pending)
  })
}

/** From here on the member is paid on this key; open donations keep the one that they were matched with. */
async function putInForce(services: Services, circle: LockedCircle, pending: PaymentKeyRow): Promise<void> {
  const { tx } = circle
  const { clock, secrets } = services
  const now = new Date(clock.now())
  const user = await getUser(circle, pending.memberId)
  const { texts } = openKey(secrets, pending)!
  const pictures = picturesOf(pending)
  await tx
    .update(paymentKeys)
    .set({ state: 'former', endedAt: now })
    .where(
      and(
        eq(paymentKeys.circleId, circle.id),
        eq(paymentKeys.memberId, pending.memberId),
        eq(paymentKeys.state, 'current'),
      ),
    )
  await tx
    .update(paymentKeys)
    .set({ state: 'current', pixQrSha256: null, btcQrSha256: null, usdtQrSha256: null })
    .where(versionIs(pending))
  await tx
    .update(users)
    .set({
      ...pictures,
      ...personalColumns(secrets, user.id, { ...openPersonal(secrets, user), ...texts }),
      updatedAt: now,
    })
    .where(eq(users.id, user.id))
  await scheduleDeletion(
    services,
    tx,
    (Object.keys(pictures) as (keyof typeof pictures)[]).map((name) => user[name]),
  )
  await circle.note({ kind: 'payment_key.committed', memberId: user.id, commitment: pending.commitment })
  await notify(services, tx, { userId: user.id, kind: 'key.holds', facts: {} })
  await tellDonors(services, circle, user.id)
}

function picturesOf({ pixQrSha256, btcQrSha256, usdtQrSha256 }: KeyPictures): KeyPictures {
  return { pixQrSha256, btcQrSha256, usdtQrSha256 }
}

/** A member's own change of their payment key: in a real circle it waits, in a demonstration it holds at once. */
export async function changeOwnKey(context: Context, typed: BodyOf<'POST /me/pix-key'>): Promise<void> {
  const { actor, clock, secrets } = context
  await withCircle(context, actor.circleId, async (circle) => {
    const user = await getUser(circle, actor.id)
    const before = openPersonal(secrets, user)
    // The pasted code and its picture are of the key before: the code is made anew, the picture is not needed.
    const pixCopyPaste = makeBrCode({ key: typed.pixKey, name: typed.pixOwnerName, city: 'BRASIL' })
    const personal = { ...before, ...typed, pixCopyPaste }
    const pictures = { ...picturesOf(user), pixQrSha256: null }
    if (await askKeyChange(context, circle, user, { personal, pictures, by: 'member' })) return
    if (before.pixKey === personal.pixKey && before.pixOwnerName === personal.pixOwnerName) return
    await circle.tx
      .update(users)
      .set({ ...pictures, ...personalColumns(secrets, user.id, personal), updatedAt: new Date(clock.now()) })
      .where(eq(users.id, user.id))
    await scheduleDeletion(context, circle.tx, [user.pixQrSha256])
    await ensureKeyCommitted(context, circle, user.id)
    const facts = before.pixKey ? {} : { isFirst: true as const }
    await notify(context, circle.tx, { userId: user.id, kind: 'key.changed', facts })
  })
}

/** A change that will never hold: its key and salt are kept no longer. */
async function drop(services: Services, { tx }: LockedCircle, pending: PaymentKeyRow): Promise<void> {
  await tx
    .update(paymentKeys)
    .set({
      state: 'dropped',
      sealed: null,
      endedAt: new Date(services.clock.now()),
      pixQrSha256: null,
      btcQrSha256: null,
      usdtQrSha256: null,
    })
    .where(versionIs(pending))
  await scheduleDeletion(services, tx, Object.values(picturesOf(pending)))
}

function versionIs({ circleId, id }: PaymentKeyRow) {
  return and(eq(paymentKeys.circleId, circleId), eq(paymentKeys.id, id))
}

/** The actor's pending change; null when it is already what they ask for. Refuses one that is gone or another's. */
async function getOwnChange(
  { actor }: Context,
  { tx, id: circleId }: LockedCircle,
  keyId: string,
  done: PaymentKeyRow['state'],
): Promise<PaymentKeyRow | null> {
  if (!isId(keyId)) refuse('resource.not_found')
  const [row] = await tx
    .select()
    .from(paymentKeys)
    .where(and(eq(paymentKeys.circleId, circleId), eq(paymentKeys.id, keyId), eq(paymentKeys.memberId, actor.id)))
  if (!row) refuse('resource.not_found')
  if (row.state === done) return null
  if (row.state !== 'pending') refuse('key.not_pending')
  return row
}

async function getUser({ tx }: LockedCircle, userId: string): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  return user!
}

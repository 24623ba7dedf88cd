import { and, eq, or } from 'drizzle-orm'
import type { CircleMode } from '#circle/state.ts'
import type { BodyOf } from '#contracts/contract.ts'
import { isReservedName, nameMessages } from '#contracts/forms/person-name.ts'
import { PAYMENT_FIELDS } from '#contracts/profile-fields.ts'
import { isClosed } from '#contracts/labels.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { ensureOwnPassword } from '#server/access/own-password.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import { record } from '#server/access/record-access.ts'
import { holdImages } from '#server/files/hold-images.ts'
import type { StoredImage } from '#server/files/hold-images.ts'
import { storeImage } from '#server/files/keep.ts'
import { scheduleDeletion } from '#server/files/remove.ts'
import { sqlState } from '#server/database/errors.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import { isId } from '#server/lib/ids.ts'
import { notify } from '#server/notify/notify.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { endSessions } from '#server/access/end-sessions.ts'
import { ensureOfAge } from './ensure-of-age.ts'
import { ensureUnpayable } from './ensure-unpayable.ts'
import { askKeyChange } from './key-changes.ts'
import { ensureCodesMatch } from './payment-codes.ts'
import { ensureKeyCommitted, KEY_TEXTS } from './payment-keys.ts'
import { openPersonal, personalColumns } from './personal.ts'
import type { Personal } from './personal.ts'
import { applyStatus } from './status.ts'
import { tellEdit } from './tell-edit.ts'
import { users } from '#server/tables/users.ts'
import type { UserRow } from './view.ts'

/** The built-in picture of people who have none of their own. */
export const NO_AVATAR = 'avatar_male_1'

export type Edit = BodyOf<'PATCH /users/{id}'>

/**
 * An administrator edits a person's data. Absent fields stay; a blank password keeps the current one, and a new one
 * ends their sessions: it is a temporary one, unless it is the administrator's own, which like their own e-mail asks
 * for the present password. A status change also goes through the circle (status.ts), so that an account and its positions
 * never disagree. In a real circle another payment key waits (key-changes.ts); the rest holds at once. Refuses an e-mail
 * or CPF already taken, a change of one's own status, and to take over the account of another administrator. The slow
 * part runs first, before anything is locked or written.
 */
export async function prepareEdit(
  context: Context,
  { userId, edit }: { userId: string; edit: Edit },
): Promise<(within: Context) => Promise<void>> {
  const { actor, clock, secrets } = context
  if (!isId(userId)) refuse('resource.not_found')
  if (edit.birthDate) ensureOfAge(edit.birthDate, clock.now())
  const isSelf = userId === actor.id
  const {
    firstName,
    lastName,
    password,
    currentPassword,
    status,
    pixQrCode,
    btcQrCode,
    usdtQrCode,
    avatar,
    ...personal
  } = edit
  const images = await storeImages(context, { pixQrCode, btcQrCode, usdtQrCode, avatar })
  const columns = columnsOf(images)
  const merge = (user: UserRow) => ({ ...openPersonal(secrets, user), ...withoutAbsent(personal) }) as Personal
  const seen = await getUser(context, context.db, userId)
  const isOtherEmail = (user: UserRow) => edit.email !== undefined && edit.email !== openPersonal(secrets, user).email
  // A stolen token must not be enough to take the account of its administrator over.
  if (isSelf && (password || isOtherEmail(seen))) {
    if (!currentPassword) refuse('user.current_password_required')
    await ensureOwnPassword(context, currentPassword)
  }
  if (touchesPayment(edit)) await ensureCodesMatch(context, merge(seen), codesOf(seen, images))
  const passwordHash = password ? await hashPassword(password) : undefined
  return (within) =>
    // One's own circle, where another that one administers is on screen: there stand one's key and what is told of one's access.
    withCircle(within, isSelf ? seen.circleId : actor.circleId, async (circle) => {
      const { tx } = circle
      const user = await getUser(context, tx, userId, { forUpdate: true })
      if (user.circleId !== circle.id) refuse('user.edited_meanwhile')
      ensureMayTakeOver(context, user, edit)
      // The codes were read before the lock; they must still be the ones that this edit leaves in place.
      if (touchesPayment(edit) && !isSamePayment(user, seen)) refuse('user.edited_meanwhile')
      await holdImages(context, tx, Object.values(images))
      const before = openPersonal(secrets, user)
      const merged = merge(user)
      // Asked for above when it was another address then; it still is the one that the person confirmed.
      if (isSelf && isOtherEmail(user) && !currentPassword) refuse('user.edited_meanwhile')
      if (status !== undefined && status !== user.status && isSelf) refuse('user.own_status')
      ensureOwnName(user, { firstName, lastName }, circle.state.mode)
      const { approves } = status === undefined ? { approves: false } : await applyStatus(circle, user, status)
      const waits = touchesPayment(edit) && (await changeKey(context, circle, user, { edited: merged, columns }))
      const changes = {
        ...withoutAbsent({ firstName, lastName, status, passwordHash }),
        ...(passwordHash === undefined ? {} : { passwordTemporary: !isSelf }),
        ...unverified(before, merged),
        ...(approves ? { adminApproved: true } : {}),
        ...(waits ? withoutKeyPictures(columns) : columns),
        ...personalColumns(secrets, userId, waits ? withKeyOf(before, merged) : merged),
        updatedAt: new Date(clock.now()),
      }
      await saveUser(tx, userId, changes)
      if (approves || (touchesPayment(edit) && !waits)) await ensureKeyCommitted(context, circle, userId)
      await scheduleDeletion(
        context,
        tx,
        (Object.keys(columns) as (keyof typeof columns)[]).map((column) => user[column]),
      )
      const fields = changedFields(edit, { ...user, ...before }, { ...merged, ...columns })
      await record(
        context,
        tx,
        approves ? 'user.approved' : status === 'SUSPENDED' ? 'user.suspended' : 'user.edited',
        {
          circleId: actor.circleId,
          actorId: actor.id,
          subjectId: userId,
          fields,
        },
      )
      await tellEdit(context, circle, {
        userId,
        firstName: user.firstName,
        isPasswordNew: passwordHash !== undefined,
        emailBefore: merged.email === before.email ? null : before.email,
        fields,
      })
      const isShutOut = status !== undefined && isClosed(status) && circle.state.mode !== 'real'
      if (passwordHash !== undefined || isShutOut) await endSessions(context, tx, userId, 'edited')
    })
}

/** Refuses an e-mail or CPF that somebody else has. */
async function saveUser(tx: Tx, userId: string, changes: Partial<UserRow>): Promise<void> {
  await tx
    .update(users)
    .set(changes)
    .where(eq(users.id, userId))
    .catch((error: unknown) => {
      throw takenRefusal(error) ?? error
    })
}

/** Keeps the given pictures; absent ones stay as they are, and null removes one. */
async function storeImages(
  context: Context,
  { pixQrCode, btcQrCode, usdtQrCode, avatar }: Pick<Edit, 'pixQrCode' | 'btcQrCode' | 'usdtQrCode' | 'avatar'>,
) {
  return {
    ...(await imageColumn(context, 'pixQrSha256', pixQrCode, 'pixQrCode')),
    ...(await imageColumn(context, 'btcQrSha256', btcQrCode, 'btcQrCode')),
    ...(await imageColumn(context, 'usdtQrSha256', usdtQrCode, 'usdtQrCode')),
    ...(avatar === undefined ? {} : { avatar: await storeImage(context, avatar, 'avatar', 'avatar') }),
  }
}

function columnsOf(images: Awaited<ReturnType<typeof storeImages>>): Columns {
  return Object.fromEntries(
    Object.entries(images).map(([column, image]) => [
      column,
      image?.sha256 ?? (column === 'avatar' ? NO_AVATAR : null),
    ]),
  ) as Columns
}

/** The pictures of codes that an edit leaves in place. */
function codesOf(seen: UserRow, images: Awaited<ReturnType<typeof storeImages>>) {
  const { pixQrSha256: pixQr, btcQrSha256: btcQr, usdtQrSha256: usdtQr } = { ...seen, ...images }
  return { pixQr, btcQr, usdtQr }
}

const pictureColumns = { pixQrCode: 'pixQrSha256', btcQrCode: 'btcQrSha256', usdtQrCode: 'usdtQrSha256' } as const

/** The names of the fields that an edit changes, in its order: what the person is told, and never what was in them. */
function changedFields(edit: Edit, before: UserRow & Personal, after: Personal & Columns): string[] {
  const [old, now] = [before, { ...edit, ...after }] as Readonly<Record<string, unknown>>[]
  return Object.keys(edit).filter((field) => {
    if (field === 'currentPassword') return false
    if (field === 'password') return Boolean(edit.password)
    const column = pictureColumns[field as keyof typeof pictureColumns] ?? field
    return now![column] !== undefined && now![column] !== old![column]
  })
}

/**
 * Another administrator's account is theirs alone: whoever could set its password, or let a removed one in again, would be
 * two people at once.
 */
function ensureMayTakeOver({ actor }: Context, user: UserRow, { password, email, cpf, status }: Edit): void {
  if (user.role !== 'ADMIN' || user.id === actor.id) return
  if (password || [email, cpf, status].some((value) => value !== undefined)) refuse('administrator.own_account')
}

/** Refuses to name a member as the administration is named; who administers keeps that name. In a demonstration no name is payable. */
function ensureOwnName(user: UserRow, given: Pick<Edit, 'firstName' | 'lastName'>, mode: CircleMode): void {
  if (given.firstName === undefined && given.lastName === undefined) return
  const { firstName, lastName } = { ...user, ...withoutAbsent(given) }
  const field = given.firstName === undefined ? 'lastName' : 'firstName'
  ensureUnpayable(mode, `${firstName} ${lastName}`, field)
  if (user.role !== 'ADMIN' && isReservedName(firstName, lastName))
    throw new Refusal('request.invalid', { message: nameMessages.reserved, fields: { [field]: nameMessages.reserved } })
}

/** A person of the actor's circle, or the actor. Refuses with `resource.not_found`, and with `member.left` for somebody erased. */
async function getUser(
  { actor }: Context,
  db: Db | Tx,
  userId: string,
  { forUpdate = false }: { forUpdate?: boolean } = {},
): Promise<UserRow> {
  const query = db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), or(eq(users.circleId, actor.circleId), eq(users.id, actor.id))))
  const [user] = await (forUpdate ? query.for('update') : query)
  if (!user) refuse('resource.not_found')
  if (user.erasedAt) refuse('member.left')
  return user
}

/**
 * Sealing encrypts with a new nonce at every edit, so an unchanged text means that nobody edited the person in between.
 */
function isSamePayment(a: UserRow, b: UserRow): boolean {
  return (['sealed', 'pixQrSha256', 'btcQrSha256', 'usdtQrSha256'] as const).every((column) => a[column] === b[column])
}

/** A contact that was changed is verified no more. */
function unverified(before: Personal, after: Personal): Partial<UserRow> {
  return {
    ...(after.email === before.email ? {} : { emailVerifiedAt: null }),
    ...(after.phone === before.phone ? {} : { phoneVerifiedAt: null }),
  }
}

type Columns = Partial<Pick<UserRow, 'avatar' | 'pixQrSha256' | 'btcQrSha256' | 'usdtQrSha256'>>

/** Whether the person's payment key, as edited, has to wait. They are told of one that holds at once, too. */
async function changeKey(
  context: Context,
  circle: LockedCircle,
  user: UserRow,
  { edited, columns }: { edited: Personal; columns: Columns },
): Promise<boolean> {
  const { pixQrSha256, btcQrSha256, usdtQrSha256 } = { ...user, ...columns }
  const pictures = { pixQrSha256, btcQrSha256, usdtQrSha256 }
  // An administrator's own key, where they take part, changes as every member's does.
  const by = user.id === context.actor.id ? 'member' : 'administration'
  if (await askKeyChange(context, circle, user, { personal: edited, pictures, by })) return true
  const before = openPersonal(context.secrets, user)
  const isOther = (['pixKey', 'pixOwnerName', 'btcAddress', 'usdtAddress'] as const).some(
    (name) => before[name] !== edited[name],
  )
  if (isOther && user.id !== context.actor.id)
    await notify(context, circle.tx, { userId: user.id, kind: 'key.changed', facts: {} })
  return false
}

/** The edited data with the payment key of before. */
function withKeyOf(before: Personal, edited: Personal): Personal {
  return { ...edited, ...Object.fromEntries(KEY_TEXTS.map((name) => [name, before[name]])) }
}

function withoutKeyPictures({ avatar }: Columns): Columns {
  return withoutAbsent({ avatar })
}

/** Whether an edit changes where money for this person goes. */
function touchesPayment(edit: Edit): boolean {
  return PAYMENT_FIELDS.some((field) => edit[field] !== undefined)
}

export function takenRefusal(error: unknown): Refusal | null {
  const constraint = sqlState(error)?.constraint
  if (constraint === 'users_email') return new Refusal('user.email_taken')
  if (constraint === 'users_cpf') return new Refusal('user.cpf_taken')
  return null
}

/** A given image replaces the current one; null removes it; absent keeps it. */
async function imageColumn<K extends string>(
  context: Context,
  column: K,
  image: string | null | undefined,
  field: string,
): Promise<{ readonly [name in K]?: StoredImage | null }> {
  if (image === undefined) return {}
  return { [column]: await storeImage(context, image, 'registration', field) } as Record<K, StoredImage | null>
}

function withoutAbsent<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}

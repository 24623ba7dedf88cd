import { and, eq } from 'drizzle-orm'
import type { BodyOf } from '#contracts/contract.ts'
import { isClosed } from '#contracts/labels.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { record } from '#server/access/record-access.ts'
import { storeImage } from '#server/files/keep.ts'
import { scheduleDeletion } from '#server/files/remove.ts'
import { sqlState } from '#server/database/errors.ts'
import type { Context } from '#server/context.ts'
import { isId } from '#server/lib/ids.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { endSessions } from '#server/access/end-sessions.ts'
import { ensureCodesMatch } from './payment-codes.ts'
import { openPersonal, personalColumns } from './personal.ts'
import type { Personal } from './personal.ts'
import { applyStatus } from './status.ts'
import { users } from '#server/tables/users.ts'

const PAYMENT_FIELDS = [
  'pixKey',
  'pixCopyPaste',
  'pixQrCode',
  'btcAddress',
  'btcQrCode',
  'usdtAddress',
  'usdtQrCode',
] as const

/** The built-in picture of people who have none of their own. */
export const NO_AVATAR = 'avatar_male_1'

export type Edit = BodyOf<'PATCH /users/{id}'>

/**
 * An administrator edits a person's data. Absent fields stay; a blank password keeps the current one, and a new one
 * ends their sessions. A status change also goes through the circle (status.ts), so that an account and its positions
 * never disagree. Refuses an e-mail or CPF already taken, and a change of one's own status.
 */
export async function editUser(context: Context, { userId, edit }: { userId: string; edit: Edit }): Promise<void> {
  const { actor, clock, secrets } = context
  if (!isId(userId)) refuse('resource.not_found')
  const { firstName, lastName, password, status, pixQrCode, btcQrCode, usdtQrCode, avatar, ...personal } = edit
  const passwordHash = password ? await hashPassword(password) : undefined
  const images = {
    ...(await imageColumn(context, 'pixQrSha256', pixQrCode, 'pixQrCode')),
    ...(await imageColumn(context, 'btcQrSha256', btcQrCode, 'btcQrCode')),
    ...(await imageColumn(context, 'usdtQrSha256', usdtQrCode, 'usdtQrCode')),
    ...(avatar === undefined ? {} : { avatar: await storeImage(context, avatar, 'avatar', 'avatar') }),
  }
  await withCircle(context, actor.circleId, async (circle) => {
    const { tx } = circle
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), eq(users.circleId, actor.circleId)))
      .for('update')
    if (!user) refuse('resource.not_found')
    if (user.erasedAt) refuse('member.left')
    const merged = { ...openPersonal(secrets, user), ...withoutAbsent(personal) } as Personal
    if (touchesPayment(edit)) await ensureCodesMatch(context, merged, { ...user, ...images })
    if (status !== undefined && status !== user.status && userId === actor.id) refuse('user.own_status')
    const { approves } = status === undefined ? { approves: false } : await applyStatus(circle, user, status)
    await tx
      .update(users)
      .set({
        ...withoutAbsent({ firstName, lastName, status, passwordHash }),
        ...(approves ? { adminApproved: true } : {}),
        ...images,
        ...personalColumns(secrets, userId, merged),
        updatedAt: new Date(clock.now()),
      })
      .where(eq(users.id, userId))
      .catch((error: unknown) => {
        throw takenRefusal(error) ?? error
      })
    await scheduleDeletion(
      context,
      tx,
      Object.keys(images).map((column) => user[column as keyof typeof images]),
    )
    await record(context, tx, approves ? 'user.approved' : status === 'SUSPENDED' ? 'user.suspended' : 'user.edited', {
      circleId: actor.circleId,
      actorId: actor.id,
      subjectId: userId,
    })
    if (passwordHash !== undefined || (status !== undefined && isClosed(status)))
      await endSessions(context, tx, userId, 'edited')
  })
}

/** Whether an edit changes the destination of payments to this person. */
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
) {
  if (image === undefined) return {}
  return { [column]: await storeImage(context, image, 'registration', field) } as Record<K, StoredImage | null>
}

function withoutAbsent<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}

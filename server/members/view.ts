import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Db, Tx } from '#server/database/types.ts'
import type { Services } from '#server/context.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { imageUrl } from '#server/files/address.ts'
import { openPersonal } from './personal.ts'
import { users } from '#server/tables/users.ts'

export type UserRow = typeof users.$inferSelect
type MemberRow = typeof circleMembers.$inferSelect

/** A person as they and administrators see them: everything except the password. Images are addresses, not bodies. */
export function userView(services: Services, row: UserRow, member: MemberRow | null) {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    ...openPersonal(services.secrets, row),
    pixQrCode: imageUrl(services, row.pixQrSha256, 'qr'),
    btcQrCode: imageUrl(services, row.btcQrSha256, 'qr'),
    usdtQrCode: imageUrl(services, row.usdtQrSha256, 'qr'),
    avatar: avatarView(services, row.avatar),
    role: row.role,
    ...(row.isAuditor ? { auditor: true as const } : {}),
    status: row.status,
    adminApproved: row.adminApproved,
    emailVerified: row.emailVerifiedAt !== null,
    phoneVerified: row.phoneVerifiedAt !== null,
    remindersOff: row.remindersOff,
    passwordTemporary: row.passwordTemporary,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    current_level: currentLevel(member),
    can_reenter: member?.reentry === 'allowed',
    n3_completed_at: member?.n3CompletedAt?.toISOString() ?? null,
  }
}

/** A built-in avatar by its name, an uploaded one by its signed address. */
export function avatarView(services: Services, avatar: string): string {
  return /^[0-9a-f]{64}$/.test(avatar) ? imageUrl(services, avatar, 'avatar')! : avatar
}

/** The highest completed level plus one, at most 3. */
export function currentLevel(member: MemberRow | null): 1 | 2 | 3 {
  if (!member) return 1
  return member.completedN2At || member.completedN3At ? 3 : member.completedN1At ? 2 : 1
}

/**
 * One person of a circle with their member row; administrators belong to every circle. Null when the circle has nobody
 * with that id.
 */
export async function findUser(
  tx: Db | Tx,
  circleId: string,
  userId: string,
): Promise<{ user: UserRow; member: MemberRow | null } | null> {
  const [row] = await peopleOf(tx).where(
    and(eq(users.id, userId), or(eq(users.circleId, circleId), eq(users.role, 'ADMIN'))),
  )
  return row ?? null
}

/** Everybody in a circle except erased people, oldest first. */
export function listUsers(tx: Db | Tx, circleId: string): Promise<{ user: UserRow; member: MemberRow | null }[]> {
  return peopleOf(tx)
    .where(and(eq(users.circleId, circleId), isNull(users.erasedAt)))
    .orderBy(asc(users.createdAt), asc(users.id))
}

/** The names of everybody in a circle, oldest first. Sealed data is not opened. */
export async function listNames(tx: Db | Tx, circleId: string) {
  const { id, role, firstName, lastName } = users
  const rows = await tx
    .select({ id, role, firstName, lastName })
    .from(users)
    .where(eq(users.circleId, circleId))
    .orderBy(asc(users.createdAt), asc(users.id))
  return rows.map((row) => ({ id: row.id, name: `${row.firstName} ${row.lastName}`.trim(), role: row.role }))
}

/** People by id, for embedding in lists; unknown ids are left out. */
export async function usersById(tx: Db | Tx, ids: readonly string[]): Promise<Map<string, UserRow>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await tx.select().from(users).where(inArray(users.id, wanted))
  return new Map(rows.map((row) => [row.id, row]))
}

function peopleOf(tx: Db | Tx) {
  return tx
    .select({ user: users, member: circleMembers })
    .from(users)
    .leftJoin(circleMembers, and(eq(circleMembers.circleId, users.circleId), eq(circleMembers.memberId, users.id)))
}

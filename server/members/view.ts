import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/database/types.ts'
import type { Services } from '#server/context.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import { imageUrl } from '#server/files/address.ts'
import { openPersonal } from './personal.ts'
import { users } from '#server/tables/users.ts'

export type UserRow = typeof users.$inferSelect

/** As much of a person's row as `userView` shows. */
export const SHOWN_OF_USER = [
  'id',
  'firstName',
  'lastName',
  'sealed',
  'pixQrSha256',
  'btcQrSha256',
  'usdtQrSha256',
  'avatar',
  'role',
  'isAuditor',
  'alsoTakesPart',
  'circleId',
  'status',
  'adminApproved',
  'emailVerifiedAt',
  'phoneVerifiedAt',
  'remindersOff',
  'passwordTemporary',
  'createdAt',
  'updatedAt',
] as const

/** As much of a member's row as `userView` shows. */
export const SHOWN_OF_MEMBER = ['completedN1At', 'completedN2At', 'completedN3At', 'n3CompletedAt', 'reentry'] as const

type MemberRow = typeof circleMembers.$inferSelect
type ShownMember = Pick<MemberRow, (typeof SHOWN_OF_MEMBER)[number]>

/** A person of a circle: their row as its member, and how many levels its plan has (null without a circle). */
export type Person = { user: UserRow; member: MemberRow | null; levels: number | null }
type ShownPerson = {
  user: Pick<UserRow, (typeof SHOWN_OF_USER)[number]>
  member: ShownMember | null
  levels: number | null
}

/** A person as they and administrators see them: everything except the password. Images are addresses, not bodies. */
export function userView(services: Services, { user: row, member, levels }: ShownPerson) {
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
    ...(row.alsoTakesPart ? { takesPartIn: row.circleId } : {}),
    status: row.status,
    adminApproved: row.adminApproved,
    emailVerified: row.emailVerifiedAt !== null,
    phoneVerified: row.phoneVerifiedAt !== null,
    remindersOff: row.remindersOff,
    passwordTemporary: row.passwordTemporary,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    current_level: currentLevel(member, levels),
    can_reenter: member?.reentry === 'allowed',
    n3_completed_at: member?.n3CompletedAt?.toISOString() ?? null,
  }
}

/** A built-in avatar by its name, an uploaded one by its signed address. */
export function avatarView(services: Services, avatar: string): string {
  return /^[0-9a-f]{64}$/.test(avatar) ? imageUrl(services, avatar, 'avatar')! : avatar
}

/** The highest completed level plus one, at most the last level of the plan. */
export function currentLevel(member: ShownMember | null, levels: number | null): number {
  if (!member || levels === null) return 1
  const completed = [member.completedN1At, member.completedN2At, member.completedN3At].findLastIndex(Boolean) + 1
  return Math.min(completed + 1, levels)
}

/** The number of levels of a circle's plan, for a query that joins it. */
export const levelsOfPlan = sql<number>`jsonb_array_length(${circles.plan} -> 'levels')`

/**
 * One person of a circle with their member row; administrators belong to every circle. Null when the circle has nobody
 * with that id.
 */
export async function findUser(tx: Db | Tx, circleId: string, userId: string): Promise<Person | null> {
  const [row] = await peopleOf(tx).where(
    and(eq(users.id, userId), or(eq(users.circleId, circleId), eq(users.role, 'ADMIN'))),
  )
  return row ?? null
}

/** Everybody in a circle except erased people, oldest first. */
export function listUsers(tx: Db | Tx, circleId: string): Promise<Person[]> {
  return peopleOf(tx)
    .where(and(eq(users.circleId, circleId), isNull(users.erasedAt)))
    .orderBy(asc(users.createdAt), asc(users.id))
}

/** The names of everybody in a circle and of all who administer, oldest first. Sealed data is not opened. */
export async function listNames(tx: Db | Tx, circleId: string) {
  const { id, role, firstName, lastName } = users
  const rows = await tx
    .select({ id, role, firstName, lastName })
    .from(users)
    .where(or(eq(users.circleId, circleId), eq(users.role, 'ADMIN')))
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
    .select({ user: users, member: circleMembers, levels: sql<number | null>`${levelsOfPlan}` })
    .from(users)
    .leftJoin(circles, eq(circles.id, users.circleId))
    .leftJoin(circleMembers, and(eq(circleMembers.circleId, users.circleId), eq(circleMembers.memberId, users.id)))
}

import { and, notInArray, sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { closedStatuses } from '#contracts/labels.ts'
import type { NoticeChoices } from '#contracts/notice-events.ts'
import { circles, inCircle } from './circles.ts'
import { instant } from './instant.ts'

export type Role = 'USER' | 'ADMIN'

/** How a lost phone was shown: by the person's own paper, by a letter, or by two members who know the person. */
export type LossProof = 'paper' | 'email' | 'members'

export type UserStatus = 'PENDING' | 'ACTIVE' | 'ACTIVE_PARTICIPANT' | 'INACTIVE' | 'SUSPENDED' | 'APPROVED'

/**
 * People. Their identifying and private data (e-mail, CPF, phone, address, bank, PIX, crypto) is one sealed text.
 * E-mail, CPF and phone are found through keyed indexes, so that the database files alone reveal none of it.
 */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    circleId: inCircle(),
    role: text().$type<Role>().notNull(),
    status: text().$type<UserStatus>().notNull(),
    adminApproved: boolean('admin_approved').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    emailIndex: text('email_index').notNull().unique('users_email'),
    cpfIndex: text('cpf_index').unique('users_cpf'),
    /** Several may share a phone. Null for accounts from before it was kept, until their person signs in again. */
    phoneIndex: text('phone_index'),
    sealed: text().notNull(),
    /** The name of a built-in picture, or the SHA-256 of an uploaded one. */
    avatar: text().notNull(),
    pixQrSha256: text('pix_qr_sha256'),
    btcQrSha256: text('btc_qr_sha256'),
    usdtQrSha256: text('usdt_qr_sha256'),
    passwordHash: text('password_hash').notNull(),
    /** Whether an administrator set the password: a session that it opens may only read and choose another. */
    passwordTemporary: boolean('password_temporary').notNull().default(false),
    emailVerifiedAt: instant('email_verified_at'),
    phoneVerifiedAt: instant('phone_verified_at'),
    /** When the person was erased; their row then names nobody. */
    erasedAt: instant('erased_at'),
    /** Since when the account is closed because its phone was lost, and by what that was shown. */
    phoneLostAt: instant('phone_lost_at'),
    phoneLostBy: text('phone_lost_by').$type<LossProof>(),
    remindersOff: boolean('reminders_off').notNull().default(false),
    /** Whether somebody invited may read this person's first name before they join. */
    showsFirstName: boolean('shows_first_name').notNull().default(false),
    /** By which channels the person wants which events, where they chose otherwise than usual. */
    noticeChoices: jsonb('notice_choices').$type<NoticeChoices>().notNull().default({}),
    /** When the person was asked whether this app may ring on their phone: nobody is asked twice. */
    pushAskedAt: instant('push_asked_at'),
    /** An administrator who reads everything and changes nothing. */
    isAuditor: boolean('is_auditor').notNull().default(false),
    /** An administrator who takes part in the circle of `circleId` as well, as its members do. */
    alsoTakesPart: boolean('also_takes_part').notNull().default(false),
    /** The administrator who alone added this one, without a second person; null for members and for all others. */
    addedBy: uuid('added_by'),
    /** Since when an administrator is one, where they were invited. */
    addedAt: instant('added_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('users_circle').on(table.circleId, table.createdAt),
    index('users_phone').on(table.phoneIndex),
    // Administrators belong to every circle's lists; without it a circle's names would be looked for among all people.
    index('users_administrators')
      .on(table.createdAt, table.id)
      .where(sql`${table.role} = 'ADMIN'`),
    index('users_waiting')
      .on(table.circleId)
      .where(sql`${table.role} = 'USER' and not ${table.adminApproved}`),
    check('users_role', sql`${table.role} in ('USER', 'ADMIN')`),
    check('users_auditor', sql`not ${table.isAuditor} or ${table.role} = 'ADMIN'`),
    check('users_both', sql`not ${table.alsoTakesPart} or (${table.role} = 'ADMIN' and not ${table.isAuditor})`),
    check(
      'users_status',
      sql`${table.status} in ('PENDING', 'ACTIVE', 'ACTIVE_PARTICIPANT', 'INACTIVE', 'SUSPENDED', 'APPROVED')`,
    ),
  ],
)

// An account is two facts: it administers or not, and it takes part in its circle or not. None does neither.

/** Whether somebody administers or audits, for statements that read it. */
export const administers = sql<boolean>`${users.role} = 'ADMIN'`

/** The same of somebody whose account is open. */
export const administersNow = and(administers, notInArray(users.status, [...closedStatuses]))!

/** Whether somebody takes part in the circle of their account, approved or not, for statements that read it. */
export const takesPart = sql<boolean>`(${users.role} = 'USER' or ${users.alsoTakesPart})`

/** The same of a row that was read. */
export function isParticipant({
  role,
  alsoTakesPart,
}: Pick<typeof users.$inferSelect, 'role' | 'alsoTakesPart'>): boolean {
  return role === 'USER' || alsoTakesPart
}

/**
 * Whether somebody's account is shut, for statements that read it: it is closed, and not a member's of a real circle, who
 * may read on whatever was decided about them.
 */
export const isShut = sql<boolean>`(${users.status} in ('INACTIVE', 'SUSPENDED') and not (${users.role} = 'USER'
  and exists (select 1 from ${circles} where ${circles.id} = ${users.circleId} and ${circles.mode} = 'real')))`

/** The column of rows that are of one person. */
export const ofUser = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id)

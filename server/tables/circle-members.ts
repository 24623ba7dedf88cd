import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { inCircle } from './circles.ts'
import { instant } from './instant.ts'

/** The rules' record of each approved member: completed levels, re-entry, confirmed amounts. */
export const circleMembers = pgTable(
  'circle_members',
  {
    circleId: inCircle(),
    memberId: uuid('member_id').notNull(),
    status: text().$type<'approved' | 'suspended' | 'left'>().notNull(),
    completedN1At: instant('completed_n1_at'),
    completedN2At: instant('completed_n2_at'),
    completedN3At: instant('completed_n3_at'),
    n3CompletedAt: instant('n3_completed_at'),
    reentry: text().$type<'none' | 'owing' | 'allowed'>().notNull(),
    /** The last pull passed them over for want of their consent: nobody is asked to pay them until they accept. */
    isPassedOver: boolean('is_passed_over').notNull().default(false),
    /** How many places of a roda they take (circle/shares.ts). */
    shares: integer().notNull().default(1),
    /** How many months they left out, in which of their rotations (circle/pause.ts). */
    pauses: integer().notNull().default(0),
    pausedRotation: integer('paused_rotation').notNull().default(0),
    /** The sum that they had given to a roda when its present rotation began (circle/course.ts). */
    givenBeforeCents: bigint('given_before_cents', { mode: 'number' }).notNull().default(0),
    givenN1Cents: bigint('given_n1_cents', { mode: 'number' }).notNull(),
    givenN2Cents: bigint('given_n2_cents', { mode: 'number' }).notNull(),
    givenN3Cents: bigint('given_n3_cents', { mode: 'number' }).notNull(),
    givenAdministrationCents: bigint('given_administration_cents', { mode: 'number' }).notNull(),
    receivedN1Cents: bigint('received_n1_cents', { mode: 'number' }).notNull(),
    receivedN2Cents: bigint('received_n2_cents', { mode: 'number' }).notNull(),
    receivedN3Cents: bigint('received_n3_cents', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.memberId] }),
    index('circle_members_member').on(table.memberId),
  ],
)

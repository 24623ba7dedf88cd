import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { BeginningRow } from '#circle/beginning.ts'
import type { CalendarInForce } from '#circle/calendar.ts'
import type { Plan } from '#circle/plan.ts'
import type { CircleMode } from '#circle/state.ts'
import type { TermsAdministrator, TermsOperator } from '#circle/terms.ts'
import { ANSWER_DAYS } from '#circle/ledger/rules.ts'
import { instant } from './instant.ts'

/** The rows that wait for their people, in the order of the turns; `said`: what somebody says is right instead, in centavos. */
export type StoredBeginning = {
  readonly rows: readonly BeginningRow[]
  readonly said: Readonly<Record<string, Pick<BeginningRow, 'givenCents' | 'receivedCents'>>>
}

/** The operator of a real circle, shown on its terms page. */
export type Operator = TermsOperator

/**
 * One row per circle, locked before anything in the circle changes. Constraints in the migrations hold its mode and
 * plan to each other.
 */
export const circles = pgTable(
  'circles',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    mode: text().$type<CircleMode>().notNull(),
    plan: jsonb().$type<Plan>().notNull(),
    /** The rules that a real circle was founded by, where decisions depend on them (circle/course.ts). */
    rules: integer().notNull().default(1),
    operator: jsonb().$type<Operator>(),
    /** The administrators of a real circle's founding, as its terms name them for ever; null in one from before. */
    administrators: jsonb().$type<readonly TermsAdministrator[]>(),
    /** How many people it was made for; null: as many as a circle may have. */
    people: integer(),
    /**
     * The hash of the terms in force, as the ledger has it (circle/terms.ts). Null in a circle from before, until the
     * next start records it.
     */
    termsHash: text('terms_hash'),
    /** The ledger's head: sequence number and hash of its last entry. */
    seq: bigint({ mode: 'number' }).notNull(),
    headHash: text('head_hash').notNull(),
    nextOrder: bigint('next_order', { mode: 'number' }).notNull(),
    /** Which rotation runs, and the number of its first obligation (circle/rotation.ts). */
    rotation: integer().notNull().default(1),
    rotationFrom: bigint('rotation_from', { mode: 'number' }).notNull().default(1),
    /** Whether its first rotation came in from paper (circle/beginning.ts). */
    isBroughtIn: boolean('is_brought_in').notNull().default(false),
    /** The rows with which a roda that ran on paper is to come in; null where none does, and once it came in. */
    beginning: jsonb().$type<StoredBeginning>(),
    donationsMade: bigint('donations_made', { mode: 'number' }).notNull(),
    pulledPeriod: text('pulled_period'),
    /** The contribution calendar (circle/calendar.ts), and since when it holds; null: contributions are asked for by hand. */
    calendar: jsonb().$type<CalendarInForce>(),
    /** The last month that the calendar is done with: it asked, or could not and said so. */
    calendarPeriod: text('calendar_period'),
    /** How many days a receiver has, from a receipt on, to confirm or reject it. */
    answerDays: integer('answer_days').notNull().default(ANSWER_DAYS),
    /** The number of reports ever made, updated with each, so that the console's list never counts them. */
    reportsMade: bigint('reports_made', { mode: 'number' }).notNull().default(0),
    createdAt: instant('created_at').notNull(),
    /** Marks the one circle that new registrations join; a unique index allows only one per installation. */
    openForRegistration: boolean('open_for_registration').notNull().default(false),
    /** The circle in which administrators stand while there is none: nobody is shown it, or joins it, until it is opened. */
    isHidden: boolean('is_hidden').notNull().default(false),
    /** Set when a demonstration was reset: the time, and the circle that replaced it. Its ledger stays unchanged. */
    endedAt: instant('ended_at'),
    replacedBy: uuid('replaced_by'),
    /** Set when it was ended for good, everybody being at zero (circle/ledger/endings.ts). */
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('circles_one_open')
      .on(table.openForRegistration)
      .where(sql`${table.openForRegistration}`),
    check('circles_people', sql`${table.people} between 2 and 100`),
    check('circles_answer_days', sql`${table.answerDays} between 2 and 15`),
  ],
)

/** The column of rows that are of one circle. */
export const inCircle = () =>
  uuid('circle_id')
    .notNull()
    .references(() => circles.id)

import { and, desc, eq, sql } from 'drizzle-orm'
import { nextByCalendar } from '#circle/calendar.ts'
import { nextPull } from '#circle/period.ts'
import type { EventOfKind } from '#circle/state.ts'
import type { CircleSettings } from '#contracts/circles.ts'
import { planFormOf } from '#contracts/plans.ts'
import { ledger } from '#server/tables/ledger.ts'
import type { Context } from '#server/context.ts'
import { describeMailer } from '#server/mail/mailer.ts'
import { openPersonal } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { usersById } from '#server/members/view.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import type { CircleRow } from '#server/circle-store/find-circle.ts'
import { presentMonth } from '#server/pull/present-month.ts'
import { circleView } from './view.ts'

const PULLS_SHOWN = 24

/** The settings of the circle that the administrator has selected. */
export async function circleSettings(context: Context): Promise<CircleSettings> {
  const { actor, db } = context
  const [circle] = await db.select().from(circles).where(eq(circles.id, actor.circleId))
  const [self] = await db.select().from(users).where(eq(users.id, actor.id))
  return {
    circle: await circleView(context, circle!),
    plan: planFormOf(circle!.plan),
    // Obligations are numbered, so a number already used means that somebody was asked for a donation.
    in_use: circle!.isBroughtIn || circle!.donationsMade > 0 || circle!.nextOrder > 1,
    created_at: circle!.createdAt.toISOString(),
    members: await db.$count(
      circleMembers,
      and(eq(circleMembers.circleId, actor.circleId), eq(circleMembers.status, 'approved')),
    ),
    calendar: {
      pulls: await pullsOf(context),
      next: nextView(circle!, context.clock.now()),
      present: await presentMonth(context, circle!),
      automatic: automaticView(circle!, context.clock.now()),
    },
    answer_days: circle!.answerDays,
    mail: { ...describeMailer(context.config), to: openPersonal(context.secrets, self!).email },
  }
}

/** The past pulls, newest first, read from the ledger. */
async function pullsOf({ actor, db }: Context): Promise<CircleSettings['calendar']['pulls']> {
  const rows = await db
    .select({ at: ledger.at, actorId: ledger.actorId, payload: ledger.payload })
    .from(ledger)
    // The kind is a literal, because the partial index is used only when the query matches its condition.
    .where(and(eq(ledger.circleId, actor.circleId), sql`${ledger.kind} = 'pull.generated'`))
    .orderBy(desc(ledger.seq))
    .limit(PULLS_SHOWN)
  const people = await usersById(
    db,
    rows.flatMap(({ actorId }) => (actorId === null ? [] : [actorId])),
  )
  return rows.map(({ at, actorId, payload }) => {
    const person = actorId === null ? undefined : people.get(actorId)
    const { period, created, receivers, skipped, skippedWithoutConsent } = payload as EventOfKind<'pull.generated'>
    return {
      period,
      at: at.toISOString(),
      created,
      receivers,
      skipped,
      skipped_without_consent: skippedWithoutConsent ?? 0,
      by: person ? `${person.firstName} ${person.lastName}` : null,
    }
  })
}

function automaticView(circle: CircleRow, now: number): CircleSettings['calendar']['automatic'] {
  const { calendar } = circle
  if (!calendar || circle.closedAt) return null
  const { period, at } = nextByCalendar(calendar, circle, now)
  return { day: calendar.day, hour: calendar.hour, next: { period, at: new Date(at).toISOString() } }
}

function nextView({ pulledPeriod }: CircleRow, now: number): CircleSettings['calendar']['next'] {
  const { period, fromAt, isDue } = nextPull(pulledPeriod, now)
  return { period, from: new Date(fromAt).toISOString(), is_due: isDue }
}

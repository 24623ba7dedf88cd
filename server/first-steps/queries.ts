import { and, count, countDistinct, desc, eq, isNotNull, isNull, sum } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { DAY_MS } from '#circle/period.ts'
import type { FirstStepId, FirstSteps } from '#contracts/first-steps.ts'
import { firstStepIds } from '#contracts/first-steps.ts'
import type { CircleRow } from '#server/circle-store/find-circle.ts'
import { showBackups } from '#server/backup/download.ts'
import type { Context } from '#server/context.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import { entries } from '#server/tables/entries.ts'
import { letters } from '#server/tables/letters.ts'
import { passkeys } from '#server/tables/passkeys.ts'
import { takesPart, users } from '#server/tables/users.ts'

/** A nightly backup counts for three days, one that was downloaded for a month. */
const NIGHTLY_DAYS = 3
const DOWNLOADED_DAYS = 31

/**
 * Says what a real circle still needs. Every line is asked of what is there now: nothing is ever ticked, so a line whose ground is
 * lost comes back.
 */
export async function showFirstSteps(context: Context): Promise<FirstSteps> {
  const { actor, db } = context
  const [own] = await db
    .select({ id: circles.id, isHidden: circles.isHidden })
    .from(circles)
    .where(eq(circles.id, actor.circleId))
  const circle = (await findLiveCircle(db, eq(circles.id, actor.circleId))) ?? (await findLiveCircle(db))
  const approved = and(eq(circleMembers.circleId, circle?.id ?? actor.circleId), eq(circleMembers.status, 'approved'))
  const [members] = await db
    .select({ people: count(), shares: sum(circleMembers.shares).mapWith(Number) })
    .from(circleMembers)
    .where(approved)
  const [placed] = await db
    .select({ people: countDistinct(entries.memberId) })
    .from(entries)
    .where(and(eq(entries.circleId, circle?.id ?? actor.circleId), eq(entries.level, 1)))
  const people = circle ? members!.people : 0
  const places = circle ? placed!.people : 0
  // Each place that somebody takes beside their first stands for a person.
  const needed = placesNeeded(circle) - (circle ? members!.shares - people : 0)
  const done: Readonly<Record<FirstStepId, boolean>> = {
    operator: circle?.operator !== null && circle !== null,
    // A real circle is made only when its plan is balanced and its risk was read and ticked.
    plan: circle !== null,
    people: people >= needed,
    places: people > 0 && places >= people,
    // By itself on a day of the month, or by hand.
    contributions: circle !== null && (circle.calendar !== null || circle.pulledPeriod !== null),
    mail: await isMailProven(context),
    passkey: (await db.$count(passkeys, eq(passkeys.userId, actor.id))) > 0,
    backup: await isBackedUp(context),
  }
  const isOpen = circle === null && (await db.$count(users, takesPart)) === 0
  return {
    is_open: isOpen,
    hidden_circle: own!.isHidden ? own!.id : null,
    circle: circle && { id: circle.id, name: circle.name, is_current: circle.id === actor.circleId },
    steps: firstStepIds.map((id) => ({ id, done: done[id] })),
    people,
    people_needed: needed,
    places,
  }
}

/**
 * How many places a circle needs: until a roda asks for its first contributions as many as its plan was shown for
 * (server/pull/first-off-plan.ts). In a turn each of the others gives once, so a turn of so many donations needs one more.
 */
function placesNeeded(circle: CircleRow | null): number {
  const [first, ...higher] = circle?.plan.levels ?? []
  const turn = (first?.required ?? 1) + 1
  if (!circle || higher.length > 0 || circle.nextOrder > 1 || circle.isBroughtIn) return turn
  return circle.people ?? turn
}

/** The newest real circle that has not ended, or the one that is meant. */
async function findLiveCircle(db: Context['db'], isMeant?: SQL) {
  const [circle] = await db
    .select()
    .from(circles)
    .where(and(eq(circles.mode, 'real'), isNull(circles.endedAt), isMeant))
    .orderBy(desc(circles.createdAt))
    .limit(1)
  return circle ?? null
}

/** A mail server is configured, and has taken a letter. */
async function isMailProven({ config, db }: Context): Promise<boolean> {
  if (config.smtpUrl === undefined) return false
  const sent = await db.select({ id: letters.id }).from(letters).where(isNotNull(letters.sentAt)).limit(1)
  return sent.length > 0
}

async function isBackedUp(context: Context): Promise<boolean> {
  const { last, downloaded_at } = await showBackups(context)
  const isYoung = (at: string | null | undefined, days: number) =>
    at !== null && at !== undefined && context.clock.now() - Date.parse(at) < days * DAY_MS
  return isYoung(last?.at, NIGHTLY_DAYS) || isYoung(downloaded_at, DOWNLOADED_DAYS)
}

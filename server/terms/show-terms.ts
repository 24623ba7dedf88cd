import { and, desc, eq } from 'drizzle-orm'
import type { AnswerOf } from '#contracts/contract.ts'
import { isClosed } from '#contracts/labels.ts'
import { toldPlan } from '#contracts/told-plans.ts'
import type { Actor, Context } from '#server/context.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import { termsAcceptances } from '#server/tables/terms-acceptances.ts'
import type { ShownTerms } from '#server/tables/terms-acceptances.ts'
import { getTerms, hasConsented, listWithoutConsent } from './consent.ts'

/** Whether the actor accepted the terms in force, and whether anybody waits for it. */
export async function showConsent({ actor, db }: Context): Promise<AnswerOf<'GET /me/terms'>> {
  const { hash, since } = await getTerms(db, actor.circleId)
  const is_accepted = await hasConsented(db, actor.circleId, actor.id)
  return {
    terms_version: hash,
    since: since.toISOString(),
    is_accepted,
    is_asked: !is_accepted && !isClosed(actor.status) && !(await isOver(db, actor)),
  }
}

/** Whether the circle has ended, or the actor has left it. */
async function isOver(db: Context['db'], { id, circleId }: Pick<Actor, 'id' | 'circleId'>): Promise<boolean> {
  const isOwn = and(eq(circleMembers.circleId, circles.id), eq(circleMembers.memberId, id))
  const [found] = await db
    .select({ closedAt: circles.closedAt, status: circleMembers.status })
    .from(circles)
    .leftJoin(circleMembers, isOwn)
    .where(eq(circles.id, circleId))
  return found?.closedAt !== null || found.status === 'left'
}

/** The terms that the actor accepted last, as they were kept then; null where there are none. */
export async function showAccepted({ actor, db }: Context): Promise<AnswerOf<'GET /me/terms/accepted'>> {
  const [last] = await db
    .select()
    .from(termsAcceptances)
    .where(eq(termsAcceptances.userId, actor.id))
    .orderBy(desc(termsAcceptances.acceptedAt))
    .limit(1)
  if (!last) return null
  return { terms_version: last.termsVersion, accepted_at: last.acceptedAt.toISOString(), shown: toldParts(last.shown) }
}

/** The parts of a document that were kept: acceptances from before the terms had a hash kept the plan alone. */
function toldParts({ circleId, plan, operator, text, administrators, rotation }: ShownTerms) {
  return {
    ...(circleId === undefined ? {} : { circle_id: circleId }),
    ...(plan === undefined ? {} : { plan: toldPlan(plan) }),
    ...(operator === undefined ? {} : { operator }),
    ...(text === undefined ? {} : { text: [...text] }),
    ...(administrators === undefined ? {} : { administrators: [...administrators] }),
    ...(rotation === undefined ? {} : { rotation }),
  }
}

/** The members of the administrator's circle whom the pull passes over. */
export async function showWithoutConsent(context: Context): Promise<AnswerOf<'GET /admin/terms'>> {
  const { hash } = await getTerms(context.db, context.actor.circleId)
  return { terms_version: hash, members: (await listWithoutConsent(context)).items }
}

import { desc, eq } from 'drizzle-orm'
import type { AnswerOf } from '#contracts/contract.ts'
import { toldPlan } from '#contracts/told-plans.ts'
import type { Context } from '#server/context.ts'
import { termsAcceptances } from '#server/tables/terms-acceptances.ts'
import type { ShownTerms } from '#server/tables/terms-acceptances.ts'
import { getTerms, hasConsented, listWithoutConsent } from './consent.ts'

/** Whether the actor accepted the terms in force. */
export async function showConsent({ actor, db }: Context): Promise<AnswerOf<'GET /me/terms'>> {
  const { hash, since } = await getTerms(db, actor.circleId)
  return {
    terms_version: hash,
    since: since.toISOString(),
    is_accepted: await hasConsented(db, actor.circleId, actor.id),
  }
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

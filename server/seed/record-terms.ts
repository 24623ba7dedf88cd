import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { LEVELS } from '#circle/plan.ts'
import type { Context, Services } from '#server/context.ts'
import { termsTextOf } from '#contracts/terms-text.ts'
import { changeTerms, findTerms, keepTerms } from '#server/circle-store/terms.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import { circles } from '#server/tables/circles.ts'
import { circleWords } from '#server/tables/circle-words.ts'
import { termsAcceptances } from '#server/tables/terms-acceptances.ts'
import { users } from '#server/tables/users.ts'
import { carryAcceptance } from '#server/terms/consent.ts'

type Row = typeof circles.$inferSelect

/**
 * Records the terms of every circle that does not have them as this version of Ciranda shows them: a circle from before
 * the terms had a hash, and every circle when the words of the terms changed. Nothing else is looked at, so that a plan
 * or an operator swapped in the database is never recorded by a start.
 */
export async function recordTerms(services: Services): Promise<void> {
  const known = and(eq(circleWords.circleId, circles.id), eq(circleWords.hash, circles.termsHash))
  const isOld = or(
    ...LEVELS.map((count) => {
      const text = JSON.stringify(termsTextOf({ levels: LEVELS.slice(0, count) }))
      return sql`(jsonb_array_length(${circleWords.words} -> 'plan' -> 'levels') = ${count} and ${circleWords.words} -> 'text' <> ${text}::jsonb)`
    }),
  )
  const rows = await services.db
    .select({ id: circles.id })
    .from(circles)
    .leftJoin(circleWords, known)
    .where(and(isNull(circles.endedAt), isNull(circles.closedAt), or(isNull(circles.termsHash), isOld)))
    .orderBy(asc(circles.createdAt), asc(circles.id))
  const job = { ...services, actor: null, actorId: null } satisfies Partial<Context<null>>
  const at = new Date(services.clock.now())
  for (const { id } of rows)
    await withCircle(job, id, async (circle) => {
      const [row] = await circle.tx.select().from(circles).where(eq(circles.id, id))
      if (row!.termsHash === null) return recordFirst(circle, row!, at)
      const inForce = await findTerms(circle.tx, id)
      return changeTerms(circle, 'text', { text: termsTextOf(inForce!.document.plan) }, at)
    })
}

/**
 * The first terms of a circle from before. In a demonstration whoever had accepted the plan in force under its former
 * version need not be asked again; in a real circle consent is to the whole document, and each member is asked.
 */
async function recordFirst(circle: LockedCircle, { id, mode, plan, operator }: Row, at: Date): Promise<void> {
  const { tx } = circle
  const { hash } = await keepTerms(tx, { circleId: id, plan, operator, text: termsTextOf(plan) }, at)
  await circle.note({ kind: 'circle.terms_changed', hash, what: 'first' })
  if (mode !== 'demonstracao') return
  const accepted = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(termsAcceptances, eq(termsAcceptances.userId, users.id))
    .where(
      and(
        eq(users.circleId, id),
        isNull(users.erasedAt),
        eq(termsAcceptances.termsVersion, `${mode}:${plan.name}:${plan.version}`),
      ),
    )
    .orderBy(asc(users.createdAt), asc(users.id))
  for (const { id: userId } of accepted) await carryAcceptance(circle, userId, at)
}

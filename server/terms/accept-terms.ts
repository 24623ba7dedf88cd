import { eq } from 'drizzle-orm'
import type { BodyOf } from '#contracts/contract.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { termsVersion } from '#server/circle-store/find-circle.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { circles } from '#server/tables/circles.ts'
import { noteAcceptance } from './consent.ts'

/**
 * A member accepts the terms in force. They send the hash of what they were shown; when that is no longer in force, they
 * are asked to read again (`terms.changed`). However often it is sent, it is one acceptance.
 */
export async function acceptTerms(
  context: Context,
  { terms_version: shownVersion }: BodyOf<'POST /me/terms'>,
): Promise<void> {
  const { actor, clock } = context
  await withCircle(context, actor.circleId, async (circle) => {
    const [row] = await circle.tx.select().from(circles).where(eq(circles.id, circle.id))
    if (termsVersion(row!) !== shownVersion) refuse('terms.changed')
    await noteAcceptance(circle, actor.id, new Date(clock.now()))
  })
}

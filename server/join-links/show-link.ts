import { eq } from 'drizzle-orm'
import type { AnswerOf } from '#contracts/contract.ts'
import { circleView } from '#server/circles/view.ts'
import type { Actor, Context } from '#server/context.ts'
import { outcomeOf } from '#server/simulation/outcome.ts'
import { circles } from '#server/tables/circles.ts'
import { openInvited } from './sealed.ts'
import { getUsableLink } from './use-link.ts'

/** Shows an invitation to whoever holds its link: the circle, what its plan does, and whom it is for. */
export async function showJoinLink(
  context: Context<Actor | null>,
  { secret }: { secret: string },
): Promise<AnswerOf<'POST /join-links/show'>> {
  const row = await getUsableLink(context, context.db, secret)
  const [circle] = await context.db.select().from(circles).where(eq(circles.id, row.circleId))
  const invited = openInvited(context, row)
  return {
    circle: await circleView(context, circle!),
    outcome: await outcomeOf(context, circle!),
    expires_at: row.expiresAt.toISOString(),
    invited: invited && {
      firstName: invited.firstName,
      lastName: invited.lastName,
      email: invited.email,
      phone: invited.phone,
    },
  }
}

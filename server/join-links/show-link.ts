import { and, asc, eq, isNull, ne, notInArray, or } from 'drizzle-orm'
import { everAsked } from '#circle/draw.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { circleView } from '#server/circles/view.ts'
import type { Actor, Context } from '#server/context.ts'
import { outcomeOf } from '#server/simulation/outcome.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import { takesPart, users } from '#server/tables/users.ts'
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
    people: await whoIsIn(context, row.circleId),
    invited: invited && {
      firstName: invited.firstName,
      lastName: invited.lastName,
      email: invited.email,
      phone: invited.phone,
    },
  }
}

/** The circle's people, oldest first; a name is read only where its person allows it. */
async function whoIsIn(context: Pick<Context, 'db' | 'stateCache'>, circleId: string) {
  const { firstName, showsFirstName } = users
  const rows = await context.db
    .select({ firstName, showsFirstName, shares: circleMembers.shares })
    .from(users)
    .leftJoin(circleMembers, and(eq(circleMembers.circleId, users.circleId), eq(circleMembers.memberId, users.id)))
    .where(
      and(
        eq(users.circleId, circleId),
        takesPart,
        users.adminApproved,
        isNull(users.erasedAt),
        notInArray(users.status, ['INACTIVE', 'SUSPENDED']),
        or(isNull(circleMembers.status), ne(circleMembers.status, 'left')),
      ),
    )
    .orderBy(asc(users.createdAt), asc(users.id))
  const { state } = await readCircle(context, circleId)
  return {
    count: rows.length,
    first_names: rows.filter((row) => row.showsFirstName).map((row) => row.firstName),
    places: rows.reduce((sum, { shares }) => sum + (shares ?? 1), 0),
    begun: everAsked(state),
  }
}

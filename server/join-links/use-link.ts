import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { ErrorCode } from '#contracts/errors.ts'
import type { Actor, Context } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { refuse } from '#server/lib/refusal.ts'
import type { Personal } from '#server/members/personal.ts'
import { circles } from '#server/tables/circles.ts'
import { joinLinks, joinLinkUses } from '#server/tables/join-links.ts'
import { openInvited } from './sealed.ts'
import { hashOfSecret } from './secret.ts'
import type { JoinLinkRow } from './secret.ts'
import { stateOf } from './state.ts'

const reasons = { used_up: 'join.used_up', expired: 'join.expired', revoked: 'join.revoked' } as const satisfies Record<
  string,
  ErrorCode
>

/** An invitation that can still be used. Refuses one that is unknown, used up, revoked, too old, or of a circle that ended. */
export async function getUsableLink(
  { clock }: Pick<Context, 'clock'>,
  db: Db | Tx,
  secret: string,
): Promise<JoinLinkRow> {
  const [found] = await db
    .select({ link: joinLinks, endedAt: circles.endedAt, closedAt: circles.closedAt })
    .from(joinLinks)
    .innerJoin(circles, eq(circles.id, joinLinks.circleId))
    .where(eq(joinLinks.secretHash, hashOfSecret(secret)))
  if (!found) refuse('join.unknown')
  if (found.endedAt !== null || found.closedAt !== null) refuse('join.circle_over')
  const state = stateOf(found.link, clock.now())
  return state === 'open' ? found.link : refuse(reasons[state])
}

/**
 * Counts one use of an invitation for somebody who has just registered, in their transaction. Of two people for the last
 * use, the second is refused. A personal invitation says no more whom it was for once it is used.
 */
export async function useLink(
  context: Context<Actor | null>,
  tx: Tx,
  { link, userId, personal }: { link: JoinLinkRow; userId: string; personal: Personal },
): Promise<void> {
  const now = new Date(context.clock.now())
  const isPersonal = link.personIndex !== null
  const [used] = await tx
    .update(joinLinks)
    .set({ uses: sql`${joinLinks.uses} + 1`, ...(isPersonal ? { sealed: null } : {}) })
    .where(
      and(
        eq(joinLinks.circleId, link.circleId),
        eq(joinLinks.id, link.id),
        isNull(joinLinks.revokedAt),
        gt(joinLinks.expiresAt, now),
        lt(joinLinks.uses, joinLinks.usesMax),
      ),
    )
    .returning({ id: joinLinks.id })
  if (!used) {
    const [present] = await tx
      .select()
      .from(joinLinks)
      .where(and(eq(joinLinks.circleId, link.circleId), eq(joinLinks.id, link.id)))
    const state = present ? stateOf(present, now.getTime()) : 'revoked'
    refuse(reasons[state === 'open' ? 'used_up' : state])
  }
  const invited = openInvited(context, link)
  const isInvited =
    invited && [invited.email, invited.phone, invited.cpf].some((value) => value !== null)
      ? (['email', 'phone', 'cpf'] as const).some(
          (field) => invited[field] !== null && invited[field] === personal[field],
        )
      : null
  await tx.insert(joinLinkUses).values({ circleId: link.circleId, userId, linkId: link.id, at: now, isInvited })
}

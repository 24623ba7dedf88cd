import { and, count, desc, eq, gt, inArray, isNull, lt, not } from 'drizzle-orm'
import type { AnswerOf, QueryOf } from '#contracts/contract.ts'
import type { JoinLink } from '#contracts/join-links.ts'
import { paginationOf } from '#server/database/pages.ts'
import type { Context } from '#server/context.ts'
import { describeMailer } from '#server/mail/mailer.ts'
import { usersById } from '#server/members/view.ts'
import { joinLinks, joinLinkUses } from '#server/tables/join-links.ts'
import { openInvited, openLabel } from './sealed.ts'
import { findAddress } from './secret.ts'
import type { JoinLinkRow } from './secret.ts'
import { stateOf } from './state.ts'

/** The invitations of the selected circle, newest first, and who came through each. */
export async function listJoinLinks(
  context: Context,
  { page, limit, state }: QueryOf<'GET /admin/join-links'>,
): Promise<AnswerOf<'GET /admin/join-links'>> {
  const { actor, clock, config, db } = context
  const isOpen = and(
    isNull(joinLinks.revokedAt),
    gt(joinLinks.expiresAt, new Date(clock.now())),
    lt(joinLinks.uses, joinLinks.usesMax),
  )!
  const where = and(
    eq(joinLinks.circleId, actor.circleId),
    state === 'open' ? isOpen : state === 'ended' ? not(isOpen) : undefined,
  )
  const rows = await db
    .select()
    .from(joinLinks)
    .where(where)
    .orderBy(desc(joinLinks.createdAt), desc(joinLinks.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [total] = await db.select({ rows: count() }).from(joinLinks).where(where)
  const totalItems = total!.rows
  return {
    data: await joinLinkViews(context, rows),
    pagination: paginationOf({ page, limit }, totalItems),
    letters: describeMailer(config).carrier === 'smtp',
  }
}

/** Invitations as administrators see them. Only who may act gets the addresses to hand over. */
export async function joinLinkViews(context: Context, rows: readonly JoinLinkRow[]): Promise<JoinLink[]> {
  const { actor, clock, db } = context
  if (rows.length === 0) return []
  const uses = await db
    .select()
    .from(joinLinkUses)
    .where(
      and(
        eq(joinLinkUses.circleId, actor.circleId),
        inArray(
          joinLinkUses.linkId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(joinLinkUses.at, joinLinkUses.userId)
  const people = await usersById(db, [...uses.map(({ userId }) => userId), ...rows.map(({ createdBy }) => createdBy)])
  const nameOf = (id: string) => {
    const user = people.get(id)
    return user ? `${user.firstName} ${user.lastName}`.trim() : ''
  }
  return rows.map((row) => {
    const state = stateOf(row, clock.now())
    const invited = openInvited(context, row)
    return {
      id: row.id,
      state,
      label: openLabel(context, row),
      invited: invited && {
        name: `${invited.firstName} ${invited.lastName ?? ''}`.trim(),
        email: invited.email,
        phone: invited.phone,
      },
      personal: row.personIndex !== null,
      uses: row.uses,
      uses_max: row.usesMax,
      created_by: nameOf(row.createdBy),
      created_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
      link: state === 'open' && !actor.isAuditor ? findAddress(context, row) : null,
      people: uses
        .filter(({ linkId }) => linkId === row.id)
        .map(({ userId, at, isInvited }) => ({
          id: userId,
          name: nameOf(userId),
          at: at.toISOString(),
          approved: people.get(userId)?.adminApproved ?? false,
          as_invited: isInvited,
        })),
    }
  })
}

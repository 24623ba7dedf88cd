import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { helperKinds, openHelpers } from '#circle/ledger/helpers.ts'
import type { Helpers } from '#circle/ledger/helpers.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { errorMessage } from '#contracts/errors.ts'
import { fiscalsOf } from '#server/circle-store/fiscals.ts'
import { withHelped } from '#server/circle-store/own-matter.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { imageUrl } from '#server/files/address.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { helpers } from '#server/tables/helpers.ts'
import { ledger } from '#server/tables/ledger.ts'
import { users } from '#server/tables/users.ts'

const person = { id: users.id, firstName: users.firstName, lastName: users.lastName }
type Named = { readonly id: string; readonly firstName: string; readonly lastName: string }

export const viewPerson = ({ id, firstName, lastName }: Named) => ({ id, name: `${firstName} ${lastName}`.trim() })

/** The actor's helper, and the people for whom the actor may act. */
export async function showHelping({ actor, db }: Context): Promise<AnswerOf<'GET /me/helping'>> {
  const standing = await findHelp(db, actor.circleId, actor.id)
  const [, ...helped] = await withHelped(db, actor.circleId, actor.id)
  const people = await peopleOf(db, standing ? [...helped, standing.helperId] : helped)
  return {
    helper: people.find(({ id }) => id === standing?.helperId) ?? null,
    helped: people.filter(({ id }) => helped.includes(id)),
  }
}

async function peopleOf(db: Db | Tx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .select(person)
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.firstName), asc(users.id))
  return rows.map(viewPerson)
}

/** The help that a member has in a circle; undefined for none. */
export async function findHelp(db: Db | Tx, circleId: string, memberId: string) {
  const isStanding = and(eq(helpers.circleId, circleId), eq(helpers.memberId, memberId), isNull(helpers.endedAt))
  const [row] = await db.select().from(helpers).where(isStanding)
  return row
}

/** The helpers of a circle, as its ledger says: the rules of a naming are the verifier's. */
export async function readHelpers(db: Db | Tx, circleId: string): Promise<Helpers> {
  const rows = await db
    .select({ kind: ledger.kind, payload: ledger.payload, actor_id: ledger.actorId })
    .from(ledger)
    .where(and(eq(ledger.circleId, circleId), inArray(ledger.kind, [...helperKinds])))
    .orderBy(asc(ledger.seq))
  const found = openHelpers()
  for (const row of rows) found.read(row)
  return found
}

/** A member's help as an administrator sees it, or who may be named. */
export async function showHelper(
  context: Context,
  { memberId }: { memberId: string },
): Promise<AnswerOf<'GET /users/{id}/helper'>> {
  const { actor, db } = context
  await getMember(db, actor.circleId, memberId)
  const standing = await findHelp(db, actor.circleId, memberId)
  if (standing) {
    const [helper] = await peopleOf(db, [standing.helperId])
    const paper_url = imageUrl(context, standing.paperSha256, 'receipt')
    return { helper: { ...helper!, named_at: standing.namedAt.toISOString(), paper_url }, may_help: [], why_not: null }
  }
  const found = await readHelpers(db, actor.circleId)
  const people = await db
    .select(person)
    .from(users)
    .innerJoin(circleMembers, eq(circleMembers.memberId, users.id))
    .where(and(eq(circleMembers.circleId, actor.circleId), eq(circleMembers.status, 'approved')))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
  const { endsFiscal } = await fiscalsOf(db, actor.circleId)
  const whys = people.map(
    ({ id }) => found.whyNot(memberId, id) ?? (endsFiscal(memberId, id) ? ('is_fiscal' as const) : null),
  )
  const may_help = people.filter((one, index) => whys[index] === null && one.id !== actor.id).map(viewPerson)
  // A reason against everybody is about the member; that somebody is oneself is about nobody else.
  const [why] = may_help.length > 0 ? [] : whys.filter((one) => one !== null && one !== 'oneself')
  return { helper: null, may_help, why_not: why ? errorMessage(`helper.${why}`) : null }
}

/** Somebody of the circle who is not erased; refuses with `resource.not_found` otherwise. */
export async function getMember(db: Db | Tx, circleId: string, userId: string): Promise<Named> {
  const isHere = and(eq(users.id, userId), eq(users.circleId, circleId), isNull(users.erasedAt))
  const [row] = isId(userId) ? await db.select(person).from(users).where(isHere) : []
  return row ?? refuse('resource.not_found')
}

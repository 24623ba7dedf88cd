import { and, eq, gt, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { findRepeated, identityOf, readInvited } from '#contracts/forms/join-links.ts'
import type { Invited, InvitedRow } from '#contracts/forms/join-links.ts'
import type { CheckedRow } from '#contracts/join-links.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { lookupIndex, personIndexes } from '#server/lib/sealing.ts'
import { openPersonal } from '#server/members/personal.ts'
import { joinLinks } from '#server/tables/join-links.ts'
import { users } from '#server/tables/users.ts'

export type CheckedPerson = CheckedRow & { readonly person: Invited; readonly personIndex: string }

/**
 * Finds for each person of a list what would become of them: what is wrong with them, whether they are in the list twice, invited
 * already, or have an account. An account is known by e-mail or CPF in the whole installation, where neither can register
 * again, and by phone in the selected circle.
 */
export async function checkPeople(
  context: Context,
  db: Db | Tx,
  rows: readonly InvitedRow[],
): Promise<CheckedPerson[]> {
  const read = rows.map(readInvited)
  const people = read.map(({ person }) => person)
  const repeated = findRepeated(people)
  const [hasAccount, invited] = [await findAccounts(context, db, people), await findInvited(context, db)]
  return read.map(({ person, faults: own }, index) => {
    const first = repeated[index]!
    const faults = {
      ...own,
      ...(first === null ? {} : { repeated: `É a mesma pessoa que a nº ${first + 1} da lista.` }),
    }
    const personIndex = lookupIndex(context.secrets, 'invited', identityOf(person))
    const state =
      Object.keys(faults).length > 0
        ? 'faulty'
        : hasAccount(person)
          ? 'has_account'
          : invited.has(personIndex)
            ? 'invited'
            : 'new'
    return { state, faults, same_as: first, person, personIndex }
  })
}

/** The people whom an invitation that still holds is for. */
async function findInvited({ actor, clock }: Context, db: Db | Tx): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ personIndex: joinLinks.personIndex })
    .from(joinLinks)
    .where(
      and(
        eq(joinLinks.circleId, actor.circleId),
        isNotNull(joinLinks.personIndex),
        isNull(joinLinks.revokedAt),
        gt(joinLinks.expiresAt, new Date(clock.now())),
        lt(joinLinks.uses, joinLinks.usesMax),
      ),
    )
  return new Set(rows.map(({ personIndex }) => personIndex!))
}

async function findAccounts(
  { actor, secrets }: Context,
  db: Db | Tx,
  people: readonly Invited[],
): Promise<(person: Invited) => boolean> {
  const indexesOf = ({ email, cpf }: Invited) => {
    const { emailIndex, cpfIndex } = personIndexes(secrets, { email: email ?? '', cpf })
    return { emailIndex: email === null ? null : emailIndex, cpfIndex }
  }
  const wanted = people.map(indexesOf)
  const emails = wanted.flatMap(({ emailIndex }) => emailIndex ?? [])
  const cpfs = wanted.flatMap(({ cpfIndex }) => cpfIndex ?? [])
  const isWanted = [
    ...(emails.length > 0 ? [inArray(users.emailIndex, emails)] : []),
    ...(cpfs.length > 0 ? [inArray(users.cpfIndex, cpfs)] : []),
  ]
  const known = await db
    .select()
    .from(users)
    .where(and(isNull(users.erasedAt), or(eq(users.circleId, actor.circleId), ...isWanted)))
  const indexes = new Set(known.flatMap(({ emailIndex, cpfIndex }) => [emailIndex, ...(cpfIndex ? [cpfIndex] : [])]))
  const phones = new Set(
    known.filter(({ circleId }) => circleId === actor.circleId).map((user) => openPersonal(secrets, user).phone),
  )
  return (person) => {
    const { emailIndex, cpfIndex } = indexesOf(person)
    return (
      [emailIndex, cpfIndex].some((one) => one !== null && indexes.has(one)) ||
      (person.phone !== null && phones.has(person.phone))
    )
  }
}

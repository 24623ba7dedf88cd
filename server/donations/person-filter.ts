import type { SQL } from 'drizzle-orm'
import { inArray, or } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { isId } from '#server/lib/ids.ts'
import { findIdsByName } from '#server/members/find-by-name.ts'
import { donations } from '#server/tables/donations.ts'

type Asked = { readonly person?: string | undefined; readonly personId?: string | undefined }

/** The people whom a filter means: those who are called so, the one with this id, or both; undefined for no such filter. */
export type PeopleFilter = { readonly people?: readonly string[] | undefined }

/** Replaces a filter's name and id of a person by the ids that they mean. */
export async function withPeople<F extends Asked>(
  context: Context,
  { person, personId, ...filter }: F,
): Promise<Omit<F, keyof Asked> & PeopleFilter> {
  if (person === undefined && personId === undefined) return filter
  const named = person === undefined ? undefined : await findIdsByName(context, person)
  const people = personId === undefined ? named! : [personId].filter((id) => isId(id) && (named?.includes(id) ?? true))
  return { ...filter, people }
}

/** The donations that one of these people gives or receives. */
export function isPartyOf(people: readonly string[]): SQL {
  return or(inArray(donations.donorId, [...people]), inArray(donations.receiverId, [...people]))!
}

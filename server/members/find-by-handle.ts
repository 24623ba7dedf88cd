import { asc, inArray, or, sql } from 'drizzle-orm'
import { isValidCpf, onlyDigits } from '#contracts/payment/documents.ts'
import { normalizeMobile } from '#contracts/payment/phones.ts'
import { lookupIndex } from '#server/lib/sealing.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import { users } from '#server/tables/users.ts'
import { emailIndex } from './personal.ts'

/**
 * The keyed indexes of what somebody typed to sign in: of an e-mail, or of a CPF and a phone, for eleven digits may be both. Never
 * empty, so that a text which is none of them is looked for like any other.
 */
export function handleIndexes(secrets: Secrets, typed: string): [string, ...string[]] {
  if (/[@a-z]/i.test(typed)) return [emailIndex(secrets, typed)]
  const digits = onlyDigits(typed)
  const phone = normalizeMobile(typed)
  const [first, ...others] = [
    ...(isValidCpf(digits) ? [lookupIndex(secrets, 'cpf', digits)] : []),
    ...(phone === null ? [] : [lookupIndex(secrets, 'phone', phone)]),
  ]
  return first === undefined ? [emailIndex(secrets, typed)] : [first, ...others]
}

/** Whether a person has one of these indexes: no two kinds of them are alike, so one statement asks for all. */
export function hasHandle(indexes: readonly string[]) {
  const found = [...indexes]
  return or(inArray(users.emailIndex, found), inArray(users.cpfIndex, found), inArray(users.phoneIndex, found))!
}

/**
 * The person whom a handle means; null for nobody. Of several who gave one phone it is the one who proved it to be theirs, else
 * the first, so that a stranger who registers with somebody's number does not take their place.
 */
export async function findByHandle(db: Db | Tx, indexes: readonly string[]) {
  const [found] = await db
    .select()
    .from(users)
    .where(hasHandle(indexes))
    .orderBy(
      sql`${inArray(users.phoneIndex, [...indexes])} and not coalesce(${inArray(users.cpfIndex, [...indexes])}, false)`,
      sql`${users.phoneVerifiedAt} is null`,
      asc(users.createdAt),
      asc(users.id),
    )
    .limit(1)
  return found ?? null
}

import type { z } from 'zod'
import type { profileSchemas } from '#contracts/forms/registration.ts'
import { sealedFields } from '#contracts/profile-fields.ts'
import type { SealedField } from '#contracts/profile-fields.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import { personIndexes, seal, unseal } from '#server/lib/sealing.ts'
import type { users } from '#server/tables/users.ts'

/**
 * A person's sealed data as the schemas define it: stored encrypted, shown only to those concerned. Absent values are
 * null.
 */
export type Personal = { readonly [Name in SealedField]: NonNullable<Typed[Name]> | null } & { readonly email: string }

type Typed = z.output<z.ZodObject<typeof profileSchemas>>

/** Empty personal data, as for a new administrator and for everybody erased. */
export const nothingPersonal = Object.fromEntries(
  sealedFields.filter((name) => name !== 'email').map((name) => [name, null]),
) as Readonly<Record<Exclude<SealedField, 'email'>, null>>

/** The columns of a person's sealed data, for inserting or updating the row `userId`. */
export function personalColumns(secrets: Secrets, userId: string, personal: Personal) {
  return {
    ...personIndexes(secrets, personal),
    sealed: seal(secrets, JSON.stringify(personal), `person:${userId}`),
  }
}

/** Exactly the fields of the table: a field added after a row was sealed is null, and a removed field is left out. */
export function openPersonal(secrets: Secrets, row: Pick<typeof users.$inferSelect, 'id' | 'sealed'>): Personal {
  const stored = JSON.parse(unseal(secrets, row.sealed, `person:${row.id}`)) as Partial<Personal>
  return Object.fromEntries(sealedFields.map((name) => [name, stored[name] ?? null])) as Personal
}

/** The index for finding a person by e-mail, regardless of case. */
export function emailIndex(secrets: Secrets, email: string): string {
  return personIndexes(secrets, { email, cpf: null }).emailIndex
}

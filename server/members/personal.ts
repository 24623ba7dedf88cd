import type { z } from 'zod'
import type { profileSchemas } from '#contracts/forms/profile-schemas.ts'
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

type Sealed = Readonly<Pick<typeof users.$inferSelect, 'id' | 'sealed'>>

/**
 * Exactly the fields of the table: a field added after a row was sealed is null, and a removed field is left out. A row
 * in memory is opened once, however often one answer shows its person.
 */
export function openPersonal(secrets: Secrets, row: Sealed): Personal {
  const known = opened.get(row)
  if (known && known.sealed === row.sealed) return known.personal
  const stored = JSON.parse(unseal(secrets, row.sealed, `person:${row.id}`)) as Partial<Personal>
  const fields: Partial<Record<SealedField, string | null>> = {}
  for (const name of sealedFields) fields[name] = stored[name] ?? null
  const personal = fields as Personal
  opened.set(row, { sealed: row.sealed, personal })
  return personal
}

/** The opened data of rows that are still in use: it goes when they do, at the end of their request. */
const opened = new WeakMap<Sealed, { readonly sealed: string; readonly personal: Personal }>()

/** The address that messages to a person carry: their e-mail, or for somebody without one their phone. */
export function contactOf({ email, phone }: Pick<Personal, 'email' | 'phone'>): string {
  return email === '' && phone !== null ? `sms:${phone}` : email
}

/** The index for finding a person by e-mail, regardless of case. */
export function emailIndex(secrets: Secrets, email: string): string {
  return personIndexes(secrets, { email, cpf: null }).emailIndex
}

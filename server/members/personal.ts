import type { Secrets } from '#server/lib/secrets.ts'
import { lookupIndex, seal, unseal } from '#server/lib/sealing.ts'
import type { users } from '#server/tables/users.ts'

/** What identifies a person or is theirs: stored sealed, shown only to whom it concerns. Absent values are null. */
export type Personal = {
  readonly email: string
  readonly phone: string | null
  readonly cpf: string | null
  readonly birthDate: string | null
  readonly cep: string | null
  readonly address: string | null
  readonly addressNumber: string | null
  readonly bank: string | null
  readonly agency: string | null
  readonly account: string | null
  readonly pixKeyType: 'phone' | 'email' | 'cpf' | 'random' | null
  readonly pixKey: string | null
  readonly pixOwnerName: string | null
  readonly pixCopyPaste: string | null
  readonly btcAddress: string | null
  readonly usdtAddress: string | null
}

export const nothingPersonal: Omit<Personal, 'email'> = {
  phone: null,
  cpf: null,
  birthDate: null,
  cep: null,
  address: null,
  addressNumber: null,
  bank: null,
  agency: null,
  account: null,
  pixKeyType: null,
  pixKey: null,
  pixOwnerName: null,
  pixCopyPaste: null,
  btcAddress: null,
  usdtAddress: null,
}

/** The columns that hold a person's data, for inserting or updating the row `userId`. */
export function personalColumns(secrets: Secrets, userId: string, personal: Personal) {
  return {
    emailIndex: emailIndex(secrets, personal.email),
    cpfIndex: personal.cpf === null ? null : lookupIndex(secrets, 'cpf', personal.cpf),
    sealed: seal(secrets, JSON.stringify(personal), userId),
  }
}

export function openPersonal(secrets: Secrets, row: Pick<typeof users.$inferSelect, 'id' | 'sealed'>): Personal {
  return JSON.parse(unseal(secrets, row.sealed, row.id)) as Personal
}

/** The index a person is found by when they type their e-mail, however they case it. */
export function emailIndex(secrets: Secrets, email: string): string {
  return lookupIndex(secrets, 'email', email.trim().toLowerCase())
}

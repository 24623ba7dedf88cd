import { z } from 'zod'
import { isValidCpf, onlyDigits } from '../payment/documents.ts'
import { normalizePhone } from '../payment/phones.ts'
import { line } from './clean-line.ts'
import { personalFields } from './profile-schemas.ts'
import { searchText } from '../search-text.ts'

const NO_LINK = 'Abra o endereço inteiro do convite.'

/** The people whom one list can invite: as many as a circle has places. */
export const INVITED_MAX = 100
export const JOIN_DAYS_MAX = 90

/** The secret in an invitation's link: 32 bytes in base64url. */
export const joinSecret = z.string(NO_LINK).regex(/^[\w-]{43}$/, NO_LINK)

const DAYS = `Escolha de 1 a ${JOIN_DAYS_MAX} dias.`
const USES = `Escolha de 1 a ${INVITED_MAX} pessoas.`
const days = z.int(DAYS).min(1, DAYS).max(JOIN_DAYS_MAX, DAYS)

/** An invitation that several people use: what it is for, how many, and how long it holds. */
export const joinLinkForm = z.strictObject({
  label: line(z.string('Diga para que é este convite.'))
    .min(1, 'Diga para que é este convite.')
    .max(60, 'Texto longo demais.'),
  uses: z.int(USES).min(1, USES).max(INVITED_MAX, USES),
  days,
})

export const invitedFields = ['firstName', 'lastName', 'email', 'phone', 'cpf'] as const
export type InvitedField = (typeof invitedFields)[number]

/** A person of a list as it was written; `readInvited` says what is wrong with it. */
const text = z.string().max(254, 'Texto longo demais.').default('')
export const invitedRow = z.strictObject({ firstName: text, lastName: text, email: text, phone: text, cpf: text })
export type InvitedRow = z.output<typeof invitedRow>

const MANY = `Convide até ${INVITED_MAX} pessoas de cada vez.`
const people = z.array(invitedRow).min(1, 'A lista está vazia.').max(INVITED_MAX, MANY)
export const checkPeopleForm = z.strictObject({ people })
export const invitePeopleForm = z.strictObject({ people, days })

/** A person of a list as they are kept: nothing is an empty text. */
export type Invited = { readonly [F in InvitedField]: string | null } & { readonly firstName: string }
export type InvitedFaults = { readonly [F in InvitedField]?: string }

/** Reads a person of a list, and says what is wrong, field by field. A CPF may have lost the zeros in front of it. */
export function readInvited(row: InvitedRow): { readonly person: Invited; readonly faults: InvitedFaults } {
  const faults: { [F in InvitedField]?: string } = {}
  const name = (field: 'firstName' | 'lastName'): string | null => {
    const written = row[field].trim()
    if (written === '') return null
    const read = personalFields[field].safeParse(written)
    if (!read.success) faults[field] = read.error.issues[0]!.message
    return read.success ? read.data : written
  }
  const firstName = name('firstName')
  if (firstName === null) faults.firstName = 'Falta o nome.'
  const lastName = name('lastName')
  const email = row.email.trim().toLowerCase()
  if (email !== '' && !personalFields.email.safeParse(email).success) faults.email = 'E-mail inválido.'
  const phone = row.phone.trim()
  const plain = phone === '' ? null : normalizePhone(phone)
  if (phone !== '' && plain === null) faults.phone = 'Telefone inválido: são 11 dígitos, com o DDD.'
  const digits = onlyDigits(row.cpf)
  const cpf = digits.length >= 8 ? digits.padStart(11, '0') : digits
  if (row.cpf.trim() !== '' && !isValidCpf(cpf)) faults.cpf = 'CPF inválido. Confira os números.'
  return {
    person: {
      firstName: firstName ?? '',
      lastName,
      email: email || null,
      phone: plain ?? (phone || null),
      cpf: cpf || null,
    },
    faults,
  }
}

/** How a person of a list is known again: by e-mail, else phone, else CPF, else by their whole name. */
export function identityOf({ email, phone, cpf, firstName, lastName }: Invited): string {
  if (email !== null) return `email:${email}`
  if (phone !== null) return `phone:${phone}`
  return cpf === null ? `name:${searchText(`${firstName} ${lastName ?? ''}`)}` : `cpf:${cpf}`
}

/** For each person of a list, the first one before them who is the same: same e-mail, phone, CPF, or, with none, name. */
export function findRepeated(list: readonly Invited[]): (number | null)[] {
  const seen = new Map<string, number>()
  return list.map((person, index) => {
    const { email, phone, cpf } = person
    const keys = [email && `email:${email}`, phone && `phone:${phone}`, cpf && `cpf:${cpf}`].filter(
      (key) => key !== null,
    )
    const known = [...keys, identityOf(person)].map((key) => seen.get(key)).find((at) => at !== undefined)
    for (const key of [...keys, identityOf(person)]) if (!seen.has(key)) seen.set(key, index)
    return person.firstName === '' && keys.length === 0 ? null : (known ?? null)
  })
}

import { z } from 'zod'
import { passwordField } from './registration.ts'
import { personalFields } from './profile-schemas.ts'

export const administratorRoles = ['ADMIN', 'AUDITOR'] as const
export type AdministratorRole = (typeof administratorRoles)[number]

/** An invitation: whom, where to write, and as what. */
export const inviteForm = z.strictObject({
  firstName: personalFields.firstName,
  lastName: personalFields.lastName,
  email: personalFields.email,
  role: z.enum(administratorRoles, 'Escolha entre administrador e auditor.').default('ADMIN'),
})

const NO_LINK = 'Abra o endereço inteiro que veio na carta.'

/** The secret in an invitation's link: 32 random bytes in base64url. */
export const invitationSecret = z.string(NO_LINK).regex(/^[\w-]{43}$/, NO_LINK)

export const acceptInvitationForm = z.strictObject({
  secret: invitationSecret,
  /** By their CPF a person is known who is a member under another address; no member may administer. */
  cpf: personalFields.cpf,
  password: passwordField,
})

import { z } from 'zod'
import { userStatuses } from '../labels.ts'
import { bankFields, checkAge, checkCrypto, checkPix, cryptoFields, passwordField, personalFields } from './registration.ts'

const { pixQrCode: _, ...bank } = bankFields

/** What an administrator may change of a person: what is absent stays, a blank password keeps the present one. Read-only fields are unknown here, and refused. */
export const editUserForm = z
  .strictObject({
    ...z.strictObject({ ...personalFields, ...bank }).partial().shape,
    ...cryptoFields,
    pixQrCode: z.string().max(1_000_000).nullish(),
    avatar: z.string().max(100).optional(),
    status: z.enum(userStatuses).optional(),
    password: z.union([z.literal(''), passwordField]).optional(),
  })
  .superRefine((value, context) => {
    if (value.birthDate) checkAge({ birthDate: value.birthDate }, context)
    if (value.pixKeyType && value.pixKey) checkPix({ pixKeyType: value.pixKeyType, pixKey: value.pixKey, pixCopyPaste: value.pixCopyPaste }, context)
    checkCrypto(value, context)
  })

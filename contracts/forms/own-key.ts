import { z } from 'zod'
import { canonicalKey, checkPix } from './registration.ts'
import { bankFields } from './profile-schemas.ts'

const { pixKeyType, pixKey, pixOwnerName } = bankFields

/** A member's new PIX key: its type, the key, and its owner's name. */
export const ownKeyForm = z
  .strictObject({ pixKeyType, pixKey, pixOwnerName })
  .superRefine((value, context) => checkPix(value, context))
  .transform((value) => ({ ...value, pixKey: canonicalKey(value) }))

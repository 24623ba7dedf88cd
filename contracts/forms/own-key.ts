import { z } from 'zod'
import { bankFields, canonicalKey, checkPix } from './registration.ts'

const { pixKeyType, pixKey, pixOwnerName } = bankFields

/** A member's new PIX key: its type, the key, and its owner's name. */
export const ownKeyForm = z
  .strictObject({ pixKeyType, pixKey, pixOwnerName })
  .superRefine((value, context) => checkPix(value, context))
  .transform((value) => ({ ...value, pixKey: canonicalKey(value) }))

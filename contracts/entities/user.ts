import { z } from 'zod'
import { pixKeyTypes, userStatuses } from '../labels.ts'
import { imageFields, sealedFields } from '../profile-fields.ts'
import type { ImageField, SealedField } from '../profile-fields.ts'
import { id, text, time } from './fields.ts'

const sealedTexts = Object.fromEntries(sealedFields.map((name) => [name, text])) as Record<SealedField, typeof text>
const imageAddresses = Object.fromEntries(imageFields.map((name) => [name, text])) as Record<ImageField, typeof text>

/** A person's whole profile. Images are addresses, signed and short-lived, or the name of a built-in picture. */
export const user = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  ...sealedTexts,
  email: z.string(),
  pixKeyType: z.enum(pixKeyTypes).nullable(),
  ...imageAddresses,
  avatar: z.string(),
  role: z.enum(['USER', 'ADMIN']),
  /** Beyond the specification, and only on administrators who may read and change nothing. */
  auditor: z.literal(true).optional(),
  /** The circle in which an administrator takes part as well. */
  takesPartIn: z.string().optional(),
  status: z.enum(userStatuses),
  adminApproved: z.boolean(),
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
  remindersOff: z.boolean(),
  /** Whether an administrator set the password, and its person has not chosen another yet. */
  passwordTemporary: z.boolean(),
  createdAt: time,
  updatedAt: time,
  current_level: z.int(),
  can_reenter: z.boolean(),
  n3_completed_at: time.nullable(),
})

/** The change of a payment key that waits to hold. */
export const pendingKey = z.object({
  id,
  /** The ledger's commitment to the new key. */
  commitment: z.string(),
  /** The new key as far as one's own is recognized by it: 'm•••@exemplo.com'. */
  key: z.string(),
  ownerName: z.string(),
  by: z.enum(['member', 'administration']),
  since: time,
  holds_at: time,
})

/** The payment key as donors are shown it, and the salt of the commitment to it. */
const openedKey = z.object({
  salt: z.string(),
  pixKey: z.string(),
  pixOwnerName: z.string(),
  btcAddress: z.string().nullable(),
  usdtAddress: z.string().nullable(),
})

/** A person's own profile, with the keys that the ledger promises, whole, so that their device finds each commitment itself. */
export const profile = user.extend({
  /** Null before the circle has one of theirs. */
  pixKeyHeld: z.object({ commitment: z.string(), opens: openedKey }).nullable(),
  pixKeyPending: pendingKey.extend({ opens: openedKey }).nullable(),
})

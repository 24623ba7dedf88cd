import { z } from 'zod'
import { id, text } from './fields.ts'

/** Donor or receiver on a donation. Contact and payment details only for the other party, while it is open. */
export const party = z.object({
  id: id.nullable(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatarUrl: text,
  email: text,
  phone: text,
  pixKey: text,
  pixOwnerName: text,
  pixCopyPaste: text,
  pixQrCode: text,
  btcAddress: text,
  btcQrCode: text,
  usdtAddress: text,
  usdtQrCode: text,
})

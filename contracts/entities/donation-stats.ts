import { z } from 'zod'
import { reais, time } from './fields.ts'

export const memberDonationStats = z.object({
  totalDonated: reais,
  totalReceived: reais,
  pendingToSend: z.int(),
  pendingToReceive: z.int(),
  nextMonthlyContribution: time.nullable(),
})

export const adminDonationStats = z.object({
  totalDonations: z.int(),
  pendingPayment: z.int(),
  pendingConfirmation: z.int(),
  confirmed: z.int(),
  expired: z.int(),
  cancelled: z.int(),
  totalAmount: reais,
})

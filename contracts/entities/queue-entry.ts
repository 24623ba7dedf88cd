import { z } from 'zod'
import { id, time } from './fields.ts'
import { user } from './user.ts'

export const queueEntry = z.object({
  id,
  position: z.int(),
  donation_number: z.int(),
  user_id: id,
  user,
  is_receiver: z.boolean(),
  passed_user_ids: z.array(id),
  created_at: time,
  updated_at: time,
})

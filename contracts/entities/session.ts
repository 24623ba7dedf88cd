import { z } from 'zod'
import { user } from './user.ts'

export const tokens = z.object({ access_token: z.string(), refresh_token: z.string() })
export const authAnswer = tokens.extend({ user })

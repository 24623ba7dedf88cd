import { z } from 'zod'

// Fields and spellings are the specification's, section 3. Money in reais, times ISO 8601 in UTC.

export const id = z.string()
export const time = z.string()
export const text = z.string().nullable()
export const reais = z.number()

export const named = z.object({ id: id.nullable(), name: z.string(), firstName: z.string(), lastName: z.string() })

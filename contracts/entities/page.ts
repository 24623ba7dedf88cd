import { z } from 'zod'

export const pagination = z.strictObject({
  currentPage: z.int(),
  totalPages: z.int(),
  totalItems: z.int(),
  pageSize: z.int(),
})

export function paged<T extends z.ZodType>(entity: T) {
  return z.strictObject({ data: z.array(entity), pagination })
}

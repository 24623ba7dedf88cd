import { lt } from 'drizzle-orm'
import { deleteScheduled } from '#server/files/remove.ts'
import type { Services } from '#server/context.ts'
import { idempotencyKeys } from '#server/tables/idempotency-keys.ts'

const ANSWERS_KEPT_MS = 86_400_000

/** Purges data past its retention period: files that no row references, and stored answers older than a day. */
export async function purgeExpired(services: Services): Promise<void> {
  await deleteScheduled(services)
  await services.db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(services.clock.now() - ANSWERS_KEPT_MS)))
}

import { lt } from 'drizzle-orm'
import { deleteScheduled } from '#server/files/remove.ts'
import type { Services } from '#server/context.ts'
import { idempotencyKeys } from '#server/tables/idempotency-keys.ts'

const ANSWERS_KEPT_MS = 86_400_000

/** What must not be kept longer: files that nobody's row points at any more, and answers for repeated requests older than a day. */
export async function purgeExpired(services: Services): Promise<void> {
  await deleteScheduled(services)
  await services.db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(services.clock.now() - ANSWERS_KEPT_MS)))
}

import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { passkeys } from '#server/tables/passkeys.ts'
import { recoveryCodes } from '#server/tables/recovery-codes.ts'

/** The actor's passkeys, oldest first, and how many recovery codes they have left. */
export async function listAccessKeys({ actor, db }: Context) {
  const own = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, actor.id))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
  return {
    passkeys: own.map(({ id, device, createdAt, lastUsedAt }) => ({
      id,
      device,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
    recovery_codes_left: await db.$count(
      recoveryCodes,
      and(eq(recoveryCodes.userId, actor.id), isNull(recoveryCodes.usedAt), isNull(recoveryCodes.givenBy)),
    ),
  }
}

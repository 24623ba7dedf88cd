import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { users } from '#server/tables/users.ts'

/** Turns the actor's e-mail reminders off or on. */
export async function setReminders(context: Context, { remindersOff }: { remindersOff: boolean }): Promise<void> {
  await context.db
    .update(users)
    .set({ remindersOff, updatedAt: new Date(context.clock.now()) })
    .where(eq(users.id, context.actor.id))
}

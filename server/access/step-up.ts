import { eq } from 'drizzle-orm'
import type { StepUp } from '#contracts/call.ts'
import type { Context } from '#server/context.ts'
import { msBetween } from '#server/lib/clock.ts'
import { refuse } from '#server/lib/refusal.ts'
import { circles } from '#server/tables/circles.ts'
import { sessions } from '#server/tables/sessions.ts'
import { ensureOwnPassword } from './own-password.ts'

/** How long a proof of who is there lasts: a sign-in, or the password or passkey asked again. */
export const PROOF_MS = 10 * 60_000

/**
 * Checks that the person proved within ten minutes that they are there, where a call needs it. Refuses with
 * `session.confirm_again`, which the pages answer by asking and repeating the call. A proof dated after now, by a clock
 * that was set back since, counts as old.
 */
export async function ensureProven({ actor, clock, db }: Context, need: StepUp): Promise<void> {
  if (msBetween(actor.confirmedAt, clock.now()) < PROOF_MS) return
  if (need === 'real') {
    const [circle] = await db.select({ mode: circles.mode }).from(circles).where(eq(circles.id, actor.circleId))
    if (circle?.mode !== 'real') return
  }
  refuse('session.confirm_again')
}

/** The actor shows by their password that they are there, which renews the proof of this session. */
export async function confirmByPassword(context: Context, { password }: { password: string }): Promise<void> {
  await ensureOwnPassword(context, password)
  await renewProof(context)
}

/** The session's person has just shown that they are there. */
export async function renewProof({ actor, clock, db }: Context): Promise<void> {
  await db
    .update(sessions)
    .set({ confirmedAt: new Date(clock.now()) })
    .where(eq(sessions.id, actor.sessionId))
}

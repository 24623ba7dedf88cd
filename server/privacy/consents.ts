import { asc, eq } from 'drizzle-orm'
import { privacyContact } from '#server/circles/privacy-contact.ts'
import { circles } from '#server/tables/circles.ts'
import type { Context } from '#server/context.ts'
import { termsAcceptances } from '#server/tables/terms-acceptances.ts'

/** The terms that the actor accepted, the figures shown with them, and the time; oldest first. */
export async function listConsents({ actor, db }: Context) {
  const rows = await db
    .select()
    .from(termsAcceptances)
    .where(eq(termsAcceptances.userId, actor.id))
    .orderBy(asc(termsAcceptances.acceptedAt))
  return rows.map(({ termsVersion, acceptedAt, shown }) => ({
    terms_version: termsVersion,
    accepted_at: acceptedAt.toISOString(),
    shown,
  }))
}

/** The actor's consents, the circle's operator, and the contact for personal data. */
export async function showPrivacy(context: Context) {
  const [circle] = await context.db
    .select({ operator: circles.operator })
    .from(circles)
    .where(eq(circles.id, context.actor.circleId))
  return {
    contact: privacyContact(context.config, circle!.operator),
    operator: circle!.operator?.name ?? null,
    consents: await listConsents(context),
  }
}

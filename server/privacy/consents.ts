import { asc, eq } from 'drizzle-orm'
import { circles } from '#server/circle/table.ts'
import type { Operator } from '#server/circle/table.ts'
import type { Config } from '#server/lib/config.ts'
import type { Context } from '#server/lib/http/context.ts'
import { termsAcceptances } from '#server/members/table.ts'

/** What the actor accepted, the figures shown beside it, and when; oldest first. */
export async function listConsents({ actor, db }: Context) {
  const rows = await db.select().from(termsAcceptances).where(eq(termsAcceptances.userId, actor.id)).orderBy(asc(termsAcceptances.acceptedAt))
  return rows.map(({ termsVersion, acceptedAt, shown }) => ({ terms_version: termsVersion, accepted_at: acceptedAt.toISOString(), shown }))
}

/** What the actor consented to, who runs the circle, and whom to ask about personal data. */
export async function showPrivacy(context: Context) {
  const [circle] = await context.db.select({ operator: circles.operator }).from(circles).where(eq(circles.id, context.actor.circleId))
  return { contact: privacyContact(context.config, circle!.operator), operator: circle!.operator?.name ?? null, consents: await listConsents(context) }
}

/** The person in charge of personal data (LGPD, art. 41): the circle's own, else the installation's. Null in a demonstration that names nobody. */
export function privacyContact({ privacyContact: ofInstallation }: Pick<Config, 'privacyContact'>, operator: Operator | null): string | null {
  return operator?.dataProtectionContact ?? ofInstallation ?? null
}

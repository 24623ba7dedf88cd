import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Services } from '#server/context.ts'
import { passkeyChallenges } from '#server/tables/passkey-challenges.ts'

const TTL_MS = 5 * 60_000

/** Notes a challenge that one answer may use within five minutes; bound to the person who adds a passkey. */
export async function noteChallenge({ clock, db }: Services, challenge: string, userId: string | null): Promise<void> {
  await db.insert(passkeyChallenges).values({ challenge, userId, createdAt: new Date(clock.now()) })
}

/** The challenge that an answer says it signed, if it was given for this use and not used before; it is used up. */
export async function takeChallenge(
  { clock, db }: Services,
  response: Readonly<Record<string, unknown>>,
  userId: string | null,
): Promise<string | null> {
  const claimed = claimedChallenge(response)
  if (claimed === null) return null
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, claimed),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.createdAt, new Date(clock.now() - TTL_MS)),
      ),
    )
    .returning()
  return taken?.challenge ?? null
}

function claimedChallenge(response: Readonly<Record<string, unknown>>): string | null {
  try {
    const { clientDataJSON } = response['response'] as { clientDataJSON: string }
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge: unknown }
    return typeof challenge === 'string' && challenge.length <= 200 ? challenge : null
  } catch {
    return null
  }
}

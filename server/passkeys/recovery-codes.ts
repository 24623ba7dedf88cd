import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { clearGuesses, countGuess } from '#server/access/guess-limit.ts'
import { ensureOwnPassword } from '#server/access/own-password.ts'
import { record } from '#server/access/record-access.ts'
import type { Actor, Context, Services } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { refuse } from '#server/lib/refusal.ts'
import { lookupIndex } from '#server/lib/sealing.ts'
import { findByHandle, handleIndexes } from '#server/members/find-by-handle.ts'
import { notify } from '#server/notify/notify.ts'
import { signIn } from '#server/sessions/sign-in.ts'
import { recoveryCodes } from '#server/tables/recovery-codes.ts'

const CODES = 10

/** Letters and digits that are not mistaken for one another on paper. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * Makes ten codes for paper, each for one sign-in, and voids those of before. They are shown this once: only keyed
 * hashes are stored. Fifty bits each, so that no slow hash is needed.
 */
export async function makeRecoveryCodes(context: Context, { password }: { password: string }) {
  await ensureOwnPassword(context, password)
  const { actor, clock, db, secrets } = context
  const codes = Array.from({ length: CODES }, newCode)
  await transaction(db, async (tx) => {
    await tx.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, actor.id), isNull(recoveryCodes.givenBy)))
    const createdAt = new Date(clock.now())
    const rows = codes.map((code) => ({ codeHash: hashOfCode(secrets, actor.id, code), userId: actor.id, createdAt }))
    await tx.insert(recoveryCodes).values(rows)
    await notify(context, tx, { userId: actor.id, kind: 'access.codes_made', facts: {} })
    await record(context, tx, 'codes.made', { circleId: actor.circleId, actorId: actor.id, subjectId: actor.id })
  })
  return { codes }
}

/**
 * Opens a session by a code, which is used up with it. An unknown address and a wrong code are refused alike, and guesses
 * are counted first, as at a password.
 */
export async function signInByCode(context: Context<Actor | null>, { email, code }: { email: string; code: string }) {
  const { db, secrets } = context
  const indexes = handleIndexes(secrets, email)
  const user = await findByHandle(db, indexes)
  const subject = { account: `paper:${user?.emailIndex ?? indexes[0]}` }
  await countGuess(context, subject)
  if (!user || !(await holdsPaperCode(context, db, user.id, code))) refuse('recovery.code_wrong')
  // Used up with the session that it opens: where their account is closed it is needed to come back.
  return signIn(context, { userId: user.id, via: 'recovery' }, async (tx) => {
    if (!(await usePaperCode(context, tx, user.id, code))) refuse('recovery.code_wrong')
    await clearGuesses(context, tx, subject)
  })
}

/** Whether a code is on a person's own paper and was not used. */
async function holdsPaperCode({ secrets }: Pick<Services, 'secrets'>, db: Db, userId: string, code: string) {
  const isThis = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOfCode(secrets, userId, code)))
  return (await db.$count(recoveryCodes, and(isThis, isNull(recoveryCodes.givenBy), isNull(recoveryCodes.usedAt)))) > 0
}

/** Uses up one of the codes on a person's own paper; false where it is none. Those that others gave open nothing. */
export async function usePaperCode(
  { clock, secrets }: Pick<Services, 'clock' | 'secrets'>,
  tx: Db | Tx,
  userId: string,
  code: string,
): Promise<boolean> {
  const isOwn = and(eq(recoveryCodes.codeHash, hashOfCode(secrets, userId, code)), isNull(recoveryCodes.givenBy))
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date(clock.now()) })
    .where(and(isOwn, isNull(recoveryCodes.usedAt)))
    .returning({ codeHash: recoveryCodes.codeHash })
  return used.length > 0
}

export function newCode(): string {
  // Bytes beyond a multiple of the signs would make some of them likelier.
  const signs = [...randomBytes(64)].filter((byte) => byte < 256 - (256 % SIGNS.length)).slice(0, 12)
  const text = signs.map((byte) => SIGNS[byte % SIGNS.length]).join('')
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}

export function hashOfCode(secrets: Services['secrets'], userId: string, code: string): string {
  return lookupIndex(secrets, 'recovery', `${userId}:${code.toLowerCase().replaceAll(/[^a-z\d]/g, '')}`)
}

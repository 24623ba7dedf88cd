import { and, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import { clearGuesses, countGuess } from '#server/access/guess-limit.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Actor, Context } from '#server/context.ts'
import type { Tx } from '#server/database/types.ts'
import { lookupIndex } from '#server/lib/sealing.ts'
import { hashOfCode, usePaperCode } from '#server/passkeys/recovery-codes.ts'
import { spendCode } from '#server/sessions/codes.ts'
import { recoveryCodes } from '#server/tables/recovery-codes.ts'
import { isShut, users } from '#server/tables/users.ts'
import type { LossProof } from '#server/tables/users.ts'

type Public = Context<Actor | null>
type UserRow = typeof users.$inferSelect

/** How long a code counts that a member gave. */
export const GIVEN_FOR_MS = 60 * 60_000

/** The person of a CPF, after a guess at them was counted; null for nobody, which is counted all the same. */
export async function findByCpf(context: Public, cpf: string): Promise<UserRow | null> {
  await countGuess(context, subjectOf(context, cpf))
  const [found] = await context.db
    .select()
    .from(users)
    .where(eq(users.cpfIndex, lookupIndex(context.secrets, 'cpf', cpf)))
  return found ?? null
}

export async function forgiveGuesses(context: Public, tx: Tx, cpf: string): Promise<void> {
  await clearGuesses(context, tx, subjectOf(context, cpf))
}

const subjectOf = ({ secrets }: Public, cpf: string) => ({ account: `lost:${lookupIndex(secrets, 'cpf', cpf)}` })

/** Locks a person whose account is not shut; null where it is. */
export async function lockOpen(tx: Tx, userId: string): Promise<UserRow | null> {
  const [found] = await tx.select({ user: users, isShut }).from(users).where(eq(users.id, userId)).for('update')
  return found && !found.isShut && !found.user.erasedAt ? found.user : null
}

/**
 * Uses codes up and answers what they prove; null where they prove nothing, and a wrong try at a letter's code counts.
 * One code is of the person's own paper or of a letter. Two are of two members who know the person.
 */
export async function proofOf(
  context: Public,
  circle: LockedCircle,
  userId: string,
  codes: readonly string[],
): Promise<LossProof | null> {
  const { tx } = circle
  const [one, other] = codes as [string, ...string[]]
  if (other !== undefined) return (await useGiven(context, circle, userId, [one, other])) ? 'members' : null
  if (/^\d{6}$/.test(one)) return (await spendCode(context, tx, userId, 'recovery', one)) === null ? 'email' : null
  return (await usePaperCode(context, tx, userId, one)) ? 'paper' : null
}

async function useGiven(
  { clock, secrets }: Public,
  { tx, state }: LockedCircle,
  userId: string,
  codes: readonly [string, string],
): Promise<boolean> {
  const hashes = codes.map((code) => hashOfCode(secrets, userId, code))
  const mine = and(eq(recoveryCodes.userId, userId), inArray(recoveryCodes.codeHash, hashes))
  const since = new Date(clock.now() - GIVEN_FOR_MS)
  const found = await tx
    .select()
    .from(recoveryCodes)
    .where(
      and(mine, isNotNull(recoveryCodes.givenBy), isNull(recoveryCodes.usedAt), gt(recoveryCodes.createdAt, since)),
    )
    .for('update')
  const givers = new Set(found.map(({ givenBy }) => givenBy!))
  const areMembers = [...givers].every((id) => state.members.get(id)?.status === 'approved')
  if (givers.size < 2 || !areMembers) return false
  await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date(clock.now()) })
    .where(mine)
  return true
}

const strength: Readonly<Record<LossProof, number>> = { email: 1, members: 2, paper: 2 }

/** Whether a proof is as strong as another: a letter may be read on the phone that was stolen. */
export const isAsStrong = (proof: LossProof, as: LossProof | null): boolean =>
  strength[proof] >= (as === null ? 0 : strength[as])

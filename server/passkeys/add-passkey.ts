import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import { ensureOwnPassword } from '#server/access/own-password.ts'
import { record } from '#server/access/record-access.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { isId, newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { openPersonal } from '#server/members/personal.ts'
import { passkeys } from '#server/tables/passkeys.ts'
import { users } from '#server/tables/users.ts'
import { noteChallenge, takeChallenge } from './challenges.ts'
import { relyingParty } from './relying-party.ts'

const PASSKEYS_MAX = 10

/**
 * Begins adding a passkey: the options for the person's device. It asks for their password, however fresh the session:
 * a stolen token must not be enough to keep the account.
 */
export async function beginPasskey(context: Context, { password }: { password: string }) {
  await ensureOwnPassword(context, password)
  const { actor, db, publicUrl, secrets } = context
  const [user] = await db.select().from(users).where(eq(users.id, actor.id))
  const known = await ownPasskeys(db, actor.id)
  if (known.length >= PASSKEYS_MAX) refuse('passkey.too_many')
  const options = await generateRegistrationOptions({
    rpName: 'Ciranda',
    rpID: relyingParty(publicUrl()).id,
    userID: new TextEncoder().encode(actor.id),
    userName: openPersonal(secrets, user!).email || `${user!.firstName} ${user!.lastName}`,
    userDisplayName: `${user!.firstName} ${user!.lastName}`,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await noteChallenge(context, options.challenge, actor.id)
  return { options: options as unknown as Record<string, unknown> }
}

/** Adds the passkey that the device made. Refuses what does not answer a challenge of this person's. */
export async function addPasskey(context: Context, { response }: { response: Record<string, unknown> }): Promise<void> {
  const { actor, clock, db, publicUrl } = context
  const expectedChallenge = (await takeChallenge(context, response, actor.id)) ?? refuse('passkey.invalid')
  const { id, origin } = relyingParty(publicUrl())
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => refuse('passkey.invalid'))
  if (!registrationInfo) refuse('passkey.invalid')
  const { credential } = registrationInfo
  await transaction(db, async (tx) => {
    // The person's row is locked, so that two at once do not both find room for one more.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for('update')
    if ((await ownPasskeys(tx, actor.id)).length >= PASSKEYS_MAX) refuse('passkey.too_many')
    const added = await tx
      .insert(passkeys)
      .values({
        id: newId(clock),
        credentialId: credential.id,
        userId: actor.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: (credential.transports ?? []).join(','),
        device: context.device,
        createdAt: new Date(clock.now()),
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    if (added.length === 0) refuse('passkey.invalid')
    await notify(context, tx, { userId: actor.id, kind: 'access.passkey_added', facts: { device: context.device } })
    await record(context, tx, 'passkey.added', { circleId: actor.circleId, actorId: actor.id, subjectId: actor.id })
  })
}

/** A passkey of the person's opens their account no more. */
export async function removePasskey(context: Context, { passkeyId }: { passkeyId: string }): Promise<void> {
  const { actor, db } = context
  if (!isId(passkeyId)) refuse('resource.not_found')
  await transaction(db, async (tx) => {
    const own = and(eq(passkeys.id, passkeyId), eq(passkeys.userId, actor.id))
    const [removed] = await tx.delete(passkeys).where(own).returning()
    if (!removed) refuse('resource.not_found')
    await notify(context, tx, { userId: actor.id, kind: 'access.passkey_removed', facts: { device: removed.device } })
    await record(context, tx, 'passkey.removed', { circleId: actor.circleId, actorId: actor.id, subjectId: actor.id })
  })
}

function ownPasskeys(db: Db | Tx, userId: string) {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.createdAt, passkeys.id)
}

import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import { renewProof } from '#server/access/step-up.ts'
import type { Actor, Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { signIn } from '#server/sessions/sign-in.ts'
import { passkeys } from '#server/tables/passkeys.ts'
import { noteChallenge, takeChallenge } from './challenges.ts'
import { relyingParty } from './relying-party.ts'

/** Asks for any passkey of this installation: the device says whose it is, so that no address is asked or told. */
export async function askPasskey(context: Context<Actor | null>) {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context.publicUrl()).id,
    userVerification: 'required',
  })
  await noteChallenge(context, options.challenge, null)
  return { options: options as unknown as Record<string, unknown> }
}

type Answer = { readonly response: Record<string, unknown> }

/** Opens a session by passkey. Whatever is wrong with it is `passkey.invalid`. */
export async function signInByPasskey(context: Context<Actor | null>, answer: Answer) {
  return signIn(context, { userId: await verify(context, answer), via: 'passkey' })
}

/** The actor shows by a passkey of their own that they are there. */
export async function confirmByPasskey(context: Context, answer: Answer): Promise<void> {
  if ((await verify(context, answer)) !== context.actor.id) refuse('passkey.invalid')
  await renewProof(context)
}

/** The person whose passkey answered. */
async function verify(context: Context<Actor | null>, { response }: Answer): Promise<string> {
  const { clock, db, publicUrl } = context
  const expectedChallenge = (await takeChallenge(context, response, null)) ?? refuse('passkey.invalid')
  const [known] = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, String(response['id'])))
  if (!known) refuse('passkey.invalid')
  const { id, origin } = relyingParty(publicUrl())
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: known.credentialId,
      publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
      counter: known.counter,
    },
  }).catch(() => refuse('passkey.invalid'))
  if (!verified) refuse('passkey.invalid')
  await db
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, lastUsedAt: new Date(clock.now()) })
    .where(eq(passkeys.id, known.id))
  return known.userId
}

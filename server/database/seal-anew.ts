import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { identityOf } from '#contracts/forms/join-links.ts'
import type { Invited } from '#contracts/forms/join-links.ts'
import { lookupIndex, personIndexes, seal, unseal } from '#server/lib/sealing.ts'
import type { SealOwner } from '#server/lib/sealing.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import { administratorInvitations } from '#server/tables/administrator-invitations.ts'
import { approvals } from '#server/tables/approvals.ts'
import { donations } from '#server/tables/donations.ts'
import { emailCounts } from '#server/tables/email-counts.ts'
import { idempotencyKeys } from '#server/tables/idempotency-keys.ts'
import { installation } from '#server/tables/installation.ts'
import { joinLinks } from '#server/tables/join-links.ts'
import { letters } from '#server/tables/letters.ts'
import { loginFailures } from '#server/tables/login-failures.ts'
import { paymentKeys } from '#server/tables/payment-keys.ts'
import { recoveryRequests } from '#server/tables/recovery-requests.ts'
import { refreshTokens } from '#server/tables/refresh-tokens.ts'
import { pushMessages } from '#server/tables/push-messages.ts'
import { pushSubscriptions } from '#server/tables/push-subscriptions.ts'
import { users } from '#server/tables/users.ts'
import { verificationCodes } from '#server/tables/verification-codes.ts'
import type { Tx } from './types.ts'

export const HEAD_SEED = 'ledger key:1'
export const PUSH_KEY = 'push key:1'

export async function sealAnew(tx: Tx, old: Secrets, secrets: Secrets): Promise<void> {
  const again = (sealed: string, owner: SealOwner) =>
    seal(secrets, unseal({ ...old, previous: [] }, sealed, owner), owner)
  for (const { id, sealed, emailIndex } of await tx.select().from(users)) {
    const text = unseal({ ...old, previous: [] }, sealed, `person:${id}`)
    // The row of somebody who was erased is found by nothing.
    const indexes = emailIndex.startsWith('erased:') ? {} : personIndexes(secrets, JSON.parse(text) as Found)
    await tx
      .update(users)
      .set({ sealed: seal(secrets, text, `person:${id}`), ...indexes })
      .where(eq(users.id, id))
  }
  for (const { id, sealed } of await tx.select().from(letters).where(ne(letters.sealed, '')))
    await tx
      .update(letters)
      .set({ sealed: again(sealed, `letter:${id}`) })
      .where(eq(letters.id, id))
  for (const { tokenHash, successorSealed } of await tx
    .select()
    .from(refreshTokens)
    .where(isNotNull(refreshTokens.successorSealed)))
    await tx
      .update(refreshTokens)
      .set({ successorSealed: again(successorSealed!, `successor:${tokenHash}`) })
      .where(eq(refreshTokens.tokenHash, tokenHash))
  for (const { id, circleId, sealed } of await tx.select().from(paymentKeys).where(isNotNull(paymentKeys.sealed)))
    await tx
      .update(paymentKeys)
      .set({ sealed: again(sealed!, `payment key:${id}`) })
      .where(and(eq(paymentKeys.circleId, circleId), eq(paymentKeys.id, id)))
  for (const { id, circleId, payerSealed } of await tx.select().from(donations).where(isNotNull(donations.payerSealed)))
    await tx
      .update(donations)
      .set({ payerSealed: again(payerSealed!, `payer:${id}`) })
      .where(and(eq(donations.circleId, circleId), eq(donations.id, id)))
  for (const { id, sealed } of await tx.select().from(approvals).where(isNotNull(approvals.sealed)))
    await tx
      .update(approvals)
      .set({ sealed: again(sealed!, `approval:${id}`) })
      .where(eq(approvals.id, id))
  for (const { id, sealed } of await tx.select().from(pushSubscriptions)) {
    const text = unseal({ ...old, previous: [] }, sealed, `push subscription:${id}`)
    const { endpoint } = JSON.parse(text) as { endpoint: string }
    await tx
      .update(pushSubscriptions)
      .set({
        sealed: seal(secrets, text, `push subscription:${id}`),
        endpointIndex: lookupIndex(secrets, 'push', endpoint),
      })
      .where(eq(pushSubscriptions.id, id))
  }
  for (const { id, sealed } of await tx.select().from(pushMessages).where(ne(pushMessages.sealed, '')))
    await tx
      .update(pushMessages)
      .set({ sealed: again(sealed, `push message:${id}`) })
      .where(eq(pushMessages.id, id))
  const invitations = administratorInvitations
  for (const { id, sealed } of await tx.select().from(invitations).where(isNotNull(invitations.sealed))) {
    const text = unseal({ ...old, previous: [] }, sealed!, `invitation:${id}`)
    const { email } = JSON.parse(text) as Found
    const { emailIndex } = personIndexes(secrets, { email, cpf: null })
    await tx
      .update(invitations)
      .set({ sealed: seal(secrets, text, `invitation:${id}`), emailIndex })
      .where(eq(invitations.id, id))
  }
  for (const { circleId, id, sealed, personIndex } of await tx
    .select()
    .from(joinLinks)
    .where(isNotNull(joinLinks.sealed))) {
    const text = unseal({ ...old, previous: [] }, sealed!, `join link:${id}`)
    const found =
      personIndex === null
        ? {}
        : { personIndex: lookupIndex(secrets, 'invited', identityOf(JSON.parse(text) as Invited)) }
    await tx
      .update(joinLinks)
      .set({ sealed: seal(secrets, text, `join link:${id}`), ...found })
      .where(and(eq(joinLinks.circleId, circleId), eq(joinLinks.id, id)))
  }
  const [row] = await tx.select().from(installation)
  await tx.update(installation).set({
    secretFingerprint: secrets.fingerprint,
    headSeed: row!.headSeed
      ? again(row!.headSeed, HEAD_SEED)
      : seal(secrets, Buffer.from(old.headSeed).toString('base64url'), HEAD_SEED),
    pushPrivateKey: row!.pushPrivateKey && again(row!.pushPrivateKey, PUSH_KEY),
    unprintedLogins: row!.unprintedLogins && again(row!.unprintedLogins, 'logins:unprinted logins'),
  })
  // Rows that live for minutes or a day under keyed hashes begin anew: codes are asked for again, guesses counted from none.
  for (const table of [idempotencyKeys, verificationCodes, recoveryRequests, loginFailures, emailCounts])
    await tx.delete(table)
}

type Found = { readonly email: string; readonly cpf: string | null; readonly phone?: string | null }

import { randomBytes } from 'node:crypto'
import { and, eq, exists, inArray, isNotNull, isNull, like, lt, ne, or, sql } from 'drizzle-orm'
import { OPENED_BY_RULES } from '#circle/case-words.ts'
import { appeals } from '#server/tables/appeals.ts'
import { withoutPayable } from '#contracts/payment/payable.ts'
import { administratorInvitations } from '#server/tables/administrator-invitations.ts'
import { caseEntries } from '#server/tables/case-entries.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { helpers } from '#server/tables/helpers.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'
import { donationParts, NO_PART_RECEIPT } from '#server/tables/donation-parts.ts'
import { donations, NO_RECEIPT } from '#server/tables/donations.ts'
import { queueChanges } from '#server/tables/queue-changes.ts'
import { paymentKeys } from '#server/tables/payment-keys.ts'
import { rejectedReceipts } from '#server/tables/rejected-receipts.ts'
import { receiptSketches } from '#server/tables/receipt-sketches.ts'
import { scheduleDeletion } from '#server/files/remove.ts'
import { uploads } from '#server/tables/uploads.ts'
import type { Tx } from '#server/database/types.ts'
import type { Services } from '#server/context.ts'
import { idempotencyKeys } from '#server/tables/idempotency-keys.ts'
import { lookupIndex, seal, unseal } from '#server/lib/sealing.ts'
import { joinLinks, joinLinkUses } from '#server/tables/join-links.ts'
import { standingChanges } from '#server/tables/standing-changes.ts'
import { letters } from '#server/tables/letters.ts'
import { notices } from '#server/tables/notices.ts'
import { nothingPersonal, openPersonal } from '#server/members/personal.ts'
import { pushDays } from '#server/tables/push-days.ts'
import { pushSubscriptions } from '#server/tables/push-subscriptions.ts'
import { users } from '#server/tables/users.ts'
import type { UserRow } from '#server/members/view.ts'
import { emptyProposals } from './empty-proposals.ts'
import { reports } from '#server/tables/reports.ts'
import { reportSteps } from '#server/tables/report-steps.ts'
import { GUESS_WINDOW_MS } from '#server/access/guess-limit.ts'
import { passkeys } from '#server/tables/passkeys.ts'
import { recoveryCodes } from '#server/tables/recovery-codes.ts'
import { recoveryRequests } from '#server/tables/recovery-requests.ts'
import { loginFailures } from '#server/tables/login-failures.ts'
import { verificationCodes } from '#server/tables/verification-codes.ts'

/** The name that others see in place of an erased person's. */
export const FORMER_NAME = { firstName: 'Participante', lastName: 'que saiu' } as const

const REDACTED = '(apagado a pedido de quem saiu)'

/** Texts that occur only in e-mails to or about one person. */
export type Mentions = readonly string[]

/**
 * Removes a person from every table. Only an id remains, which the ledger, donations and reports refer to. Their
 * pictures and receipts are scheduled for deletion in the same transaction. Returns the texts that identify their
 * e-mails in the outbox.
 */
export async function anonymizeUser(services: Services, tx: Tx, user: UserRow): Promise<Mentions> {
  const { email, phone, cpf } = openPersonal(services.secrets, user)
  const mentions = [email, phone, cpf, user.id].filter((text): text is string => text !== null && text !== '')
  const files = [
    user.avatar,
    user.pixQrSha256,
    user.btcQrSha256,
    user.usdtQrSha256,
    ...(await removePaymentKeys(services, tx, user.id)),
    ...(await removeReceipts(tx, user.id)),
    ...(await emptyRejectedReceipts(tx, user.id)),
    ...(await forgetHelp(tx, user.id)),
    ...(await emptyParts(tx, user.id)),
  ]
  await scheduleDeletion(services, tx, [...files, ...(await eraseReportTexts(tx, user.id))])
  await eraseQueueReasons(tx, user.id)
  await emptyProposals(
    services,
    tx,
    { user, circleIds: await circlesOf(tx, user.id), former: `${FORMER_NAME.firstName} ${FORMER_NAME.lastName}` },
    mentions.filter((text) => text !== user.id),
  )
  await removeEmails(services, tx, mentions)
  await removeStoredAnswers(services, tx, user.id)
  await tx.delete(verificationCodes).where(eq(verificationCodes.userId, user.id))
  await tx.delete(passkeys).where(eq(passkeys.userId, user.id))
  await tx.delete(recoveryCodes).where(or(eq(recoveryCodes.userId, user.id), eq(recoveryCodes.givenBy, user.id)))
  await tx.delete(recoveryRequests).where(eq(recoveryRequests.emailIndex, user.emailIndex))
  await tx.delete(uploads).where(eq(uploads.userId, user.id))
  await forgetInvitations(services, tx, user)
  await tx.delete(standingChanges).where(eq(standingChanges.userId, user.id))
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, user.id))
  await tx.delete(pushDays).where(eq(pushDays.userId, user.id))
  await tx.delete(notices).where(eq(notices.userId, user.id))
  // The keys stay, for the ledger's signatures; a device's label tells of its owner.
  await tx.update(deviceKeys).set({ device: '' }).where(eq(deviceKeys.userId, user.id))
  // Failures are kept under a hash that nobody can take apart by person; those that no longer count go, of everybody.
  await tx.delete(loginFailures).where(lt(loginFailures.lastAt, new Date(services.clock.now() - GUESS_WINDOW_MS)))
  await tx.update(users).set(anonymizedColumns(services, user.id)).where(eq(users.id, user.id))
  // Acceptances stay with hash and moment; their words go, which the owner's function does for nobody who is still here.
  await tx.execute(sql`select forget_acceptances(${user.id})`)
  return mentions
}

/** The remaining row: nobody can sign in with it, and no e-mail or document finds it. */
function anonymizedColumns({ clock, secrets }: Services, userId: string): Partial<UserRow> {
  const now = new Date(clock.now())
  return {
    ...FORMER_NAME,
    status: 'INACTIVE',
    emailIndex: `erased:${userId}`,
    cpfIndex: null,
    phoneIndex: null,
    showsFirstName: false,
    sealed: seal(secrets, JSON.stringify({ ...nothingPersonal, email: '' }), `person:${userId}`),
    avatar: 'avatar_male_1',
    pixQrSha256: null,
    btcQrSha256: null,
    usdtQrSha256: null,
    // No password produces this hash, not even the empty one.
    passwordHash: `erased:${randomBytes(8).toString('hex')}`,
    emailVerifiedAt: null,
    phoneVerifiedAt: null,
    phoneLostAt: null,
    phoneLostBy: null,
    remindersOff: true,
    noticeChoices: {},
    pushAskedAt: null,
    erasedAt: now,
    updatedAt: now,
  }
}

/**
 * Removes receipts on both sides: those sent show the person's account, those received name them as the payee. The fact
 * and time of sending stay.
 */
async function removeReceipts(tx: Tx, userId: string): Promise<(string | null)[]> {
  const circleIds = await circlesOf(tx, userId)
  if (circleIds.length === 0) return []
  const isParty = and(
    inArray(donations.circleId, circleIds),
    or(eq(donations.donorId, userId), eq(donations.receiverId, userId)),
    or(isNotNull(donations.receiptSha256), isNotNull(donations.scheduledFor)),
  )
  const rows = await tx.select({ sha256: donations.receiptSha256 }).from(donations).where(isParty)
  await tx.update(donations).set(NO_RECEIPT).where(isParty)
  await tx
    .delete(receiptSketches)
    .where(
      and(
        inArray(receiptSketches.circleId, circleIds),
        or(eq(receiptSketches.donorId, userId), eq(receiptSketches.receiverId, userId)),
      ),
    )
  return rows.map(({ sha256 }) => sha256)
}

/** Whether a receipt kept beside a donation is of one that the person gave or received. */
function isOfParty(tx: Tx, kept: typeof rejectedReceipts | typeof donationParts, circleIds: string[], userId: string) {
  return and(
    inArray(kept.circleId, circleIds),
    exists(
      tx
        .select({ one: sql`1` })
        .from(donations)
        .where(
          and(
            eq(donations.circleId, kept.circleId),
            eq(donations.id, kept.donationId),
            or(eq(donations.donorId, userId), eq(donations.receiverId, userId)),
          ),
        ),
    ),
  )
}

/** Empties the receipts of parts of both sides; that a part came, how much and when stays. */
async function emptyParts(tx: Tx, userId: string): Promise<(string | null)[]> {
  const circleIds = await circlesOf(tx, userId)
  if (circleIds.length === 0) return []
  const isTheirs = isOfParty(tx, donationParts, circleIds, userId)
  const rows = await tx.select({ sha256: donationParts.receiptSha256 }).from(donationParts).where(isTheirs)
  await tx.update(donationParts).set(NO_PART_RECEIPT).where(isTheirs)
  return rows.map(({ sha256 }) => sha256)
}

/** Empties the rejected receipts of both sides: the picture, and the reason, which describes a person. */
async function emptyRejectedReceipts(tx: Tx, userId: string): Promise<(string | null)[]> {
  const circleIds = await circlesOf(tx, userId)
  if (circleIds.length === 0) return []
  const isTheirs = isOfParty(tx, rejectedReceipts, circleIds, userId)
  const rows = await tx.select({ sha256: rejectedReceipts.receiptSha256 }).from(rejectedReceipts).where(isTheirs)
  await tx
    .update(rejectedReceipts)
    .set({ receiptSha256: null, receiptPixelHash: null, pixTransaction: null, reason: null, reasonSalt: null })
    .where(isTheirs)
  return rows.map(({ sha256 }) => sha256)
}

/**
 * Erases the texts and pictures of the cases of the person's donations, whoever wrote them, because they describe a
 * person, and the salts: without them the ledger's hashes say nothing. The outcome of a report stays. Answers the
 * pictures.
 */
async function eraseReportTexts(tx: Tx, userId: string): Promise<(string | null)[]> {
  const circleIds = await circlesOf(tx, userId)
  if (circleIds.length === 0) return []
  const rows = await tx
    .select({ circleId: reports.circleId, id: reports.id })
    .from(reports)
    .innerJoin(donations, and(eq(donations.circleId, reports.circleId), eq(donations.id, reports.donationId)))
    .where(
      and(inArray(reports.circleId, circleIds), or(eq(donations.donorId, userId), eq(donations.receiverId, userId))),
    )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const own = and(inArray(reports.circleId, circleIds), inArray(reports.id, ids))
  // The rules' own words describe nobody.
  const reason = sql`case when ${reports.reason} = ${OPENED_BY_RULES} then ${OPENED_BY_RULES} else ${REDACTED} end`
  await tx.update(reports).set({ reason, additionalInfo: null, adminNotes: null, salt: null }).where(own)
  await tx
    .update(reports)
    .set({ resolutionMessage: REDACTED })
    .where(and(own, isNotNull(reports.resolutionMessage)))
  const steps = and(inArray(reportSteps.circleId, circleIds), inArray(reportSteps.reportId, ids))
  await tx.update(reportSteps).set({ notes: null, salt: null }).where(steps)
  await tx
    .update(reportSteps)
    .set({ message: REDACTED })
    .where(and(steps, isNotNull(reportSteps.message)))
  const appealed = and(inArray(appeals.circleId, circleIds), inArray(appeals.reportId, ids))
  await tx.update(appeals).set({ reason: REDACTED, salt: null, notes: null, decisionSalt: null }).where(appealed)
  await tx
    .update(appeals)
    .set({ message: REDACTED })
    .where(and(appealed, isNotNull(appeals.message)))
  const entries = and(inArray(caseEntries.circleId, circleIds), inArray(caseEntries.reportId, ids))
  const pictures = await tx.select({ sha256: caseEntries.pictureSha256 }).from(caseEntries).where(entries)
  await tx
    .update(caseEntries)
    .set({ text: REDACTED, pictureSha256: null, pictureSent: null, salt: null })
    .where(entries)
  return pictures.map(({ sha256 }) => sha256)
}

/**
 * Removes the keys that the person was paid on, or would have been, with their salts: without its salt a commitment in
 * the ledger says nothing about anybody. Answers the pictures of a pending change.
 */
async function removePaymentKeys({ clock }: Services, tx: Tx, userId: string): Promise<(string | null)[]> {
  const rows = await tx.select().from(paymentKeys).where(eq(paymentKeys.memberId, userId))
  await tx
    .update(paymentKeys)
    .set({
      state: sql`case ${paymentKeys.state} when 'current' then 'former' when 'pending' then 'dropped' else ${paymentKeys.state} end`,
      sealed: null,
      endedAt: sql`coalesce(${paymentKeys.endedAt}, ${new Date(clock.now())})`,
      pixQrSha256: null,
      btcQrSha256: null,
      usdtQrSha256: null,
    })
    .where(eq(paymentKeys.memberId, userId))
  return rows.flatMap(({ pixQrSha256, btcQrSha256, usdtQrSha256 }) => [pixQrSha256, btcQrSha256, usdtQrSha256])
}

/** Erases the reasons of the queue's changes that name the person's place, with their salts: they tell of a person. */
async function eraseQueueReasons(tx: Tx, userId: string): Promise<void> {
  const circleIds = await circlesOf(tx, userId)
  if (circleIds.length === 0) return
  const isAbout = sql`${queueChanges.about} @> ${JSON.stringify([userId])}::jsonb`
  const told = await tx
    .select({ reason: queueChanges.reason })
    .from(queueChanges)
    .where(and(inArray(queueChanges.circleId, circleIds), isNotNull(queueChanges.reason), isAbout))
  // Others whose places moved with theirs were told the same words, in a demonstration without what could be paid to.
  const words = [...new Set(told.flatMap(({ reason }) => (reason === null ? [] : [reason, withoutPayable(reason)])))]
  if (words.length > 0)
    await tx
      .update(notices)
      .set({ facts: sql`${notices.facts} - 'reason'` })
      .where(
        and(
          inArray(notices.circleId, circleIds),
          like(notices.kind, 'place.%'),
          inArray(sql`${notices.facts} ->> 'reason'`, words),
        ),
      )
  await tx
    .update(queueChanges)
    .set({ reason: REDACTED, salt: null })
    .where(and(inArray(queueChanges.circleId, circleIds), isNotNull(queueChanges.reason), isAbout))
}

/** The papers of the person's help, either way, and their name in the notices of the other one. Answers the papers' pictures. */
async function forgetHelp(tx: Tx, userId: string): Promise<(string | null)[]> {
  const isTheirs = or(eq(helpers.memberId, userId), eq(helpers.helperId, userId))
  const rows = await tx.select().from(helpers).where(isTheirs)
  if (rows.length === 0) return []
  await tx.update(helpers).set({ paperSha256: null }).where(isTheirs)
  for (const by of ['other', 'helper'])
    await tx
      .update(notices)
      .set({ facts: sql`${notices.facts} #- ${`{${by},name}`}` })
      .where(
        and(
          inArray(
            notices.circleId,
            rows.map(({ circleId }) => circleId),
          ),
          sql`${notices.facts} #>> ${`{${by},id}`} = ${userId}`,
        ),
      )
  return rows.map(({ paperSha256 }) => paperSha256)
}

async function circlesOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ circleId: circleMembers.circleId })
    .from(circleMembers)
    .where(eq(circleMembers.memberId, userId))
  return rows.map(({ circleId }) => circleId)
}

/** Through which invitation the person came, and any that was for their address and nobody used. */
async function forgetInvitations(
  { clock, secrets }: Services,
  tx: Tx,
  { id, circleId, emailIndex, sealed }: UserRow,
): Promise<void> {
  const { email, phone, cpf } = openPersonal(secrets, { id, sealed })
  await tx.delete(joinLinkUses).where(eq(joinLinkUses.userId, id))
  await tx
    .update(administratorInvitations)
    .set({ endedAt: new Date(clock.now()), sealed: null })
    .where(and(eq(administratorInvitations.emailIndex, emailIndex), isNull(administratorInvitations.endedAt)))
  const known = [`email:${email}`, `phone:${phone}`, `cpf:${cpf}`].map((one) => lookupIndex(secrets, 'invited', one))
  await tx
    .delete(joinLinks)
    .where(and(eq(joinLinks.circleId, circleId), inArray(joinLinks.personIndex, known), eq(joinLinks.uses, 0)))
}

/** Undelivered and abandoned e-mails that are addressed to the person or mention them. */
async function removeEmails({ secrets }: Services, tx: Tx, mentions: Mentions): Promise<void> {
  const waiting = await tx
    .select({ id: letters.id, sealed: letters.sealed })
    .from(letters)
    .where(and(isNull(letters.sentAt), ne(letters.sealed, '')))
  const theirs = waiting
    .filter(({ id, sealed }) => mentionsAny(unseal(secrets, sealed, `letter:${id}`), mentions))
    .map(({ id }) => id)
  if (theirs.length > 0) await tx.delete(letters).where(inArray(letters.id, theirs))
}

/** Stored answers for repeated requests, at most a day old: the person's own, and those of others that mention them. */
async function removeStoredAnswers({ secrets }: Services, tx: Tx, userId: string): Promise<void> {
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId))
  for (const { key, userId: askedBy, answer } of await tx.select().from(idempotencyKeys)) {
    if (answer === null || !unseal(secrets, answer, `answer of ${askedBy}:${key}`).includes(userId)) continue
    await tx.delete(idempotencyKeys).where(and(eq(idempotencyKeys.key, key), eq(idempotencyKeys.userId, askedBy)))
  }
}

export function mentionsAny(text: string, mentions: Mentions): boolean {
  return mentions.some((mention) => text.includes(mention))
}

import { and, desc, eq, inArray, notInArray, or, sql } from 'drizzle-orm'
import { DAY_MS } from '#circle/period.ts'
import { pixTransactionText } from '#contracts/payment/pix-transaction.ts'
import { sha256 as textHash } from '#server/circle-store/ledger-chain.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { countUpload } from '#server/files/quota.ts'
import { samePicture } from '#server/files/sketch.ts'
import { holdImages } from '#server/files/hold-images.ts'
import type { CleanImage } from '#server/files/images.ts'
import { keepImage } from '#server/files/keep.ts'
import type { Commit } from '#server/handler.ts'
import { scheduleDeletion } from '#server/files/remove.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { ensureUnpayable } from '#server/members/ensure-unpayable.ts'
import { ensureOpen, getDonation } from './find.ts'
import { payerOf, sealPayer } from './payer.ts'
import { ensurePaid } from './schedule.ts'
import { circles } from '#server/tables/circles.ts'
import { pixTransactions } from '#server/tables/pix-transactions.ts'
import { donationParts } from '#server/tables/donation-parts.ts'
import { cents } from '#contracts/money.ts'
import { donations, isBeside } from '#server/tables/donations.ts'
import { rejectedReceipts } from '#server/tables/rejected-receipts.ts'
import { receiptSketches } from '#server/tables/receipt-sketches.ts'

type Input = {
  donationId: string
  comprovanteBase64: string
  pix_transaction?: string | undefined
  payer_name?: string | undefined
  amount?: number | undefined
}
type Sent = {
  readonly image: CleanImage
  readonly sha256: string
  readonly looksAlike: boolean
  readonly pixTransaction: string | null
  readonly payerName: string | undefined
  readonly amount: number | undefined
}
type Answer = { status: 'PENDING_CONFIRMATION'; receipt_reused: boolean }

/** The donor sends or replaces a receipt. */
export async function sendReceipt(context: Context, input: Input): Promise<Answer> {
  return (await prepareReceipt(context, input))(context)
}

/**
 * Cleans and stores the picture before anything is locked, and returns the rest, which changes the circle. An image
 * already used for another donation is accepted and flagged to both parties and administrators. Refused uploads count
 * against the daily quota too. The receipt that waits, signed once more, is refused with `donation.receipt_there`.
 */
export async function prepareReceipt(context: Context, input: Input): Promise<Commit<Context, Answer>> {
  const { actor } = context
  // Refuses early, before the costly image work. The check is repeated under the lock.
  const wanted = await getDonation(context.db, actor, input.donationId)
  ensureOpen(wanted)
  ensurePaid(wanted, context.clock.now())
  await countUpload(context)
  const { image, sha256 } = await keepImage(context, input.comprovanteBase64, 'receipt', 'comprovanteBase64')
  const looksAlike = await resemblesAnother(context.db, wanted, image.sketch)
  const pixTransaction = input.pix_transaction ?? null
  const sent = { image, sha256, looksAlike, pixTransaction, payerName: input.payer_name, amount: input.amount }
  return (within) => commitReceipt(within, input.donationId, sent)
}

async function commitReceipt(
  context: Context,
  donationId: string,
  { image, sha256, looksAlike, pixTransaction, payerName, amount }: Sent,
): Promise<Answer> {
  const { actor, clock } = context
  return withCircle(context, actor.circleId, async ({ tx, id: circleId, perform, state, now }) => {
    if (payerName !== undefined) ensureUnpayable(state.mode, payerName, 'payer_name')
    const donation = await getDonation(tx, actor, donationId)
    ensureOpen(donation)
    ensurePaid(donation, clock.now())
    // Unsigned, it is known by its key where the answer was lost.
    const isAgain = context.signed && isThere(context, donation, { sha256, pixTransaction, payerName, amount })
    if (isAgain) refuse('donation.receipt_there')
    await holdImages(context, tx, [{ sha256, bytes: image.bytes }])
    // Its time is the ledger's, to which the devices of both hold it.
    const receipt = { receiptSha256: sha256, receiptPixelHash: image.pixelHash, receiptSentAt: new Date(now) }
    const receiptReused = looksAlike || (await isUsedElsewhere(tx, donation, receipt))
    await tx
      .update(donations)
      .set({
        ...receipt,
        receiptReused,
        receiptSigned: Boolean(context.signed),
        pixTransaction,
        payerSealed: sealPayer(context, donationId, payerName),
        scheduledFor: null,
        receiptSeenAt: null,
        ...(donation.status === 'PENDING_PAYMENT' ? await timeToAnswer(tx, donation, now) : {}),
      })
      .where(
        and(
          eq(donations.circleId, actor.circleId),
          eq(donations.id, donationId),
          inArray(donations.status, ['PENDING_PAYMENT', 'PENDING_CONFIRMATION']),
        ),
      )
    await scheduleDeletion(context, tx, [donation.receiptSha256])
    await keepSketch(tx, donation, { sketch: image.sketch, sentAt: receipt.receiptSentAt })
    const payment =
      pixTransaction === null ? null : await claimPayment(context, tx, { circleId, donationId }, pixTransaction)
    await perform({
      kind: 'send_receipt',
      donationId,
      memberId: actor.id,
      image: sha256,
      ...(payment === null ? {} : { payment }),
      ...(amount === undefined ? {} : { cents: cents(amount) }),
    })
    return { status: 'PENDING_CONFIRMATION' as const, receipt_reused: receiptReused }
  })
}

/**
 * Whether the receipt that waits is this picture with the same said of it: it was sent again because its answer was lost. A receiver
 * is not told that it was replaced, and no device's signature of it stands in the ledger a second time.
 */
function isThere(
  { secrets }: Pick<Context, 'secrets'>,
  donation: DonationRow,
  sent: Pick<Sent, 'sha256' | 'pixTransaction' | 'payerName' | 'amount'>,
): boolean {
  if (donation.status !== 'PENDING_CONFIRMATION' || donation.receiptSha256 !== sent.sha256) return false
  const sentCents = sent.amount === undefined ? null : cents(sent.amount)
  return (
    donation.pixTransaction === sent.pixTransaction &&
    donation.sentCents === sentCents &&
    payerOf({ secrets }, donation) === (sent.payerName ?? null)
  )
}

/**
 * Notes that a PIX transaction paid this donation, and answers the hash that the ledger gets. Refuses one that was named for
 * another donation of the installation; the same donation may name its own again, also after a rejection.
 */
async function claimPayment(
  { clock }: Context,
  tx: Tx,
  of: { circleId: string; donationId: string },
  pixTransaction: string,
): Promise<string> {
  const hash = textHash(pixTransactionText(pixTransaction))
  const noted = await tx
    .insert(pixTransactions)
    .values({ hash, ...of, firstSentAt: new Date(clock.now()) })
    .onConflictDoNothing()
    .returning({ hash: pixTransactions.hash })
  if (noted.length > 0) return hash
  const [known] = await tx.select().from(pixTransactions).where(eq(pixTransactions.hash, hash))
  const { circleId, donationId } = of
  const isOfPart = and(eq(donationParts.circleId, circleId), eq(donationParts.donationId, donationId))
  const isSame = eq(sql`upper(${donationParts.pixTransaction})`, pixTransactionText(pixTransaction))
  const isSpent = await tx.$count(donationParts, and(isOfPart, isSame))
  if (known!.circleId !== circleId || known!.donationId !== donationId || isSpent > 0) refuse('donation.payment_reused')
  return hash
}

/**
 * From the first receipt of an attempt on its receiver has so many days; one that replaces it gives them no more. For the
 * administrative account the deadline of the donation stays.
 */
async function timeToAnswer(tx: Tx, { circleId, receiverId }: DonationRow, now: number) {
  if (receiverId === null) return {}
  const [circle] = await tx.select({ days: circles.answerDays }).from(circles).where(eq(circles.id, circleId))
  const answerDueAt = new Date(now + circle!.days * DAY_MS)
  return { answerDueAt, answerReminders: 0, lateToldAt: null }
}

async function isUsedElsewhere(
  tx: Tx,
  donation: DonationRow,
  receipt: { receiptSha256: string; receiptPixelHash: string },
): Promise<boolean> {
  const { circleId } = donation
  const together = await paidTogether(tx, donation)
  const [other] = await tx
    .select({ one: sql`1` })
    .from(donations)
    .where(
      and(
        eq(donations.circleId, circleId),
        notInArray(donations.id, together),
        or(
          eq(donations.receiptSha256, receipt.receiptSha256),
          eq(donations.receiptPixelHash, receipt.receiptPixelHash),
        ),
      ),
    )
    .limit(1)
  if (other) return true
  // One picture pays for one part, also of the same donation.
  const [part] = await tx
    .select({ one: sql`1` })
    .from(donationParts)
    .where(
      and(
        eq(donationParts.circleId, circleId),
        or(
          eq(donationParts.receiptSha256, receipt.receiptSha256),
          eq(donationParts.receiptPixelHash, receipt.receiptPixelHash),
        ),
      ),
    )
    .limit(1)
  if (part) return true
  const [rejected] = await tx
    .select({ one: sql`1` })
    .from(rejectedReceipts)
    .where(
      and(
        eq(rejectedReceipts.circleId, circleId),
        notInArray(rejectedReceipts.donationId, together),
        or(
          eq(rejectedReceipts.receiptSha256, receipt.receiptSha256),
          eq(rejectedReceipts.receiptPixelHash, receipt.receiptPixelHash),
        ),
      ),
    )
    .limit(1)
  return rejected !== undefined
}

/** A donation, and the others of the same moment between the same two: somebody with several places pays them in one. */
async function paidTogether(db: Db | Tx, donation: DonationRow): Promise<string[]> {
  const others = await db.select({ id: donations.id }).from(donations).where(isBeside(donation))
  return [donation.id, ...others.map(({ id }) => id)]
}

const COMPARED_MAX = 60

/**
 * Whether the image is another receipt of the same donor or receiver, saved again with loss. Sketches are compared one
 * by one, so only the newest of these two people are read; exact copies are found in the whole circle.
 */
async function resemblesAnother(db: Db, donation: DonationRow, sketch: string): Promise<boolean> {
  const { circleId, donorId, receiverId } = donation
  const together = await paidTogether(db, donation)
  const ofDonor = eq(receiptSketches.donorId, donorId)
  const others = await db
    .select({ sketch: receiptSketches.sketch })
    .from(receiptSketches)
    .where(
      and(
        eq(receiptSketches.circleId, circleId),
        notInArray(receiptSketches.donationId, together),
        receiverId === null ? ofDonor : or(ofDonor, eq(receiptSketches.receiverId, receiverId)),
      ),
    )
    .orderBy(desc(receiptSketches.sentAt))
    .limit(COMPARED_MAX)
  for (const other of others) {
    if (samePicture(sketch, other.sketch)) return true
    // Each comparison decompresses some 100 KB, so other requests get a turn in between.
    await new Promise(setImmediate)
  }
  return false
}

async function keepSketch(
  tx: Tx,
  { circleId, id, donorId, receiverId }: DonationRow,
  fresh: { sketch: string; sentAt: Date },
): Promise<void> {
  await tx
    .insert(receiptSketches)
    .values({ circleId, donationId: id, donorId, receiverId, ...fresh })
    .onConflictDoUpdate({ target: [receiptSketches.circleId, receiptSketches.donationId], set: fresh })
}

type DonationRow = typeof donations.$inferSelect

import type { PaymentKey } from '#circle/payment-key.ts'
import type { Level } from '#circle/plan.ts'
import { donationCode } from '#contracts/payment/br-code.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#contracts/money.ts'
import { openKey, shownKey } from '#server/members/payment-keys.ts'
import { openPersonal } from '#server/members/personal.ts'
import { codePictures } from './code-picture.ts'
import type { DonationRow } from './find.ts'
import { payerOf } from './payer.ts'
import type { PartyRow, ReadDonations } from './read-donations.ts'
import { overdueOf } from './overdue.ts'
import { settlementsOf } from './settlements.ts'
import { namedParty, openParty, ownParty, registeredParty } from './party.ts'
import { ownPayers } from './confirm.ts'
import { allowedTo, returnableOf } from './allowed.ts'
import { clockOf } from './deadline.ts'
import { partsOf, rejectionsOf } from './rejections.ts'

/** The donations with both parties, as the actor may see them, in the given order. */
export async function viewDonations(
  context: Context,
  { rows, mode, inParts, people, places, keys, ...read }: ReadDonations,
) {
  const { actor } = context
  if (rows.length === 0) return []
  const returnable = await returnableOf(context, rows, places)
  const rejected = await rejectionsOf(context, mode, rows)
  const parts = await partsOf(context, rows)
  const settlements = await settlementsOf(context, mode, rows)
  const overdue = await overdueOf(context, rows)
  const payers = await ownPayers(context.db, actor)
  const personOf = (id: string | null): PartyRow | null => (id === null ? null : (people.get(id) ?? null))
  const views = rows.map((row) => {
    const isOpen = row.status === 'PENDING_PAYMENT' || row.status === 'PENDING_CONFIRMATION'
    const version = row.paymentKeyId === null ? null : keys.get(row.paymentKeyId)!
    const key = version && openKey(context.secrets, version)
    const isParty = row.donorId === actor.id || row.receiverId === actor.id
    const partyView = (id: string | null, paidOn: (user: PartyRow) => PaymentKey | null) => {
      const user = personOf(id)
      if (actor.administers) {
        const hasOwnKey = mode === 'real' && version !== null && id === row.receiverId
        return registeredParty(context, user, hasOwnKey ? key : undefined)
      }
      // While a donation is open each party sees how to contact and pay the other.
      if (!isOpen || !isParty) return namedParty(context, user)
      const shown = user && paidOn(user)
      return id === actor.id ? ownParty(context, user, shown) : openParty(context, mode, user, shown)
    }
    // The donor is not paid here, so theirs is the key that they have now, for contacting them.
    const donor = partyView(row.donorId, (user) =>
      user.id === actor.id ? null : shownKey(mode, user, openPersonal(context.secrets, user)),
    )
    const receiver = partyView(row.receiverId, () => key)
    const code =
      isOpen && row.donorId === actor.id
        ? donationCode(receiver, { id: row.id, amount: reais(row.amountCents - row.paidCents) })
        : null
    return {
      ...facts(row, context.clock.now()),
      payer_name: payerOf(context, row),
      overdue: row.isLate || overdue.has(row.id),
      ...clockOf(row, read.reports.get(row.reportId ?? ''), context.clock.now()),
      rejections: rejected.get(row.id) ?? [],
      parts: parts.get(row.id) ?? [],
      helped: (read.helped.get(row.id) ?? []).map(({ act, memberId, by }) => ({
        act,
        by,
        for: personOf(memberId)?.firstName ?? '',
      })),
      donor,
      receiver: { ...receiver, pixCopyPaste: code },
      ...placeOf(places, 'donor', row.donorId, isOpen ? row.target : 0),
      ...placeOf(places, 'receiver', row.receiverId, isOpen ? row.target : 0),
      pixCopyPaste: code,
      payment_commitment: version?.commitment ?? null,
      payment_salt: isOpen && isParty && key ? key.salt : null,
      is_reported: row.reportId !== null,
      report_resolved: read.reports.get(row.reportId ?? '')?.endedAt instanceof Date,
      report_id: row.reportId,
      settlement: settlements.get(row.id) ?? null,
      allowed: allowedTo(context, row, {
        isOwnPayment: payers.includes(row.donorId),
        report: read.reports.get(row.reportId ?? ''),
        isReturnable: returnable.has(row.id),
        inParts,
      }),
      demonstration: mode === 'demonstracao',
    }
  })
  const pictures = await codePictures(views.map((view) => view.pixCopyPaste))
  return views.map((view, index) => {
    const pixQrCode = pictures[index]!
    return { ...view, pixQrCode, receiver: { ...view.receiver, pixQrCode } }
  })
}

function facts(row: DonationRow, now: number) {
  const createdAt = row.createdAt.toISOString()
  return {
    id: row.id,
    donationId: row.id,
    type: row.type,
    status: row.status,
    amount: reais(row.amountCents),
    paid: reais(row.paidCents),
    missing: row.status === 'CONFIRMED' ? 0 : reais(row.amountCents - row.paidCents),
    receipt_amount: row.status === 'PENDING_CONFIRMATION' && row.sentCents !== null ? reais(row.sentCents) : null,
    createdAt,
    created_at: createdAt,
    completedAt: row.status === 'CONFIRMED' ? row.endedAt!.toISOString() : null,
    endedAt: row.endedAt?.toISOString() ?? null,
    donorId: row.donorId,
    receiverId: row.receiverId,
    level: row.target === 0 ? null : (row.target as Level),
    receipt_sent_at: row.receiptSentAt?.toISOString() ?? null,
    receipt_seen_at: row.receiptSeenAt?.toISOString() ?? null,
    receipt_reused: row.receiptReused,
    receipt_signed: row.receiptSigned,
    confirmation_signed: row.confirmationSigned,
    waiting: false,
    answer_due: row.status === 'PENDING_CONFIRMATION' ? (row.answerDueAt?.toISOString() ?? null) : null,
    pix_transaction: row.pixTransaction,
    scheduled_for: row.scheduledFor,
    paused_until: row.pausedUntil?.toISOString() ?? null,
    ahead_of: row.aheadOf,
    late: row.status === 'PENDING_CONFIRMATION' && (row.answerDueAt ?? row.deadlineAt).getTime() < now,
  }
}

/** A party's position: in the donation's own queue when they have one there, else in N1. */
function placeOf<S extends 'donor' | 'receiver'>(
  places: ReadonlyMap<string, number>,
  side: S,
  memberId: string | null,
  target: number,
) {
  const level = [target, 1].find((candidate) => places.has(`${memberId}:${candidate}`)) ?? null
  const position = level === null ? null : places.get(`${memberId}:${level}`)!
  return { [`${side}_queue_level`]: level, [`${side}_queue_position`]: position } as {
    [K in `${S}_queue_level` | `${S}_queue_position`]: number | null
  }
}

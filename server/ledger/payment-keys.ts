import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import type { Context } from '#server/context.ts'
import { donations } from '#server/tables/donations.ts'
import { isAboutCircle, isMadeBetween, ledger } from '#server/tables/ledger.ts'
import { proveEntries } from './prove-entries.ts'
import { entryView } from './queries.ts'

/**
 * Of each open donation of the actor the entry that matched it, or that handed it over, and the entry that commits to the
 * key of its receiver: the last one before that, or the first after it (circle/ledger/payment-keys.ts). Each comes with the
 * proof that it is in the ledger of a signed checkpoint, and so does the plan that asked for the amounts: the actor's app shows nothing to
 * pay before it has held all of this to what it knows of the ledger.
 */
export async function listPaymentKeys(context: Context) {
  const { circleId } = context.actor
  const matched = await matchesOf(context, await openDonationIds(context))
  if (matched.length === 0) return { circle_id: circleId, checkpoint: null, plan: null, donations: [] }
  const receiverIds = matched.map(({ payload }) => payload['receiverId']).filter((id) => typeof id === 'string')
  const [committed, plan] = await Promise.all([commitmentsOf(context, receiverIds), planEntryOf(context)])
  const found = matched.map((entry) => ({ entry, binding: bindingOf(entry, committed) }))
  const entries = found.flatMap(({ entry, binding }) => (binding ? [entry, binding] : [entry]))
  const { checkpoint, proofOf } = await proveEntries(context, circleId, [plan, ...entries])
  return {
    circle_id: circleId,
    checkpoint,
    plan: { entry: plan, proof: proofOf(plan) },
    donations: found.map(({ entry, binding }) => ({
      donation_id: String(entry.payload['donationId']),
      matched: entry,
      matched_proof: proofOf(entry),
      committed: binding,
      committed_proof: binding && proofOf(binding),
    })),
  }
}

async function openDonationIds({ actor, db }: Context): Promise<string[]> {
  const open = await db
    .select({ id: donations.id })
    .from(donations)
    .where(
      and(
        eq(donations.circleId, actor.circleId),
        or(eq(donations.donorId, actor.id), eq(donations.receiverId, actor.id)),
        sql`${donations.status} in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION')`,
      ),
    )
  return open.map(({ id }) => id)
}

/** The last entries that say between whom some donations are. */
async function matchesOf({ actor, db }: Context, donationIds: readonly string[]): Promise<LedgerEntry[]> {
  if (donationIds.length === 0) return []
  const rows = await db
    .select()
    .from(ledger)
    .where(
      and(
        eq(ledger.circleId, actor.circleId),
        inArray(sql<string>`${ledger.payload} ->> 'donationId'`, donationIds),
        sql`${ledger.payload} ->> 'donationId' is not null`,
        isMadeBetween,
      ),
    )
    .orderBy(asc(ledger.seq))
  const last = new Map(rows.map((row) => [row.payload['donationId'], entryView(row)]))
  return [...last.values()]
}

/** The commitments to the keys of some members, oldest first. */
async function commitmentsOf({ actor, db }: Context, memberIds: readonly string[]): Promise<LedgerEntry[]> {
  if (memberIds.length === 0) return []
  const rows = await db
    .select()
    .from(ledger)
    .where(
      and(
        eq(ledger.circleId, actor.circleId),
        sql`${ledger.kind} = 'payment_key.committed'`,
        inArray(sql`${ledger.payload} ->> 'memberId'`, [...new Set(memberIds)]),
      ),
    )
    .orderBy(asc(ledger.seq))
  return rows.map(entryView)
}

function bindingOf(match: LedgerEntry, committed: readonly LedgerEntry[]): LedgerEntry | null {
  const own = committed.filter(({ payload }) => payload['memberId'] === match.payload['receiverId'])
  return own.findLast(({ seq }) => seq < match.seq) ?? own[0] ?? null
}

/** The entry that gave the circle the plan it has: it changes no more once somebody was asked for something. */
async function planEntryOf({ actor, db }: Context): Promise<LedgerEntry> {
  const [entry] = await db
    .select()
    .from(ledger)
    .where(
      and(
        eq(ledger.circleId, actor.circleId),
        isAboutCircle,
        inArray(ledger.kind, ['circle.created', 'circle.plan_changed']),
      ),
    )
    .orderBy(desc(ledger.seq))
    .limit(1)
  return entryView(entry!)
}

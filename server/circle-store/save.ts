import { and, eq, inArray, sql } from 'drizzle-orm'
import type { CircleEvent, CircleState, DonationFacts } from '#circle/state.ts'
import type { Target } from '#circle/plan.ts'
import { circleMembers, donationCounters } from '#server/tables/circles.ts'
import type { circles } from '#server/tables/circles.ts'
import { donations, obligations } from '#server/tables/donations.ts'
import type { DonationStatus } from '#server/tables/donations.ts'
import { turns } from '#server/tables/turns.ts'
import { entries } from '#server/tables/entries.ts'
import { reports } from '#server/tables/reports.ts'
import type { Tx } from '#server/database/types.ts'

/** What a decision changed: the states around it, its events, when, in which circle. */
export type Change = {
  readonly circleId: string
  readonly before: CircleState | null
  readonly after: CircleState
  readonly events: readonly CircleEvent[]
  readonly at: Date
}

/**
 * Writes a decision to the tables that the screens read. What is live is written as the state after holds it; what has
 * ended, as its last event says. Runs in the transaction that holds the circle's row.
 */
export async function saveChange(tx: Tx, change: Change): Promise<void> {
  await saveMembers(tx, change)
  await saveTurns(tx, change)
  await saveEntries(tx, change)
  await saveObligations(tx, change)
  await saveDonations(tx, change)
  await saveReports(tx, change)
  await saveCounters(tx, change)
}

/** The circle's own columns beside the ledger's head. */
export function circleColumns({ mode, plan, nextOrder, donationsMade, pulledPeriod }: CircleState) {
  return { mode, plan, nextOrder, donationsMade, pulledPeriod } satisfies Partial<typeof circles.$inferInsert>
}

async function saveMembers(tx: Tx, { circleId, before, after }: Change): Promise<void> {
  const rows = changed(before?.members, after.members).map((member) => ({
    circleId,
    memberId: member.id,
    status: member.status,
    completedN1At: dateOf(member.completedAt[1]),
    completedN2At: dateOf(member.completedAt[2]),
    completedN3At: dateOf(member.completedAt[3]),
    n3CompletedAt: dateOf(member.n3CompletedAt),
    reentry: member.reentry,
    givenN1Cents: member.given[1],
    givenN2Cents: member.given[2],
    givenN3Cents: member.given[3],
    givenAdministrationCents: member.given.administration,
    receivedN1Cents: member.received[1],
    receivedN2Cents: member.received[2],
    receivedN3Cents: member.received[3],
  }))
  if (rows.length === 0) return
  await tx
    .insert(circleMembers)
    .values(rows)
    .onConflictDoUpdate({
      target: [circleMembers.circleId, circleMembers.memberId],
      set: {
        status: excluded('status'),
        completedN1At: excluded('completed_n1_at'),
        completedN2At: excluded('completed_n2_at'),
        completedN3At: excluded('completed_n3_at'),
        n3CompletedAt: excluded('n3_completed_at'),
        reentry: excluded('reentry'),
        givenN1Cents: excluded('given_n1_cents'),
        givenN2Cents: excluded('given_n2_cents'),
        givenN3Cents: excluded('given_n3_cents'),
        givenAdministrationCents: excluded('given_administration_cents'),
        receivedN1Cents: excluded('received_n1_cents'),
        receivedN2Cents: excluded('received_n2_cents'),
        receivedN3Cents: excluded('received_n3_cents'),
      },
    })
}

async function saveTurns(tx: Tx, { circleId, before, after, events, at }: Change): Promise<void> {
  const rows = changed(before?.turns, after.turns).map(
    ({ id, memberId, level, required, confirmed, open, receivedCents, status, startedAt }) => ({
      circleId,
      id,
      memberId,
      level,
      required,
      confirmed,
      open,
      receivedCents,
      status,
      startedAt: new Date(startedAt),
    }),
  )
  if (rows.length > 0) {
    await tx
      .insert(turns)
      .values(rows)
      .onConflictDoUpdate({
        target: [turns.circleId, turns.id],
        set: {
          confirmed: excluded('confirmed'),
          open: excluded('open'),
          receivedCents: excluded('received_cents'),
          status: excluded('status'),
        },
      })
  }
  for (const event of events) {
    const own =
      'turnId' in event && event.turnId !== null
        ? and(eq(turns.circleId, circleId), eq(turns.id, event.turnId))
        : undefined
    if (event.kind === 'upgrade.accepted') await tx.update(turns).set({ status: 'used', endedAt: at }).where(own)
    // A turn that no longer lives when it is complete (the last level's, or one that nothing needs) ends with what it received.
    if (event.kind === 'turn.completed' && !after.turns.has(event.turnId)) {
      await tx
        .update(turns)
        .set({ status: 'ended', confirmed: turns.required, open: 0, receivedCents: event.receivedCents, endedAt: at })
        .where(own)
    }
    if (event.kind === 'turn.ended') await tx.update(turns).set({ status: 'ended', open: 0, endedAt: at }).where(own)
  }
}

async function saveEntries(tx: Tx, { circleId, before, after, at }: Change): Promise<void> {
  const left = [...(before?.entries.keys() ?? [])].filter((id) => !after.entries.has(id))
  if (left.length > 0) await tx.delete(entries).where(and(eq(entries.circleId, circleId), inArray(entries.id, left)))
  const rows = changed(before?.entries, after.entries).map(
    ({ id, level, position, memberId, isReceiver, passedMemberIds, turnId, createdAt }) => ({
      circleId,
      id,
      level,
      position,
      memberId,
      isReceiver,
      passedMemberIds: [...passedMemberIds],
      turnId,
      createdAt: new Date(createdAt),
      updatedAt: at,
    }),
  )
  if (rows.length === 0) return
  await tx
    .insert(entries)
    .values(rows)
    .onConflictDoUpdate({
      target: [entries.circleId, entries.id],
      set: {
        position: excluded('position'),
        isReceiver: excluded('is_receiver'),
        passedMemberIds: excluded('passed_member_ids'),
        turnId: excluded('turn_id'),
        updatedAt: excluded('updated_at'),
      },
    })
}

async function saveObligations(tx: Tx, { circleId, before, after, events, at }: Change): Promise<void> {
  const owed = events.flatMap((event) => (event.kind === 'obligation.owed' ? [event] : []))
  if (owed.length > 0) {
    await tx.insert(obligations).values(
      owed.map(({ obligationId, memberId, type, amountCents, target, period, order }) => ({
        circleId,
        id: obligationId,
        memberId,
        type,
        amountCents,
        target: storedTarget(target),
        period,
        order,
        owedAt: at,
        overdue: false,
        status: 'waiting' as const,
      })),
    )
  }
  const isNew = new Set(owed.map((event) => event.obligationId))
  const live = changed(before?.obligations, after.obligations)
  for (const overdue of [false, true]) {
    for (const status of ['waiting', 'open'] as const) {
      const ids = live
        .filter(
          (row) => row.status === status && row.overdue === overdue && !(isNew.has(row.id) && status === 'waiting'),
        )
        .map((row) => row.id)
      if (ids.length > 0) await tx.update(obligations).set({ status, overdue }).where(among(circleId, ids))
    }
  }
  const confirmed = events.flatMap((event) => (event.kind === 'donation.confirmed' ? [event.obligationId] : []))
  if (confirmed.length > 0)
    await tx.update(obligations).set({ status: 'confirmed', endedAt: at }).where(among(circleId, confirmed))
  for (const event of events) {
    if (event.kind !== 'obligation.void') continue
    await tx
      .update(obligations)
      .set({ status: 'void', voidReason: event.reason, endedAt: at })
      .where(among(circleId, [event.obligationId]))
  }
}

/** Endings come first: an obligation released and matched again in one decision has one open donation at every moment. */
async function saveDonations(tx: Tx, { circleId, before, after, events, at }: Change): Promise<void> {
  for (const [status, endReason, ids] of endings(events)) {
    await expectRows(
      tx
        .update(donations)
        .set({ status, endReason, endedAt: at })
        .where(openDonations(circleId, ids))
        .returning({ id: donations.id }),
      ids.length,
    )
  }
  const matched = events.flatMap((event) => (event.kind === 'donation.matched' ? [event] : []))
  const isNew = new Set(matched.map((event) => event.donationId))
  for (const { id, status, deadlineAt, reportId } of changed(before?.donations, after.donations)) {
    if (isNew.has(id)) continue
    await expectRows(
      tx
        .update(donations)
        .set({ status, deadlineAt: new Date(deadlineAt), reportId })
        .where(openDonations(circleId, [id]))
        .returning({ id: donations.id }),
      1,
    )
  }
  if (matched.length === 0) return
  await tx.insert(donations).values(
    matched.map(({ donationId, obligationId, donorId, receiverId, turnId, type, amountCents, target, deadlineAt }) => ({
      circleId,
      id: donationId,
      obligationId,
      donorId,
      receiverId,
      turnId,
      type,
      amountCents,
      target: storedTarget(target),
      status: 'PENDING_PAYMENT' as const,
      createdAt: at,
      deadlineAt: new Date(deadlineAt),
    })),
  )
}

/** Ended donations by how they ended, so that each way is one write. */
function endings(events: readonly CircleEvent[]): [DonationStatus, string | null, string[]][] {
  const ways = new Map<string, [DonationStatus, string | null, string[]]>()
  for (const event of events) {
    const status = endStatus[event.kind]
    if (!status) continue
    const reason = event.kind === 'donation.cancelled' ? event.reason : null
    const key = `${status}:${reason}`
    const way = ways.get(key) ?? [status, reason, []]
    way[2].push((event as unknown as DonationFacts).donationId)
    ways.set(key, way)
  }
  return [...ways.values()]
}

const endStatus: Readonly<Partial<Record<CircleEvent['kind'], DonationStatus>>> = {
  'donation.confirmed': 'CONFIRMED',
  'donation.expired': 'EXPIRED',
  'donation.cancelled': 'CANCELLED',
}

/** The rows of reports are made by the verb, which has their words; their course is written here. */
async function saveReports(tx: Tx, { circleId, events, at }: Change): Promise<void> {
  for (const event of events) {
    if (event.kind !== 'report.status_changed' && event.kind !== 'report.ended') continue
    const ending = event.kind === 'report.ended' ? { outcome: event.outcome, endedAt: at } : {}
    await tx
      .update(reports)
      .set({ status: event.status, updatedAt: at, ...ending })
      .where(and(eq(reports.circleId, circleId), eq(reports.id, event.reportId)))
  }
}

async function saveCounters(tx: Tx, { circleId, before, after, events }: Change): Promise<void> {
  const moved = new Map<DonationStatus, { count: number; amountCents: number }>()
  const count = (status: DonationStatus, by: number, amountCents: number) => {
    const tally = moved.get(status) ?? { count: 0, amountCents: 0 }
    moved.set(status, { count: tally.count + by, amountCents: tally.amountCents + by * amountCents })
  }
  const statusBefore = (id: string): DonationStatus => before?.donations.get(id)?.status ?? 'PENDING_PAYMENT'
  for (const event of events) {
    if (event.kind === 'donation.matched') count('PENDING_PAYMENT', 1, event.amountCents)
    if (event.kind === 'donation.receipt_sent' && statusBefore(event.donationId) === 'PENDING_PAYMENT') {
      const { amountCents } = after.donations.get(event.donationId)!
      count('PENDING_PAYMENT', -1, amountCents)
      count('PENDING_CONFIRMATION', 1, amountCents)
    }
    const ended = endStatus[event.kind]
    if (ended) {
      const { donationId, amountCents } = event as unknown as DonationFacts
      count(statusBefore(donationId), -1, amountCents)
      count(ended, 1, amountCents)
    }
  }
  const rows = [...moved].map(([status, tally]) => ({ circleId, status, ...tally })).filter((row) => row.count !== 0)
  if (rows.length === 0) return
  await tx
    .insert(donationCounters)
    .values(rows)
    .onConflictDoUpdate({
      target: [donationCounters.circleId, donationCounters.status],
      set: {
        count: sql`${donationCounters.count} + ${excluded('count')}`,
        amountCents: sql`${donationCounters.amountCents} + ${excluded('amount_cents')}`,
      },
    })
}

/** The values of `after` that are not the very objects of `before`: the rules replace what they change and leave the rest. */
function changed<T>(before: ReadonlyMap<string, T> | undefined, after: ReadonlyMap<string, T>): T[] {
  return [...after].filter(([id, value]) => before?.get(id) !== value).map(([, value]) => value)
}

function among(circleId: string, ids: string[]) {
  return and(eq(obligations.circleId, circleId), inArray(obligations.id, ids))
}

/** Guards every write to a donation: one that has ended never changes again. */
function openDonations(circleId: string, ids: string[]) {
  return and(
    eq(donations.circleId, circleId),
    inArray(donations.id, ids),
    inArray(donations.status, ['PENDING_PAYMENT', 'PENDING_CONFIRMATION']),
  )
}

async function expectRows(write: Promise<unknown[]>, expected: number): Promise<void> {
  const written = await write
  if (written.length !== expected) throw new Error(`Expected to write ${expected} rows, wrote ${written.length}`)
}

function excluded(column: string) {
  return sql`excluded.${sql.identifier(column)}`
}

function storedTarget(target: Target): number {
  return target === 'administration' ? 0 : target
}

function dateOf(instant: number | null | undefined): Date | null {
  return instant === null || instant === undefined ? null : new Date(instant)
}

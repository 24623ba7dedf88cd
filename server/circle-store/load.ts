import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CircleState, Entry, Member, Obligation, Donation, Report, Turn } from '#circle/state.ts'
import { isBalanced } from '#circle/plan.ts'
import type { Level, Target } from '#circle/plan.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import type { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { obligations } from '#server/tables/obligations.ts'
import { turns } from '#server/tables/turns.ts'
import { entries } from '#server/tables/entries.ts'
import { reports } from '#server/tables/reports.ts'
import { jsonReader, prepared } from '#server/database/prepared.ts'
import type { JsonRow } from '#server/database/prepared.ts'
import { rowsOf } from '#server/database/prepared-rows.ts'
import { together } from '#server/database/together.ts'
import type { Tx } from '#server/database/types.ts'

const ofCircle = (table: { readonly circleId: PgColumn }) =>
  sql`where ${table.circleId} = ${sql.placeholder('circleId')}`

const readMembers = rowsOf('state: members', circleMembers, () => ofCircle(circleMembers))
const readEntries = rowsOf('state: entries', entries, () => ofCircle(entries))
const readTurns = rowsOf(
  'state: turns',
  turns,
  () => sql`${ofCircle(turns)} and ${turns.status} in ('running', 'complete')`,
)
const readOwed = rowsOf(
  'state: obligations',
  obligations,
  () => sql`${ofCircle(obligations)} and ${obligations.status} in ('waiting', 'open')`,
)
const readAhead = prepared<{ id: string; memberId: string; period: string }>(
  'state: months ahead',
  () => sql`select ${obligations.id}, ${obligations.memberId} as "memberId", ${obligations.period} from ${obligations}
    ${ofCircle(obligations)} and ${obligations.isAhead} and ${obligations.status} <> 'void' order by ${obligations.period}`,
)
const readDonations = prepared<{ donation: JsonRow; order: number }>(
  'state: donations',
  () => sql`select row_to_json(donations) as donation, ${obligations.order} from ${donations} join ${obligations}
    on ${obligations.circleId} = ${donations.circleId} and ${obligations.id} = ${donations.obligationId}
    ${ofCircle(donations)} and ${donations.status} in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION')`,
)
const donationFrom = jsonReader(donations)
const readReports = rowsOf(
  'state: reports',
  reports,
  () => sql`${ofCircle(reports)} and ${reports.status} in ('PENDING', 'INVESTIGATING')`,
)
const readPulls = prepared<{ memberId: string; target: number }>(
  'state: pulls',
  () => sql`select ${obligations.memberId} as "memberId", ${obligations.target} from ${obligations}
    ${ofCircle(obligations)} and ${obligations.period} = ${sql.placeholder('period')} and ${obligations.type} = 'PULL'
    and not ${obligations.isAhead}`,
)

/** The current state of a circle, loaded from its tables. It holds what the rules need and nothing that has ended. */
export async function loadState(tx: Tx, circle: typeof circles.$inferSelect): Promise<CircleState> {
  ensureRealIsBalanced(circle)
  const own = { circleId: circle.id }
  const [memberRows, entryRows, turnRows, owedRows, donationRows, reportRows, ahead, pulls] = await together(
    readMembers(tx, own),
    readEntries(tx, own),
    readTurns(tx, own),
    readOwed(tx, own),
    readDonations(tx, own),
    readReports(tx, own),
    readAhead(tx, own),
    circle.pulledPeriod === null ? Promise.resolve([]) : readPulls(tx, { ...own, period: circle.pulledPeriod }),
  )
  return {
    mode: circle.mode,
    plan: circle.plan,
    rules: circle.rules,
    nextOrder: circle.nextOrder,
    rotation: circle.rotation,
    rotationFrom: circle.rotationFrom,
    isBroughtIn: circle.isBroughtIn,
    donationsMade: circle.donationsMade,
    pulledPeriod: circle.pulledPeriod,
    pulled: new Set(pulls.map(({ target, memberId }) => `${target}:${memberId}`)),
    members: byId(memberRows.map((row) => ({ ...memberOf(row), ahead: aheadOf(ahead, row.memberId) }))),
    entries: byId(entryRows.map(entryOf)),
    turns: byId(turnRows.map(turnOf)),
    obligations: byId(owedRows.map(obligationOf)),
    donations: byId(donationRows.map(({ donation, order }) => donationOf(donationFrom(donation), order))),
    reports: byId(reportRows.map(reportOf)),
  }
}

/**
 * Checks the loaded row regardless of who wrote it: no further command runs in a real circle whose plan is not
 * balanced.
 */
function ensureRealIsBalanced({ id, mode, plan }: typeof circles.$inferSelect): void {
  if (mode === 'real' && !isBalanced(plan)) throw new Error(`The real circle ${id} has a plan that is not balanced`)
}

export function targetOf(stored: number): Target {
  return stored === 0 ? 'administration' : (stored as Level)
}

function byId<T extends { id: string }>(values: readonly T[]): Map<string, T> {
  return new Map(values.map((value) => [value.id, value]))
}

function aheadOf(rows: readonly { id: string; memberId: string; period: string }[], memberId: string): Member['ahead'] {
  return rows.filter((row) => row.memberId === memberId).map(({ id, period }) => ({ obligationId: id, period }))
}

function memberOf(row: typeof circleMembers.$inferSelect): Omit<Member, 'ahead'> {
  const completed = { 1: row.completedN1At, 2: row.completedN2At, 3: row.completedN3At }
  const completedAt: Partial<Record<Level, number>> = {}
  for (const level of [1, 2, 3] as const) if (completed[level]) completedAt[level] = completed[level].getTime()
  return {
    id: row.memberId,
    status: row.status,
    completedAt,
    n3CompletedAt: row.n3CompletedAt?.getTime() ?? null,
    reentry: row.reentry,
    isPassedOver: row.isPassedOver,
    shares: row.shares,
    pauses: row.pauses,
    pausedRotation: row.pausedRotation,
    givenBefore: row.givenBeforeCents,
    given: {
      1: row.givenN1Cents,
      2: row.givenN2Cents,
      3: row.givenN3Cents,
      administration: row.givenAdministrationCents,
    },
    received: { 1: row.receivedN1Cents, 2: row.receivedN2Cents, 3: row.receivedN3Cents },
  }
}

function entryOf(row: typeof entries.$inferSelect): Entry {
  const { id, level, position, memberId, isReceiver, passedMemberIds, turnId } = row
  return { id, level, position, memberId, isReceiver, passedMemberIds, turnId, createdAt: row.createdAt.getTime() }
}

function turnOf(row: typeof turns.$inferSelect): Turn {
  const { id, memberId, level, required, confirmed, open, receivedCents } = row
  const status = row.status === 'running' ? 'running' : 'complete'
  return { id, memberId, level, required, confirmed, open, receivedCents, status, startedAt: row.startedAt.getTime() }
}

function obligationOf(row: typeof obligations.$inferSelect): Obligation {
  const { id, memberId, type, paidCents, period, order, overdue } = row
  const status = row.status === 'waiting' ? 'waiting' : 'open'
  return {
    id,
    memberId,
    type,
    amountCents: row.amountCents - paidCents,
    paidCents,
    target: targetOf(row.target),
    period,
    order,
    owedAt: row.owedAt.getTime(),
    overdue,
    pausedUntil: row.pausedUntil?.getTime() ?? null,
    isAhead: row.isAhead,
    status,
  }
}

function donationOf(row: typeof donations.$inferSelect, order: number): Donation {
  const { id, obligationId, donorId, receiverId, turnId, type, amountCents, reportId, parts, sentCents } = row
  const status = row.status === 'PENDING_PAYMENT' ? 'PENDING_PAYMENT' : 'PENDING_CONFIRMATION'
  const deadlineAt = row.deadlineAt.getTime()
  return {
    id,
    obligationId,
    donorId,
    receiverId,
    turnId,
    type,
    amountCents,
    target: targetOf(row.target),
    status,
    order,
    deadlineAt,
    reportId,
    rejections: row.rejections,
    rejectedAt: row.rejectedAt?.getTime() ?? null,
    leftMs: row.receiptLeftMs,
    isUndecided: row.isUndecided,
    isLate: row.isLate,
    parts,
    sentCents,
  }
}

function reportOf(row: typeof reports.$inferSelect): Report {
  const status = row.status === 'INVESTIGATING' ? 'INVESTIGATING' : 'PENDING'
  return {
    id: row.id,
    donationId: row.donationId,
    reporterId: row.reporterId,
    status,
    reportedAt: row.reportedAt.getTime(),
    holdsMs: row.holdsMs,
  }
}

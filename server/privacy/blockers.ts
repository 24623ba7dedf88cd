import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { CircleState, Donation, Obligation } from '#circle/state.ts'
import { tryCommand } from '#server/circle-store/try-command.ts'
import { appeals } from '#server/tables/appeals.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { reports } from '#server/tables/reports.ts'

export type Counted = { readonly count: number; readonly cents: number }

/**
 * Matters that only people can settle, or that a balanced plan still has to get back. While any is open, nobody is
 * erased.
 */
export type Blockers = {
  readonly sent: Counted
  readonly received: Counted
  readonly awaited: Counted
  readonly settlements: Counted
  readonly reports: number
}

/**
 * The open matters of a member after leaving: donations with a receipt on either side, those of which a part came to them or a
 * receipt was rejected, since they alone confirm what is still to come, settlements, reports.
 */
export async function findBlockers(
  tx: Db | Tx,
  circleId: string,
  memberId: string,
  after: CircleState,
): Promise<Blockers> {
  const open = [...after.donations.values()]
  const sent = open.filter(({ status, donorId }) => status === 'PENDING_CONFIRMATION' && donorId === memberId)
  const ofReceiver = (status: Donation['status']) =>
    open.filter((one) => one.receiverId === memberId && one.status === status)
  const restOfAwaited = ofReceiver('PENDING_PAYMENT')
    .filter(({ isUndecided }) => isUndecided)
    .map(({ obligationId }) => after.obligations.get(obligationId)!)
  const paidFor = new Set(sent.map(({ obligationId }) => obligationId))
  const [circle] = await tx.select({ closedAt: circles.closedAt }).from(circles).where(eq(circles.id, circleId))
  // After the end of a roda nobody comes any more to whom what waits could be paid.
  const isPayable = ({ status }: Obligation) => circle!.closedAt === null || status === 'open'
  return {
    sent: counted(sent),
    received: counted(ofReceiver('PENDING_CONFIRMATION')),
    awaited: counted(restOfAwaited),
    settlements: counted(
      [...after.obligations.values()].filter(
        (owed) => owed.memberId === memberId && !paidFor.has(owed.id) && isPayable(owed),
      ),
    ),
    reports: await countOpenReports(tx, circleId, memberId),
  }
}

/** The state after leaving; unchanged for a person who already left or never joined. */
export function stateAfterLeaving(state: CircleState, memberId: string, now: number): CircleState {
  if (!canDepart(state, memberId)) return state
  const decision = tryCommand({ state, now }, { kind: 'depart_member', memberId, how: 'left' })
  if (!decision.ok) throw new Error(`A member who belongs may leave: ${decision.code}`)
  return decision.state
}

export function canDepart(state: CircleState, memberId: string): boolean {
  const standing = state.members.get(memberId)?.status
  return standing !== undefined && standing !== 'left'
}

/**
 * Whether a donation whose receipt the member rejected still waits for another, and no person has decided since: their leaving would
 * take the donor's word that they had paid out of the donation. One of which a part came stays open when they leave.
 */
export function hasRejectedWaiting({ donations: all }: CircleState, memberId: string): boolean {
  return [...all.values()].some(
    ({ receiverId, status, rejections, isUndecided, parts }) =>
      receiverId === memberId && status === 'PENDING_PAYMENT' && rejections > 0 && isUndecided && parts === 0,
  )
}

/** The blockers in words for a refusal, addressed to the person or about them; empty when nothing is open. */
export function describeBlockers(
  { sent, received, awaited, settlements, reports: openReports }: Blockers,
  isOwn = true,
): string {
  const phrase = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`]
  const sender = isOwn ? 'você enviou' : 'a pessoa enviou'
  const receiver = isOwn ? 'você recebeu' : 'a pessoa recebeu'
  const to = isOwn ? 'você' : 'a pessoa'
  const confirmation = isOwn ? 'a sua confirmação' : 'a confirmação dela'
  return [
    ...phrase(
      sent.count,
      `doação que ${sender} espera a confirmação de quem recebe`,
      `doações que ${sender} esperam a confirmação de quem recebe`,
    ),
    ...phrase(
      received.count,
      `doação que ${receiver} espera ${confirmation}`,
      `doações que ${receiver} esperam ${confirmation}`,
    ),
    ...phrase(
      awaited.count,
      `doação para ${to} espera o comprovante de quem doa`,
      `doações para ${to} esperam o comprovante de quem doa`,
    ),
    ...phrase(settlements.count, 'acerto com o círculo precisa ser pago', 'acertos com o círculo precisam ser pagos'),
    ...phrase(openReports, 'caso espera a decisão da administração', 'casos esperam a decisão da administração'),
  ].join('; ')
}

/** The undecided reports and appeals on donations that the member gives or receives, whoever made them. */
async function countOpenReports(tx: Db | Tx, circleId: string, memberId: string): Promise<number> {
  const rows = await tx
    .select({ id: reports.id })
    .from(reports)
    .innerJoin(donations, and(eq(donations.circleId, reports.circleId), eq(donations.id, reports.donationId)))
    .leftJoin(appeals, and(eq(appeals.circleId, reports.circleId), eq(appeals.reportId, reports.id)))
    .where(
      and(
        eq(reports.circleId, circleId),
        or(
          inArray(reports.status, ['PENDING', 'INVESTIGATING']),
          and(isNotNull(appeals.reportId), isNull(appeals.decidedAt)),
        ),
        or(eq(donations.donorId, memberId), eq(donations.receiverId, memberId)),
      ),
    )
  return rows.length
}

export function counted(amounts: readonly { readonly amountCents: number }[]): Counted {
  return { count: amounts.length, cents: amounts.reduce((sum, { amountCents }) => sum + amountCents, 0) }
}

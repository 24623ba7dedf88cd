import { and, arrayOverlaps, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { ApprovalKind } from '#contracts/approvals.ts'
import { openProposal, sealProposal } from '#server/approvals/proposal.ts'
import type { ApprovalRow, SealedProposal } from '#server/approvals/proposal.ts'
import type { Services } from '#server/context.ts'
import type { Tx } from '#server/database/types.ts'
import type { UserRow } from '#server/members/view.ts'
import { approvalMembers } from '#server/tables/approval-members.ts'
import { approvals } from '#server/tables/approvals.ts'

/** The changes that are about those whom they touch, in words too: a key, a case, why somebody was to go, or is to pay later. */
const ABOUT_PEOPLE: readonly ApprovalKind[] = [
  'payment_key',
  'resolve_report',
  'decide_appeal',
  'suspend_member',
  'pause_month',
]

type Person = { readonly user: UserRow; readonly circleIds: readonly string[]; readonly former: string }

/**
 * Empties the proposals that describe a person, and puts the name `former` in place of theirs in the others of their circles. One
 * that is still open and was emptied is not carried out.
 */
export async function emptyProposals(
  services: Pick<Services, 'secrets'>,
  tx: Tx,
  { user, circleIds, former }: Person,
  contacts: readonly string[],
): Promise<void> {
  const touches = sql<boolean>`exists (select from ${approvalMembers} where ${approvalMembers.approvalId} = ${approvals.id}
    and ${approvalMembers.userId} = ${user.id})`
  const isNear = or(touches, arrayOverlaps(approvals.circleIds, [...circleIds, user.circleId]))
  const rows = await tx
    .select({ row: approvals, touches })
    .from(approvals)
    .where(and(isNotNull(approvals.sealed), isNear))
  const name = `${user.firstName} ${user.lastName}`.trim()
  const renamed = (text: string | null) => text?.replaceAll(name, former) ?? null
  for (const { row, touches: isTouched } of rows) {
    const kept = keptOf(row, openProposal(services, row)!, { isTouched, contacts, name, renamed })
    const sealed = kept && sealProposal(services, row.id, kept)
    await tx
      .update(approvals)
      .set({ sealed, failure: renamed(row.failure) })
      .where(eq(approvals.id, row.id))
  }
}

type Said = {
  readonly isTouched: boolean
  readonly contacts: readonly string[]
  readonly name: string
  readonly renamed: (text: string | null) => string | null
}

/** The rest of a proposal; null for nothing. */
function keptOf(
  { kind, state }: Pick<ApprovalRow, 'kind' | 'state'>,
  proposal: SealedProposal,
  { isTouched, contacts, name, renamed }: Said,
): SealedProposal | null {
  const said = JSON.stringify(proposal)
  if (isTouched && ABOUT_PEOPLE.includes(kind)) return null
  if (contacts.some((contact) => said.includes(contact))) return null
  if (kind === 'add_administrator' && said.includes(name)) return null
  const isReasoned = isTouched && kind === 'change_queue'
  // Its input may say why the person's place was to be another.
  if (isReasoned && state === 'proposed') return null
  const changes = proposal.changes
    .filter(({ field }) => !(isReasoned && field === 'reason'))
    .map(({ field, before, after }) => ({ field, before: renamed(before), after: renamed(after) }))
  return { ...proposal, changes }
}

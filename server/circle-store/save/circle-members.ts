import type { Tx } from '#server/database/types.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { changed, excluded } from './change.ts'
import type { Change } from './change.ts'

export async function saveMembers(tx: Tx, { circleId, before, after }: Change): Promise<void> {
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

function dateOf(instant: number | null | undefined): Date | null {
  return instant === null || instant === undefined ? null : new Date(instant)
}

import { insertOf, takeOver } from '#server/database/prepared-rows.ts'
import type { Tx } from '#server/database/types.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { changed } from './change.ts'
import type { Change } from './change.ts'

const key = ['circleId', 'memberId'] as const
const columns = [
  'status',
  'completedN1At',
  'completedN2At',
  'completedN3At',
  'n3CompletedAt',
  'reentry',
  'isPassedOver',
  'shares',
  'pauses',
  'pausedRotation',
  'givenBeforeCents',
  'givenN1Cents',
  'givenN2Cents',
  'givenN3Cents',
  'givenAdministrationCents',
  'receivedN1Cents',
  'receivedN2Cents',
  'receivedN3Cents',
] as const

const writeMembers = insertOf('members written', circleMembers, [...key, ...columns], {
  conflict: takeOver(circleMembers, key, columns),
})

export async function saveMembers(tx: Tx, { circleId, before, after }: Change): Promise<void> {
  await writeMembers(
    tx,
    changed(before?.members, after.members).map((member) => ({
      circleId,
      memberId: member.id,
      status: member.status,
      completedN1At: dateOf(member.completedAt[1]),
      completedN2At: dateOf(member.completedAt[2]),
      completedN3At: dateOf(member.completedAt[3]),
      n3CompletedAt: dateOf(member.n3CompletedAt),
      reentry: member.reentry,
      isPassedOver: member.isPassedOver,
      shares: member.shares,
      pauses: member.pauses,
      pausedRotation: member.pausedRotation,
      givenBeforeCents: member.givenBefore,
      givenN1Cents: member.given[1],
      givenN2Cents: member.given[2],
      givenN3Cents: member.given[3],
      givenAdministrationCents: member.given.administration,
      receivedN1Cents: member.received[1],
      receivedN2Cents: member.received[2],
      receivedN3Cents: member.received[3],
    })),
  )
}

function dateOf(instant: number | null | undefined): Date | null {
  return instant === null || instant === undefined ? null : new Date(instant)
}

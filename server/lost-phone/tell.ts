import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import { activeAdministrators } from '#server/administrators/queries.ts'
import type { Services } from '#server/context.ts'
import { notify, notifyAll } from '#server/notify/notify.ts'

/** Tells those whom somebody's lost phone, or their coming back, touches: the other sides of what is open, and administrators. */
export async function tellOthers(
  services: Services,
  { tx, id: circleId, state }: LockedCircle,
  userId: string,
  what: 'lost' | 'back',
): Promise<void> {
  const parties = new Set<string>()
  for (const { donorId, receiverId } of state.donations.values())
    if (receiverId !== null && (donorId === userId || receiverId === userId))
      parties.add(donorId === userId ? receiverId : donorId)
  const kind = what === 'lost' ? 'party.phone_lost' : 'party.phone_back'
  await notifyAll(services, tx, circleId, [...parties].toSorted(), { kind, facts: {} })
  const outside = state.members.has(userId) ? {} : ({ isOutside: true } as const)
  const administrators = (await activeAdministrators(tx)).map(({ id }) => id).filter((id) => id !== userId)
  const of = state.members.has(userId) ? circleId : undefined
  for (const one of administrators)
    await notify(services, tx, { userId: one, of, kind: 'administration.phone', facts: { what, ...outside } })
}

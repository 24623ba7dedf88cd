import type { AnswerOf } from '#contracts/contract.ts'
import { request } from './client.ts'
import { queryClient } from './query.ts'
import { quietly } from './quietly.ts'
import type { StoredUser } from './storage.ts'

// Under which name this device keeps a key and what it did with it: the person's own id in the circle in which they take part. Of
// other circles a person may administer several, with a key in each: every ledger holds the acts of a key to their count.

type Circle = Pick<AnswerOf<'GET /circle'>, 'id' | 'mode'>

/** The holder of this device's key in a circle; null where its person signs nothing: an auditor, or one of a demonstration's. */
export function holderIn(user: StoredUser | null, circle: Circle | undefined): string | null {
  if (!user) return null
  if (user.role === 'USER' || (circle && user.takesPartIn === circle.id)) return user.id
  return circle?.mode === 'real' && !user.auditor ? `${user.id} ${circle.id}` : null
}

/** The same in the circle on screen. */
export async function holderHere(user: StoredUser | null): Promise<string | null> {
  if (user?.role !== 'ADMIN') return holderIn(user, undefined)
  const circle = { queryKey: ['circle'], queryFn: () => request('GET /circle') }
  return holderIn(user, (await quietly(() => queryClient.ensureQueryData(circle))) ?? undefined)
}

export const personOf = (holder: string): string => holder.split(' ')[0]!

/** The one circle that a key is of; null for that of somebody who takes part. */
export const circleOf = (holder: string): string | null => holder.split(' ')[1] ?? null

/** Whose donations a ledger is held to: those of somebody who takes part. */
export const memberOf = (holder: string | null): string | null => (holder?.includes(' ') ? null : holder)

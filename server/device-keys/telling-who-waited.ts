import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Services } from '#server/context.ts'
import { notify } from '#server/notify/notify.ts'
import { standingSubstitutes } from '#server/substitutes/standing.ts'
import { standingSwaps } from '#server/swaps/standing.ts'

/**
 * Takes devices of a member away. What one of them asked for, or agreed to, and still waited falls with it by the ledger's own rules:
 * it may have been whoever stole it. The others learn that it does.
 */
export async function tellingWhoWaited(
  services: Services,
  circle: LockedCircle,
  memberId: string,
  remove: () => Promise<void>,
): Promise<void> {
  const before = await asksWith(circle, memberId)
  await remove()
  const left = new Set((await asksWith(circle, memberId)).map(({ id }) => id))
  for (const { id, userId, kind } of before)
    if (!left.has(id)) await notify(services, circle.tx, { userId, kind, facts: {} })
}

/** The requests in which a member has a part, and the other of the two. */
async function asksWith(circle: LockedCircle, memberId: string) {
  const swaps = await standingSwaps(circle.tx, circle.id, circle.now)
  const { asks: substitutes } = await standingSubstitutes(circle)
  const all = [
    ...swaps.map((one) => ({ id: one.swapId, of: [one.memberId, one.otherId], kind: 'swap.ended' as const })),
    ...substitutes.map((one) => ({
      id: one.substituteId,
      of: [one.memberId, one.newcomerId],
      kind: 'substitute.ended' as const,
    })),
  ]
  return all.flatMap(({ of, ...one }) =>
    of.includes(memberId) ? [{ ...one, userId: of.find((id) => id !== memberId)! }] : [],
  )
}

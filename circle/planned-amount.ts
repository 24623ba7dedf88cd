import type { DonationType, Plan } from './plan.ts'

type Asked = { readonly type: string; readonly amountCents: number; readonly target: unknown }

/** Into a level its donation is paid, whoever owes it: each month, or once more after leaving early. */
const OF_LEVEL: ReadonlySet<string> = new Set(['PULL', 'SETTLEMENT'] satisfies DonationType[])

/**
 * Whether a plan asks for exactly this: the donation of the level where it goes, or one of the items that a level owes.
 * A plan stays what it is from the first obligation on, so this holds for every donation of a circle.
 */
export function isPlannedAmount({ levels }: Pick<Plan, 'levels'>, { type, amountCents, target }: Asked): boolean {
  if (OF_LEVEL.has(type))
    return levels.some(({ donationCents }, at) => target === at + 1 && donationCents === amountCents)
  return levels.some(({ owed }) =>
    owed.some((item) => item.type === type && item.target === target && item.amountCents === amountCents),
  )
}

import { closingText } from '#circle/ledger/endings.ts'
import { mayEndShort, openAccounts } from '#circle/short-ending.ts'
import { centsText } from '#contracts/money-text.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { circleRoutes } from '#server/circles/routes.ts'
import { circleSettings } from '#server/circles/settings.ts'
import type { Context } from '#server/context.ts'
import { usersById } from '#server/members/view.ts'
import { nameOf, ownCircle } from './change.ts'
import type { Change } from './change.ts'

/**
 * To end a roda in which some are not at zero: nobody decides it but those who lose by it, each of whom stops it by objecting
 * (docs/decisions/099).
 */
export const closing: Change<'POST /admin/circle/close'> = {
  kind: 'close_circle',
  handler: circleRoutes['POST /admin/circle/close'],
  circles: ownCircle,
  isNeeded: async (context) => mayEndShort(await stateOf(context)),
  touched: async (context) =>
    openAccounts(await stateOf(context)).flatMap(({ memberId, cents }) => (cents > 0 ? [memberId] : [])),
  act: async (context) => closingText(await stateOf(context)),
  changes: async (context) => {
    const accounts = openAccounts(await stateOf(context))
    const people = await usersById(
      context.db,
      accounts.map(({ memberId }) => memberId),
    )
    // Those who lose first, and each kind together: of a hundred people the pages show a few and fold the rest.
    return accounts
      .toSorted((a, b) => b.cents - a.cents)
      .map(({ memberId, cents }) => ({
        field: cents > 0 ? 'loses' : 'keeps',
        before: null,
        after: `${nameOf(people.get(memberId))}: ${centsText(Math.abs(cents))}`,
      }))
  },
  present: circleSettings,
}

async function stateOf(context: Context) {
  return (await readCircle(context, context.actor.circleId)).state
}

import { getDonation } from '#server/donations/find.ts'
import { foreseePause } from '#server/donations/pause.ts'
import { donationRoutes } from '#server/donations/routes.ts'
import { viewDonation } from '#server/donations/admin-queries.ts'
import { readDonation } from '#server/donations/read-donations.ts'
import { actOf, ownCircle } from './change.ts'
import type { Change } from './change.ts'

/** To let somebody pay a month later takes two people (circle/two-people.ts): whoever receives it waits. */
export const pause: Change<'POST /admin/donations/{id}/pause'> = {
  kind: 'pause_month',
  handler: donationRoutes['POST /admin/donations/{id}/pause'] as Change<'POST /admin/donations/{id}/pause'>['handler'],
  circles: ownCircle,
  isNeeded: async () => true,
  touched: async ({ actor, db }, { params }) => {
    const { donorId, receiverId } = await getDonation(db, actor, params.id)
    return [donorId, receiverId].filter((id) => id !== null)
  },
  act: async (_, { params }) => actOf({ kind: 'pause_month', donationId: params.id }),
  changes: async (context, { params }) => (await foreseePause(context, { donationId: params.id })).changes,
  present: async (context, { params }) => viewDonation(context, await readDonation(context, params.id)),
}

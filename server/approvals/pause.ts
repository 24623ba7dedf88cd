import { readCircle } from '#server/circle-store/read-circle.ts'
import { whyRefused } from '#server/circle-store/try-command.ts'
import type { Context } from '#server/context.ts'
import { getDonation } from '#server/donations/find.ts'
import { foreseePause } from '#server/donations/pause.ts'
import { donationRoutes } from '#server/donations/routes.ts'
import { viewDonation } from '#server/donations/admin-queries.ts'
import { readDonation } from '#server/donations/read-donations.ts'
import { actOf, ownCircle } from './change.ts'
import type { Change } from './change.ts'

const commandOf = (donationId: string) => ({ kind: 'pause_month', donationId }) as const

/** Until the deadline it is a pause, and as long as no money moved. */
async function lastsUntil({ clock, actor, ...services }: Context, donationId: string): Promise<number | null> {
  const { state } = await readCircle(services, actor.circleId)
  if (whyRefused({ state, now: clock.now() }, commandOf(donationId)) !== null) return null
  return state.donations.get(donationId)!.deadlineAt
}

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
  act: async (_, { params }) => actOf(commandOf(params.id)),
  changes: async (context, { params }) => (await foreseePause(context, { donationId: params.id })).changes,
  until: (context, { params }) => lastsUntil(context, params.id),
  tooLate: 'pause.too_late',
  present: async (context, { params }) => viewDonation(context, await readDonation(context, params.id)),
}

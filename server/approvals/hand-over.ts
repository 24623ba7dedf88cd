import { touchedByHandOver } from '#circle/handing-over.ts'
import { SUBSTITUTE_ASK_MS } from '#circle/ledger/substitutes.ts'
import type { SubstituteAsk } from '#circle/ledger/substitutes.ts'
import { takesTwoPeople } from '#circle/two-people.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { Context } from '#server/context.ts'
import { commandOf, listWaiting } from '#server/substitutes/hand-over.ts'
import { substituteRoutes } from '#server/substitutes/routes.ts'
import { findStanding, getAsk } from '#server/substitutes/standing.ts'
import { actOf, ownCircle, rowsNow } from './change.ts'
import type { Change } from './change.ts'

type Asked = { readonly params: { readonly id: string } }

const askedFor = async ({ actor, db, clock }: Context, { params }: Asked): Promise<SubstituteAsk> =>
  getAsk({ tx: db, id: actor.circleId, now: clock.now() }, params.id)

/** To hand over a place by which the others could lose takes two people (circle/two-people.ts): those hear of it, and may object. */
export const handingOver: Change<'POST /admin/substitutes/{id}/approve'> = {
  kind: 'hand_over',
  handler: substituteRoutes['POST /admin/substitutes/{id}/approve'],
  circles: ownCircle,
  isNeeded: async (context, input) => {
    const { state } = await readCircle(context, context.actor.circleId)
    return takesTwoPeople(state, commandOf(await askedFor(context, input))) !== null
  },
  touched: async (context, input) => {
    const { state } = await readCircle(context, context.actor.circleId)
    return [...touchedByHandOver(state, await askedFor(context, input))]
  },
  act: async (context, input) => actOf(commandOf(await askedFor(context, input))),
  changes: async (context, input) => rowsNow(context, commandOf(await askedFor(context, input))),
  present: listWaiting,
  until: async ({ actor, db, clock }, { params }) => {
    const ask = await findStanding({ tx: db, id: actor.circleId, now: clock.now() }, params.id)
    return ask && ask.at + SUBSTITUTE_ASK_MS
  },
}

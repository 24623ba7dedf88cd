import type { Command } from '#circle/circle.ts'
import type { CircleState } from '#circle/state.ts'
import { placesByMember } from '#circle/shares.ts'
import { takesTwoPeople } from '#circle/two-people.ts'
import { movesOf } from '#contracts/proposed-rows.ts'
import type { queueCalls } from '#contracts/queue.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { Context } from '#server/context.ts'
import type { DirectHandler, Input } from '#server/handler.ts'
import { asked } from '#server/queue/asked.ts'
import type { ArrangingCall } from '#server/queue/asked.ts'
import { listQueue } from '#server/queue/queries.ts'
import { queueRoutes } from '#server/queue/routes.ts'
import { undoing } from '#server/queue/undo-change.ts'
import { actOf, ownCircle, rowsNow } from './change.ts'
import type { Change } from './change.ts'

// To change the queues once the rotation has begun takes two people (circle/two-people.ts).

const UNDO = 'POST /queue/changes/undo'
type QueueCall = Exclude<keyof typeof queueCalls, `GET ${string}`>
type Found = { readonly state: CircleState; readonly command: Command }

/** A change of the queues by this call; `present` is its answer as things still are, beside the proposal. */
function queueChange<N extends QueueCall>(
  name: N,
  present: (context: Context, input: Input<N>) => Promise<object> = async () => ({}),
): readonly [Change<N>] {
  const find = async (context: Context, input: Input<N>): Promise<Found> => {
    const { state } = await readCircle(context, context.actor.circleId)
    return { state, command: await commandOf(context, name, input, state) }
  }
  const change: Change<N> = {
    kind: 'change_queue',
    handler: queueRoutes[name] as DirectHandler<N>,
    circles: ownCircle,
    isNeeded: async (context, input) => {
      const { state, command } = await find(context, input)
      return takesTwoPeople(state, command) !== null
    },
    touched: async (context, input) => {
      const { state, command } = await find(context, input)
      const moved = movesOf({ state, now: context.clock.now() }, command).map(({ memberId }) => memberId)
      // Those who have a place may wait for what somebody new is paid before them, and object.
      return command.kind === 'place' ? [...moved, ...placesByMember(state).keys()] : moved
    },
    act: async (context, input) => actOf((await find(context, input)).command),
    changes: async (context, input) => {
      const { reason }: { readonly reason?: string | undefined } = input.body ?? {}
      const rows = await rowsNow(context, (await find(context, input)).command)
      return reason === undefined ? rows : [...rows, { field: 'reason', before: null, after: reason }]
    },
    present,
  }
  return [change]
}

const entryIn = async (context: Context, entryId: string) => (await listQueue(context, { entryId }))[0] ?? {}

export const queueChanges = {
  'POST /queue': queueChange('POST /queue'),
  'PATCH /queue/{id}': queueChange('PATCH /queue/{id}', (context, { params }) => entryIn(context, params.id)),
  'DELETE /queue/{id}': queueChange('DELETE /queue/{id}', async (_, { params }) => ({ id: params.id })),
  'PATCH /queue/set-receiver/{a}/{b}': queueChange('PATCH /queue/set-receiver/{a}/{b}', (context, { params }) =>
    entryIn(context, params.b),
  ),
  'PATCH /queue/next-receiver/{id}': queueChange('PATCH /queue/next-receiver/{id}', (context, { params }) =>
    entryIn(context, params.id),
  ),
  'PATCH /queue/reorder/{id}': queueChange('PATCH /queue/reorder/{id}', (context, { params }) =>
    entryIn(context, params.id),
  ),
  'PATCH /queue/swap-positions': queueChange('PATCH /queue/swap-positions'),
  'POST /queue/godown/move-user-to-end': queueChange('POST /queue/godown/move-user-to-end'),
  [UNDO]: queueChange(UNDO),
}

async function commandOf<N extends QueueCall>(
  { actor, db }: Context,
  name: N,
  input: Input<N>,
  state: CircleState,
): Promise<Command> {
  if (name === UNDO) return undoing(db, actor.circleId, (input as Input<typeof UNDO>).body.seq)
  return asked[name as ArrangingCall](input as never, state)
}

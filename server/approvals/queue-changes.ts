import { decide } from '#circle/circle.ts'
import type { Command } from '#circle/circle.ts'
import type { CircleState, Entry } from '#circle/state.ts'
import { takesTwoPeople } from '#circle/two-people.ts'
import type { ApprovalChange } from '#contracts/approvals.ts'
import type { queueCalls } from '#contracts/queue.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { Context } from '#server/context.ts'
import type { DirectHandler, Input } from '#server/handler.ts'
import { usersById } from '#server/members/view.ts'
import { asked } from '#server/queue/asked.ts'
import type { ArrangingCall } from '#server/queue/asked.ts'
import { listQueue } from '#server/queue/queries.ts'
import { queueRoutes } from '#server/queue/routes.ts'
import { undoing } from '#server/queue/undo-change.ts'
import { actOf, nameOf, ownCircle } from './change.ts'
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
      const moves = movesOf(await find(context, input), context.clock.now())
      return moves.map(({ memberId }) => memberId)
    },
    act: async (context, input) => actOf((await find(context, input)).command),
    changes: async (context, input) => changeRows(context, await find(context, input), input.body ?? {}),
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

type Move = { readonly memberId: string; readonly level: number; readonly before: string; readonly after: string }

/** Whose place or role a command would change, now, in the order of the queues; nobody's where the rules refuse it. */
function movesOf({ state, command }: Found, now: number): Move[] {
  let ids = 0
  const decided = decide(state, command, { now, newId: () => `asked-${(ids += 1)}` })
  if (!decided.ok) return []
  const after = decided.state.entries
  const all = [...new Map([...state.entries, ...after]).values()]
  return all
    .sort((a, b) => a.level - b.level || a.position - b.position)
    .map(({ id, memberId, level }) => {
      return { memberId, level, before: placeText(state.entries.get(id)), after: placeText(after.get(id)) }
    })
    .filter((move) => move.before !== move.after)
}

function placeText(entry: Entry | undefined): string {
  if (!entry) return 'sem lugar'
  return `posição ${entry.position}${entry.isReceiver ? ', recebendo' : ''}`
}

/** How many moves a proposal tells one by one. */
const TOLD_MAX = 10

async function changeRows(
  context: Context,
  found: Found,
  { reason }: { readonly reason?: string | undefined },
): Promise<ApprovalChange[]> {
  const moves = movesOf(found, context.clock.now())
  const people = await usersById(
    context.db,
    moves.map(({ memberId }) => memberId),
  )
  const more = moves.length - TOLD_MAX
  return [
    ...moves.slice(0, TOLD_MAX).map(({ memberId, level, before, after }) => ({
      field: `place_${level}`,
      before: `${nameOf(people.get(memberId))}: ${before}`,
      after,
    })),
    ...(more > 0 ? [{ field: 'places_more', before: null, after: `mais ${more}` }] : []),
    ...(reason === undefined ? [] : [{ field: 'reason', before: null, after: reason }]),
  ]
}

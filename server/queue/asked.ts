import type { Command } from '#circle/circle.ts'
import type { Level } from '#circle/plan.ts'
import type { CircleState } from '#circle/state.ts'
import type { queueCalls } from '#contracts/queue.ts'
import type { Input } from '#server/handler.ts'
import { refuse } from '#server/lib/refusal.ts'

/** The calls that change a queue, but for undoing, whose command is found in the journal (undo-change.ts). */
export type ArrangingCall = Exclude<keyof typeof queueCalls, `GET ${string}` | 'POST /queue/changes/undo'>

type Asked = { readonly [N in ArrangingCall]: (input: Input<N>, state: CircleState) => Command }

/**
 * The command that each call asks for, in the state that it meets. Members are named as in the specification's calls; who
 * has no place is refused with `queue.member_not_in_queue`, and whose place is meant of several with `shares.which`.
 */
export const asked: Asked = {
  'POST /queue': ({ body }) => ({
    kind: 'place',
    memberId: body.user_id,
    level: body.donation_number,
    position: body.position,
    isReceiver: body.is_receiver,
  }),
  'PATCH /queue/{id}': ({ params, body: { position, is_receiver: isReceiver } }) => ({
    kind: 'edit_entry',
    entryId: params.id,
    ...(position === undefined ? {} : { position }),
    ...(isReceiver === undefined ? {} : { isReceiver }),
  }),
  'DELETE /queue/{id}': ({ params }) => ({ kind: 'remove', entryId: params.id }),
  'PATCH /queue/set-receiver/{a}/{b}': ({ params }) => ({
    kind: 'set_receiver',
    entryId: params.a,
    nextEntryId: params.b,
  }),
  'PATCH /queue/next-receiver/{id}': ({ params }) => ({ kind: 'next_receiver', entryId: params.id }),
  'PATCH /queue/reorder/{id}': ({ params, body }) => ({ kind: 'reorder', entryId: params.id, position: body.position }),
  'PATCH /queue/swap-positions': ({ body }, state) => ({
    kind: 'swap',
    entryId: entryOf(state, body.firstUserId, body.donation_number),
    otherEntryId: entryOf(state, body.secondUserId, body.donation_number),
  }),
  'POST /queue/godown/move-user-to-end': ({ body }) => ({
    kind: 'move_to_end',
    memberId: body.user_id,
    level: body.donation_number,
  }),
}

function entryOf({ entries }: CircleState, memberId: string, level: Level): string {
  const held = [...entries.values()].filter((entry) => entry.memberId === memberId && entry.level === level)
  if (held.length > 1) refuse('shares.which')
  return held[0]?.id ?? refuse('queue.member_not_in_queue')
}

import { z } from 'zod'
import { defineCall } from './call.ts'
import { idParam } from './query.ts'

const tag = 'draws'
const time = z.string()
const hash = z.string().regex(/^[\da-f]{64}$/, 'São 64 letras e algarismos, de 0 a f.')
const hours = (fallback: number) =>
  z
    .int('Escolha de 1 a 336 horas.')
    .min(1, 'Escolha de 1 a 336 horas.')
    .max(336, 'Escolha de 1 a 336 horas.')
    .default(fallback)

/** A member's part in a draw. Names are for administrators alone: members do not know each other's. */
const drawMember = z.object({
  id: z.string(),
  own: z.boolean(),
  name: z.string().nullable(),
  /** How often they stand in the draw: once for each place that they take. */
  places: z.number(),
  /** Their commitment; null while they have not joined. */
  commitment: z.string().nullable(),
  /** Whether their own device signed it; null while they have not joined. */
  signed: z.boolean().nullable(),
  number: z.string().nullable(),
})

const draw = z.object({
  circle_id: z.string(),
  id: z.string(),
  /** The ledger entries that began and ended it. */
  seq: z.int(),
  end_seq: z.int().nullable(),
  begun_at: time,
  ended_at: time.nullable(),
  phase: z.enum(['joining', 'opening', 'due', 'done', 'lapsed']),
  join_until: time,
  open_until: time,
  reveal_until: time,
  commitment: z.string(),
  secret: z.string().nullable(),
  members: z.array(drawMember),
  /** The members' ids in the order drawn. */
  order: z.array(z.string()).nullable(),
})
export type Draw = z.infer<typeof draw>

/** A first order that everybody is asked to accept. Whoever agrees to it has to see who stands where. */
const proposal = z.object({
  circle_id: z.string(),
  id: z.string(),
  /** Fallen: people came or went since, or contributions were asked for. */
  state: z.enum(['open', 'fallen', 'withdrawn']),
  /** From the first place on. Who accepted is for administrators alone; null for everybody else. */
  people: z.array(z.object({ id: z.string(), name: z.string(), own: z.boolean(), accepted: z.boolean().nullable() })),
  accepted: z.int(),
  /** Whether the caller accepted it. */
  mine: z.boolean(),
})
export type Proposal = z.infer<typeof proposal>

const list = z.object({
  data: z.array(draw),
  /** The newest proposal of an order, as long as nothing came after it. */
  proposal: proposal.nullable(),
  /** How the order of the first queue came about: its draw or everybody's agreement, and how often it was changed by hand since. */
  order: z.object({
    draw_id: z.string().nullable(),
    is_agreed: z.boolean(),
    changes: z.int(),
    without_reason: z.int(),
  }),
  /** For whoever administers: everybody approved, by id, each as often as they have places. */
  tickets: z.array(z.string()),
  /** Why no draw can be begun now, in Portuguese; null when one can. */
  why_not: z.string().nullable(),
})

/** The draw of the first order, beyond the specification (docs/decisions/025). */
export const drawCalls = {
  'GET /draws': defineCall({
    access: 'participant',
    tag,
    summary: 'Every draw that was begun in the circle, newest first, with all that is needed to repeat it.',
    status: 200,
    answer: list,
    refusals: [],
  }),
  'POST /draws': defineCall({
    access: 'admin',
    tag,
    summary: 'Begins a draw of the first order among everybody who is approved; the secret is committed to at once.',
    status: 201,
    idempotent: true,
    body: z.strictObject({ join_hours: hours(48), open_hours: hours(48) }),
    answer: list,
    refusals: ['draw.not_first', 'draw.running', 'draw.members', 'order.stands'],
  }),
  'POST /draws/{id}/join': defineCall({
    access: 'approved',
    tag,
    summary: 'Takes part with a number, by its commitment; sent again while members join, it replaces the one before.',
    status: 200,
    signs: 'join_draw',
    params: idParam,
    body: z.strictObject({ commitment: hash }),
    answer: list,
    refusals: ['resource.not_found', 'draw.not_in_list', 'draw.closed'],
  }),
  'POST /draws/{id}/open': defineCall({
    access: 'approved',
    tag,
    summary: 'Shows the number that was committed to. With the last one the order follows at once.',
    status: 200,
    signs: 'open_draw',
    params: idParam,
    body: z.strictObject({ number: hash }),
    answer: list,
    refusals: ['resource.not_found', 'draw.not_in_list', 'draw.not_opening', 'draw.number_differs'],
  }),
  'POST /orders': defineCall({
    access: 'admin',
    tag,
    summary: 'Proposes a first order of everybody who is approved; it holds once every one of them accepted it.',
    status: 201,
    idempotent: true,
    body: z.strictObject({ member_ids: z.array(z.uuid('Falta dizer quem.')).min(2).max(100) }),
    answer: list,
    refusals: ['draw.not_first', 'draw.running', 'beginning.waits', 'order.stands', 'order.people', 'order.helped'],
  }),
  'POST /orders/{id}/accept': defineCall({
    access: 'approved',
    tag,
    summary: 'Accepts the proposed order by its hash. With the last member’s word it holds at once.',
    status: 200,
    signs: 'accept_order',
    params: idParam,
    body: z.strictObject({ hash }),
    answer: list,
    refusals: ['signature.needed', 'resource.not_found', 'order.over'],
  }),
  'POST /orders/{id}/withdraw': defineCall({
    access: 'admin',
    tag,
    summary: 'Takes a proposed order back before it holds.',
    status: 200,
    params: idParam,
    answer: list,
    refusals: ['resource.not_found', 'order.over'],
  }),
}

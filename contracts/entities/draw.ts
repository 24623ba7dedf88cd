import { z } from 'zod'
import { time } from './fields.ts'

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
  /** Fallen: people came or went since, or contributions were asked for. Agreed: it holds, and who agreed still reads it. */
  state: z.enum(['open', 'fallen', 'withdrawn', 'agreed']),
  /** From the first place on. Who accepted is for administrators alone; null for everybody else. */
  people: z.array(z.object({ id: z.string(), name: z.string(), own: z.boolean(), accepted: z.boolean().nullable() })),
  accepted: z.int(),
  /** Whether the caller accepted it. */
  mine: z.boolean(),
})
export type Proposal = z.infer<typeof proposal>

export const drawList = z.object({
  data: z.array(draw),
  /** The newest proposal of an order, as long as nothing came after it. */
  proposal: proposal.nullable(),
  /** How the order of the first queue came about: its draw, everybody's agreement or a beginning, and its changes by hand since. */
  order: z.object({
    draw_id: z.string().nullable(),
    is_agreed: z.boolean(),
    /** It came in with a roda that had begun before, as each of its people checked it. */
    is_brought_in: z.boolean(),
    changes: z.int(),
    without_reason: z.int(),
  }),
  /** For whoever administers: everybody approved, by id, each as often as they have places. */
  tickets: z.array(z.string()),
  /** Why no draw can be begun now, in Portuguese; null when one can. */
  why_not: z.string().nullable(),
})

import { z } from 'zod'

/** Something in the ledger since a turn was last told, by which its month moved. */
export const turnCause = z.discriminatedUnion('kind', [
  /** Contributions of a month that were not paid, or of none, settlements; `own`: one of them was the reader's. */
  z.object({ kind: z.literal('missed'), period: z.string(), count: z.int(), own: z.boolean() }),
  z.object({ kind: z.literal('left'), count: z.int() }),
  z.object({ kind: z.literal('joined'), count: z.int() }),
  z.object({ kind: z.literal('reordered') }),
  /** The order was drawn, accepted by all, or came in from paper. */
  z.object({ kind: z.literal('drawn') }),
  z.object({ kind: z.literal('swapped'), count: z.int() }),
  z.object({ kind: z.literal('not_asked'), period: z.string() }),
  /** Nothing of these: the order in which donations were paid and confirmed. */
  z.object({ kind: z.literal('order') }),
])
export type TurnCause = z.infer<typeof turnCause>

/** The month of a turn as it was told, and as it is now. Null: not among the months followed. */
export const turnMove = z.object({ from: z.string().nullable(), to: z.string().nullable(), causes: z.array(turnCause) })
export type TurnMove = z.infer<typeof turnMove>

import { z } from 'zod'
import { turnMove } from './turn-moves.ts'
import { defineCall } from './call.ts'

const tag = 'circles'

/** A month, as `2027-03`. Null: not among the months that the forecast follows. */
const month = z.string().nullable()

/**
 * In half of the futures the month is at most `median`; in nine of ten it lies between `low` and `high`. Null while the
 * futures are computed.
 */
const range = z.object({ low: month, median: month, high: month }).nullable()

const turn = z.object({
  /** Of a turn that runs already: the month in which it began. */
  begins: month,
  ends: month,
  running: z.boolean(),
})
export type ForecastTurn = z.infer<typeof turn>

const place = z.object({
  level: z.int(),
  position: z.int(),
  receiver: z.boolean(),
  own: z.boolean(),
  /** It has had its turn of this rotation of a roda: `turns` are of the next one, if there is one. */
  had: z.boolean(),
  /** Of one's own place: the last move of its turn that was told, while it is news. */
  moved: turnMove.nullable(),
  /** With everybody paying: the turn that runs or comes next, and those that follow it. */
  turns: z.array(turn),
  /** The months that its next turn may come to when contributions are missed. */
  missed: z.array(
    z.object({
      /** In a hundred. */
      share: z.int(),
      begins: range,
      ends: range,
    }),
  ),
})
export type ForecastPlace = z.infer<typeof place>

export const circleForecast = z.object({
  at: z.string(),
  /** The entry of the ledger that it follows from. */
  seq: z.int(),
  /** Every month followed, the present one first. */
  months: z.array(z.string()),
  /** Whether this month's contributions were asked for already. */
  asked: z.boolean(),
  futures: z.int(),
  /** Whether the futures are still computed: asked for again, a moment later, the answer has their ranges. */
  pending: z.boolean(),
  places: z.array(place),
  /** Whether a roda's rotation is over, and no other was begun: who came in since has no turn before it is. */
  over: z.boolean(),
  /**
   * While the first contributions wait for another number of people (pull.off_plan), or the others' places are too few for somebody
   * with several (shares.misfit: `most`, and the months that would fit), no place has a turn: it would be of another plan.
   */
  waits: z
    .union([
      z.object({ people: z.int(), places: z.int() }),
      z.object({ most: z.int(), places: z.int(), months: z.int() }),
    ])
    .nullable(),
})
export type CircleForecast = z.infer<typeof circleForecast>

/** Beyond the specification: when each place has its turn. A forecast, not a promise (docs/decisions/020). */
export const forecastCalls = {
  'GET /circle/forecast': defineCall({
    access: 'participant',
    tag,
    summary:
      'When each place of the circle has its turn, by the rules run forward from now: with everybody paying, and with 5 and 10 % missed.',
    status: 200,
    answer: circleForecast,
    refusals: [],
  }),
  'GET /circle/known-places': defineCall({
    access: 'participant',
    tag,
    summary:
      'The places whose holders the caller knows by name: by a donation between the two, or by the order that all agreed to.',
    answer: z.array(z.object({ level: z.int(), position: z.int(), name: z.string() })),
    refusals: [],
  }),
}

import type { OrderSource } from '#circle/ledger/order-source.ts'
import type { AnswerOf } from './contract.ts'

/** Where the order of a circle comes from, as a page shows it. */
export function shownOrder({ order }: Pick<AnswerOf<'GET /draws'>, 'order'>): OrderSource {
  const { draw_id: drawId, is_agreed: isAgreed, is_brought_in: isBroughtIn, changes, without_reason } = order
  return { drawId, isAgreed, isBroughtIn, changes, withoutReason: without_reason }
}

import { canonicalJson, isSameJson } from './entry.ts'
import type { LedgerEntry } from './entry.ts'

// The first order accepted by all (docs/decisions/087): whoever administers proposes it, and it holds once every member accepted
// that very order under the signature of their own device.

/** The faults that such an order can have. */
export type OrderFaultCode =
  | 'order.proposed_wrongly'
  | 'order.accepted_wrongly'
  | 'order.ended_wrongly'
  | 'order.unaccepted'

/** The text whose SHA-256 every member signs: the people of the circle from the first place on, each as often as they have places. */
export function orderText(circleId: string, orderId: string, memberIds: readonly string[]): string {
  return `ciranda order v1\n${canonicalJson({ circle_id: circleId, order_id: orderId, member_ids: memberIds })}`
}

export type ProposedOrder = {
  readonly orderId: string
  readonly hash: string
  readonly memberIds: readonly string[]
  readonly accepted: ReadonlySet<string>
  /** Null while it stands. */
  readonly ended: 'withdrawn' | 'lapsed' | 'applied' | null
}

type Entry = Pick<LedgerEntry, 'kind' | 'payload'>
type Standing = ProposedOrder & { readonly accepted: Set<string>; ended: ProposedOrder['ended'] }

/** Whether an order is among exactly these people, whoever came or went since it was proposed. */
export function isAmong({ memberIds }: Pick<ProposedOrder, 'memberIds'>, approved: Iterable<string>): boolean {
  return isSameJson(memberIds.toSorted(), [...approved].toSorted())
}

/** Whether everybody of an order accepted it. */
export function hasEverybody({ memberIds, accepted }: ProposedOrder): boolean {
  return memberIds.every((id) => accepted.has(id))
}

/** Follows the proposed order entry by entry: only the newest can stand, and a faulty word counts for nothing. */
export function openOrders(circleId: string, sha256: (text: string) => string) {
  const known = new Set<string>()
  let order: Standing | null = null

  const propose = ({ orderId, memberIds: ids, hash }: Record<string, string>): OrderFaultCode | null => {
    const memberIds = ids!.split(',')
    const isNew = !known.has(orderId!) && order?.ended !== null
    known.add(orderId!)
    if (!isNew || sha256(orderText(circleId, orderId!, memberIds)) !== hash) return 'order.proposed_wrongly'
    order = { orderId: orderId!, hash, memberIds, accepted: new Set(), ended: null }
    return null
  }

  /** A helper agrees to no place for another: their person's turn to receive would be in another's hand. */
  const accept = ({ orderId, memberId, hash, signature, via }: Record<string, string>): OrderFaultCode | null => {
    const isOfOrder = order?.ended === null && order.orderId === orderId && order.hash === hash
    if (!isOfOrder || !order!.memberIds.includes(memberId!) || signature === undefined || via === 'helper')
      return 'order.accepted_wrongly'
    order!.accepted.add(memberId!)
    return null
  }

  const end = ({ orderId }: Record<string, string>, how: ProposedOrder['ended']): OrderFaultCode | null => {
    if (order?.orderId !== orderId || order?.ended !== null) return 'order.ended_wrongly'
    order.ended = how
    return null
  }

  return {
    /** Takes the next entry; names what is wrong with it. */
    read({ kind, payload }: Entry): OrderFaultCode | null {
      const fields = payload as Record<string, string>
      if (kind === 'order.proposed') return propose(fields)
      if (kind === 'order.accepted') return accept(fields)
      if (kind === 'order.withdrawn') return end(fields, 'withdrawn')
      if (kind === 'order.lapsed') return end(fields, 'lapsed')
      if (kind === 'queue.drawn' && fields['drawId'] === order?.orderId) end({ orderId: order!.orderId }, 'applied')
      return null
    },
    /** The newest proposal, whether it stands or has ended; null before the first. */
    newest: (): ProposedOrder | null => order,
    /** Whether an id is a proposed order's, right or not. */
    knows: (orderId: string): boolean => known.has(orderId),
    /** Whether this is the order that stands, among everybody who is approved, and all of them accepted it. */
    isAccepted: (orderId: string, memberIds: readonly string[], approved: readonly string[]): boolean =>
      order?.ended === null &&
      order.orderId === orderId &&
      isSameJson(order.memberIds, memberIds) &&
      isAmong(order, approved) &&
      hasEverybody(order),
  }
}

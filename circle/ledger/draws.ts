import { drawOrder, drawPhase, REVEAL_WITHIN_MS } from '#circle/draw.ts'
import { numberText, secretText } from '#circle/committed-texts.ts'
import type { CommandPayload } from './replay.ts'
import { COMMAND_KIND, isSameJson } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { isAmong, openOrders } from './orders.ts'
import type { OrderFaultCode } from './orders.ts'
import { holdsToRules } from './rules.ts'

/** The faults that a draw of the first order can have, or one that is accepted by all. */
export type DrawFaultCode =
  | OrderFaultCode
  | 'draw.begun_wrongly'
  | 'draw.stranger'
  | 'draw.out_of_time'
  | 'draw.number_differs'
  | 'draw.number_left_out'
  | 'draw.secret_differs'
  | 'draw.order_differs'
  | 'draw.unfinished'

/** How far the border between two phases may be missed: entries of one moment are written one after the other. */
const BORDER_MS = 60_000

/** How long after its last moment a draw may stand unfinished in a ledger that goes on: jobs run every minute. */
const LAPSE_WITHIN_MS = 86_400_000

/** The events by which contributions are asked for, or were. */
const ASKING: readonly string[] = ['obligation.owed', 'donation.matched', 'circle.brought_in']

type Draw = {
  readonly drawId: string
  readonly commitment: string
  readonly memberIds: readonly string[]
  readonly joinUntil: number
  readonly openUntil: number
  readonly commitments: Map<string, string>
  readonly numbers: Map<string, string>
  /** The order that follows; null until the secret was revealed. */
  order: readonly string[] | null
}

/**
 * Holds every draw of a ledger to its rule: it is begun with everybody who is approved, before anybody was asked for a
 * contribution, one at a time; each number is shown in its time and is the one committed to; the secret is revealed when
 * it is due, which is never while a number is missing, and is the one committed to; and the order that the queue gets is
 * the one that follows, or one that everybody accepted (orders.ts) while no draw ran. A draw that ended without an order says so
 * in time. `entries` are in order and chained. Ledgers of before let an order follow from the numbers that were shown.
 */
export function checkDraws(
  circleId: string,
  entries: readonly LedgerEntry[],
  sha256: (text: string) => string,
): { readonly code: DrawFaultCode; readonly seq: number }[] {
  const faults: { code: DrawFaultCode; seq: number }[] = []
  const needsEveryNumber = holdsToRules((entries[0]?.payload as Partial<CommandPayload> | undefined)?.command)
  const known = new Set<string>()
  const approved = new Set<string>()
  const orders = openOrders(circleId, sha256)
  /** How many places each takes, where it is not one. */
  const shares = new Map<string, number>()
  const tickets = () => [...approved].toSorted().flatMap((id) => Array.from({ length: shares.get(id) ?? 1 }, () => id))
  let hasBegun = false
  /** Whether contributions were asked for since an order was proposed: it was for the rotation that they began. */
  let isStale = false
  let draw: Draw | null = null

  const faultOf = (entry: LedgerEntry): DrawFaultCode | null => {
    const { kind, payload } = entry
    const at = Date.parse(entry.at)
    const fields = payload as Record<string, string>
    if (kind === 'draw.begun') {
      const memberIds = String(fields['memberIds']).split(',')
      const [joinUntil, openUntil] = [Date.parse(fields['joinUntil']!), Date.parse(fields['openUntil']!)]
      const isRight =
        !draw &&
        !hasBegun &&
        !known.has(fields['drawId']!) &&
        at < joinUntil &&
        joinUntil < openUntil &&
        isSameJson(memberIds, tickets())
      known.add(fields['drawId']!)
      const { drawId, commitment } = fields as { drawId: string; commitment: string }
      const [commitments, numbers] = [new Map<string, string>(), new Map<string, string>()]
      draw = { drawId, commitment, memberIds, joinUntil, openUntil, commitments, numbers, order: null }
      return isRight ? null : 'draw.begun_wrongly'
    }
    if (!draw || fields['drawId'] !== draw.drawId) return 'draw.begun_wrongly'
    if (kind === 'draw.lapsed') {
      // The operator knows the secret, and so the order: they may not call off one that they dislike.
      const isMissing = draw.numbers.size < draw.commitments.size
      const from = isMissing ? draw.openUntil : draw.openUntil + REVEAL_WITHIN_MS
      const mayLapse = hasBegun || at >= from - BORDER_MS
      return end(draw.order === null && mayLapse ? null : 'draw.unfinished')
    }
    // Once the secret is known, only the order may follow.
    if (draw.order) return 'draw.unfinished'
    const memberId = fields['memberId']!
    if (kind === 'draw.joined') {
      if (!draw.memberIds.includes(memberId)) return 'draw.stranger'
      if (at > draw.joinUntil + BORDER_MS || draw.numbers.size > 0) return 'draw.out_of_time'
      if (draw.commitments.size === new Set(draw.memberIds).size) return 'draw.out_of_time'
      draw.commitments.set(memberId, fields['commitment']!)
      return null
    }
    if (kind === 'draw.opened') {
      const commitment = draw.commitments.get(memberId)
      if (commitment === undefined || draw.numbers.has(memberId)) return 'draw.stranger'
      const mayOpen = at >= draw.joinUntil - BORDER_MS || draw.commitments.size === new Set(draw.memberIds).size
      if (!mayOpen || at > draw.openUntil + BORDER_MS) return 'draw.out_of_time'
      if (sha256(numberText({ circleId, drawId: draw.drawId }, memberId, fields['number']!)) !== commitment)
        return 'draw.number_differs'
      draw.numbers.set(memberId, fields['number']!)
      return null
    }
    const { drawId, memberIds, numbers } = draw
    const counts = { joined: draw.commitments.size, opened: numbers.size }
    const phases = [-BORDER_MS, BORDER_MS].map((border) => drawPhase({ ...draw!, ...counts }, at + border))
    const secret = fields['secret']!
    draw.order = drawOrder({ circleId, drawId }, { memberIds, secret, numbers }, sha256)
    if (!phases.includes('due') && !phases.includes('stopped')) return 'draw.out_of_time'
    if (needsEveryNumber && counts.opened < counts.joined) return 'draw.number_left_out'
    return sha256(secretText({ circleId, drawId }, secret)) === draw.commitment ? null : 'draw.secret_differs'
  }

  const end = (fault: DrawFaultCode | null) => {
    draw = null
    return fault
  }

  for (const entry of entries) {
    const { seq, kind, payload } = entry
    const fault = (code: DrawFaultCode | null) => {
      if (code) faults.push({ code, seq })
    }
    const { command } = payload as Partial<CommandPayload>
    const running = draw as Draw | null
    if (running?.order && kind !== 'draw.lapsed' && !(kind === COMMAND_KIND && command?.kind === 'apply_draw'))
      fault(end('draw.unfinished'))
    else if (running && Date.parse(entry.at) > lastMoment(running)) {
      if (kind !== 'draw.lapsed') fault(end('draw.unfinished'))
    }
    if (kind === 'member.approved' || kind === 'member.reinstated') approved.add(String(payload['memberId']))
    if (kind === 'member.suspended' || kind === 'member.left') {
      approved.delete(String(payload['memberId']))
      shares.delete(String(payload['memberId']))
    }
    if (kind === 'shares.taken') shares.set(String(payload['memberId']), Number(payload['shares']))
    if (kind === 'place.handed_over')
      shares.set(String(payload['newcomerId']), shares.get(String(payload['memberId'])) ?? 1)
    if (ASKING.includes(kind)) hasBegun = isStale = true
    if (kind === 'order.proposed') isStale = false
    if (kind === 'rotation.begun') hasBegun = false
    if (kind.startsWith('draw.')) fault(faultOf(entry))
    const isCalledOff = kind === 'order.lapsed' && !hasBegun && isAmong(orders.newest() ?? { memberIds: [] }, tickets())
    fault(orders.read(entry) ?? (isCalledOff ? 'order.ended_wrongly' : null))
    if (kind === COMMAND_KIND && command?.kind === 'apply_draw') {
      const { drawId, memberIds } = command
      const drawn = draw as Draw | null
      if (orders.knows(drawId))
        fault(drawn || isStale || !orders.isAccepted(drawId, memberIds, tickets()) ? 'order.unaccepted' : null)
      else fault(end(drawn?.drawId === drawId && isSameJson(drawn.order, memberIds) ? null : 'draw.order_differs'))
    }
  }
  return faults
}

/** Until when a draw's end stands in the ledger, in epoch ms: after that, an entry that goes on without it is a fault. */
function lastMoment({ openUntil }: Draw): number {
  return openUntil + REVEAL_WITHIN_MS + LAPSE_WITHIN_MS
}

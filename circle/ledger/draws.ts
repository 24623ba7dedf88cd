import { drawOrder, drawPhase, REVEAL_WITHIN_MS } from '#circle/draw.ts'
import { numberText, secretText } from '#circle/committed-texts.ts'
import type { CommandPayload } from './replay.ts'
import { COMMAND_KIND, isSameJson } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { isAmong, openOrders } from './orders.ts'
import type { OrderFaultCode } from './orders.ts'
import { openRoll } from './roll.ts'
import type { Roll } from './roll.ts'
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

/** How long a ledger may go on with a draw past its last moment: jobs run every minute, also after a standstill. */
const LAPSE_WITHIN_MS = 86_400_000

type Sha256Text = (text: string) => string
type Entry = Pick<LedgerEntry, 'at' | 'kind' | 'payload'>

/** The rule that the draws of one ledger are held to. */
type Rule = {
  readonly circleId: string
  readonly sha256: Sha256Text
  /** Whether no order may follow while a number that was committed to is missing; not so in ledgers of before. */
  readonly needsEveryNumber: boolean
}

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

/** The fields of an entry about a draw, and its time in epoch ms. */
type Said = { readonly at: number; readonly fields: Readonly<Record<string, string>> }

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
  sha256: Sha256Text,
): { readonly code: DrawFaultCode; readonly seq: number }[] {
  const faults: { code: DrawFaultCode; seq: number }[] = []
  const needsEveryNumber = holdsToRules((entries[0]?.payload as Partial<CommandPayload> | undefined)?.command)
  const roll = openRoll()
  const draws = openDraws({ circleId, sha256, needsEveryNumber }, roll)
  const orders = openOrders(circleId, sha256)

  for (const entry of entries) {
    const { seq, kind } = entry
    const fault = (code: DrawFaultCode | null) => {
      if (code) faults.push({ code, seq })
    }
    fault(draws.endBefore(entry))
    roll.read(entry)
    if (kind.startsWith('draw.')) fault(draws.read(entry))
    const isCalledOff =
      kind === 'order.lapsed' && !roll.hasBegun() && isAmong(orders.newest() ?? { memberIds: [] }, roll.tickets())
    fault(orders.read(entry) ?? (isCalledOff ? 'order.ended_wrongly' : null))
    const applied = appliedBy(entry)
    if (applied && orders.knows(applied.drawId)) {
      const { drawId, memberIds } = applied
      const isInTime = !draws.isRunning() && !roll.isStale()
      fault(isInTime && orders.isAccepted(drawId, memberIds, roll.tickets()) ? null : 'order.unaccepted')
    } else if (applied) fault(draws.apply(applied))
  }
  return faults
}

/** The order that an entry gives the queue; null where it gives none. */
function appliedBy({ kind, payload }: Entry): Pick<Draw, 'drawId' | 'memberIds'> | null {
  if (kind !== COMMAND_KIND) return null
  const { command } = payload as Partial<CommandPayload>
  return command?.kind === 'apply_draw' ? command : null
}

/** Follows the draw that runs, from its beginning to its end: there is one at a time. */
function openDraws(rule: Rule, roll: Roll) {
  const known = new Set<string>()
  let draw: Draw | null = null
  /** When (epoch ms) the ledger first went on past the last moment of the draw. */
  let wentOnAt: number | null = null

  const begin = ({ at, fields }: Said): DrawFaultCode | null => {
    const begun = begunBy(fields)
    const { drawId, memberIds, joinUntil, openUntil } = begun
    const isFirst = !draw && !roll.hasBegun() && !known.has(drawId)
    known.add(drawId)
    draw = begun
    wentOnAt = null
    const isRight = isFirst && at < joinUntil && joinUntil < openUntil && isSameJson(memberIds, roll.tickets())
    return isRight ? null : 'draw.begun_wrongly'
  }

  const end = (fault: DrawFaultCode | null) => {
    draw = null
    return fault
  }

  return {
    isRunning: (): boolean => draw !== null,
    /** Ends a draw after which this entry may not stand: its order or its lapsing is due. */
    endBefore(entry: Entry): DrawFaultCode | null {
      if (!draw || entry.kind === 'draw.lapsed') return null
      const at = Date.parse(entry.at)
      if (at > lastMoment(draw)) wentOnAt ??= at
      const isLeft = wentOnAt !== null && at - wentOnAt > LAPSE_WITHIN_MS
      return isLeft || (draw.order && !appliedBy(entry)) ? end('draw.unfinished') : null
    },
    /** Takes an entry about a draw. */
    read(entry: Entry): DrawFaultCode | null {
      const said: Said = { at: Date.parse(entry.at), fields: entry.payload as Record<string, string> }
      if (entry.kind === 'draw.begun') return begin(said)
      if (!draw || said.fields['drawId'] !== draw.drawId) return 'draw.begun_wrongly'
      if (entry.kind === 'draw.lapsed') return end(mayLapse(draw, said.at, roll.hasBegun()) ? null : 'draw.unfinished')
      // Once the secret is known, only the order may follow.
      if (draw.order) return 'draw.unfinished'
      if (entry.kind === 'draw.joined') return join(draw, said)
      return entry.kind === 'draw.opened' ? open(rule, draw, said) : reveal(rule, draw, said)
    },
    /** Takes the order that the queue gets, by which the draw ends. */
    apply({ drawId, memberIds }: Pick<Draw, 'drawId' | 'memberIds'>): DrawFaultCode | null {
      const isOfDraw = draw?.drawId === drawId && isSameJson(draw.order, memberIds)
      return end(isOfDraw ? null : 'draw.order_differs')
    },
  }
}

/** A draw as the entry that begins it says. */
function begunBy(fields: Said['fields']): Draw {
  const { drawId, commitment } = fields as { drawId: string; commitment: string }
  const memberIds = String(fields['memberIds']).split(',')
  const [joinUntil, openUntil] = [Date.parse(fields['joinUntil']!), Date.parse(fields['openUntil']!)]
  const [commitments, numbers] = [new Map<string, string>(), new Map<string, string>()]
  return { drawId, commitment, memberIds, joinUntil, openUntil, commitments, numbers, order: null }
}

/** Whether everybody of a draw has committed to a number. */
function haveAllJoined({ commitments, memberIds }: Draw): boolean {
  return commitments.size === new Set(memberIds).size
}

/** The operator knows the secret, and so the order: they may not call off one that they dislike. */
function mayLapse({ order, numbers, commitments, openUntil }: Draw, at: number, hasBegun: boolean): boolean {
  const isMissing = numbers.size < commitments.size
  const from = isMissing ? openUntil : openUntil + REVEAL_WITHIN_MS
  return order === null && (hasBegun || at >= from - BORDER_MS)
}

/** A member commits to a number. */
function join(draw: Draw, { at, fields }: Said): DrawFaultCode | null {
  const memberId = fields['memberId']!
  if (!draw.memberIds.includes(memberId)) return 'draw.stranger'
  if (at > draw.joinUntil + BORDER_MS || draw.numbers.size > 0 || haveAllJoined(draw)) return 'draw.out_of_time'
  draw.commitments.set(memberId, fields['commitment']!)
  return null
}

/** A member shows their number. */
function open({ circleId, sha256 }: Rule, draw: Draw, { at, fields }: Said): DrawFaultCode | null {
  const { drawId, commitments, numbers } = draw
  const memberId = fields['memberId']!
  const commitment = commitments.get(memberId)
  if (commitment === undefined || numbers.has(memberId)) return 'draw.stranger'
  const mayOpen = at >= draw.joinUntil - BORDER_MS || haveAllJoined(draw)
  if (!mayOpen || at > draw.openUntil + BORDER_MS) return 'draw.out_of_time'
  const number = fields['number']!
  if (sha256(numberText({ circleId, drawId }, memberId, number)) !== commitment) return 'draw.number_differs'
  numbers.set(memberId, number)
  return null
}

/** The secret is revealed, in its time or not: from here on the order is known. */
function reveal({ circleId, sha256, needsEveryNumber }: Rule, draw: Draw, { at, fields }: Said): DrawFaultCode | null {
  const { drawId, memberIds, numbers } = draw
  const counts = { joined: draw.commitments.size, opened: numbers.size }
  const phases = [-BORDER_MS, BORDER_MS].map((border) => drawPhase({ ...draw, ...counts }, at + border))
  const secret = fields['secret']!
  draw.order = drawOrder({ circleId, drawId }, { memberIds, secret, numbers }, sha256)
  if (!phases.includes('due') && !phases.includes('stopped')) return 'draw.out_of_time'
  if (needsEveryNumber && counts.opened < counts.joined) return 'draw.number_left_out'
  return sha256(secretText({ circleId, drawId }, secret)) === draw.commitment ? null : 'draw.secret_differs'
}

/** Until when, in epoch ms, the secret may be revealed: from then on its draw is to end. */
function lastMoment({ openUntil }: Draw): number {
  return openUntil + REVEAL_WITHIN_MS
}

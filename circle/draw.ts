import type { Decision } from './decision.ts'
import { emit, entriesOf, queueOf } from './decision.ts'
import { canonicalJson } from '#circle/ledger/entry.ts'
import { DAY_MS } from './period.ts'
import { CAPACITY } from './queue.ts'
import { refuse } from './refusal.ts'
import { heldLongest, isCounted } from './shares.ts'
import type { CircleState } from './state.ts'

// The draw of the first order, as docs/decisions/025 describes it: everybody commits before anybody shows a number.

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
type Sha256Text = (text: string) => string

type Of = { readonly circleId: string; readonly drawId: string }

/** How long after the last number may be shown the secret has to be revealed. */
export const REVEAL_WITHIN_MS = 2 * DAY_MS

/** A draw under way, as far as its rules need it. Times are epoch milliseconds. */
export type DrawState = {
  /** Each as often as they have places. */
  readonly memberIds: readonly string[]
  readonly joinUntil: number
  readonly openUntil: number
  /** How many members have committed to a number, and how many of these have shown it. */
  readonly joined: number
  readonly opened: number
}

/**
 * Where a draw stands: members commit, then show their numbers, then the secret is due, then it is too late. Each of the
 * first two ends as soon as everybody has answered, and at its time at the latest; nobody closes it by hand. A number that
 * was committed to and not shown stops the draw: whoever could leave one out would choose between two orders.
 */
export function drawPhase(
  { memberIds, joinUntil, openUntil, joined, opened }: DrawState,
  now: number,
): 'joining' | 'opening' | 'stopped' | 'due' | 'late' {
  if (now < joinUntil && joined < new Set(memberIds).size) return 'joining'
  if (now < openUntil && opened < joined) return 'opening'
  if (now >= openUntil + REVEAL_WITHIN_MS) return 'late'
  return opened < joined ? 'stopped' : 'due'
}

/**
 * The order that a draw gives: a Fisher–Yates shuffle of the members, sorted by id, from the end. The seed is the SHA-256
 * of the secret and of every number shown, by member id. Random 32-bit words are the big-endian words of
 * SHA-256(seed, line feed, 0), SHA-256(seed, line feed, 1) and so on; a word is taken only below the largest multiple of
 * the range, so that every remainder is equally likely.
 */
export function drawOrder(
  of: Of,
  {
    memberIds,
    secret,
    numbers,
  }: {
    readonly memberIds: readonly string[]
    readonly secret: string
    /** The numbers shown, by member. */
    readonly numbers: ReadonlyMap<string, string>
  },
  sha256: Sha256Text,
): string[] {
  const shown = [...numbers].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const seed = sha256(
    `ciranda draw v1\n${canonicalJson({ circle_id: of.circleId, draw_id: of.drawId, secret, numbers: shown })}`,
  )
  const next = randomBelow(seed, sha256)
  const order = memberIds.toSorted()
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = next(last + 1)
    const kept = order[last]!
    order[last] = order[other]!
    order[other] = kept
  }
  return order
}

const WORDS = 2 ** 32

function randomBelow(seed: string, sha256: Sha256Text): (range: number) => number {
  let block = ''
  let blocks = 0
  const word = () => {
    if (block === '') {
      block = sha256(`${seed}\n${blocks}`)
      blocks += 1
    }
    const value = Number.parseInt(block.slice(0, 8), 16)
    block = block.slice(8)
    return value
  }
  return (range) => {
    const fair = WORDS - (WORDS % range)
    let value = word()
    while (value >= fair) value = word()
    return value % range
  }
}

/**
 * Gives the members of a draw the first places of N1 in its order; whoever has a place there without being in the draw
 * stands behind them, in the order in which they stood. Roles fall: who receives first follows from the order. Refused
 * once anybody was asked for a contribution of this rotation, because then the order is no longer the first.
 */
export function applyDraw(
  decision: Decision,
  { drawId, memberIds }: { drawId: string; memberIds: readonly string[] },
): void {
  const { state } = decision
  if (hasBegun(state)) refuse('draw.not_first')
  const order = orderOfPlaces(decision, memberIds)
  if (order.length > CAPACITY) refuse('queue.full')
  const places = order.map((memberId, index) => {
    const own = entriesOf(decision, memberId, 1)
    // A place that is kept when others are given back is the last drawn: else it paid to draw for three (circle/take-shares.ts).
    const [held, others] = isCounted(state) ? [heldLongest(own), order.slice(index + 1)] : [own, order.slice(0, index)]
    const entryId = held[timesIn(others, memberId)]?.id ?? decision.newId()
    return { entryId, memberId, position: index + 1 }
  })
  emit(decision, { kind: 'queue.drawn', drawId, level: 1, places })
}

/** Each member as often as they have places: as drawn, then as they stood, and last what they took since the draw began. */
function orderOfPlaces(decision: Decision, memberIds: readonly string[]): string[] {
  const { members } = decision.state
  const order: string[] = []
  const add = (ids: readonly string[]) => {
    for (const id of ids) {
      const member = members.get(id)
      if (member?.status === 'approved' && timesIn(order, id) < member.shares) order.push(id)
    }
  }
  add(memberIds)
  const drawn = new Map(order.map((id) => [id, timesIn(order, id)]))
  add(
    queueOf(decision, 1).flatMap(({ memberId }) => {
      const left = drawn.get(memberId) ?? 0
      drawn.set(memberId, left - 1)
      return left > 0 ? [] : [memberId]
    }),
  )
  for (const id of new Set(order)) add(Array.from({ length: members.get(id)!.shares }, () => id))
  return order
}

const timesIn = (ids: readonly string[], id: string) => ids.filter((one) => one === id).length

/** Whether anybody was asked for something in this rotation, or it was brought in: its first order has been used. */
export function hasBegun({
  nextOrder,
  rotation,
  rotationFrom,
  isBroughtIn,
}: Pick<CircleState, 'nextOrder' | 'rotation' | 'rotationFrom' | 'isBroughtIn'>): boolean {
  return nextOrder > rotationFrom || (isBroughtIn && rotation === 1)
}

/** Whether anything was ever asked of anybody, here or before it came in: from then on a place is worth money. */
export function everAsked({ pulledPeriod, donationsMade, isBroughtIn }: CircleState): boolean {
  return pulledPeriod !== null || donationsMade > 0 || isBroughtIn
}

import { levelPlan } from './plan.ts'
import { invariant } from './assert.ts'
import type { CircleEvent, CircleState, DonationFacts, OwedFacts } from './state.ts'

/** An obligation in the books: what is owed, by whom, to which queue. */
type Owed = Pick<OwedFacts, 'memberId' | 'type' | 'amountCents' | 'target'>

/**
 * Independent books over a circle's events, kept without the rules' own bookkeeping. `record` refuses an event that
 * contradicts what the books hold; `check` compares the books with a state. Used by the property tests, the replay
 * test and readers who want to check a ledger.
 */
export function openBooks() {
  const everOwed = new Set<string>()
  const everDonated = new Set<string>()
  const outstanding = new Map<string, Owed>()
  const open = new Map<string, DonationFacts>()
  const confirmedOfTurn = new Map<string, number>()
  const pulls = new Set<string>()
  let givenCents = 0
  let receivedCents = 0
  let administrationCents = 0

  function record(event: CircleEvent): void {
    switch (event.kind) {
      case 'obligation.owed':
        return owe(event)
      case 'obligation.void':
        return settle(event)
      case 'donation.matched':
        return match(event)
      case 'donation.confirmed':
        end(event)
        settle({ ...event, memberId: event.donorId })
        return countMoney(event)
      case 'donation.expired':
      case 'donation.cancelled':
        return end(event)
      case 'donation.receipt_sent':
      case 'donation.receipt_replaced':
      case 'donation.receipt_rejected':
      case 'donation.reported':
      case 'donation.deadline_moved':
        return invariant(open.has(event.donationId), 'an ended donation never changes again')
      default:
    }
  }

  function owe({ obligationId, period, memberId, type, amountCents, target }: OwedFacts): void {
    invariant(!everOwed.has(obligationId), 'an obligation is owed once')
    everOwed.add(obligationId)
    outstanding.set(obligationId, { memberId, type, amountCents, target })
    if (type !== 'PULL') return
    const key = `${period}:${target}:${memberId}`
    invariant(!pulls.has(key), 'one PULL per member, queue and period')
    pulls.add(key)
  }

  function match(facts: DonationFacts): void {
    invariant(!everDonated.has(facts.donationId), 'a donation is made once')
    invariant(facts.donorId !== facts.receiverId, 'nobody donates to themselves')
    invariant(
      (facts.receiverId === null) === (facts.target === 'administration'),
      'only the administrative account has no receiver',
    )
    ensureOwed({ ...facts, memberId: facts.donorId })
    everDonated.add(facts.donationId)
    open.set(facts.donationId, facts)
  }

  /** Confirmed, expired or cancelled: once, and with the facts it was made with. */
  function end(facts: DonationFacts): void {
    const made = open.get(facts.donationId)
    invariant(made !== undefined, 'an ended donation never changes again')
    const same =
      made!.obligationId === facts.obligationId &&
      made!.receiverId === facts.receiverId &&
      made!.turnId === facts.turnId
    invariant(same && made!.donorId === facts.donorId, 'a donation ends between the two who began it')
    invariant(
      made!.amountCents === facts.amountCents && made!.target === facts.target,
      'a donation ends with the amount it began with',
    )
    open.delete(facts.donationId)
  }

  function settle(facts: Owed & { obligationId: string }): void {
    ensureOwed(facts)
    outstanding.delete(facts.obligationId)
  }

  function ensureOwed({ obligationId, memberId, type, amountCents, target }: Owed & { obligationId: string }): void {
    const owed = outstanding.get(obligationId)
    invariant(owed !== undefined, 'an obligation ends once')
    invariant(owed!.memberId === memberId && owed!.type === type, 'an obligation stays with whoever owes it')
    invariant(
      owed!.amountCents === amountCents && owed!.target === target,
      'an obligation keeps its amount and where it is owed',
    )
  }

  function countMoney({ turnId, receiverId, amountCents }: DonationFacts): void {
    givenCents += amountCents
    if (receiverId === null) administrationCents += amountCents
    else receivedCents += amountCents
    if (turnId !== null) confirmedOfTurn.set(turnId, (confirmedOfTurn.get(turnId) ?? 0) + 1)
  }

  /** Throws when the state breaks an invariant of 1-rules, section 8, or disagrees with the books. */
  function check(state: CircleState): void {
    invariant(givenCents === receivedCents + administrationCents, 'every centavo given was received')
    checkMoney(state)
    checkPlaces(state)
    checkTurns(state)
    checkObligations(state)
  }

  function checkMoney(state: CircleState): void {
    let given = 0
    let received = 0
    let administration = 0
    for (const member of state.members.values()) {
      given += member.given[1] + member.given[2] + member.given[3] + member.given.administration
      administration += member.given.administration
      received += member.received[1] + member.received[2] + member.received[3]
    }
    invariant(given === givenCents && received === receivedCents, 'the members’ totals are the confirmed donations')
    invariant(administration === administrationCents, 'the administrative account is what was given to it')
  }

  function checkTurns(state: CircleState): void {
    const openOfTurn = new Map<string, number>()
    for (const { id, turnId } of state.donations.values()) {
      invariant(open.has(id), 'a live donation is open in the books')
      if (turnId !== null) openOfTurn.set(turnId, (openOfTurn.get(turnId) ?? 0) + 1)
    }
    invariant(open.size === state.donations.size, 'every open donation is live')
    for (const turn of state.turns.values()) {
      invariant(
        turn.confirmed + turn.open <= turn.required,
        'confirmed and open donations never exceed what a turn requires',
      )
      invariant(turn.open === (openOfTurn.get(turn.id) ?? 0), 'a turn counts its open donations')
      invariant(turn.confirmed === (confirmedOfTurn.get(turn.id) ?? 0), 'a turn counts its confirmed donations')
      invariant(
        (turn.status === 'complete') === (turn.confirmed === turn.required),
        'a turn is complete when all is confirmed',
      )
    }
  }

  function checkObligations(state: CircleState): void {
    invariant(state.obligations.size === outstanding.size, 'owed = waiting + open + confirmed + void, by count')
    let openCount = 0
    for (const [id, owed] of outstanding) {
      const obligation = state.obligations.get(id)
      invariant(obligation !== undefined, 'no obligation is lost')
      invariant(obligation!.amountCents === owed.amountCents, 'owed = waiting + open + confirmed + void, by amount')
      if (obligation!.status === 'open') openCount += 1
    }
    invariant(openCount === state.donations.size, 'each open obligation has one donation')
  }

  return { record, check }
}

function checkPlaces(state: CircleState): void {
  const positions = new Set<string>()
  const holders = new Set<string>()
  const turns = new Set<string>()
  for (const entry of state.entries.values()) {
    invariant(entry.position >= 1 && entry.position <= 100, 'positions are 1 to 100')
    invariant(!positions.has(`${entry.level}:${entry.position}`), 'no position holds two members')
    invariant(!holders.has(`${entry.level}:${entry.memberId}`), 'no member holds two positions in one queue')
    positions.add(`${entry.level}:${entry.position}`)
    holders.add(`${entry.level}:${entry.memberId}`)
    invariant(state.members.get(entry.memberId)?.status === 'approved', 'only approved members hold a place')
    if (entry.turnId === null) continue
    turns.add(entry.turnId)
    const turn = state.turns.get(entry.turnId)
    invariant(
      turn?.memberId === entry.memberId && turn.level === entry.level,
      'a running turn belongs to its member and level',
    )
  }
  for (const turn of state.turns.values())
    invariant((turn.status === 'running') === turns.has(turn.id), 'a turn runs while its place is held')
}

/**
 * Throws when something that could be matched waits, or money is due to somebody without the role (1-rules, section
 * 4). Holds after every command; `check` holds after every event too.
 */
export function ensureSettled(state: CircleState): void {
  const entries = [...state.entries.values()]
  const needs = entries.filter(({ turnId, level }) => {
    const turn = turnId === null ? undefined : state.turns.get(turnId)
    return turn ? turn.confirmed + turn.open < turn.required : levelPlan(state.plan, level).required > 0
  })
  for (const { status, target, memberId } of state.obligations.values()) {
    if (status !== 'waiting') continue
    invariant(target !== 'administration', 'the administrative account keeps nobody waiting')
    invariant(
      !needs.some((entry) => entry.level === target && entry.memberId !== memberId),
      'what can be matched does not wait',
    )
  }
  for (const { status, receiverId, turnId, isUndecided } of state.donations.values()) {
    // One whose receipt was rejected stays until its case is decided.
    if (status !== 'PENDING_PAYMENT' || receiverId === null || isUndecided) continue
    invariant(
      entries.some((entry) => entry.turnId === turnId && entry.isReceiver),
      'what is still to be paid goes to a receiver',
    )
  }
}

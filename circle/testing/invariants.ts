import { courseOf } from '../course.ts'
import { levelPlan } from '../plan.ts'
import { isCounted } from '../shares.ts'
import { invariant } from '../assert.ts'
import type { CircleEvent, CircleState, DonationFacts, EventOfKind, OwedFacts } from '../state.ts'

/** An obligation in the books: what is owed, by whom, to which queue. */
type Owed = Pick<OwedFacts, 'memberId' | 'type' | 'amountCents' | 'target'>

/**
 * Independent books over a circle's events, kept without the rules' own bookkeeping. `record` refuses an event that
 * contradicts what the books hold; `check` compares the books with a state. Used by the property tests, the replay
 * test and readers who want to check a ledger.
 */
export function openBooks() {
  const books: Books = {
    everOwed: new Set(),
    everDonated: new Set(),
    outstanding: new Map(),
    aheads: new Map(),
    open: new Map(),
    confirmedOfTurn: new Map(),
    centsOfTurn: new Map(),
    pulls: new Set(),
    sums: new Map(),
    givenCents: 0,
    receivedCents: 0,
    administrationCents: 0,
  }
  return {
    record: (event: CircleEvent): void => record(books, event),
    check: (state: CircleState): void => check(books, state),
  }
}

type Books = {
  readonly everOwed: Set<string>
  readonly everDonated: Set<string>
  readonly outstanding: Map<string, Owed>
  /** Of each debt for a month ahead, the asking that it takes the place of, until that comes. */
  readonly aheads: Map<string, string>
  readonly open: Map<string, DonationFacts>
  readonly confirmedOfTurn: Map<string, number>
  readonly centsOfTurn: Map<string, number>
  readonly pulls: Set<string>
  /** The sums of each member, whoever held their place before. */
  readonly sums: Map<string, { given: number; received: number }>
  givenCents: number
  receivedCents: number
  administrationCents: number
}

function record(books: Books, event: CircleEvent): void {
  switch (event.kind) {
    case 'obligation.owed':
      return owe(books, event)
    case 'obligation.void':
      giveBack(books, event)
      return settle(books, event)
    case 'contribution.counted':
      giveBack(books, event)
      books.pulls.add(`${event.period}:${event.level}:${event.memberId}:1`)
      return
    case 'donation.matched':
      return match(books, event)
    case 'place.handed_over':
      return handOver(books, event)
    case 'donation.handed_over':
      return goOn(books, event)
    case 'donation.part_confirmed':
      return payPart(books, event)
    case 'donation.confirmed': {
      const { cents = event.amountCents } = event
      end(books, event)
      settle(books, { ...event, memberId: event.donorId, amountCents: cents })
      countMoney(books, event, cents)
      return countTurn(books, event)
    }
    case 'donation.expired':
    case 'donation.cancelled':
      return end(books, event)
    case 'circle.brought_in':
      return bringIn(books, event.places)
    case 'donation.receipt_sent':
    case 'donation.receipt_replaced':
    case 'donation.receipt_rejected':
    case 'donation.reported':
    case 'donation.deadline_moved':
      return invariant(books.open.has(event.donationId), 'an ended donation never changes again')
    default:
  }
}

function bringIn(books: Books, places: EventOfKind<'circle.brought_in'>['places']): void {
  invariant(books.everOwed.size === 0, 'a roda comes in before anything is asked of anybody')
  for (const { memberId, givenCents: given, receivedCents: received } of places) {
    books.givenCents += given
    books.receivedCents += received
    books.sums.set(memberId, { given, received })
  }
}

function owe(books: Books, facts: OwedFacts): void {
  const { obligationId, period, memberId, type, amountCents, target, share = 1, ahead } = facts
  invariant(!books.everOwed.has(obligationId), 'an obligation is owed once')
  books.everOwed.add(obligationId)
  const key = `${period}:${target}:${memberId}:${share}`
  books.outstanding.set(obligationId, { memberId, type, amountCents, target })
  if (ahead) books.aheads.set(obligationId, key)
  if (type !== 'PULL') return
  invariant(!books.pulls.has(key), 'one PULL per place and period')
  books.pulls.add(key)
}

/** The month that a debt ahead takes the place of is one to be asked for, or is counted. */
function giveBack({ pulls, aheads }: Books, { obligationId }: { readonly obligationId: string }): void {
  pulls.delete(aheads.get(obligationId) ?? '')
  aheads.delete(obligationId)
}

function match(books: Books, facts: DonationFacts): void {
  invariant(!books.everDonated.has(facts.donationId), 'a donation is made once')
  invariant(facts.donorId !== facts.receiverId, 'nobody donates to themselves')
  invariant(
    (facts.receiverId === null) === (facts.target === 'administration'),
    'only the administrative account has no receiver',
  )
  ensureOwed(books, { ...facts, memberId: facts.donorId })
  books.everDonated.add(facts.donationId)
  books.open.set(facts.donationId, facts)
}

/** Every debt and sum of a place goes to the newcomer, and this month's asking with it. */
function handOver(
  books: Books,
  { memberId, newcomerId, givenCents, receivedCents }: EventOfKind<'place.handed_over'>,
): void {
  const now = (pull: string) => pull.replace(`:${memberId}:`, `:${newcomerId}:`)
  for (const [id, owed] of books.outstanding)
    if (owed.memberId === memberId) books.outstanding.set(id, { ...owed, memberId: newcomerId })
  for (const [id, pull] of books.aheads) books.aheads.set(id, now(pull))
  for (const pull of [...books.pulls].filter((one) => now(one) !== one))
    if (books.pulls.delete(pull)) books.pulls.add(now(pull))
  const [left, none] = [sumsOf(books, memberId), sumsOf(books, newcomerId)]
  invariant(left.given === givenCents && left.received === receivedCents, 'a place is handed over with its own sums')
  invariant(none.given === 0 && none.received === 0, 'only somebody new takes a place over')
  books.sums.set(newcomerId, left)
  books.sums.delete(memberId)
}

/** An unpaid donation stays the same but for who its parties are. */
function goOn(books: Books, facts: DonationFacts): void {
  const { donorId, receiverId } = books.open.get(facts.donationId)!
  end(books, { ...facts, donorId, receiverId })
  invariant(facts.donorId !== facts.receiverId, 'nobody donates to themselves')
  ensureOwed(books, { ...facts, memberId: facts.donorId })
  books.open.set(facts.donationId, facts)
}

function sumsOf({ sums }: Books, memberId: string) {
  return sums.get(memberId) ?? { given: 0, received: 0 }
}

/** Confirmed, expired or cancelled: once, and with the facts it was made with. */
function end(books: Books, facts: DonationFacts): void {
  const made = books.open.get(facts.donationId)
  invariant(made !== undefined, 'an ended donation never changes again')
  const same =
    made!.obligationId === facts.obligationId && made!.receiverId === facts.receiverId && made!.turnId === facts.turnId
  invariant(same && made!.donorId === facts.donorId, 'a donation ends between the two who began it')
  invariant(
    made!.amountCents === facts.amountCents && made!.target === facts.target,
    'a donation ends with the amount it began with',
  )
  books.open.delete(facts.donationId)
}

/** A part leaves less to be owed, and the same donation open. */
function payPart(books: Books, { cents, ...facts }: EventOfKind<'donation.part_confirmed'>): void {
  const made = books.open.get(facts.donationId)
  invariant(
    made?.receiverId === facts.receiverId && made.amountCents === facts.amountCents,
    'a part is of its donation',
  )
  const owed = books.outstanding.get(facts.obligationId)!
  invariant(cents > 0 && cents < owed.amountCents, 'a part is less than what is left')
  books.outstanding.set(facts.obligationId, { ...owed, amountCents: owed.amountCents - cents })
  countMoney(books, facts, cents)
}

function settle(books: Books, facts: Owed & { obligationId: string }): void {
  ensureOwed(books, facts)
  books.outstanding.delete(facts.obligationId)
}

function ensureOwed(
  books: Books,
  { obligationId, memberId, type, amountCents, target }: Owed & { obligationId: string },
): void {
  const owed = books.outstanding.get(obligationId)
  invariant(owed !== undefined, 'an obligation ends once')
  invariant(owed!.memberId === memberId && owed!.type === type, 'an obligation stays with whoever owes it')
  invariant(
    owed!.amountCents === amountCents && owed!.target === target,
    'an obligation keeps its amount and where it is owed',
  )
}

function countMoney(books: Books, { turnId, donorId, receiverId }: DonationFacts, cents: number): void {
  books.givenCents += cents
  const { given, received } = sumsOf(books, donorId)
  books.sums.set(donorId, { given: given + cents, received })
  if (receiverId !== null) {
    const before = sumsOf(books, receiverId)
    books.sums.set(receiverId, { ...before, received: before.received + cents })
  }
  if (receiverId === null) books.administrationCents += cents
  else books.receivedCents += cents
  if (turnId !== null) books.centsOfTurn.set(turnId, (books.centsOfTurn.get(turnId) ?? 0) + cents)
}

function countTurn(books: Books, { turnId }: DonationFacts): void {
  if (turnId !== null) books.confirmedOfTurn.set(turnId, (books.confirmedOfTurn.get(turnId) ?? 0) + 1)
}

/** Throws when the state breaks an invariant of 1-rules, section 8, or disagrees with the books. */
function check(books: Books, state: CircleState): void {
  invariant(books.givenCents === books.receivedCents + books.administrationCents, 'every centavo given was received')
  checkMoney(books, state)
  checkPlaces(state)
  checkTurns(books, state)
  checkObligations(books, state)
}

function checkMoney(books: Books, state: CircleState): void {
  let given = 0
  let received = 0
  let administration = 0
  for (const member of state.members.values()) {
    const own = {
      given: member.given[1] + member.given[2] + member.given[3] + member.given.administration,
      received: member.received[1] + member.received[2] + member.received[3],
    }
    const kept = sumsOf(books, member.id)
    invariant(own.given === kept.given && own.received === kept.received, 'each member has their own sums')
    given += own.given
    administration += member.given.administration
    received += own.received
  }
  invariant(
    given === books.givenCents && received === books.receivedCents,
    'the members’ totals are the confirmed donations',
  )
  invariant(administration === books.administrationCents, 'the administrative account is what was given to it')
}

function checkTurns(books: Books, state: CircleState): void {
  const openOfTurn = new Map<string, number>()
  for (const { id, turnId } of state.donations.values()) {
    invariant(books.open.has(id), 'a live donation is open in the books')
    if (turnId !== null) openOfTurn.set(turnId, (openOfTurn.get(turnId) ?? 0) + 1)
  }
  invariant(books.open.size === state.donations.size, 'every open donation is live')
  for (const turn of state.turns.values()) {
    invariant(
      turn.confirmed + turn.open <= turn.required,
      'confirmed and open donations never exceed what a turn requires',
    )
    invariant(turn.open === (openOfTurn.get(turn.id) ?? 0), 'a turn counts its open donations')
    invariant(turn.confirmed === (books.confirmedOfTurn.get(turn.id) ?? 0), 'a turn counts its confirmed donations')
    invariant(turn.receivedCents === (books.centsOfTurn.get(turn.id) ?? 0), 'a turn counts every centavo that came')
    invariant(
      (turn.status === 'complete') === (turn.confirmed === turn.required),
      'a turn is complete when all is confirmed',
    )
  }
}

function checkObligations(books: Books, state: CircleState): void {
  invariant(state.obligations.size === books.outstanding.size, 'owed = waiting + open + confirmed + void, by count')
  let openCount = 0
  for (const [id, owed] of books.outstanding) {
    const obligation = state.obligations.get(id)
    invariant(obligation !== undefined, 'no obligation is lost')
    invariant(obligation!.amountCents === owed.amountCents, 'owed = waiting + open + confirmed + void, by amount')
    invariant(obligation!.paidCents === 0 || obligation!.status === 'open', 'what was paid in part keeps its donation')
    if (obligation!.status === 'open') openCount += 1
  }
  invariant(openCount === state.donations.size, 'each open obligation has one donation')
}

function checkPlaces(state: CircleState): void {
  const positions = new Set<string>()
  const holders = new Map<string, number>()
  const turns = new Set<string>()
  for (const entry of state.entries.values()) {
    invariant(entry.position >= 1 && entry.position <= 100, 'positions are 1 to 100')
    invariant(!positions.has(`${entry.level}:${entry.position}`), 'no position holds two members')
    positions.add(`${entry.level}:${entry.position}`)
    const held = `${entry.level}:${entry.memberId}`
    holders.set(held, (holders.get(held) ?? 0) + 1)
    const holder = state.members.get(entry.memberId)
    invariant(holder?.status === 'approved', 'only approved members hold a place')
    invariant(holders.get(held)! <= holder!.shares, 'no member holds more places than they took')
    if (entry.turnId === null) continue
    turns.add(entry.turnId)
    const turn = state.turns.get(entry.turnId)
    invariant(
      turn?.memberId === entry.memberId && turn.level === entry.level,
      'a running turn belongs to its member and level',
    )
  }
  for (const [held, count] of holders)
    invariant(count === state.members.get(held.slice(2))!.shares, 'whoever has a place has all that they took')
  for (const turn of state.turns.values())
    invariant((turn.status === 'running') === turns.has(turn.id), 'a turn runs while its place is held')
}

/**
 * Throws when something that could be matched waits, or money is due to somebody without the role (1-rules, section
 * 4). Holds after every command; `check` holds after every event too.
 */
export function ensureSettled(state: CircleState): void {
  const entries = [...state.entries.values()]
  const served = isCounted(state) ? courseOf(state).served : new Set()
  const needs = entries.filter(({ memberId, turnId, level }) => {
    if (state.members.get(memberId)?.isPassedOver || served.has(memberId)) return false
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

import { strict } from './strict.ts'
import type { CircleEvent, CircleState, DonationFacts } from './state.ts'

type Fate = 'open' | 'confirmed' | 'expired' | 'cancelled'

/**
 * Independent books over a circle's events, kept without the rules' own bookkeeping.
 * `record` refuses an event that contradicts what the books hold; `check` compares the books with a state.
 * Used by the property tests, the replay test and whoever wants to doubt a ledger.
 */
export function openBooks() {
  const owed = new Map<string, { amountCents: number; fate: 'outstanding' | 'confirmed' | 'void' }>()
  const donations = new Map<string, { fate: Fate; facts: DonationFacts }>()
  const pulls = new Set<string>()
  let givenCents = 0
  let receivedCents = 0
  let administrationCents = 0

  function record(event: CircleEvent): void {
    switch (event.kind) {
      case 'obligation.owed': {
        strict(!owed.has(event.obligationId), 'an obligation is owed once')
        owed.set(event.obligationId, { amountCents: event.amountCents, fate: 'outstanding' })
        if (event.type === 'PULL') {
          const key = `${event.period}:${event.target}:${event.memberId}`
          strict(!pulls.has(key), 'one PULL per member, queue and period')
          pulls.add(key)
        }
        return
      }
      case 'obligation.void':
        settle(event.obligationId, 'void')
        return
      case 'donation.matched':
        strict(!donations.has(event.donationId), 'a donation is made once')
        strict(event.donorId !== event.receiverId, 'nobody donates to themselves')
        donations.set(event.donationId, { fate: 'open', facts: event })
        return
      case 'donation.confirmed':
        end(event.donationId, 'confirmed')
        settle(event.obligationId, 'confirmed')
        givenCents += event.amountCents
        if (event.receiverId === null) administrationCents += event.amountCents
        else receivedCents += event.amountCents
        return
      case 'donation.expired':
        end(event.donationId, 'expired')
        return
      case 'donation.cancelled':
        end(event.donationId, 'cancelled')
        return
      case 'donation.receipt_sent':
      case 'donation.reported':
      case 'donation.deadline_moved':
        strict(donations.get(event.donationId)?.fate === 'open', 'an ended donation never changes again')
        return
      default:
    }
  }

  function end(donationId: string, fate: Fate): void {
    const donation = donations.get(donationId)
    strict(donation?.fate === 'open', 'an ended donation never changes again')
    donation!.fate = fate
  }

  function settle(obligationId: string, fate: 'confirmed' | 'void'): void {
    const obligation = owed.get(obligationId)
    strict(obligation?.fate === 'outstanding', 'an obligation ends once')
    obligation!.fate = fate
  }

  /** Throws when the state breaks an invariant of 1-rules, section 8, or disagrees with the books. */
  function check(state: CircleState): void {
    strict(givenCents === receivedCents + administrationCents, 'every centavo given was received')
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
    strict(given === givenCents && received === receivedCents, 'the members’ totals are the confirmed donations')
    strict(administration === administrationCents, 'the administrative account is what was given to it')
  }

  function checkTurns(state: CircleState): void {
    const open = new Map<string, number>()
    for (const donation of state.donations.values()) {
      strict(donations.get(donation.id)?.fate === 'open', 'a live donation is open in the books')
      if (donation.turnId !== null) open.set(donation.turnId, (open.get(donation.turnId) ?? 0) + 1)
    }
    const openInBooks = [...donations.values()].filter((donation) => donation.fate === 'open').length
    strict(openInBooks === state.donations.size, 'every open donation is live')
    const confirmed = new Map<string, number>()
    for (const { fate, facts } of donations.values()) {
      if (fate === 'confirmed' && facts.turnId !== null) confirmed.set(facts.turnId, (confirmed.get(facts.turnId) ?? 0) + 1)
    }
    for (const turn of state.turns.values()) {
      strict(turn.confirmed + turn.open <= turn.required, 'confirmed and open donations never exceed what a turn requires')
      strict(turn.open === (open.get(turn.id) ?? 0), 'a turn counts its open donations')
      strict(turn.confirmed === (confirmed.get(turn.id) ?? 0), 'a turn counts its confirmed donations')
      strict((turn.status === 'complete') === (turn.confirmed === turn.required), 'a turn is complete when all is confirmed')
    }
  }

  function checkObligations(state: CircleState): void {
    const tally = { count: 0, amount: 0 }
    for (const [id, obligation] of owed) {
      if (obligation.fate !== 'outstanding') continue
      tally.count += 1
      tally.amount += obligation.amountCents
      strict(state.obligations.has(id), 'no obligation is lost')
    }
    let amount = 0
    let openCount = 0
    for (const obligation of state.obligations.values()) {
      amount += obligation.amountCents
      if (obligation.status === 'open') openCount += 1
    }
    strict(tally.count === state.obligations.size && tally.amount === amount, 'owed = waiting + open + confirmed + void')
    strict(openCount === state.donations.size, 'each open obligation has one donation')
  }

  return { record, check }
}

function checkPlaces(state: CircleState): void {
  const positions = new Set<string>()
  const holders = new Set<string>()
  const turns = new Set<string>()
  for (const entry of state.entries.values()) {
    strict(entry.position >= 1 && entry.position <= 100, 'positions are 1 to 100')
    strict(!positions.has(`${entry.level}:${entry.position}`), 'no position holds two members')
    strict(!holders.has(`${entry.level}:${entry.memberId}`), 'no member holds two positions in one queue')
    positions.add(`${entry.level}:${entry.position}`)
    holders.add(`${entry.level}:${entry.memberId}`)
    strict(state.members.get(entry.memberId)?.status === 'approved', 'only approved members hold a place')
    if (entry.turnId === null) continue
    turns.add(entry.turnId)
    strict(state.turns.get(entry.turnId)?.memberId === entry.memberId, 'a running turn belongs to its member')
  }
  for (const turn of state.turns.values()) strict((turn.status === 'running') === turns.has(turn.id), 'a turn runs while its place is held')
}

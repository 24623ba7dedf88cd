import { BooksFault, owedFacts, textOf } from './books-facts.ts'
import type { Facts, OwedBy } from './books-facts.ts'

/** A debt, and the donation that is open for it. */
type Owed = Omit<OwedBy, 'obligationId'> & { open: string | null }

/** By obligation, what is still owed. */
type Outstanding = Map<string, Owed>

/** A debt that waits for somebody to receive it, by its obligation's id, with what is left of it. */
export type WaitingDebt = { readonly id: string; readonly amountCents: number }

/** The debts of a ledger: each is owed once, by one member, and ends paid or void. */
export function openDebts() {
  const everOwed = new Set<string>()
  const pulls = new Set<string>()
  const outstanding: Outstanding = new Map()
  /** Of each month that was given before it was asked for, also once it is paid, the asking that it takes the place of. */
  const aheads = new Map<string, string>()
  const shares = new Map<string, number>()

  /** A member takes so many places: each is asked for its own contribution. */
  function take(payload: Facts): void {
    shares.set(textOf(payload, 'memberId'), Number(payload['shares']))
  }

  function owe(payload: Facts): void {
    const owed = owedFacts(payload)
    const period = payload['period']
    if (everOwed.has(owed.obligationId)) throw new BooksFault('books.owed_twice')
    const { share = 1 } = payload
    const pull = `${String(period)}:${String(owed.target)}:${owed.memberId}:${String(share)}`
    const isOfPlace = Number.isInteger(share) && Number(share) >= 1 && Number(share) <= (shares.get(owed.memberId) ?? 1)
    if (!isOfPlace || (owed.type === 'PULL' && pulls.has(pull))) throw new BooksFault('books.second_pull')
    if (owed.type === 'PULL') pulls.add(pull)
    everOwed.add(owed.obligationId)
    if (payload['ahead'] === true) aheads.set(owed.obligationId, pull)
    outstanding.set(owed.obligationId, { ...owed, open: null })
  }

  function voidObligation(payload: Facts): void {
    const facts = owedFacts(payload)
    const owed = getOwed(outstanding, facts)
    if (owed.open !== null) throw new BooksFault('books.not_owed')
    // A month ahead that came to nothing is asked for like every other.
    giveBack(facts.obligationId)
    outstanding.delete(facts.obligationId)
  }

  /** A place was handed over: the newcomer owes what its former holder did. */
  function handOver(memberId: string, newcomerId: string): void {
    shares.set(newcomerId, shares.get(memberId) ?? 1)
    shares.delete(memberId)
    const now = (pull: string) => pull.replace(`:${memberId}:`, `:${newcomerId}:`)
    for (const [id, owed] of outstanding)
      if (owed.memberId === memberId) outstanding.set(id, { ...owed, memberId: newcomerId })
    for (const [id, pull] of aheads) aheads.set(id, now(pull))
    // Its months were asked of the place: who comes back has another.
    for (const pull of [...pulls].filter((one) => now(one) !== one)) if (pulls.delete(pull)) pulls.add(now(pull))
  }

  /** The month that a debt ahead takes the place of is one to be asked for. */
  function giveBack(obligationId: string): void {
    pulls.delete(aheads.get(obligationId) ?? '')
    aheads.delete(obligationId)
  }

  /** A month is asked for, and one given ahead is counted for it: where its own is a later one, that is asked for when it comes. */
  function count(payload: Facts): void {
    giveBack(textOf(payload, 'obligationId'))
    pulls.add(`${textOf(payload, 'period')}:${String(payload['level'])}:${textOf(payload, 'memberId')}:1`)
  }

  return { take, owe, count, voidObligation, handOver, ...paymentsOf(outstanding), ...waitingIn(outstanding) }
}

export type Debts = ReturnType<typeof openDebts>

/** The debt that these facts are of, as it was entered. */
function getOwed(outstanding: Outstanding, { obligationId, memberId, type, amountCents, target }: OwedBy): Owed {
  const owed = outstanding.get(obligationId)
  if (!owed) throw new BooksFault('books.not_owed')
  if (owed.memberId !== memberId || owed.type !== type || owed.amountCents !== amountCents || owed.target !== target)
    throw new BooksFault('books.differs')
  return owed
}

/** How the donations made for debts pay them. */
function paymentsOf(outstanding: Outstanding) {
  return {
    getOwed: (facts: OwedBy): Owed => getOwed(outstanding, facts),
    /** The donation made for a debt ended unpaid. */
    reopen: (obligationId: string): void => {
      outstanding.get(obligationId)!.open = null
    },
    settle: (obligationId: string): void => {
      outstanding.delete(obligationId)
    },
    /** A part of a debt was paid: from here on the rest of it is owed. */
    payPart: (obligationId: string, cents: number): void => {
      const owed = outstanding.get(obligationId)!
      outstanding.set(obligationId, { ...owed, amountCents: owed.amountCents - cents })
    },
  }
}

/** The debts that wait for somebody to receive them. */
function waitingIn(outstanding: Outstanding) {
  return {
    /** Their sum, in centavos. */
    waitingCents: (): number => {
      let cents = 0
      for (const { open, amountCents } of outstanding.values()) if (open === null) cents += amountCents
      return cents
    },
    /** Those of one member. */
    waitingOf: (memberId: string): WaitingDebt[] =>
      [...outstanding].flatMap(([id, { open, amountCents, memberId: by }]) =>
        open === null && by === memberId ? [{ id, amountCents }] : [],
      ),
  }
}

import { findPixTransaction, pixTransactionText } from '#contracts/payment/pix-transaction.ts'
import { searchText } from '#contracts/search-text.ts'
import { nameWithin, namesSomebody } from './names.ts'
import type { Statement, StatementLine } from './statement.ts'

/** A payment that somebody waits for or made: whose name the bank writes, how much, between which days, and its PIX id. */
export type Expected = {
  readonly id: string
  readonly name: string
  /** The name of somebody else who paid, as the donor says. */
  readonly payer?: string | null
  readonly cents: number
  /** The days (YYYY-MM-DD) on which it may have been paid. */
  readonly from: string
  readonly to: string
  readonly pixTransaction: string | null
}

/**
 * Why a movement is not certainly the payment: the name of who paid for the donor, another amount, a part of the name, that of
 * somebody else or of nobody, a day outside its time, another PIX id, or one movement for more than one payment.
 */
export type Doubt = 'payer' | 'amount' | 'part_name' | 'other_name' | 'no_name' | 'day' | 'id' | 'shared'

export type Verdict =
  | { readonly is: 'certain'; readonly line: StatementLine; readonly isTwice: boolean }
  | { readonly is: 'doubtful'; readonly line: StatementLine; readonly why: Doubt }
  | { readonly is: 'absent' }

const DAY_MS = 86_400_000
/** A bank books what came at night or on a holiday up to so many days later. */
const LATE_DAYS = 5

/**
 * Finds the payments of a statement among its credits, or for `out` among its debits. Certain is a movement of the amount, in
 * time, with the person's name, or with the PIX id and nobody else's name; no movement counts for two payments, `confirmed` ones
 * among them. `owing` are the names of those who have sent no receipt yet: what they paid is nobody else's either, also where one of
 * them is said to have paid for somebody.
 */
export function matchStatement(
  { lines }: Pick<Statement, 'lines'>,
  expected: readonly Expected[],
  way: 'in' | 'out',
  { confirmed = [], owing = [] }: { readonly confirmed?: readonly Expected[]; readonly owing?: readonly string[] } = {},
): ReadonlyMap<string, Verdict> {
  const moved = lines
    .filter(({ cents, text }) => (way === 'in' ? cents > 0 : cents < 0) && !isUndone(text))
    .map((line) => ({ line, cents: Math.abs(line.cents) }))
  const inOrder = [...confirmed, ...expected].toSorted((a, b) => a.from.localeCompare(b.from))
  const names = [...inOrder.map(({ name }) => name), ...owing]
  const fitting = new Map(
    inOrder.map((one) => [one.id, moved.filter((move) => isCertain(one, move) && !isOfAnother(one, move, names))]),
  )
  const taken = takeInOrder(inOrder, fitting)
  const used = new Set(taken.values())
  const claimed = new Set([...fitting.values()].flat())
  return new Map(
    expected.map((one): [string, Verdict] => {
      const own = taken.get(one.id)
      const fits = fitting.get(one.id)!
      if (own && !isShared(one, own, { inOrder, fitting, taken }))
        return [one.id, { is: 'certain', line: own.line, isTwice: fits.some((move) => !used.has(move)) }]
      if (fits[0]) return [one.id, { is: 'doubtful', line: fits[0].line, why: 'shared' }]
      return [
        one.id,
        doubtOf(
          one,
          moved.filter((move) => !claimed.has(move)),
        ),
      ]
    }),
  )
}

/** Whether any of the payments could stand in the statement, by its days. */
export function coversAny({ from, to }: Pick<Statement, 'from' | 'to'>, expected: readonly Expected[]): boolean {
  return expected.some((one) => to >= shifted(one.from, -1) && from <= shifted(one.to, LATE_DAYS))
}

type Move = { readonly line: StatementLine; readonly cents: number }
type Fitting = ReadonlyMap<string, readonly Move[]>

/** Each payment takes the first movement that fits it, those with a PIX id before the others. */
function takeInOrder(expected: readonly Expected[], fitting: Fitting): Map<string, Move> {
  const taken = new Map<string, Move>()
  const used = new Set<Move>()
  for (const byId of [true, false])
    for (const one of expected) {
      const move = fitting.get(one.id)!.find((each) => !used.has(each) && hasId(one, each.line) === byId)
      if (!move || taken.has(one.id)) continue
      taken.set(one.id, move)
      used.add(move)
    }
  return taken
}

/** Whether a payment that found no movement of its own could claim this one as well. */
function isShared(
  one: Expected,
  own: Move,
  { inOrder, fitting, taken }: { inOrder: readonly Expected[]; fitting: Fitting; taken: ReadonlyMap<string, Move> },
): boolean {
  if (hasId(one, own.line)) return false
  return inOrder.some((other) => !taken.has(other.id) && fitting.get(other.id)!.includes(own))
}

function isCertain(one: Expected, { line, cents }: Move): boolean {
  if (cents !== one.cents) return false
  if (hasId(one, line)) return true
  return !hasOtherId(one, line) && isInTime(one, line) && nameWithin(line.text, one.name) === 'whole'
}

/** Whether a movement with the PIX id of one payment names somebody else, awaited or not: the id alone may have been put there. */
function isOfAnother(one: Expected, { line }: Move, names: readonly string[]): boolean {
  const found = nameWithin(line.text, one.name)
  if (!hasId(one, line) || found === 'whole') return false
  if (names.some((name) => name !== one.name && nameWithin(line.text, name) === 'whole')) return true
  const isPayers = one.payer && nameWithin(line.text, one.payer) === 'whole'
  return found === 'none' && !isPayers && namesSomebody(line.text)
}

function doubtOf(one: Expected, moves: readonly Move[]): Verdict {
  const doubtful = (found: Move | undefined, why: Doubt): Verdict | null =>
    found ? { is: 'doubtful', line: found.line, why } : null
  const named = moves.filter(({ line }) => nameWithin(line.text, one.name) === 'whole')
  const equal = moves.filter(({ line, cents }) => cents === one.cents && isInTime(one, line))
  const near = equal.find(({ line }) => nameWithin(line.text, one.name) === 'part')
  return (
    doubtful(
      moves.find(({ line, cents }) => hasId(one, line) && cents !== one.cents),
      'amount',
    ) ??
    doubtful(
      moves.find(({ line }) => hasId(one, line)),
      'other_name',
    ) ??
    doubtful(
      named.find(({ line, cents }) => cents === one.cents && hasOtherId(one, line)),
      'id',
    ) ??
    doubtful(
      named.find(({ line }) => isInTime(one, line)),
      'amount',
    ) ??
    doubtful(
      named.find(({ cents }) => cents === one.cents),
      'day',
    ) ??
    doubtful(
      equal.find(({ line }) => one.payer && nameWithin(line.text, one.payer) === 'whole'),
      'payer',
    ) ??
    doubtful(near, 'part_name') ??
    doubtful(
      equal.find(({ line }) => !namesSomebody(line.text)),
      'no_name',
    ) ??
    doubtful(equal[0], 'other_name') ?? { is: 'absent' }
  )
}

function pixIdOf({ text, id }: StatementLine): string | null {
  const found = findPixTransaction(text) ?? findPixTransaction(id ?? '')
  return found === null ? null : pixTransactionText(found)
}

function hasId({ pixTransaction }: Expected, line: StatementLine): boolean {
  return pixTransaction !== null && pixIdOf(line) === pixTransactionText(pixTransaction)
}

function hasOtherId(one: Expected, line: StatementLine): boolean {
  return one.pixTransaction !== null && pixIdOf(line) !== null && !hasId(one, line)
}

function isInTime({ from, to }: Expected, { day }: StatementLine): boolean {
  return day >= shifted(from, -1) && day <= shifted(to, LATE_DAYS)
}

/** Money that came back, or that has not moved yet. */
function isUndone(text: string): boolean {
  return /estorn|devolu|devolvid|rejeitad|recusad|cancelad|agendad/.test(searchText(text))
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

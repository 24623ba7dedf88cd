import type { Decision } from './decision.ts'
import { emit, findEntryOf, queueOf } from './decision.ts'
import { everAsked } from './draw.ts'
import { isBalanced, levelPaysCents, levelPlan } from './plan.ts'
import type { Plan } from './plan.ts'
import { CAPACITY } from './queue.ts'
import { refuse } from './refusal.ts'
import type { CircleState } from './state.ts'

// A roda that ran on paper comes in with what each person gave and received (docs/decisions/075).

/** The sums that one person gave and received before, in centavos. The place of a row in its list is that person's turn. */
export type BeginningRow = { readonly memberId: string; readonly givenCents: number; readonly receivedCents: number }

/** Why rows do not hold, as a sentence, and the turn of the row that it is about; null: of all of them. */
export type BeginningFault = { readonly turn: number | null; readonly reason: string }

const LEVEL = 1

/**
 * Says what is wrong with rows in the order of their turns: each person gave whole contributions, one for each turn that is
 * over at the most; whose turn is over received all of it, and nobody else anything; and everything given was received.
 * The last one gives what is theirs while others still wait: otherwise it would have to go to themselves.
 */
export function beginningFaults(plan: Plan, rows: readonly BeginningRow[]): BeginningFault[] {
  const { donationCents, required } = levelPlan(plan, LEVEL)
  const turnCents = levelPaysCents(levelPlan(plan, LEVEL))
  const over = rows.filter(({ receivedCents }) => receivedCents > 0).length
  const mostCents = Math.min(over, required) * donationCents
  const faults = rows.flatMap(({ givenCents, receivedCents }, index): BeginningFault[] => {
    const turn = index + 1
    const found = (reason: string) => [{ turn, reason: `${turn}ª linha: ${reason}` }]
    if (!isCents(givenCents) || !isCents(receivedCents)) return found('falta um valor em reais, de zero para cima.')
    if (receivedCents !== 0 && receivedCents !== turnCents)
      return found(
        `recebeu ${reais(receivedCents)}. Quem já teve a vez recebeu ${reais(turnCents)}, e os outros ainda nada.`,
      )
    if (givenCents % donationCents !== 0)
      return found(`deu ${reais(givenCents)}, o que não são contribuições inteiras de ${reais(donationCents)}.`)
    if (givenCents > mostCents)
      return found(`deu ${reais(givenCents)}, e até aqui só cabem ${reais(mostCents)}: uma contribuição por vez.`)
    return []
  })
  return faults.length > 0 ? faults : [...sumFaults(rows), ...courseFaults(plan, rows, over)]
}

/** Every cent that was given was received. */
function sumFaults(rows: readonly BeginningRow[]): BeginningFault[] {
  const [given, received] = [sumOf(rows, 'givenCents'), sumOf(rows, 'receivedCents')]
  if (given === received) return []
  const off = given > received ? 'a mais' : 'a menos'
  const reason = `todos juntos deram ${reais(given)} e receberam ${reais(received)}: há ${reais(Math.abs(given - received))} ${off} no que foi dado.`
  return [{ turn: null, reason }]
}

/** The rotation is under way, and what is left of it brings everybody to zero if all pay. */
function courseFaults(plan: Plan, rows: readonly BeginningRow[], over: number): BeginningFault[] {
  const { donationCents, required } = levelPlan(plan, LEVEL)
  if (over === 0) return [{ turn: null, reason: 'ninguém recebeu ainda: assim a roda começa do zero, sem isto.' }]
  if (over === rows.length)
    return [{ turn: null, reason: 'todos já receberam: esta volta acabou, e outra começa do zero.' }]
  const left = rows.map(({ givenCents }) => required - givenCents / donationCents)
  const turn = rows.findLastIndex(({ receivedCents }) => receivedCents === 0)
  const lastMonth = left[turn]! - 1
  const paidBefore = left.reduce((sum, months) => sum + Math.min(months, lastMonth), 0)
  if (left[turn] === 0 || paidBefore < (rows.length - over - 1) * required) return []
  const reason = `${turn + 1}ª linha: é a última vez, e esta pessoa deu pouco: no fim teria de dar a si mesma. Ela acerta antes no caderno.`
  return [{ turn: turn + 1, reason }]
}

/**
 * Brings a roda in that ran on paper: rows in the order of their turns, and whose turn is over goes behind those who wait, as if
 * it had been here. Refused outside a real roda, once anything was asked of anybody, where the rows do not hold or leave somebody
 * out. That every member signed their row is held by the ledger (circle/ledger/beginnings.ts).
 */
export function bringIn(decision: Decision, { rows }: { rows: readonly BeginningRow[] }): void {
  const { state } = decision
  ensureMayBringIn(state)
  const ids = new Set(rows.map(({ memberId }) => memberId))
  if ([...ids].some((id) => (state.members.get(id)?.shares ?? 1) > 1)) refuse('beginning.shares')
  const areIn = [...ids].every((id) => state.members.get(id)?.status === 'approved')
  const areAll = queueOf(decision, LEVEL).every(({ memberId }) => ids.has(memberId))
  const fit = rows.length > levelPlan(state.plan, LEVEL).required && rows.length <= CAPACITY
  if (ids.size !== rows.length || !areIn || !areAll || !fit) refuse('beginning.people')
  const [fault] = beginningFaults(state.plan, rows)
  if (fault) refuse('beginning.rows', { reason: fault.reason })
  const order = [0, 1].flatMap((over) => rows.filter(({ receivedCents }) => Math.sign(receivedCents) === over))
  const places = order.map(({ memberId, givenCents, receivedCents }, index) => {
    const entryId = findEntryOf(decision, memberId, LEVEL)?.id ?? decision.newId()
    return { entryId, memberId, position: index + 1, givenCents, receivedCents }
  })
  emit(decision, { kind: 'circle.brought_in', level: LEVEL, places })
}

/** Refused where a circle is no real roda, or has begun here. */
export function ensureMayBringIn(state: CircleState): void {
  if (state.mode !== 'real' || state.plan.levels.length > 1 || !isBalanced(state.plan)) refuse('beginning.not_here')
  if (everAsked(state)) refuse('beginning.late')
}

function isCents(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

export function sumOf(rows: readonly BeginningRow[], field: 'givenCents' | 'receivedCents'): number {
  return rows.reduce((sum, row) => sum + row[field], 0)
}

function reais(cents: number): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, '.')
  return `R$ ${whole},${String(cents % 100).padStart(2, '0')}`
}

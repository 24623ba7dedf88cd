import { nextPeriod } from '#circle/period.ts'
import { rodaPlan } from '#circle/plan.ts'
import { moneyText } from '#contracts/money-text.ts'
import { planFormOf } from '#contracts/plans.ts'
import type { PlanForm } from '#contracts/plans.ts'
import { SIMULATED_MEMBERS } from '#contracts/simulation.ts'
import { monthText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import { parseReais } from '#web/text/reais.ts'

/** A roda as it is typed. Without a number of months, each receives from all others, within a year. */
export type RodaDraft = { readonly members: string; readonly amount: string; readonly months: string }
type Fault = Partial<Record<keyof RodaDraft, string>>
export type Roda = {
  readonly plan: PlanForm
  readonly members: number
  readonly amount: number
  readonly months: number
}

export const emptyRoda: RodaDraft = { members: '12', amount: '100', months: '' }
const MONTHS_PROPOSED_MAX = 12
const AMOUNT_MAX = 1_000_000

/** From how many places on somebody may have two of them. */
export const TWO_FROM = 4

/** The months of a roda in which somebody may have two places: they receive from the places of all others. */
export function monthsOfTwo({ members }: Pick<RodaDraft, 'members'>): string {
  const count = wholeOf(members)
  return count >= TWO_FROM ? String(Math.min(count - 2, MONTHS_PROPOSED_MAX)) : ''
}

/** The roda that was typed, or what is wrong with each field. */
export function parseRoda(draft: RodaDraft): Roda | { readonly plan: null; readonly faults: Fault } {
  const members = wholeOf(draft.members)
  const amount = parseReais(draft.amount)
  const proposed = Math.min(members - 1, MONTHS_PROPOSED_MAX)
  const months = draft.months.trim() === '' ? proposed : wholeOf(draft.months)
  const hasMembers = members >= 2 && members <= SIMULATED_MEMBERS
  const faults: Fault = {
    ...(hasMembers ? {} : { members: `De 2 a ${SIMULATED_MEMBERS} pessoas.` }),
    ...(amount !== null && amount > 0 && amount <= AMOUNT_MAX ? {} : { amount: 'Escreva o valor como 100 ou 100,50.' }),
    ...(hasMembers && !(months >= 1 && months < members) ? { months: monthsFault(members) } : {}),
  }
  if (Object.keys(faults).length > 0) return { plan: null, faults }
  const plan = planFormOf(rodaPlan({ amountCents: Math.round(amount! * 100), months }))
  return { plan, members, amount: amount!, months }
}

function monthsFault(members: number): string {
  return members === 2
    ? 'Com 2 pessoas, só 1 mês: ninguém doa a si.'
    : `De 1 a ${members - 1} meses: em cada vez, cada doação vem de outra pessoa.`
}

/** Tells in words the result of a roda that begins in a period: what each gives and receives, and when it ends. */
export function rodaText({ members, amount, months }: Omit<Roda, 'plan'>, period: string): string {
  const turns = members / months
  const pace = Number.isInteger(turns)
    ? countText(turns, 'pessoa recebe', 'pessoas recebem')
    : `${Math.floor(turns)} ou ${Math.ceil(turns)} pessoas recebem`
  let last = period
  for (let month = 1; month < months; month += 1) last = nextPeriod(last)
  return (
    `${members} pessoas doam ${moneyText(amount)} por mês cada uma; em cada mês ${pace} ${moneyText(amount * months)} na sua vez. ` +
    `Se todos pagarem e confirmarem, a volta termina em ${countText(months, 'mês', 'meses')}, com todos em zero ` +
    `(começando neste mês, em ${monthText(last)}): cada uma terá doado e recebido ${moneyText(amount * months)}.`
  )
}

function wholeOf(text: string): number {
  return /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : Number.NaN
}

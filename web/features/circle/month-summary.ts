import { periodOf } from '#circle/period.ts'
import { lastDayBefore } from '#contracts/age.ts'
import { monthName } from '#contracts/month-name.ts'
import type { Single } from '#web/api/together.ts'
import { shortDayText } from '#web/text/dates.ts'
import { monthLine } from './month-text.ts'
import type { Result } from './api.ts'

export type MonthSummary = {
  readonly name: string
  readonly result: Pick<Result, 'all_asked' | 'rotation_over'> & {
    readonly ring: Pick<Result['ring'], 'period' | 'people'>
  }
  /** First names of those whose turn it is. */
  readonly receivers: readonly string[]
  /** Until when those who have not paid yet have time. */
  readonly until: string | null
  readonly code: string | null
}

type Unpaid = Pick<Single, 'type' | 'createdAt' | 'deadline' | 'ahead_of' | 'paused_until'>

/** Until when the contributions of a month have time, of those that are unpaid; null where none of them has any. */
export function untilOf(unpaid: readonly Unpaid[], now: number): string | null {
  // Contributions of last month may still have time, and another deadline.
  const due = unpaid
    .filter(({ createdAt }) => periodOf(Date.parse(createdAt)) === periodOf(now))
    .filter(({ type, ahead_of: month, paused_until: pause }) => type === 'PULL' && month === null && pause === null)
    .flatMap(({ deadline }) => (deadline !== null && Date.parse(deadline) > now ? [deadline] : []))
  return due.toSorted()[0] ?? null
}

/** The circle's month in a few lines for its group: nobody who has not paid is named, and no key or amount stands in it. */
export function summaryLines({ name, result, receivers, until, code }: MonthSummary): string[] {
  const { asked, paid } = result.ring.people
  return [
    `${name}, ${monthName(result.ring.period)}`,
    `${monthLine(result)}.`,
    ...(receivers.length === 0
      ? []
      : [`${receivers.length === 1 ? 'A vez é' : 'As vezes são'} de ${listed(receivers)}.`]),
    ...(paid < asked && until !== null
      ? [`Quem falta tem até ${shortDayText(lastDayBefore(Date.parse(until)))}.`]
      : []),
    ...(code === null ? [] : [`Código do dia: ${code}. É o mesmo para todos.`]),
  ]
}

/** The same as a message, with the page that it is about; whoever opens it signs in and is there. */
export function summaryText(month: MonthSummary, address: string): string {
  return [
    ...summaryLines(month),
    `Veja o seu em ${address}/donations`,
    'A Ciranda nunca manda chave por mensagem.',
  ].join('\n')
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} e ${names.at(-1)!}`
}

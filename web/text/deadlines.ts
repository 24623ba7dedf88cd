import { dayOf, lastDayBefore } from '#contracts/age.ts'
import { hourFormat, dayAndHourText, dayText, shortDayText, weekdayOf } from './dates.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** So far away a day and a month alone could be taken for those of this year. */
const YEAR_SAID_MS = 180 * DAY_MS

/** Hours and minutes left until a deadline: `71h 20min`, 'Expirado' when past, 'Prazo não definido' if none. */
export function countdownText(deadline: string | null | undefined, now: number): string {
  if (!deadline) return 'Prazo não definido'
  const left = Date.parse(deadline) - now
  if (Number.isNaN(left)) return 'Data inválida'
  if (left <= 0) return 'Expirado'
  return `${Math.floor(left / HOUR_MS)}h ${Math.floor((left % HOUR_MS) / MINUTE_MS)}min`
}

/** When a deadline is, in words and exactly: 'vence em 3 dias, 22/11 às 14h'. */
export function dueText(deadline: string | null | undefined, now: number): string {
  if (!deadline) return 'Prazo não definido'
  const instant = Date.parse(deadline)
  if (Number.isNaN(instant)) return 'Data inválida'
  const [day, hour] = hourFormat().format(instant).split(', ') as [string, string]
  const exact = `${day} às ${hour.replace(/\D/g, '')}h`
  if (instant <= now) return `venceu em ${exact}`
  const days = daysBetween(now, instant)
  if (days === 0) return `vence hoje, ${exact}`
  return days === 1 ? `vence amanhã, ${exact}` : `vence em ${days} dias, ${exact}`
}

/** A deadline in words first, and then by the clock: 'Vence em 27 dias, 07/12 às 09h (faltam 647h 59min)'. */
export function deadlineText(deadline: string, now: number): string {
  const words = dueText(deadline, now)
  const left = countdownText(deadline, now)
  const sentence = words.charAt(0).toUpperCase() + words.slice(1)
  return /\d/.test(left) ? `${sentence} (faltam ${left})` : `${left}: ${words}`
}

/**
 * A deadline as people say it: a day until the last two, 'Até 20/12, domingo', then the hour and how long is left, 'Até
 * amanhã, 20/12 às 9h (faltam 31h 10min)'.
 */
export function untilText(deadline: string | null | undefined, now: number): string {
  if (!deadline) return 'Sem prazo'
  const instant = Date.parse(deadline)
  if (Number.isNaN(instant)) return 'Data inválida'
  if (instant <= now) return `Venceu em ${dayAndHourText(deadline)}, e ainda pode ser paga`
  const last = lastDayBefore(instant)
  if (instant - now > YEAR_SAID_MS) return `Até ${dayText(last)}`
  if (instant - now > 2 * DAY_MS) return `Até ${shortDayText(last)}, ${weekdayOf(last)}`
  const days = daysBetween(now, instant)
  const day = days === 0 ? 'hoje, ' : days === 1 ? 'amanhã, ' : ''
  return `Até ${day}${dayAndHourText(deadline)} (faltam ${countdownText(deadline, now)})`
}

/** Calendar days in São Paulo from one instant to another. */
function daysBetween(from: number, to: number): number {
  return Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY_MS)
}

import { dayOf } from '#contracts/age.ts'
import { once } from '#circle/once.ts'

const ZONE = 'America/Sao_Paulo'
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const dayFormat = once(
  () =>
    new Intl.DateTimeFormat('pt-BR', {
      timeZone: ZONE,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
    }),
)
const momentFormat = once(
  () =>
    new Intl.DateTimeFormat('pt-BR', {
      timeZone: ZONE,
      day: '2-digit',
      month: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
)
const fullMomentFormat = once(
  () =>
    new Intl.DateTimeFormat('pt-BR', {
      timeZone: ZONE,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
)
const hourFormat = once(
  () =>
    new Intl.DateTimeFormat('pt-BR', {
      timeZone: ZONE,
      day: '2-digit',
      month: '2-digit',
      hour: 'numeric',
      hourCycle: 'h23',
    }),
)
const monthFormat = once(() => new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, month: 'long', year: 'numeric' }))
const weekdayFormat = once(() => new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, weekday: 'long' }))
const wordsFormat = once(() => new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, dateStyle: 'long' }))
const clockFormat = once(() => new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' }))

/** A day in São Paulo, `21/11/2026`; says so when it is missing or unreadable. */
export function dayText(value: string | null | undefined): string {
  return formatted(value, (date) => dayFormat().format(date))
}

/** A moment in São Paulo, `21/11, 14:30`. */
export function momentText(value: string | null | undefined): string {
  return formatted(value, (date) => momentFormat().format(date))
}

/** A moment in São Paulo with its year, `21/11/2026, 14:30`. */
export function fullMomentText(value: string | null | undefined): string {
  return formatted(value, (date) => fullMomentFormat().format(date))
}

/** A moment in São Paulo in words, `21 de novembro de 2026, às 14:30`. */
export function momentInWords(value: string | null | undefined): string {
  return formatted(value, (date) => `${wordsFormat().format(date)}, às ${clockFormat().format(date)}`)
}

/** A month by its number, `novembro de 2026`, as in `2026-11`. */
export function monthText(period: string): string {
  return monthFormat().format(new Date(`${period}-15T12:00:00-03:00`))
}

/** A day in São Paulo without its year, `07/11`. */
export function shortDayText(value: string): string {
  return dayText(value).slice(0, 5)
}

/** A day in São Paulo with its day of the week first, `sexta, 27/11`. */
export function weekdayText(value: string): string {
  return `${weekdayFormat().format(Date.parse(value)).split('-')[0]}, ${shortDayText(value)}`
}

/** A full hour in São Paulo, `07/12 às 9h`. */
export function dayAndHourText(value: string): string {
  const [day, hour] = hourFormat().format(Date.parse(value)).split(', ') as [string, string]
  return `${day} às ${Number(hour.replace(/\D/g, ''))}h`
}

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
  if (instant - now > 2 * DAY_MS)
    return `Até ${shortDayText(deadline)}, ${weekdayFormat().format(instant).split('-')[0]}`
  const days = daysBetween(now, instant)
  const day = days === 0 ? 'hoje, ' : days === 1 ? 'amanhã, ' : ''
  return `Até ${day}${dayAndHourText(deadline)} (faltam ${countdownText(deadline, now)})`
}

/** Calendar days in São Paulo from one instant to another. */
function daysBetween(from: number, to: number): number {
  return Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY_MS)
}

function formatted(value: string | null | undefined, format: (date: Date) => string): string {
  if (!value) return 'Data não disponível'
  const date = new Date(value.length === 10 ? `${value}T12:00:00-03:00` : value)
  return Number.isNaN(date.getTime()) ? 'Data inválida' : format(date)
}

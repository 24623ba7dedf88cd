import { once } from '#circle/once.ts'

const formatOf = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', ...options }))

const dayFormat = formatOf({ day: '2-digit', month: '2-digit', year: 'numeric' })
const momentFormat = formatOf({ day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' })
const fullMomentFormat = formatOf({
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
export const hourFormat = formatOf({ day: '2-digit', month: '2-digit', hour: 'numeric', hourCycle: 'h23' })
const monthFormat = formatOf({ month: 'long', year: 'numeric' })
const weekdayFormat = formatOf({ weekday: 'long' })
const wordsFormat = formatOf({ dateStyle: 'long' })
const clockFormat = formatOf({ hour: '2-digit', minute: '2-digit' })

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
  return `${weekdayOf(value)}, ${shortDayText(value)}`
}

/** The day of the week of a day or an instant, `sexta`. */
export function weekdayOf(value: string): string {
  return formatted(value, (date) => weekdayFormat().format(date).split('-')[0]!)
}

/** A full hour in São Paulo, `07/12 às 9h`. */
export function dayAndHourText(value: string): string {
  const [day, hour] = hourFormat().format(Date.parse(value)).split(', ') as [string, string]
  return `${day} às ${Number(hour.replace(/\D/g, ''))}h`
}

function formatted(value: string | null | undefined, format: (date: Date) => string): string {
  if (!value) return 'Data não disponível'
  const date = new Date(value.length === 10 ? `${value}T12:00:00-03:00` : value)
  return Number.isNaN(date.getTime()) ? 'Data inválida' : format(date)
}

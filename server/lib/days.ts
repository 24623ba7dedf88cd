import { dayOf } from '#contracts/age.ts'

/** The instant at which a day (YYYY-MM-DD) begins in São Paulo, which has kept UTC-3 all year since 2019. */
export function dayStart(day: string): Date {
  return new Date(`${day}T00:00:00-03:00`)
}

/** The instant at which the next day begins, so that a range can include its whole last day. */
export function nextDayStart(day: string): Date {
  return new Date(dayStart(day).getTime() + 86_400_000)
}

/** The day in São Paulo at an instant, as `2026-11-10`. */
export const today = dayOf

const clockFace = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** The day in São Paulo at an instant: `10/11/2026`. */
export function dayText(at: Date): string {
  return today(at.getTime()).split('-').toReversed().join('/')
}

/** An instant in São Paulo as spreadsheets there read it: `10/11/2026 09:30`. */
export function momentText(at: Date): string {
  return `${dayText(at)} ${clockFace.format(at)}`
}

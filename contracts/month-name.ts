import { once } from '#circle/once.ts'

const names = once(() => new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', month: 'long' }))

/** A month's name alone, `novembro`, as in `2026-11`. */
export function monthName(period: string): string {
  return names().format(new Date(`${period}-15T12:00:00-03:00`))
}

/** `novembro de 2026`. */
export function monthWithYear(period: string): string {
  return `${monthName(period)} de ${period.slice(0, 4)}`
}

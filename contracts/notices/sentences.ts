import { once } from '#circle/once.ts'
import { dayOf } from '../age.ts'
import { centsText } from '../money-text.ts'

// Words and numbers as the sentences of notices write them, whatever noun they tell of.

/** Why the administration did it, in its words; notices from before it was asked for have none. */
export type Told = { readonly reason?: string }
/** `isOnly`: the plan has one level, and none is named (decision 057). */
export type Level = { readonly level: number; readonly isOnly?: boolean }
export type Place = Level & { readonly position: number }

const moments = once(
  () =>
    new Intl.DateTimeFormat('pt-BR', {
      timeZone: 'America/Sao_Paulo',
      day: '2-digit',
      month: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
)
export const money = centsText
/** A day in São Paulo by an instant of it, `05/12`. */
export const day = (at: number) => moments().format(at).slice(0, 5)
/** A day that may be of another year. */
export const fullDay = (at: number) => dayOf(at).split('-').toReversed().join('/')
export const moment = (at: number) => moments().format(at)
export const place = ({ position, ...level }: Place) => `nº ${position}${ofLevel(level, ' da fila do nível')}`
/** ' no nível 2' where there is more than one. */
export const ofLevel = ({ level, isOnly = false }: Level, before = ' no nível') => (isOnly ? '' : `${before} ${level}`)
export const counted = ({ count }: { count: number }, one: string, many: string) =>
  count === 1 ? one : `${count} ${many}`

export function because(reason: string | undefined): string {
  return reason === undefined ? '' : ` Motivo: ${reason}`
}

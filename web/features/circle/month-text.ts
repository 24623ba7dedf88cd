import type { Result } from './api.ts'

type Month = { readonly ring: Pick<Result['ring'], 'people'> }
type MonthOfRotation = Month & Pick<Result, 'all_asked' | 'rotation_over'>

/** '9 de 12 já pagaram', in its number. */
export function monthLine({ ring, all_asked: isAllAsked, rotation_over: isOver }: MonthOfRotation): string {
  const { asked, paid } = ring.people
  if (asked === 0 && isAllAsked)
    return `Todas as contribuições desta volta já foram pedidas${isOver ? '' : '; ainda há o que acertar'}`
  if (asked === 0) return 'As contribuições deste mês ainda não foram pedidas'
  if (paid === asked) return asked === 1 ? 'Quem devia este mês já pagou' : `Os ${asked} já pagaram este mês`
  if (paid === 0) return 'Ninguém pagou ainda este mês'
  return `${paid} de ${asked} já ${paid < 2 ? 'pagou' : 'pagaram'} este mês`
}

/** Whether a place's contributions of this month are paid; null where nothing is asked of it. */
export function hasPaid({ gifts }: Pick<Result['ring'], 'gifts'>, position: number): boolean | null {
  const own = gifts.filter(({ from, late }) => from === position && !late)
  return own.length === 0 ? null : own.every(({ status }) => status !== 'PENDING_PAYMENT')
}

/** Whether nothing can be asked of anybody any more, and nothing was asked this month. */
export function isThrough({
  ring,
  lacking,
  rotation_over: isOver,
}: Month & Pick<Result, 'lacking' | 'rotation_over'>): boolean {
  return ring.people.asked === 0 && (isOver || lacking !== null)
}

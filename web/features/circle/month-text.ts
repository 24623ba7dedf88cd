import type { Result } from './api.ts'

/** How many of this month's givers have sent this month's payment; null where nothing is asked this month. */
export function paidOf({ ring: { gifts } }: Pick<Result, 'ring'>): { paid: number; of: number } | null {
  const givers = new Map<number, boolean>()
  for (const { from, status, late } of gifts)
    if (from !== null && !late) givers.set(from, (givers.get(from) ?? true) && status !== 'PENDING_PAYMENT')
  if (givers.size === 0) return null
  return { paid: [...givers.values()].filter(Boolean).length, of: givers.size }
}

/** '9 de 12 já pagaram', in its number. */
export function monthLine(result: Pick<Result, 'ring'>): string {
  const month = paidOf(result)
  if (month === null) return 'As contribuições deste mês ainda não foram pedidas'
  const { paid, of } = month
  if (paid === of) return of === 1 ? 'Quem devia este mês já pagou' : `Os ${of} já pagaram este mês`
  if (paid === 0) return 'Ninguém pagou ainda este mês'
  return `${paid} de ${of} já ${paid < 2 ? 'pagou' : 'pagaram'} este mês`
}

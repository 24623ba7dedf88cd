import type { AnswerOf } from '#contracts/contract.ts'
import { reachedText } from '#web/features/circle/outcome.ts'
import type { Upgrade } from './api.ts'

export type Outcome = { readonly data: AnswerOf<'GET /simulation'> | undefined; readonly isFetching: boolean }

/**
 * The line of an upgrade's dialog about how many complete the level: the figure, or why it is not there. Until it is known
 * the upgrade is not accepted.
 */
export function reachedState(
  { data, isFetching }: Outcome,
  level: number,
): { readonly state: 'known' | 'counting' | 'failed'; readonly text: string } {
  if (data) return { state: 'known', text: reachedText(data, level) }
  const what = `quantas pessoas completam o nível ${level}`
  return isFetching
    ? { state: 'counting', text: `Calculando ${what}. Você poderá aceitar quando este número estiver aqui.` }
    : { state: 'failed', text: `Não foi possível calcular ${what}. Sem este número o upgrade não é aceito.` }
}

/** Whether the button of the dialog accepts: the figure is part of what is agreed to. */
export function isAcceptable(
  { can_afford, can_upgrade }: Pick<Upgrade, 'can_afford' | 'can_upgrade'>,
  { data }: Outcome,
  isPending: boolean,
): boolean {
  return can_afford && can_upgrade && data !== undefined && !isPending
}

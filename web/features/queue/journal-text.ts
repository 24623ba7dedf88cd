import type { QueueChange } from './api.ts'
import { say } from '#web/text/say.ts'
import { positionText } from './queue-list.ts'

const titles: Readonly<Record<QueueChange['kind'], string>> = {
  place: 'Entrou na fila',
  remove: 'Saiu da fila',
  swap: 'Troca de posições',
  move_to_end: 'Para o fim da fila',
  reorder: 'Nova ordem',
  set_receiver: 'Receptor escolhido',
  next_receiver: 'A vez passou ao próximo',
  edit_entry: 'Lugar editado',
  apply_draw: 'Ordem sorteada ou combinada por todos',
  undo: 'Mudança desfeita',
  swap_turns: 'Troca combinada entre duas pessoas',
}

export function changeTitle({ kind, level, undoes }: Pick<QueueChange, 'kind' | 'level' | 'undoes'>): string {
  const what = undoes === null ? say(titles[kind]) : `Desfeita a mudança do lançamento ${undoes}`
  return say`Fila N${level}: ${what}`
}

export function moveText({ name, from, to }: QueueChange['moves'][number]): string {
  if (from === null) return say`${name} entrou na ${positionText(to!)}`
  if (to === null) return say`${name} saiu da ${positionText(from)}`
  return `${name}: de ${positionText(from)} para ${positionText(to)}`
}

/** Sums up in one sentence the rest that followed from a change, beside the places; null for nothing. */
export function followedText({ cancelled, matched, debts, turns }: QueueChange['followed']): string | null {
  const parts = [
    counted(cancelled, 'doação cancelada', 'doações canceladas'),
    counted(matched, say('doação ganhou receptor'), say('doações ganharam receptor')),
    counted(debts, 'doação passou a ser devida ou deixou de ser', 'doações passaram a ser devidas ou deixaram de ser'),
    counted(turns, 'vez começou ou terminou', 'vezes começaram ou terminaram'),
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : `Com isso: ${parts.join(', ')}.`
}

function counted(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`
}

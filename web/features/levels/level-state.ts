import type { Tone } from '#web/ui/StatusMark.tsx'
import type { LevelEntry } from './api.ts'

type State = 'completed' | 'in_progress' | 'blocked' | 'available'

export const states: Readonly<Record<State, { label: string; color: string; tone: Tone }>> = {
  completed: { label: 'Concluído', color: 'mata', tone: 'done' },
  in_progress: { label: 'Em progresso', color: 'sol', tone: 'look' },
  blocked: { label: 'Bloqueado', color: 'gray', tone: 'over' },
  available: { label: 'Disponível', color: 'mata', tone: 'done' },
}

/** Completed; in progress when donations came in; blocked when none did and it is not the first; else available. */
export function levelState({
  level,
  level_completed,
  donations_received,
}: Pick<LevelEntry, 'level' | 'level_completed' | 'donations_received'>): State {
  if (level_completed) return 'completed'
  if (donations_received > 0) return 'in_progress'
  return level > 1 ? 'blocked' : 'available'
}

/**
 * A turn begins anew with the next rotation, so what counts is how far this one has come. `isRunning`: donations for it are on their
 * way; `isClosed`: the circle has ended.
 */
export function turnState(
  { donations_received, donations_required }: Pick<LevelEntry, 'donations_received' | 'donations_required'>,
  { isRunning = false, isClosed = false }: { isRunning?: boolean; isClosed?: boolean },
): TurnState {
  if (donations_received >= donations_required) return { label: 'Completa', color: 'mata', tone: 'done' }
  if (isClosed && !isRunning) return { label: 'Encerrada', color: 'gray', tone: 'over' }
  if (donations_received > 0) return { label: 'Em curso', color: 'sol', tone: 'look' }
  if (isRunning) return { label: 'Já começou', color: 'sol', tone: 'look' }
  return { label: 'Ainda por vir', color: 'gray', tone: 'over' }
}
type TurnState = (typeof states)[State]

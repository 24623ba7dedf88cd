import type { Draw } from './api.ts'

/** A draw that has neither come to its order nor to nothing. */
export function isRunning({ phase }: Pick<Draw, 'phase'>): boolean {
  return phase !== 'done' && phase !== 'lapsed'
}

/** Those who joined a draw with a number. */
export function joinedIn({ members }: Pick<Draw, 'members'>): Draw['members'] {
  return members.filter(({ commitment }) => commitment !== null)
}

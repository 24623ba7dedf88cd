import type { Part } from './frame/part.ts'
import { endAgainAndAgain, killedPlace } from './installation/life.ts'

/**
 * SIGKILL for the server, for every process of its PostgreSQL, or for both: half of them in the middle of everything that
 * people do, or of what they do seldom; the others while it starts, for the first time or again, while pictures arrive, and
 * while it ends.
 */
export const kills: Part = {
  name: 'kills',
  unit: 'kills',
  full: 2_000,
  small: 1,
  run: (course) => endAgainAndAgain(course, { makePlace: killedPlace }),
}

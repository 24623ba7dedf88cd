import { v7 } from 'uuid'
import type { Clock } from './clock.ts'

/** A UUIDv7 of this moment: ids sort by the time they were made. */
export function newId(clock: Clock): string {
  return v7({ msecs: clock.now() })
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text may be asked for in a uuid column; anything else names nothing. */
export function isId(text: string): boolean {
  return uuidShape.test(text)
}

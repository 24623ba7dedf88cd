import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'
import type { Clock } from './clock.ts'

const SEQUENCE_MAX = 0xffff_ffff
let last = { msecs: -1, seq: 0 }

/** A UUIDv7 of the current moment. Ids that one process creates within one millisecond sort in creation order. */
export function newId(clock: Clock): string {
  const msecs = clock.now()
  const isSame = msecs === last.msecs && last.seq < SEQUENCE_MAX
  // The sequence starts low enough that it cannot overflow within a millisecond.
  last = { msecs, seq: isSame ? last.seq + 1 : randomInt(2 ** 31) }
  return v7(last)
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is valid for a uuid column; any other text refers to nothing. */
export function isId(text: string): boolean {
  return uuidShape.test(text)
}

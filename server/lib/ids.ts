import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'
import type { Clock } from './clock.ts'

const SEQUENCE_MAX = 0xffff_ffff
let last = { msecs: -1, seq: 0 }

/** A UUIDv7 of this moment. Those made by one process within one millisecond sort in the order they were made. */
export function newId(clock: Clock): string {
  const msecs = clock.now()
  const isSame = msecs === last.msecs && last.seq < SEQUENCE_MAX
  // A fresh start low enough that a millisecond's ids never run over.
  last = { msecs, seq: isSame ? last.seq + 1 : randomInt(2 ** 31) }
  return v7(last)
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text may be asked for in a uuid column; anything else names nothing. */
export function isId(text: string): boolean {
  return uuidShape.test(text)
}

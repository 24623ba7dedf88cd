import { totalmem } from 'node:os'

const SMALL_BYTES = 1e9

/** Whether this process has less than a gigabyte, by the machine or by its limits. */
export function isSmallMachine(): boolean {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity) < SMALL_BYTES
}

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { queueReasonText } from '#circle/queue-reason.ts'
import type { QueueChange } from './api.ts'

/** Whether a reason is the one whose hash the ledger holds, found out on this device; null where nothing was promised. */
export function reasonIsKept({ reason, proof }: Pick<QueueChange, 'reason' | 'proof'>): boolean | null {
  if (reason === null || proof === null) return null
  const { circle_id: circleId, seq, salt, hash } = proof
  return bytesToHex(sha256(utf8ToBytes(queueReasonText(salt, { circleId, seq, reason })))) === hash
}

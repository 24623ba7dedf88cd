import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { queueReasonText } from '#circle/queue-reason.ts'
import { hashText } from '#web/api/hash-text.ts'
import { keptEntries } from '#web/api/kept-ledger.ts'
import type { QueueChange } from './api.ts'

type Told = Pick<QueueChange, 'reason' | 'proof'>

/** The same of the entry in the ledger that this device verified; null too where it does not keep that. */
export async function reasonInLedger(told: Told): Promise<boolean | null> {
  const { circle_id: circleId, entry: seq } = told.proof!
  const [entry] = (await keptEntries(circleId, { from: seq, to: seq })) ?? []
  return entry ? reasonIsKept(told, entry) : null
}

/** Whether a reason is the one whose hash an entry of the ledger holds for that change; null where nothing was promised. */
export function reasonIsKept({ reason, proof }: Told, { kind, payload }: LedgerEntry): boolean | null {
  const salt = proof?.salt ?? null
  if (reason === null || proof === null || salt === null) return null
  const { circle_id: circleId, seq } = proof
  const hash = hashText(queueReasonText(salt, { circleId, seq, reason }))
  return kind === 'queue.reason' && payload['change'] === String(seq) && payload['hash'] === hash
}

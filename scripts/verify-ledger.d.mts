import type { Note } from '#circle/ledger/checkpoint.ts'
import type { SignedHead } from '#circle/ledger/entry.ts'
import type { LedgerFault, LedgerFaultCode, LedgerQuestion, LedgerVerdict, OwnRecords } from '#circle/ledger/verdict.ts'

export const sentences: Readonly<Record<LedgerFaultCode, string>>
export function sentenceOf(fault: LedgerFault): string
export function isSigned(head: SignedHead): boolean
export function verify(asked: {
  entries: readonly unknown[]
  head: SignedHead
  kept?: readonly SignedHead[]
  checkpoints?: readonly Note[]
  own?: OwnRecords | undefined
  terms?: LedgerQuestion['terms']
  now?: number
}): LedgerVerdict
export function readCheckpoint(text: string): Note | null
export function readLedger(text: string): { head: SignedHead; entries: unknown[] }
export function readOwnData(text: string): OwnRecords

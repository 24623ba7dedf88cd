import type { Note } from '#circle/ledger/checkpoint.ts'
import type { IsSigned } from '#circle/ledger/signatures.ts'
import type { Journal } from '#circle/ledger/journal.ts'
import type { SignedHead } from '#circle/ledger/entry.ts'
import type { LedgerFault, LedgerFaultCode, LedgerQuestion, LedgerVerdict, OwnRecords } from '#circle/ledger/verdict.ts'

export const sentences: Readonly<Record<LedgerFaultCode, string>>
export function sentenceOf(fault: LedgerFault): string
export function actVerifier(): IsSigned
export function isSigned(head: SignedHead): boolean
export function verify(asked: {
  entries: readonly unknown[]
  head: SignedHead
  kept?: readonly SignedHead[]
  checkpoints?: readonly Note[]
  own?: OwnRecords | undefined
  others?: readonly OwnRecords[]
  journals?: readonly Journal[]
  terms?: LedgerQuestion['terms']
  now?: number
}): LedgerVerdict
export function readCheckpoint(text: string): Note | null
export function readProof(text: string): { heads: SignedHead[]; checkpoints: Note[]; journals: Journal[] }
export function readLedger(text: string): { head: SignedHead; entries: unknown[] }
export function readOwnData(text: string): OwnRecords

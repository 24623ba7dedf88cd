import type { Command } from '#circle/circle.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { RULES } from './rules.ts'

/** The faults that the founding of a real circle can have: it holds its ledger to less than it must, or to more than is known here. */
export type FoundingFaultCode = 'founding.older' | 'founding.newer'

/** From when on no real circle is founded by fewer rules than these. */
const LEAST = { rules: 5, from: Date.UTC(2026, 11, 1) }

/** Whether a ledger says that its circle is a real one. */
export const isOfRealCircle = (entries: readonly LedgerEntry[]): boolean =>
  entries.some(({ kind, payload }) => kind === 'circle.created' && payload['mode'] === 'real')

/** The rules to which the founding of a real circle holds its ledger; null for a demonstration. */
export function readFounding(entries: readonly LedgerEntry[]): {
  readonly rules: number | null
  readonly faults: readonly { readonly code: FoundingFaultCode; readonly seq: number }[]
} {
  const entry = entries.find(({ kind }) => kind === COMMAND_KIND)
  const { command } = (entry?.payload ?? {}) as { command?: Command }
  if (!entry || command?.kind !== 'create_circle' || command.mode !== 'real') return { rules: null, faults: [] }
  const { seq, at } = entry
  const { rules = 1 } = command
  // Anything but a number holds to nothing.
  if (!(rules >= LEAST.rules) && Date.parse(at) >= LEAST.from)
    return { rules, faults: [{ code: 'founding.older', seq }] }
  return { rules, faults: rules > RULES ? [{ code: 'founding.newer', seq }] : [] }
}

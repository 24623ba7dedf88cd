import type { Command } from '#circle/circle.ts'
import type { CircleState } from '#circle/state.ts'
import { CLOSING } from './endings.ts'
import type { LedgerEntry } from './entry.ts'
import type { StateAt } from './shown-state.ts'
import { debtWithId } from './signed-act.ts'
import type { Debt } from './signed-act.ts'

/** One thing of a proposal that would be another, as it is shown. */
export type ShownRow = { readonly field: string; readonly before: string | null; readonly after: string | null }

/** The text of the command that a proposal asks for, null where there is none, and its rows; absent where no data says. */
export type ShownAct = { readonly act?: string | null; readonly rows?: readonly ShownRow[] }

/** The rows of a command (contracts/proposed-rows.ts). */
export type RowsOf = (
  facts: {
    readonly state: CircleState
    readonly now: number
    readonly nameOf: (id: string | null) => string
    readonly donation?: Debt | undefined
  },
  command: Command,
) => readonly ShownRow[]

export const APPROVAL_ENDS = ['executed', 'rejected', 'withdrawn', 'expired', 'failed'].map((end) => `approval.${end}`)

/** In place of a name, of which the ledger knows nothing. */
const SOMEBODY = '\u0001'

/**
 * The entry of a proposal that waits and is not shown with what it asks for; null where it is: with the text whose hash the ledger
 * has of it, and the rows that follow from that as things stood when it was proposed. Names are the server's word. An end in which
 * some lose has its sums beside it, which are held by themselves, and of what is no command the ledger has salted hashes alone.
 */
export function otherwiseShown(
  { entries, stateAt }: { readonly entries: readonly LedgerEntry[]; readonly stateAt: StateAt },
  { id, act, rows = [] }: ShownAct & { readonly id: string },
  { sha256, rowsOf }: { readonly sha256: (text: string) => string; readonly rowsOf: RowsOf },
): number | null {
  const proposed = entries.find(({ kind, payload }) => kind === 'approval.proposed' && payload['approvalId'] === id)
  const isOver = entries.some(({ kind, payload }) => APPROVAL_ENDS.includes(kind) && payload['approvalId'] === id)
  const { actHash, bodyHash, change } = proposed?.payload ?? {}
  if (!proposed || isOver || act === undefined || actHash === bodyHash || change === CLOSING) return null
  if (act === null || sha256(act) !== actHash) return proposed.seq
  const state = stateAt(proposed.seq)
  const command = JSON.parse(act) as Command
  const facts = { now: Date.parse(proposed.at), nameOf: () => SOMEBODY, donation: donationOf(entries, command) }
  const expected = state ? rowsOf({ ...facts, state }, command) : []
  const fields = new Set(expected.map(({ field }) => field))
  const shown = rows.filter(({ field }) => fields.has(field))
  const isSame = (row: ShownRow | undefined, { field, before, after }: ShownRow) =>
    row?.field === field && isText(before, row.before) && isText(after, row.after)
  const areSame = shown.length === expected.length && expected.every((row, at) => isSame(shown[at], row))
  return areSame ? null : proposed.seq
}

/** The donation that a command is about, by itself or by its case. */
function donationOf(entries: readonly LedgerEntry[], command: Command): Debt | undefined {
  const reportId = 'reportId' in command ? command.reportId : null
  const reported = entries.find(({ kind, payload }) => kind === 'donation.reported' && payload['reportId'] === reportId)
  const donationId = reported?.payload['donationId'] ?? ('donationId' in command ? command.donationId : null)
  return debtWithId(entries, donationId) ?? undefined
}

/** Whether a text is shown as expected, whatever the names in it. */
function isText(expected: string | null, shown: string | null): boolean {
  if (expected === null || shown === null) return expected === shown
  const parts = expected.split(SOMEBODY).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(shown)
}

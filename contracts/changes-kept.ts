import { isSameJson } from '#circle/ledger/entry.ts'
import type { AnswerOf } from './contract.ts'

type Entry = { readonly seq: number; readonly kind: string; readonly payload: Readonly<Record<string, string>> }
/** The changes in the ledger that a device verified, oldest first, and the last entry that it has; 0 for none. */
type Kept = { readonly upTo: number; readonly found: readonly Entry[] }
type Told = Pick<AnswerOf<'GET /circle/changes'>, 'data' | 'pagination'>

/**
 * Whether a page of the circle's changes tells those of the ledger that this device verified, each as what it is, and leaves out none; null
 * where it keeps none of this circle. What came since may stand before them: the page is asked for after `kept` was read.
 */
export function areChangesKept({ data, pagination }: Told, { upTo, found }: Kept): boolean | null {
  if (upTo === 0) return null
  const all = changesIn(found)
  const newer = pagination.totalItems - all.length
  const from = (pagination.currentPage - 1) * pagination.pageSize - newer
  const expected = all.slice(Math.max(0, from), Math.max(0, from + pagination.pageSize)).map(toldAs)
  const told = data.filter(({ seq }) => seq <= upTo)
  return (
    newer >= 0 &&
    isSameJson(
      told.map(({ seq, kind, what, after }) => ({ seq, kind, what, after })),
      expected,
    )
  )
}

/** The entries that are told as changes, newest first: as the server chooses them (server/circles/changes.ts). */
function changesIn(found: readonly Entry[]): Entry[] {
  const termsAt = new Set(found.flatMap(({ seq, kind }) => (kind === 'circle.terms_changed' ? [seq] : [])))
  const agreed = new Set(found.flatMap(({ kind, payload }) => (kind === 'order.proposed' ? [payload['orderId']] : [])))
  const isTold = ({ seq, kind, payload }: Entry) =>
    payload['what'] !== 'first' &&
    (kind !== 'queue.drawn' || agreed.has(payload['drawId'])) &&
    (kind !== 'circle.plan_changed' || !termsAt.has(seq + 1))
  return found.filter(isTold).toReversed()
}

function toldAs({ seq, kind, payload }: Entry) {
  const { what, role, days, day, hour, hash, to } = payload
  const isTerms = kind === 'circle.terms_changed'
  return {
    seq,
    kind,
    what: what ?? role ?? days ?? (kind === 'circle.calendar_set' ? `${day}/${hour}` : null),
    after: isTerms ? (hash ?? null) : kind === 'circle.renamed' ? (to ?? null) : null,
  }
}

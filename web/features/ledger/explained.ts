import type { LedgerFaultCode } from '#circle/ledger/verdict.ts'

/** The faults that a ledger has for an older page which does not know what a newer version records. */
const unknownHere: readonly LedgerFaultCode[] = [
  'rules.unknown_kind',
  'rules.unreadable',
  'rules.refused',
  'rules.differs',
  'rules.incomplete',
  'signature.unreadable',
  'signature.misplaced',
  'terms.differ',
  'founding.newer',
]

/**
 * Whether a newer version may be all that is behind a ledger's faults. A past rewritten or cut, another key or circle, one's own
 * donations and the sums are what they are in every version, whatever the server says of its pages.
 */
export function isExplainedByNewer({
  faults,
  faultsFound,
}: {
  readonly faults: readonly { readonly code: LedgerFaultCode }[]
  readonly faultsFound: number
}): boolean {
  return faults.length === faultsFound && faults.every(({ code }) => unknownHere.includes(code))
}

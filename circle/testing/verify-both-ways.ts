import assert from 'node:assert/strict'
import { checkApprovals } from '#circle/ledger/approvals.ts'
import { openConsent } from '#circle/ledger/consent.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { readOn } from '#circle/ledger/following.ts'
import { stateAfter } from '#circle/ledger/known-entries.ts'
import { readKnown } from '#circle/ledger/read-known.ts'
import type { ReadEntries } from '#circle/ledger/read-known.ts'
import { openRemovals } from '#circle/ledger/removals.ts'
import type { LedgerQuestion, LedgerTools, LedgerVerdict } from '#circle/ledger/verdict.ts'
import { signedTexts, verifyLedger } from '#circle/ledger/verify.ts'

const PLACES_MAX = 8

/**
 * As `verifyLedger`, which is asked once more for several places up to which a device had verified the very entries without a fault: what
 * it passes over for that changes nothing of the verdict.
 */
export function verifyBothWays(question: LedgerQuestion, tools: LedgerTools): LedgerVerdict {
  const verdict = verifyLedger(question, tools)
  const texts = signedTexts(question.circleId, question.entries)
  for (const upTo of knownPlaces(question, tools, verdict)) {
    assert.deepEqual(verifyLedger({ ...question, verifiedUpTo: upTo }, tools), verdict)
    const later = texts.filter(({ seq }) => seq > upTo)
    assert.deepEqual(signedTexts(question.circleId, question.entries, upTo), later)
  }
  return verdict
}

/** Places spread over the ledger before its first fault, and the last ones there, up to which nothing is wrong with it. */
function knownPlaces(question: LedgerQuestion, tools: LedgerTools, { faults }: LedgerVerdict): number[] {
  const first = Math.min(question.entries.length + 1, ...faults.flatMap(({ seq, line }) => seq ?? line ?? []))
  const spread = Array.from({ length: PLACES_MAX }, (_, index) => Math.ceil(((index + 1) * (first - 1)) / PLACES_MAX))
  const places = new Set([...spread, first - 2, first - 3, first - 4])
  return [...places].filter((upTo) => upTo > 0 && isFaultless(question, tools, upTo))
}

function isFaultless({ circleId, entries, head }: LedgerQuestion, tools: LedgerTools, upTo: number): boolean {
  const known = entries.slice(0, upTo)
  const { seq, hash, at } = known.at(-1) as LedgerEntry
  const end = { ...head, circle_id: circleId, seq, hash, at, isSigned: true }
  return verifyLedger({ circleId, entries: known, head: end }, tools).faultsFound === 0
}

/**
 * As `checkApprovals`, which goes on besides from several places where it and the check of consents had begun together, whatever was
 * wrong before them.
 */
export function approvalsBothWays(entries: readonly LedgerEntry[], sha256: (text: string) => string) {
  const approvals = checkApprovals(entries, sha256)
  const alone = readersOf(entries, null)
  for (let upTo = entries.length; upTo > 0; upTo -= Math.ceil(entries.length / (2 * PLACES_MAX))) {
    const known = readKnown(entries, upTo)
    if (!known) continue
    assert.deepEqual(known.state, stateAfter(entries.slice(0, known.count)))
    assert.deepEqual(readersOf(entries, known), alone)
    assert.deepEqual(checkApprovals(entries, sha256, readKnown(entries, upTo)!.removals), approvals)
  }
  return approvals
}

/** All that the two tell of a ledger, and the state that each followed to its end. */
function readersOf(entries: readonly LedgerEntry[], known: ReadEntries | null) {
  const removals = readOn(entries, known?.removals, openRemovals)
  const consent = readOn(entries, known?.consent, openConsent)
  const { lacks: _, ...told } = consent.result()
  return { removals: removals.result(), consent: told, states: [removals.draft, consent.draft] }
}

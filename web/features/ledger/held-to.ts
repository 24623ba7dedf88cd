import { originOf } from '#circle/ledger/checkpoint.ts'
import type { CheckedCheckpoint } from '#circle/ledger/verdict.ts'
import type { SignedHead } from '#circle/ledger/entry.ts'
import type { Journal } from '#circle/ledger/journal.ts'
import type { AnswerOf } from '#contracts/contract.ts'

// A browser may serve people of several circles, and an administrator goes from one to another. Kept things of those others
// say nothing about the ledger that is shown. But somebody who belongs to a real circle is not shown another in its place.

/** The circle that is shown, and the real one that the person is known here to belong to. */
type Shown = { readonly circleId: string; readonly boundTo: string | null }

const circlesOf = ({ circleId, boundTo }: Shown): string[] => [circleId, ...(boundTo === null ? [] : [boundTo])]

/** The heads that a ledger is held to. */
export function heldHeads(kept: readonly SignedHead[], shown: Shown): SignedHead[] {
  return kept.filter(({ circle_id }) => circlesOf(shown).includes(circle_id))
}

/** The checkpoints that a ledger is held to. */
export function heldNotes(kept: readonly CheckedCheckpoint[], shown: Shown): CheckedCheckpoint[] {
  const origins = circlesOf(shown).map(originOf)
  return kept.filter(({ origin }) => origins.includes(origin))
}

/** The same of notes as they came. One that is no checkpoint is passed over, and said: it keeps nothing else from being verified. */
export async function readNotes(
  notes: readonly string[],
  shown: Shown,
  read: (note: string) => Promise<CheckedCheckpoint>,
): Promise<{ readonly held: readonly CheckedCheckpoint[]; readonly isUnreadable: boolean }> {
  const all = await Promise.all(notes.map((note) => read(note).catch(() => null)))
  const checkpoints = all.filter((one) => one !== null)
  return { held: heldNotes(checkpoints, shown), isUnreadable: checkpoints.length < all.length }
}

/** The journal that a ledger is held to: that of a demonstration which began anew says nothing of the next one. */
export function heldJournals(journal: Journal | null, shown: Shown): Journal[] {
  return journal && circlesOf(shown).includes(journal.circleId) ? [journal] : []
}

/** The checkpoints that the circle's witnesses cosigned, as notes. */
export function cosignedNotes(witnesses: AnswerOf<'GET /ledger/checkpoint'>['witnesses'] = []): string[] {
  return witnesses.flatMap(({ cosigned }) => (cosigned ? [cosigned.note] : []))
}

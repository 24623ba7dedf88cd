import { carriedJournalText, continued, parseCarriedJournal } from '#circle/ledger/carried-journal.ts'
import type { UnsignedByMe } from '#circle/ledger/in-whose-name.ts'
import type { Journal, JournalAct } from '#circle/ledger/journal.ts'
import { addedIn, keyStore } from './device-key.ts'
import { personOf } from './holder.ts'
import { queryClient } from './query.ts'
import { readSealed, writeSealed } from './sealed-store.ts'
import { hashText } from '#web/api/hash-text.ts'

// The acts of this device, for each person who signed in here. Like its keys they stay after signing out, sealed: a device that forgot
// what it did could not tell what was done in its name.

const nameOf = (holder: string) => `diario ${holder}`

/** The query that holds what this device knows of its person's past. */
export const ownPastKey = (holder: string) => ['own-past', holder] as const

/** The journal of a holder (holder.ts); null before its first line, and where the browser keeps nothing. */
export async function readJournal(holder: string): Promise<Journal | null> {
  return (await readSealed<Journal>(nameOf(holder), keyStore)) ?? null
}

/** Changes a journal, one page of this browser after another. Answers what it is now. */
export async function changeJournal(
  holder: string,
  change: (journal: Journal | null) => Journal | null,
): Promise<Journal | null> {
  const work = async () => {
    const changed = change(await readJournal(holder))
    if (changed) await writeSealed(nameOf(holder), changed, keyStore)
    // A page that shows what this device knows is told; it need not look again and again.
    void queryClient.invalidateQueries({ queryKey: ownPastKey(holder) })
    return changed
  }
  const { locks } = navigator as { locks?: LockManager }
  return locks ? locks.request('ciranda-diario', work) : work()
}

/**
 * The journal of a device's key in a circle: the one kept, or a new one from this entry of the ledger on. Another circle's is of a
 * demonstration that began anew: a person of a real circle signs in no other.
 */
export function journalFor(kept: Journal | null, begun: Omit<Journal, 'known' | 'acts'>): Journal {
  return kept?.circleId === begun.circleId && kept.own === begun.own ? kept : { ...begun, known: [], acts: [] }
}

/** Begins the journal of a device that signs in a circle and has done nothing yet. */
export async function beginJournal(
  holder: string,
  ledger: Pick<Journal, 'circleId' | 'logKey' | 'since'>,
): Promise<void> {
  const added = await addedIn(holder)
  if (added?.circleId !== ledger.circleId) return
  await changeJournal(holder, (kept) => journalFor(kept, { ...ledger, memberId: personOf(holder), own: added.keyId }))
}

/** Notes how an act fared. */
export async function noteAct(holder: string, count: number, news: Partial<JournalAct>): Promise<void> {
  await changeJournal(
    holder,
    (journal) =>
      journal && { ...journal, acts: journal.acts.map((act) => (act.count === count ? { ...act, ...news } : act)) },
  )
}

/** Notes that a device is its person's own. */
export async function noteDevice(holder: string, keyId: string): Promise<void> {
  await changeJournal(holder, (journal) => journal && { ...journal, known: [...new Set([...journal.known, keyId])] })
}

/** Notes what its person did without a signature; `isDone` false takes it back. */
export async function noteUnsigned(holder: string, done: UnsignedByMe, isDone: boolean): Promise<void> {
  await changeJournal(holder, (journal) => {
    if (!journal) return null
    const all = journal.unsigned ?? []
    const at = all.findLastIndex(({ act, about }) => act === done.act && about === done.about)
    return { ...journal, unsigned: isDone ? [...all, done] : all.filter((_, index) => index !== at) }
  })
}

/** Notes that the server said that it was done. */
export async function noteUnsignedDone(holder: string, { act, about }: UnsignedByMe): Promise<void> {
  await changeJournal(holder, (journal) => {
    if (!journal?.unsigned) return journal
    const at = journal.unsigned.findLastIndex((one) => one.act === act && one.about === about)
    const doneAt = new Date().toISOString()
    return { ...journal, unsigned: journal.unsigned.map((one, index) => (index === at ? { ...one, doneAt } : one)) }
  })
}

/** Notes what its person says is theirs: a payment key by its commitment, an entry by its hash. */
export async function noteRecognised(holder: string, commitment: string): Promise<void> {
  await changeJournal(
    holder,
    (journal) => journal && { ...journal, recognised: [...new Set([...(journal.recognised ?? []), commitment])] },
  )
}

/** The past of a person as this device knows it, for a newer device of theirs; null while it has no journal. */
export async function carriedPast(holder: string): Promise<string | null> {
  const journal = await readJournal(holder)
  return journal && carriedJournalText(hashText, journal)
}

/** Takes over the past that an older device shows; false where the text is none, or of another circle or person. */
export async function takePast(holder: string, text: string): Promise<boolean> {
  const carried = parseCarriedJournal(text)
  let isTaken = false
  await changeJournal(holder, (journal) => {
    const next = journal && carried && continued(journal, carried)
    isTaken = next !== null
    return next
  })
  return isTaken
}

/** The code of a device's key, to compare on both of its person's: twelve digits of its hash, and the hash itself. */
export function keyMark(publicKey: string): { readonly code: string; readonly hash: string } {
  const hash = hashText(publicKey)
  const digits = (BigInt(`0x${hash.slice(0, 24)}`) % 10n ** 12n).toString().padStart(12, '0')
  return { code: digits.replace(/(.{4})(.{4})(.{4})/, '$1 $2 $3'), hash }
}

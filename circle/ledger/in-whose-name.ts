import { shapeOf } from './act-kinds.ts'
import type { ActKind } from './act-kinds.ts'
import { DECISIONS } from './deeds.ts'
import type { LedgerEntry } from './entry.ts'
import { readFounding } from './founding.ts'
import { helperIn, openHelpers } from './helpers.ts'
import { OWN_SIGNED_SINCE } from './rules.ts'
import { actOfEntry } from './signed-act.ts'

// Entries in the name of a device's person, or of somebody whom they help, that none of their devices signed.

/** An act that a device's person did, and that the device did not sign. `doneAt`: when (ISO) the server said that it was done. */
export type UnsignedByMe = { readonly act: ActKind; readonly about: string | null; readonly doneAt?: string }

/** An entry that its person is asked about; `id` is what they recognise. */
export type Asked = { readonly seq: number; readonly id: string }

/**
 * The acts in a member's name that nobody signed, and that are no fault for everybody: an objection, an appeal, a device taken
 * away. `done`: those that this device did without a signature. In circles that demand the rest.
 */
export function unsignedActs(
  entries: readonly LedgerEntry[],
  memberId: string,
  { since, done = [] }: { readonly since: number; readonly done?: readonly UnsignedByMe[] | undefined },
): Asked[] {
  if (!isHeld(entries)) return []
  const left = [...done]
  return entries.flatMap((entry) => {
    const act = entry.seq > since && entry.actor_id === memberId ? unsignedIn(entry) : null
    if (!act || shapeOf(act.act).isDemanded) return []
    const at = left.findIndex((one) => one.act === act.act && one.about === act.donationId)
    if (at >= 0) left.splice(at, 1)
    return at >= 0 ? [] : [{ seq: entry.seq, id: entry.hash }]
  })
}

/** Done without a signature, these leave an entry of their own each time, and who did them relies on it. */
const RELIED_ON: readonly ActKind[] = [
  'object',
  'appeal',
  'report',
  'say',
  'end_swap',
  'end_substitute',
  'contest_beginning',
]

/** The acts that the server said were done without a signature, and of which the ledger has none in their member's name. */
export function swallowedActs(
  entries: readonly LedgerEntry[],
  memberId: string,
  done: readonly UnsignedByMe[] = [],
): UnsignedByMe[] {
  const own = entries.flatMap((entry) => (entry.actor_id === memberId ? (actOfEntry(entry) ?? []) : []))
  return done.filter(
    ({ act, about, doneAt }) =>
      doneAt !== undefined &&
      RELIED_ON.includes(act) &&
      !own.some((entered) => entered.act === act && entered.donationId === about),
  )
}

const isHeld = (entries: readonly LedgerEntry[]) => (readFounding(entries).rules ?? 0) >= OWN_SIGNED_SINCE

function unsignedIn(entry: LedgerEntry) {
  const { signature, via } = entry.payload
  if (signature !== undefined || via === 'seed' || helperIn(entry) !== null) return null
  const act = actOfEntry(entry)
  return act && !DECISIONS.includes(act.act) ? act : null
}

/**
 * The entries about people whom a helper helps, while they did, that are not of the helper's device: a device or another payment
 * key of theirs, an act in their name, or the end of the help. So a helper's device watches for those without one.
 */
export function doneToHelped(entries: readonly LedgerEntry[], helperId: string, since: number): Asked[] {
  if (!isHeld(entries)) return []
  const helpers = openHelpers()
  const keys = openKeyChanges()
  const found: Asked[] = []
  for (const entry of entries) {
    const { seq, kind, payload, hash } = entry
    const isWatched = seq > since && helpers.helperOf(String(payload['memberId'])) === helperId
    if (isWatched && (kind === 'member.key_added' || (kind === 'helper.ended' && entry.actor_id !== helperId)))
      found.push({ seq, id: hash })
    keys.read(entry, isWatched)
    const isActed = seq > since && entry.actor_id !== null && helpers.helperOf(entry.actor_id) === helperId
    if (isActed && unsignedIn(entry)) found.push({ seq, id: hash })
    helpers.read(entry)
  }
  return [...found, ...keys.found()].sort((one, other) => one.seq - other.seq)
}

/**
 * Follows the payment keys that are put in the place of people's, or are to be, by their commitments: one that was dropped again
 * before it held is none.
 */
export function openKeyChanges() {
  const [asked, held] = [new Map<string, number>(), new Map<string, number>()]
  return {
    /** Takes the next entry; `isAsked`: its person is asked about a key that it asks for, or puts in force. */
    read({ seq, kind, payload }: LedgerEntry, isAsked: boolean): void {
      if (!kind.startsWith('payment_key.')) return
      const commitment = String(payload['commitment'])
      if (kind !== 'payment_key.confirmed') asked.delete(commitment)
      if (kind === 'payment_key.change_asked' && isAsked) asked.set(commitment, seq)
      if (kind === 'payment_key.committed' && isAsked) held.set(commitment, seq)
    },
    found: (): Asked[] => [...new Map([...asked, ...held])].map(([id, seq]) => ({ seq, id })),
  }
}

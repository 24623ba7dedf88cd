import { isEntry } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { entryReader } from './readable.ts'

// A member's word, in the ledger: for another whom they know in person, and for a witness whose key they chose. Both count
// only as their device signed them.

/** The faults that a member's word can have. */
export type MemberWordFaultCode = 'word.unsigned' | 'word.not_theirs' | 'witness.hash_differs'

export type MemberWords = {
  /** The members who are approved now. */
  readonly members: ReadonlySet<string>
  /** By member: the approved members who know them in person. */
  readonly knownBy: ReadonlyMap<string, ReadonlySet<string>>
  /** By verifier key: the approved members who chose this witness. */
  readonly witnesses: ReadonlyMap<string, ReadonlySet<string>>
}

/** The kinds of entries that members' words are read from. */
export const wordKinds: readonly string[] = [
  'member.approved',
  'member.reinstated',
  'member.suspended',
  'member.left',
  'member.vouched',
  'member.vouch_withdrawn',
  'witness.chosen',
  'witness.dropped',
]

type Entry = Pick<LedgerEntry, 'seq' | 'kind' | 'payload'>

/** Reads members' words entry by entry, in order. What is faulty counts for nothing. */
export function openMemberWords(sha256: (text: string) => string) {
  const members = new Set<string>()
  const knownBy = new Map<string, Set<string>>()
  const witnesses = new Map<string, Set<string>>()

  const faultOf = ({ kind, payload }: Entry): MemberWordFaultCode | null => {
    const { memberId, subjectId, witness, hash, signature } = payload as Record<string, string>
    if (signature === undefined) return 'word.unsigned'
    if (!members.has(memberId!)) return 'word.not_theirs'
    if (kind === 'member.vouched' && (subjectId === memberId || !members.has(subjectId!))) return 'word.not_theirs'
    return witness !== undefined && sha256(String(witness)) !== hash ? 'witness.hash_differs' : null
  }

  const read = (entry: Entry): MemberWordFaultCode | null => {
    const { kind, payload } = entry
    const { memberId, subjectId, witness } = payload as Record<string, string>
    if (kind === 'member.approved' || kind === 'member.reinstated') members.add(memberId!)
    if (kind === 'member.suspended' || kind === 'member.left') members.delete(memberId!)
    const words = kind.startsWith('witness.') ? witnesses : kind.startsWith('member.vouch') ? knownBy : null
    if (!words) return null
    const fault = faultOf(entry)
    if (fault) return fault
    const about = (kind.startsWith('witness.') ? witness : subjectId)!
    const said = words.get(about) ?? new Set()
    if (kind === 'member.vouched' || kind === 'witness.chosen') said.add(memberId!)
    else said.delete(memberId!)
    words.set(about, said)
    return null
  }

  const ofMembers = (words: ReadonlyMap<string, ReadonlySet<string>>) =>
    new Map([...words].map(([about, said]) => [about, new Set([...said].filter((id) => members.has(id)))]))

  return {
    read,
    result: (): MemberWords => ({ members, knownBy: ofMembers(knownBy), witnesses: ofMembers(witnesses) }),
  }
}

/**
 * Whether a witness counts for a reader: they chose it themselves, or half of the members did. A few puppets make no
 * witness.
 */
export function isChosen({ members, witnesses }: MemberWords, key: string, readerId: string | null): boolean {
  const by = witnesses.get(key)
  return by !== undefined && ((readerId !== null && by.has(readerId)) || (by.size > 0 && 2 * by.size >= members.size))
}

const isWord = (value: unknown): value is LedgerEntry =>
  wordKinds.includes((value as LedgerEntry | null)?.kind ?? '') && isEntry(value)

/** The verifier keys of the witnesses that count for any of these readers. */
export function chosenWitnesses(
  entries: readonly unknown[],
  readers: readonly string[],
  sha256: (text: string) => string,
): string[] {
  const result = entryReader(entries.filter(isWord))((readable) => {
    const words = openMemberWords(sha256)
    for (const entry of readable) words.read(entry)
    return words.result()
  })
  return [...result.witnesses.keys()].filter((key) =>
    [null, ...readers].some((reader) => isChosen(result, key, reader)),
  )
}

import type { LedgerEntry } from './entry.ts'

type Entry = Pick<LedgerEntry, 'kind' | 'payload'>
type Placed = { readonly entryId: string; readonly memberId: string }

/**
 * Follows entry by entry whose word about a fiscal counts: every member’s, and once a month was asked for that of the members who
 * held a place when one was.
 */
export function openElectors() {
  const members = new Set<string>()
  const places = openPlaces()
  const hasWord = (id: string): boolean => members.has(id) && places.hasWord(id)
  const among = (said: ReadonlySet<string>): string[] => [...said].filter(hasWord)

  return {
    isMember: (id: string): boolean => members.has(id),
    hasWord,
    /** Those of these people whose word counts now, in their order. */
    among,
    /** Whether these people are more than half of all whose word counts now. */
    isMost: (said: ReadonlySet<string>): boolean => 2 * among(said).length > among(members).length,
    /** How many there are whose word counts now. */
    count: (): number => among(members).length,
    /** Takes the next entry, with the person it is about: `begun` where the first month was asked for by it. */
    read(entry: Entry, personId: string): 'begun' | null {
      const { kind } = entry
      if (kind === 'member.approved' || kind === 'member.reinstated') members.add(personId)
      if (kind === 'member.suspended' || kind === 'member.left') members.delete(personId)
      return places.read(entry)
    },
  }
}

export type Electors = ReturnType<typeof openElectors>

/** Follows who holds a place, and who held one when a month was asked for. */
function openPlaces() {
  const holders = new Map<string, string>()
  let asked: Set<string> | null = null
  const stand = (placed: readonly Placed[]) => {
    for (const { entryId, memberId } of placed) holders.set(entryId, memberId)
  }
  const ask = () => {
    const isFirst = asked === null
    asked = new Set([...(asked ?? []), ...holders.values()])
    return isFirst ? ('begun' as const) : null
  }
  return {
    /** Whether a member’s word counts: everybody’s, until a month was asked for. */
    hasWord: (memberId: string): boolean => asked?.has(memberId) ?? true,
    read({ kind, payload }: Entry): 'begun' | null {
      const { memberId, newcomerId, entryId, drop, restore, places } = payload as Placed & {
        readonly newcomerId: string
        readonly drop: readonly string[]
        readonly restore: readonly Placed[]
        readonly places: readonly Placed[]
      }
      if (kind === 'entry.placed') stand([{ entryId, memberId }])
      if (kind === 'entry.removed') holders.delete(entryId)
      if (kind === 'queue.drawn' || kind === 'circle.brought_in') stand(places)
      if (kind === 'queue.change_undone') {
        for (const id of drop) holders.delete(id)
        stand(restore)
      }
      if (kind === 'place.handed_over') {
        for (const [id, holder] of holders) if (holder === memberId) holders.set(id, newcomerId)
        if (asked?.has(memberId)) asked.add(newcomerId)
      }
      return kind === 'pull.generated' || kind === 'circle.brought_in' ? ask() : null
    },
  }
}

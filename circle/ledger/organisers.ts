import type { LedgerEntry } from './entry.ts'

type Entry = Pick<LedgerEntry, 'kind' | 'payload'>

/** Follows entry by entry who administers, and who helps whom: whoever stands that close to an organiser is no fiscal. */
export function openOrganisers() {
  const administering = new Set<string>()
  const helperOf = new Map<string, string>()

  /** Somebody out of the circle neither helps in it nor is helped. */
  const leave = (memberId: string) => {
    for (const [id, helperId] of helperOf) if (id === memberId || helperId === memberId) helperOf.delete(id)
  }

  return {
    /** Whether somebody administers. */
    has: (id: string): boolean => administering.has(id),
    /** Whether somebody administers, or is the helper of such a person, or is helped by one. */
    isOfOrganiser: (memberId: string): boolean =>
      administering.has(memberId) ||
      administering.has(helperOf.get(memberId) ?? '') ||
      [...administering].some((id) => helperOf.get(id) === memberId),
    /** Takes the next entry, with the person it is about: `joined` where somebody may have come to be of an organiser by it. */
    read({ kind, payload }: Entry, personId: string): 'joined' | null {
      switch (kind) {
        case 'circle.administrators_named':
          // It stands in the founding, before anybody could be a fiscal; later it is a fault of its own.
          for (const id of String(payload['userIds']).split(',')) administering.add(id)
          return null
        case 'administrator.participates':
        case 'administrator.added':
          administering.add(personId)
          return 'joined'
        case 'administrator.removed':
          administering.delete(personId)
          return null
        case 'helper.named':
          helperOf.set(personId, String(payload['helperId']))
          return 'joined'
        case 'helper.ended':
          helperOf.delete(personId)
          return null
        case 'member.suspended':
        case 'member.left':
          leave(personId)
          return null
        default:
          return null
      }
    },
  }
}

export type Organisers = ReturnType<typeof openOrganisers>

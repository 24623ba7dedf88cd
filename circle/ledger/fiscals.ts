import type { LedgerEntry } from './entry.ts'

// Members whom a real circle trusts with the second signature (docs/decisions/064): named by whoever organises, confirmed and
// ended by more than half of the members, each under their device's signature. Once a month was asked for, those count who held a
// place when one was: else whoever lets people in would let in a majority of their own.

/** The faults that the naming of a fiscal, and a member's word about one, can have. */
export type FiscalFaultCode =
  | 'fiscal.named_wrongly'
  | 'fiscal.withdrawn_wrongly'
  | 'fiscal.unsigned'
  | 'fiscal.not_theirs'

export const FISCALS_MAX = 5

/** A fiscal, or somebody named to be one, as the members of now stand to them. */
export type Fiscal = {
  readonly memberId: string
  readonly confirmedBy: readonly string[]
  /** Those who want this to end. */
  readonly endedBy: readonly string[]
  /** Since when (epoch ms) they are a fiscal; null while they are only named. */
  readonly since: number | null
}

/** The kinds of entries that fiscals are read from. */
export const fiscalKinds: readonly string[] = [
  'member.approved',
  'member.reinstated',
  'member.suspended',
  'member.left',
  'circle.administrators_named',
  'administrator.participates',
  'administrator.added',
  'administrator.removed',
  'helper.named',
  'helper.ended',
  'entry.placed',
  'entry.removed',
  'queue.drawn',
  'queue.change_undone',
  'circle.brought_in',
  'place.handed_over',
  'pull.generated',
  'fiscal.named',
  'fiscal.withdrawn',
  'fiscal.confirmed',
  'fiscal.unconfirmed',
  'fiscal.resigned',
]

type Entry = Pick<LedgerEntry, 'at' | 'kind' | 'payload' | 'actor_id'>
type Standing = {
  readonly by: string | null
  readonly confirmed: Set<string>
  readonly against: Set<string>
  since: number | null
}

/**
 * Follows entry by entry who is a fiscal. A faulty naming or word stands for nothing. Nobody who administers is one, helps one of
 * those or is helped by them, and whoever leaves, resigns or comes to this is one no more.
 */
export function openFiscals() {
  const members = new Set<string>()
  const administering = new Set<string>()
  const named = new Map<string, Standing>()
  const helperOf = new Map<string, string>()
  const places = openPlaces()

  const isConfirmed = (id: string) => typeof named.get(id)?.since === 'number'
  const hasWord = (id: string) => members.has(id) && places.hasWord(id)
  const ofMembers = (said: ReadonlySet<string>) => [...said].filter(hasWord)
  const isMost = (said: ReadonlySet<string>) => 2 * ofMembers(said).length > ofMembers(members).length

  /** Whether somebody administers, or is the helper of such a person, or is helped by one. */
  const isOfOrganiser = (memberId: string) =>
    administering.has(memberId) ||
    administering.has(helperOf.get(memberId) ?? '') ||
    [...administering].some((id) => helperOf.get(id) === memberId)

  /** Whether somebody would be a fiscal no more, were one of these named to help the other: by the members’ words alone they are. */
  const endsFiscal = (memberId: string, helperId: string) =>
    (isConfirmed(memberId) && administering.has(helperId)) || (isConfirmed(helperId) && administering.has(memberId))

  /** By whoever named them, or by any who administers once that person does not, as long as the members did not confirm. */
  const mayWithdraw = (memberId: string, actorId: string | null) => {
    const { by, since } = named.get(memberId) ?? { by: null, since: 0 }
    return since === null && (by === actorId || !administering.has(by ?? ''))
  }

  const name = (memberId: string, by: string | null): FiscalFaultCode | null => {
    const mayBe = members.has(memberId) && !isOfOrganiser(memberId) && !named.has(memberId)
    if (!mayBe || named.size >= FISCALS_MAX) return 'fiscal.named_wrongly'
    named.set(memberId, { by, confirmed: new Set(), against: new Set(), since: null })
    return null
  }

  const hear = ({ kind, payload }: Entry): FiscalFaultCode | null => {
    const { memberId, subjectId, signature } = payload as Record<string, string>
    if (signature === undefined) return 'fiscal.unsigned'
    // A helper trusts nobody for another.
    if (payload['via'] === 'helper') return 'fiscal.not_theirs'
    const standing = named.get(subjectId!)
    if (!standing || !hasWord(memberId!) || memberId === subjectId) return 'fiscal.not_theirs'
    const isFor = kind === 'fiscal.confirmed'
    standing[isFor ? 'confirmed' : 'against'].add(memberId!)
    standing[isFor ? 'against' : 'confirmed'].delete(memberId!)
    return null
  }

  const dropOrganisers = () => {
    for (const memberId of named.keys()) if (isOfOrganiser(memberId)) named.delete(memberId)
    return null
  }

  const follow = (entry: Entry): FiscalFaultCode | null => {
    const { kind, payload } = entry
    const memberId = String(payload['memberId'] ?? payload['userId'])
    switch (kind) {
      case 'fiscal.named':
        return name(memberId, entry.actor_id)
      case 'fiscal.withdrawn':
        if (!mayWithdraw(memberId, entry.actor_id)) return 'fiscal.withdrawn_wrongly'
        named.delete(memberId)
        return null
      case 'fiscal.confirmed':
      case 'fiscal.unconfirmed':
        return hear(entry)
      case 'fiscal.resigned':
        return named.delete(memberId) ? null : 'fiscal.not_theirs'
      case 'member.approved':
      case 'member.reinstated':
        members.add(memberId)
        return null
      case 'circle.administrators_named':
        for (const id of String(payload['userIds']).split(',')) administering.add(id)
        return null
      case 'helper.named': {
        const helperId = String(payload['helperId'])
        if (endsFiscal(memberId, helperId)) return 'fiscal.withdrawn_wrongly'
        helperOf.set(memberId, helperId)
        return dropOrganisers()
      }
      case 'helper.ended':
        helperOf.delete(memberId)
        return null
      case 'administrator.participates':
      case 'administrator.added':
        administering.add(memberId)
        return dropOrganisers()
      case 'administrator.removed':
        administering.delete(memberId)
        return null
      case 'member.suspended':
      case 'member.left':
        members.delete(memberId)
        named.delete(memberId)
        // Somebody out of the circle neither helps in it nor is helped.
        for (const [id, helperId] of helperOf) if (id === memberId || helperId === memberId) helperOf.delete(id)
        return null
      default:
        // Confirmed by others than those who count from here on, somebody is only named.
        if (places.read(entry) === 'begun')
          for (const standing of named.values()) if (!isMost(standing.confirmed)) standing.since = null
        return null
    }
  }

  /** The members of now may be more than half, or no more, by a word as by somebody's going. */
  const count = (at: number) => {
    for (const [memberId, standing] of named)
      if (standing.since === null && isMost(standing.confirmed)) standing.since = at
      else if (standing.since !== null && isMost(standing.against)) named.delete(memberId)
  }

  return {
    read(entry: Entry): FiscalFaultCode | null {
      if (!fiscalKinds.includes(entry.kind)) return null
      const fault = follow(entry)
      count(Date.parse(entry.at))
      return fault
    },
    /** Whether somebody is a fiscal, and has been since this time where one is given. */
    isFiscal: (memberId: string | null, since = Infinity): boolean => {
      const from = memberId === null ? undefined : named.get(memberId)?.since
      return typeof from === 'number' && from <= since
    },
    isOfOrganiser,
    endsFiscal,
    mayWithdraw,
    /** Everybody named, in the order of their naming. */
    standing: (): Fiscal[] =>
      [...named].map(([memberId, { confirmed, against, since }]) => {
        return { memberId, confirmedBy: ofMembers(confirmed), endedBy: ofMembers(against), since }
      }),
    hasWord,
    /** How many members there are whose word counts: more than half of them confirm. */
    members: (): number => ofMembers(members).length,
  }
}

type Placed = { readonly entryId: string; readonly memberId: string }

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

export type Fiscals = ReturnType<typeof openFiscals>

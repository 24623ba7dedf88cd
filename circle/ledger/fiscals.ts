import { openElectors } from './electors.ts'
import type { Electors } from './electors.ts'
import type { LedgerEntry } from './entry.ts'
import { openOrganisers } from './organisers.ts'
import type { Organisers } from './organisers.ts'

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
/** Everybody named, in the order of their naming, with those who decide of it. */
type Book = {
  readonly named: Map<string, Standing>
  readonly organisers: Organisers
  readonly electors: Electors
}

/**
 * Follows entry by entry who is a fiscal. A faulty naming or word stands for nothing. Nobody who administers is one, helps one of
 * those or is helped by them, and whoever leaves, resigns or comes to this is one no more.
 */
export function openFiscals() {
  const [organisers, electors] = [openOrganisers(), openElectors()]
  const named = new Map<string, Standing>()
  const book: Book = { named, organisers, electors }

  const isConfirmed = (id: string) => typeof named.get(id)?.since === 'number'

  /** Whether somebody would be a fiscal no more, were one of these named to help the other: by the members’ words alone they are. */
  const endsFiscal = (memberId: string, helperId: string) =>
    (isConfirmed(memberId) && organisers.has(helperId)) || (isConfirmed(helperId) && organisers.has(memberId))

  /** By whoever named them, or by any who administers once that person does not, as long as the members did not confirm. */
  const mayWithdraw = (memberId: string, actorId: string | null) => {
    const { by, since } = named.get(memberId) ?? { by: null, since: 0 }
    return since === null && (by === actorId || !organisers.has(by ?? ''))
  }

  const follow = (entry: Entry): FiscalFaultCode | null => {
    const { kind, payload, actor_id: actorId } = entry
    const memberId = String(payload['memberId'] ?? payload['userId'])
    switch (kind) {
      case 'fiscal.named':
        return name(book, memberId, actorId)
      case 'fiscal.withdrawn':
        if (!mayWithdraw(memberId, actorId)) return 'fiscal.withdrawn_wrongly'
        named.delete(memberId)
        return null
      case 'fiscal.confirmed':
      case 'fiscal.unconfirmed':
        return hear(book, entry)
      case 'fiscal.resigned':
        return named.delete(memberId) ? null : 'fiscal.not_theirs'
      case 'helper.named':
        if (endsFiscal(memberId, String(payload['helperId']))) return 'fiscal.withdrawn_wrongly'
        break
      default:
    }
    goOn(book, entry, memberId)
    return null
  }

  return {
    read(entry: Entry): FiscalFaultCode | null {
      if (!fiscalKinds.includes(entry.kind)) return null
      const fault = follow(entry)
      count(book, Date.parse(entry.at))
      return fault
    },
    /** Whether somebody is a fiscal, and has been since this time where one is given. */
    isFiscal: (memberId: string | null, since = Infinity): boolean => {
      const from = memberId === null ? undefined : named.get(memberId)?.since
      return typeof from === 'number' && from <= since
    },
    isOfOrganiser: organisers.isOfOrganiser,
    endsFiscal,
    mayWithdraw,
    /** Everybody named, in the order of their naming. */
    standing: (): Fiscal[] =>
      [...named].map(([memberId, { confirmed, against, since }]) => {
        return { memberId, confirmedBy: electors.among(confirmed), endedBy: electors.among(against), since }
      }),
    hasWord: electors.hasWord,
    /** How many members there are whose word counts: more than half of them confirm. */
    members: electors.count,
  }
}

function name({ named, organisers, electors }: Book, memberId: string, by: string | null): FiscalFaultCode | null {
  const mayBe = electors.isMember(memberId) && !organisers.isOfOrganiser(memberId) && !named.has(memberId)
  if (!mayBe || named.size >= FISCALS_MAX) return 'fiscal.named_wrongly'
  named.set(memberId, { by, confirmed: new Set(), against: new Set(), since: null })
  return null
}

/** Takes a member’s word for or against somebody named. */
function hear({ named, electors }: Book, { kind, payload }: Entry): FiscalFaultCode | null {
  const { memberId, subjectId, signature } = payload as Record<string, string>
  if (signature === undefined) return 'fiscal.unsigned'
  // A helper trusts nobody for another.
  if (payload['via'] === 'helper') return 'fiscal.not_theirs'
  const standing = named.get(subjectId!)
  if (!standing || !electors.hasWord(memberId!) || memberId === subjectId) return 'fiscal.not_theirs'
  const isFor = kind === 'fiscal.confirmed'
  standing[isFor ? 'confirmed' : 'against'].add(memberId!)
  standing[isFor ? 'against' : 'confirmed'].delete(memberId!)
  return null
}

/** Takes what happens in the circle around the fiscals: people come, leave and organise, and a month is asked for. */
function goOn({ named, organisers, electors }: Book, entry: Entry, memberId: string): void {
  if (entry.kind === 'member.suspended' || entry.kind === 'member.left') named.delete(memberId)
  if (organisers.read(entry, memberId) === 'joined')
    for (const id of named.keys()) if (organisers.isOfOrganiser(id)) named.delete(id)
  // Confirmed by others than those who count from here on, somebody is only named.
  if (electors.read(entry, memberId) === 'begun')
    for (const standing of named.values()) if (!electors.isMost(standing.confirmed)) standing.since = null
}

/** The members of now may be more than half, or no more, by a word as by somebody's going. */
function count({ named, electors }: Book, at: number): void {
  for (const [memberId, standing] of named)
    if (standing.since === null && electors.isMost(standing.confirmed)) standing.since = at
    else if (standing.since !== null && electors.isMost(standing.against)) named.delete(memberId)
}

export type Fiscals = ReturnType<typeof openFiscals>

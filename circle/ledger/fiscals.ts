import type { LedgerEntry } from './entry.ts'

// Members whom a real circle trusts with the second signature (docs/decisions/064): named by whoever organises, confirmed and
// ended by more than half of the members, each under their device's signature.

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

  const ofMembers = (said: ReadonlySet<string>) => [...said].filter((id) => members.has(id))
  const isMost = (said: ReadonlySet<string>) => 2 * ofMembers(said).length > members.size

  /** Whether somebody administers, or is the helper of such a person, or is helped by one. */
  const isOfOrganiser = (memberId: string) =>
    administering.has(memberId) ||
    administering.has(helperOf.get(memberId) ?? '') ||
    [...administering].some((id) => helperOf.get(id) === memberId)

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
    if (!standing || !members.has(memberId!) || memberId === subjectId) return 'fiscal.not_theirs'
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
      case 'helper.named':
        helperOf.set(memberId, String(payload['helperId']))
        return dropOrganisers()
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
        return null
      default:
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
    mayWithdraw,
    /** Everybody named, in the order of their naming. */
    standing: (): Fiscal[] =>
      [...named].map(([memberId, { confirmed, against, since }]) => {
        return { memberId, confirmedBy: ofMembers(confirmed), endedBy: ofMembers(against), since }
      }),
    /** How many approved members there are: more than half of them confirm. */
    members: (): number => members.size,
  }
}

export type Fiscals = ReturnType<typeof openFiscals>

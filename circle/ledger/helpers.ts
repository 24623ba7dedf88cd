import type { ActKind } from './act-kinds.ts'
import type { LedgerEntry } from './entry.ts'
import { faultsOf } from './faults-of.ts'
import { actOfEntry, debtOf } from './signed-act.ts'

// Somebody without a device of their own takes part with a helper, whom they named on paper. What the helper does stands in the
// ledger under the person's name, `via: helper`, with the helper's id and the signature of the helper's device.

/** The faults that help in a ledger can have. */
export type HelperFaultCode =
  | 'helper.named_wrongly'
  | 'helper.too_many'
  | 'helper.unknown'
  | 'helper.unsigned'
  | 'helper.not_theirs'

/** The most people that one person helps. */
export const HELPED_MAX = 2

/**
 * The acts that a helper does for somebody: paying, answering a payment, the terms, their row of a roda that comes in, and
 * refusing another payment key, which protects its person. Nobody changes a key, a password or a place for another,
 * leaves for them, or vouches for people in their name; nor confirms for them what they pay themselves, or for another whom they help.
 */
export const HELPED_ACTS: readonly ActKind[] = [
  'send_receipt',
  'reject_receipt',
  'confirm',
  'accept_terms',
  'accept_beginning',
  'object_key',
]

/**
 * Whether an entry follows from an act before it, which was signed: whoever accepts the terms is paid again, and the case that a
 * second rejection begins has its reason.
 */
export function followsAct(kind: string, fields: Readonly<Record<string, unknown>>): boolean {
  const { command, what } = fields as { readonly command?: { readonly kind: string }; readonly what?: string }
  return command?.kind === 'serve_again' || (kind === 'case.words' && what === 'reason')
}

/** The kinds of entries that say who helps whom. */
export const helperKinds: readonly string[] = [
  'member.approved',
  'member.reinstated',
  'member.suspended',
  'member.left',
  'member.key_added',
  'member.key_removed',
  'administrator.participates',
  'helper.named',
  'helper.ended',
]

type Entry = Pick<LedgerEntry, 'kind' | 'payload' | 'actor_id'>

/** The helper who did an entry in its actor's name; null where the actor did it. */
export function helperIn({ payload }: Pick<LedgerEntry, 'payload'>): string | null {
  return payload['via'] === 'helper' ? String(payload['helper']) : null
}

/** The reasons for which somebody may not be named now. */
export type WhyNoHelper = 'oneself' | 'not_member' | 'has_device' | 'has_helper' | 'is_helper' | 'too_many' | 'half'

/** Follows who helps whom, entry by entry. */
export function openHelpers() {
  const members = new Set<string>()
  const organisers = new Set<string>()
  const devices = new Map<string, Set<string>>()
  const helperOf = new Map<string, string>()

  const helpedBy = (helperId: string) => [...helperOf].flatMap(([id, by]) => (by === helperId ? [id] : []))

  const whyNot = (memberId: string, helperId: string): WhyNoHelper | null => {
    if (memberId === helperId) return 'oneself'
    if (!members.has(memberId) || !members.has(helperId)) return 'not_member'
    if ((devices.get(memberId)?.size ?? 0) > 0) return 'has_device'
    if (helperOf.has(memberId)) return 'has_helper'
    if (helperOf.has(helperId) || helpedBy(memberId).length > 0) return 'is_helper'
    const helped = helpedBy(helperId).length + 1
    if (helped > HELPED_MAX) return 'too_many'
    return organisers.has(helperId) && 2 * helped >= members.size ? 'half' : null
  }

  const name = ({ payload, actor_id: actorId }: Entry): HelperFaultCode | null => {
    const { memberId, helperId } = payload as Record<string, string>
    const why = actorId === helperId ? 'oneself' : whyNot(memberId!, helperId!)
    // A faulty naming gives nobody a helper.
    if (why === null) helperOf.set(memberId!, helperId!)
    return why && (why === 'too_many' || why === 'half' ? 'helper.too_many' : 'helper.named_wrongly')
  }

  const end = ({ payload }: Entry): HelperFaultCode | null => {
    const { memberId, helperId } = payload as Record<string, string>
    if (helperOf.get(memberId!) !== helperId) return 'helper.unknown'
    helperOf.delete(memberId!)
    return null
  }

  /** Somebody out of the circle neither helps in it nor is helped. */
  const leave = (memberId: string) => {
    members.delete(memberId)
    for (const id of [memberId, ...helpedBy(memberId)]) helperOf.delete(id)
  }

  return {
    /** Takes the next entry that says who helps whom; names what is wrong with it. */
    read(entry: Entry): HelperFaultCode | null {
      const { kind, payload } = entry
      const { memberId, keyId } = payload as Record<string, string>
      if (kind === 'member.approved' || kind === 'member.reinstated') members.add(memberId!)
      if (kind === 'member.suspended' || kind === 'member.left') leave(memberId!)
      if (kind === 'member.key_added') devices.set(memberId!, (devices.get(memberId!) ?? new Set()).add(keyId!))
      if (kind === 'member.key_removed') devices.get(memberId!)?.delete(keyId!)
      if (kind === 'administrator.participates') organisers.add(memberId!)
      return kind === 'helper.named' ? name(entry) : kind === 'helper.ended' ? end(entry) : null
    },
    whyNot,
    helpedBy,
    /** The helper of a member now; null for nobody. */
    helperOf: (memberId: string): string | null => helperOf.get(memberId) ?? null,
    /** These members, and whoever helps one of them: what is a matter of the helped is a matter of the helper's own. */
    withHelpers: (memberIds: ReadonlySet<string>): ReadonlySet<string> =>
      helperOf.size === 0
        ? memberIds
        : new Set([...memberIds, ...[...memberIds].flatMap((id) => helperOf.get(id) ?? [])]),
  }
}

export type Helpers = ReturnType<typeof openHelpers>

/** Names everything in a ledger that was done in somebody's name by whoever was not their helper, and every wrong naming. */
export function checkHelpers(
  entries: readonly LedgerEntry[],
): { readonly code: HelperFaultCode; readonly seq: number }[] {
  const helpers = openHelpers()
  const donors = new Map<unknown, string>()
  return faultsOf(entries, (entry) => {
    const debt = debtOf(entry)
    if (debt) donors.set(entry.payload['donationId'], debt.donorId)
    return helpers.read(entry) ?? faultOfHelped(entry, helpers, donors)
  })
}

function faultOfHelped(
  entry: LedgerEntry,
  { helperOf }: Helpers,
  donors: ReadonlyMap<unknown, string>,
): HelperFaultCode | null {
  const helperId = helperIn(entry)
  if (helperId === null) return null
  if (entry.actor_id === null || helperOf(entry.actor_id) !== helperId) return 'helper.unknown'
  if (followsAct(entry.kind, entry.payload)) return null
  const act = actOfEntry(entry)
  if (!act || !HELPED_ACTS.includes(act.act)) return 'helper.not_theirs'
  const payer = act.act === 'confirm' ? donors.get(act.donationId) : undefined
  if (payer !== undefined && (payer === helperId || helperOf(payer) === helperId)) return 'helper.not_theirs'
  return entry.payload['signature'] === undefined ? 'helper.unsigned' : null
}

import type { Command } from '#circle/circle.ts'
import type { Draft } from '#circle/draft.ts'
import type { PartiesOf } from '#circle/own-matter.ts'
import { counterpartiesOf, whoseMatter } from '#circle/own-matter.ts'
import { arrangesFirstOrder, takesTwoPeople } from '#circle/two-people.ts'
import type { TwoPeopleChange } from '#circle/two-people.ts'
import { isOfAdministration } from './administrators.ts'
import { openDeadlines } from './deadlines.ts'
import type { DeadlineFaultCode } from './deadlines.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { readOn } from './following.ts'
import type { Begun } from './following.ts'
import { openHelpers } from './helpers.ts'
import type { Helpers } from './helpers.ts'
import { isRecordKind } from './records.ts'
import { ALONE_SINCE, DEADLINES_SINCE, HAND_OVERS_BY_TWO_SINCE, holdsToRules } from './rules.ts'
import { madeBetween } from './signed-act.ts'

/**
 * A member whom somebody else made leave for good, which nobody but they chooses; a first order by hand, where an
 * organiser takes part; and a deadline without its effect.
 */
export type RemovalFaultCode = 'member.made_to_leave' | 'queue.first_by_hand' | DeadlineFaultCode

export type Removals = {
  /** By the entry of their command: the changes that needed an approval, by the state that they met. */
  readonly changes: ReadonlyMap<number, TwoPeopleChange>
  /**
   * By entry, whose own matter it decides, where somebody decides who takes part, and in ledgers of `ALONE_SINCE`
   * (circle/own-matter.ts).
   */
  readonly matters: ReadonlyMap<number, ReadonlySet<string>>
  readonly faults: readonly { readonly code: RemovalFaultCode; readonly seq: number }[]
}

/**
 * Finds what the administration did to somebody's place or membership, and which of it two people decide, by following
 * the circle's state. In ledgers whose founding holds to this; in others there is nothing.
 */
export function findRemovals(entries: readonly LedgerEntry[], begun?: Begun<RemovalsReader>): Removals {
  return readOn(entries, begun, openRemovals).result()
}

/** Reads removals entry by entry, along the state that each entry met. */
export function openRemovals() {
  const changes = new Map<number, TwoPeopleChange>()
  const faults: { code: RemovalFaultCode; seq: number }[] = []
  const matters = new Map<number, ReadonlySet<string>>()
  const parties = new Map<string, readonly (string | null)[]>()
  /** Those who take part and approve what others propose, beside the actor of an entry. */
  const approvers = new Set<string>()
  const helpers = openHelpers()
  const deadlines = openDeadlines()
  let hasOrganiser = false
  let areAllAsked = false
  let areDeadlinesHeld = false
  let areHandOversHeld = false
  /** Where the rules could not read an entry, nothing is said of those behind it. */
  let isOver = false

  const take = (entry: LedgerEntry, founding: Draft | null): void => {
    if (isOver) return
    const { seq, kind, payload, actor_id: actorId } = entry
    const { draft } = reader
    helpers.read(entry)
    if (draft && actorId !== null && (areAllAsked || draft.members.has(actorId) || approvers.size > 0)) {
      const matter = matterOf(draft, helpers, entry, (donationId) => parties.get(donationId) ?? [])
      if (matter) matters.set(seq, matter)
      if (kind === 'approval.approved' && draft.members.has(actorId)) approvers.add(actorId)
    }
    hasOrganiser ||= kind === 'administrator.participates'
    if (madeBetween.includes(kind))
      parties.set(String(payload['donationId']), [payload['donorId'], payload['receiverId']] as (string | null)[])
    if (kind === COMMAND_KIND) takeCommand(entry, founding)
    else if (draft && !isRecordKind(kind)) deadlines.note(entry)
  }

  const takeCommand = (entry: LedgerEntry, founding: Draft | null): void => {
    const { seq, payload, actor_id: actorId } = entry
    const { command } = payload as { command?: Command }
    if (holdsToRules(command)) reader.draft = founding
    const { draft } = reader
    areAllAsked ||= holdsToRules(command, ALONE_SINCE)
    areDeadlinesHeld ||= holdsToRules(command, DEADLINES_SINCE)
    areHandOversHeld ||= holdsToRules(command, HAND_OVERS_BY_TWO_SINCE)
    if (!draft) return
    if (areDeadlinesHeld && command?.kind !== 'expire' && deadlines.spares(draft, Date.parse(entry.at)))
      faults.push({ code: 'deadline.spared', seq })
    if (!command) return
    if (hasOrganiser && arrangesFirstOrder(draft, command)) faults.push({ code: 'queue.first_by_hand', seq })
    if (isOwn(entry, command, areAllAsked)) return
    const change = takesTwoPeople(draft, command)
    if (change && (areHandOversHeld || change !== 'hand_over')) changes.set(seq, change)
    // The erased whom a restored backup brought back go again; nobody goes so by whose going somebody could lose.
    const isReturned = actorId === null && change === null
    if (command.kind === 'depart_member' && command.how === 'left' && !isReturned)
      faults.push({ code: 'member.made_to_leave', seq })
  }

  const reader = {
    draft: null as Draft | null,
    take,
    lose: () => {
      reader.draft = null
      isOver = true
    },
    result: (): Removals => ({ changes, matters, faults }),
  }
  return reader
}

export type RemovalsReader = ReturnType<typeof openRemovals>

/** The records about somebody's key or access, or who acts for them, that the administration causes. */
export const keyRecords: readonly string[] = [
  'payment_key.change_asked',
  'member.access_reset',
  'member.email_changed',
  'helper.named',
]

/** Whose own matter an entry of the administration's decides; null for every other entry. */
function matterOf(
  draft: Draft,
  { withHelpers }: Helpers,
  entry: LedgerEntry,
  ended: PartiesOf,
): ReadonlySet<string> | null {
  const { kind, payload, at, actor_id: actorId } = entry
  if (keyRecords.includes(kind) && payload['memberId'] !== actorId) {
    const subject = new Set([String(payload['memberId'])])
    return withHelpers(new Set([...subject, ...counterpartiesOf(draft, subject)]))
  }
  const { command } = payload as { command?: Command }
  if (kind !== COMMAND_KIND || !command || !isOfAdministration(command, actorId)) return null
  return withHelpers(whoseMatter(draft, command, Date.parse(at), ended))
}

/** A member's own request, or what nobody asked for: in ledgers of `ALONE_SINCE` somebody's going is looked at all the same. */
function isOwn({ actor_id: actorId }: LedgerEntry, command: Command, areAllAsked: boolean): boolean {
  if (actorId === null) return !(areAllAsked && command.kind === 'depart_member')
  return 'memberId' in command && command.memberId === actorId
}

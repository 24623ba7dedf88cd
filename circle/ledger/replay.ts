import type { Command } from '#circle/circle.ts'
import { decide, evolve } from '#circle/circle.ts'
import { isCommand } from './command-shape.ts'
import { isEventKind } from './event-kinds.ts'
import { knownEntries } from './known-entries.ts'
import type { KnownEntries } from './known-entries.ts'
import { COMMAND_KIND, isSameJson } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { isRecordKind, isRecordPayload, mayRecord, saysHelper, VIAS } from './records.ts'
import type { Via } from './records.ts'
import { holdsToRules, LATE_SINCE } from './rules.ts'
import type { ActSignature } from './signed-act.ts'
import { nextLastChange } from '#circle/undo.ts'
import type { LastChange } from '#circle/undo.ts'
import { isBalanced } from '#circle/plan.ts'
import type { CircleEvent, CircleMode, CircleState } from '#circle/state.ts'

/**
 * A recorded command, the ids that its decision took, in the order in which it took them, how its actor was
 * authenticated (absent in entries from before this was recorded), and what the member's own device signed.
 */
export type CommandPayload = {
  readonly command: Command
  readonly ids: readonly string[]
  readonly via?: Via
  /** The helper who did it for its actor (circle/ledger/helpers.ts). */
  readonly helper?: string
  readonly signature?: ActSignature
}

/** The faults that replaying the rules can find in an entry. */
export type ReplayFaultCode =
  | 'rules.unreadable'
  | 'rules.unknown_kind'
  | 'rules.unexplained'
  | 'rules.unrecorded'
  | 'rules.refused'
  | 'rules.differs'
  | 'rules.incomplete'
  | 'rules.actor'
  | 'rules.time'
  | 'rules.not_balanced'

export type ReplayFault = { readonly code: ReplayFaultCode; readonly seq: number }

export type Replay = {
  /** The first entry that was held to the rules; null for a ledger from before commands were recorded. */
  readonly fromSeq: number | null
  /** In order. The replay ends at the first entry that the rules contradict: what follows it rests on it. */
  readonly faults: readonly ReplayFault[]
}

/**
 * Repeats every decision of a ledger from the ledger alone: `decide` on the recorded command, at the recorded time and
 * with the recorded ids, must give exactly the events that follow. So whoever holds the database and every key still
 * cannot invent a debt, swap a receiver, or let somebody jump the queue without the rules contradicting it.
 *
 * `entries` are in order and chained. Entries from before commands were recorded are applied as they are; from the first
 * command on, every event needs one. `given`: the entries that these very rules repeated before without a fault, or the last of them.
 * `circle/ledger/verify.ts` asks this of a whole ledger.
 */
export function replayRules(entries: readonly LedgerEntry[], given: number | KnownEntries = 0): Replay {
  const faults: ReplayFault[] = []
  let fromSeq: number | null = null
  const known = typeof given === 'number' ? knownEntries(entries, given) : given
  let { state } = known
  let decided: Decided | null = null
  let lastAt = -Infinity
  let lastChange: LastChange | null = null
  const taken = new Set<string>()
  const weakens = openStays()
  for (const [index, entry] of entries.entries()) {
    const at = Date.parse(entry.at)
    if (at < lastAt) faults.push({ code: 'rules.time', seq: entry.seq })
    lastAt = Math.max(lastAt, at)
    const isCommandEntry = entry.kind === COMMAND_KIND
    if (isCommandEntry) fromSeq ??= entry.seq
    if (index < known.count) {
      if (isCommandEntry) noteKnown(entry.payload as CommandPayload, taken, weakens)
      continue
    }
    const step: Step = isCommandEntry
      ? repeatCommand(entry, at, state, decided, lastChange)
      : isRecordKind(entry.kind)
        ? readRecord(entry, state, decided)
        : decided
          ? expectEvent(entry, decided)
          : fromSeq === null
            ? applyUnrecorded(entry, at, state)
            : { fault: 'rules.unexplained' }
    if ('fault' in step) return { fromSeq, faults: [...faults, { code: step.fault, seq: entry.seq }] }
    const isRefused =
      isCommandEntry &&
      (!areNew(taken, entry.payload as CommandPayload) || (step.decided && weakens(step.decided.command)))
    if (isRefused) return { fromSeq, faults: [...faults, { code: 'rules.refused', seq: entry.seq }] }
    if (decided && !step.decided && decided.before)
      lastChange = nextLastChange(lastChange, { ...decided, before: decided.before })
    state = step.state
    decided = step.decided
  }
  const last = entries.at(-1)
  if (decided && last) faults.push({ code: 'rules.incomplete', seq: last.seq })
  return { fromSeq, faults }
}

function noteKnown(payload: CommandPayload, taken: Set<string>, weakens: (command: Command) => boolean): void {
  areNew(taken, payload)
  weakens(payload.command)
}

/**
 * A ledger goes on doing for everybody what it once does. Answers whether a command leaves that out: a rejected receipt that is kept for
 * a decision, else a disputed donation would vanish; what is unpaid in a roda and stays owed, for one as for another; and an end
 * to how long a case of the administration's holds a deadline.
 */
function openStays(): (command: Command) => boolean {
  let rejectedStay = false
  let lateStay = false
  return (command) => {
    const endsUnpaid = command.kind === 'expire' && !command.late
    const holdsForEver = command.kind === 'open_case' && !command.bounded
    const vanishes = command.kind === 'reject_receipt' && !command.stays
    const isWeaker = (lateStay && (endsUnpaid || holdsForEver)) || (rejectedStay && vanishes)
    rejectedStay ||= command.kind === 'reject_receipt' && command.stays === true
    lateStay ||= holdsToRules(command, LATE_SINCE) || (command.kind === 'expire' && command.late === true)
    return isWeaker
  }
}

/** An event from before commands were recorded; of a real circle every decision was, from its founding on. */
function applyUnrecorded(entry: LedgerEntry, at: number, state: CircleState | null): Step {
  const step = applyEvent(entry, at, state)
  return 'fault' in step || step.state?.mode !== 'real' ? step : { fault: 'rules.unrecorded' }
}

/** A decision repeated: who asked, the events that must follow, and the state after them. */
type Decided = {
  readonly actorId: string | null
  /** The entry of the command, and everything that the rules made of it; `left` are the events still to come. */
  readonly seq: number
  readonly command: Command
  readonly events: readonly CircleEvent[]
  readonly left: readonly CircleEvent[]
  readonly after: CircleState
  readonly before: CircleState | null
}
type Step =
  | { readonly state: CircleState | null; readonly decided: Decided | null }
  | { readonly fault: ReplayFaultCode }

function repeatCommand(
  entry: LedgerEntry,
  now: number,
  state: CircleState | null,
  open: Decided | null,
  lastChange: LastChange | null,
): Step {
  if (open) return { fault: 'rules.incomplete' }
  const { command, ids, via, helper, signature: _, ...more } = entry.payload as Partial<CommandPayload>
  if (Object.keys(more).length > 0 || !saysHelper({ via, helper })) return { fault: 'rules.unreadable' }
  if (!isCommand(command) || !Array.isArray(ids)) return { fault: 'rules.unreadable' }
  if (command.kind === 'undo' && !undoes(command, lastChange)) return { fault: 'rules.refused' }
  if (!mayAct(command, entry.actor_id, state)) return { fault: 'rules.actor' }
  if (
    via !== undefined &&
    !mayBeVia(via, entry.actor_id, command.kind === 'create_circle' ? command.mode : state?.mode)
  )
    return { fault: 'rules.actor' }
  let taken = 0
  const newId = () => String(ids[taken++])
  try {
    const result = decide(state, command, { now, newId })
    if (!result.ok) return { fault: command.kind === 'create_circle' ? 'rules.not_balanced' : 'rules.refused' }
    if (taken !== ids.length) return { fault: 'rules.differs' }
    const { events } = result
    const { actor_id: actorId, seq } = entry
    const decided = { actorId, seq, command, events, left: events, after: result.state, before: state }
    return events.length === 0 ? { fault: 'rules.differs' } : { state, decided }
  } catch {
    // The rules answer a command or assert; a command that makes them assert is none that the server ever recorded.
    return { fault: 'rules.refused' }
  }
}

/** Whether no id was taken before: a place, turn or case with the id of another would stand in its stead. */
function areNew(taken: Set<string>, { command, ids }: CommandPayload): boolean {
  const named = command.kind === 'report' || command.kind === 'open_case' ? [command.reportId, ...ids] : ids
  const before = taken.size
  for (const id of named) taken.add(String(id))
  return taken.size === before + named.length
}

/** The next entry after a command is the next event that the rules gave, by the same actor. */
function expectEvent({ kind, payload, actor_id }: LedgerEntry, decided: Decided): Step {
  const { actorId, after, before } = decided
  const [expected, ...left] = decided.left
  if (!isSameJson({ ...payload, kind }, expected)) return { fault: 'rules.differs' }
  if (actor_id !== actorId) return { fault: 'rules.actor' }
  return left.length === 0 ? { state: after, decided: null } : { state: before, decided: { ...decided, left } }
}

/** An undoing gives back exactly what the last change replaced, and only while nothing rests on that. */
function undoes({ seq, inverse }: Extract<Command, { kind: 'undo' }>, last: LastChange | null): boolean {
  return last !== null && last.rests === null && last.seq === seq && isSameJson(inverse, last.inverse)
}

/** A record stands between decisions, in a circle that exists, and has the exact shape of its kind. */
function readRecord({ kind, payload, actor_id }: LedgerEntry, state: CircleState | null, open: Decided | null): Step {
  if (open) return { fault: 'rules.incomplete' }
  if (!state) return { fault: 'rules.unexplained' }
  if (!isRecordKind(kind) || !isRecordPayload(kind, payload)) return { fault: 'rules.unreadable' }
  const isTemporary = payload['via'] === 'temporary' && kind === 'member.password_changed' && actor_id !== null
  const isVia = isTemporary || mayBeVia(payload['via'] as Via, actor_id, state.mode)
  if (!mayRecord(kind, actor_id, payload) || !isVia) return { fault: 'rules.actor' }
  // On these sums rests the settlement of the two people, outside of Ciranda.
  if (kind === 'substitute.asked' && !areSumsOf(state, payload)) return { fault: 'rules.refused' }
  return { state, decided: null }
}

function areSumsOf({ members }: CircleState, { memberId, given, received }: LedgerEntry['payload']): boolean {
  const member = members.get(String(memberId))
  return member !== undefined && member.given[1] === Number(given) && member.received[1] === Number(received)
}

/** An entry from before commands were recorded is taken as it is, as far as the rules can read it. */
function applyEvent({ kind, payload }: LedgerEntry, at: number, state: CircleState | null): Step {
  if (!isEventKind(kind)) return { fault: 'rules.unknown_kind' }
  try {
    const next = evolve(state, { ...payload, kind } as CircleEvent, at)
    if (next.mode === 'real' && !isBalanced(next.plan)) return { fault: 'rules.not_balanced' }
    return { state: next, decided: null }
  } catch {
    return { fault: 'rules.unreadable' }
  }
}

/** The commands that come without anybody: by the clock, by the calendar, and of the erased whom a restored backup brought back. */
const NOBODYS: readonly Command['kind'][] = ['expire', 'apply_draw', 'generate_pull', 'depart_member']

/**
 * Whether this actor may ask for this: what a member does for themselves is done by nobody else, and what only the clock
 * causes has no actor. Everything else is an administrator's, whom the ledger names and does not know; in a real circle it is
 * somebody's.
 */
function mayAct(command: Command, actorId: string | null, state: CircleState | null): boolean {
  if (actorId === null && state?.mode === 'real' && !NOBODYS.includes(command.kind)) return false
  switch (command.kind) {
    case 'send_receipt':
    case 'reject_receipt':
    case 'report':
    case 'accept_upgrade':
    case 'serve_again':
    case 'swap_turns':
    case 'pay_ahead':
    case 'take_shares':
      return actorId === command.memberId
    case 'confirm':
      return command.by === 'administration' ? actorId !== null : actorId === command.by?.memberId
    case 'open_case':
      // A member cannot open one as if the administration had: parties report, which is a command of its own. In a real
      // circle an administrator may be a member, and who administers is known (circle/ledger/administrators.ts).
      return actorId !== null && (state?.mode === 'real' || !state?.members.has(actorId))
    case 'expire':
    case 'apply_draw':
      return actorId === null
    case 'depart_member':
      return actorId !== null || state?.mode !== 'real' || command.how === 'left'
    default:
      return true
  }
}

/**
 * Whether an entry of this actor can have come this way: only jobs have no actor, only a demonstration is seeded, and a
 * session opened with a password that somebody else set may do nothing that a ledger records, but choose another one.
 */
function mayBeVia(via: Via, actorId: string | null, mode: CircleMode | undefined): boolean {
  if (!VIAS.includes(via) || via === 'temporary') return false
  return (via === 'job') === (actorId === null) && (via !== 'seed' || mode === 'demonstracao')
}

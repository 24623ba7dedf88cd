import type { Command } from '#circle/circle.ts'
import { canonicalJson } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { circleSettings } from './records.ts'
import type { RecordKind } from './records.ts'
import { QUEUE_CHANGES } from '#circle/queue-changes.ts'
import { ALONE_HOURS } from './rules.ts'

/** The faults that a real circle's administrators can have. */
export type AdministratorFaultCode =
  | 'administrator.unapproved'
  | 'administrator.unknown'
  | 'administrator.named_late'
  | 'administrator.unsaid'

/** The entries that stand before the naming of a circle's first administrators: its creation, and its first terms. */
const FOUNDING = ['command', 'circle.created', 'circle.terms_changed']

/**
 * The server measures its limits from a moment before it waits for the circle and writes the entry, which is later by what
 * that took: an honest ledger must not fail by it.
 */
export const TOLERANCE_MS = 10 * 60_000
/** How long after its approval an invitation can be accepted. */
const INVITATION_MS = 7 * 86_400_000 + TOLERANCE_MS
/** How long somebody whom one person alone added does not count as a second person. */
const ALONE_MS = ALONE_HOURS * 3_600_000 - TOLERANCE_MS

/** The commands that only somebody who administers gives; a member may give some of them about themselves. */
const administered: readonly Command['kind'][] = [
  'change_plan',
  'approve_member',
  'depart_member',
  'reinstate_member',
  ...QUEUE_CHANGES,
  'begin_rotation',
  'bring_in',
  'generate_pull',
  'open_case',
  'pause_month',
  'hand_over',
  'set_report_status',
  'resolve_report',
  'decide_appeal',
]

/** The text whose hash is the `actHash` of an approval to add an administrator or auditor. */
export function addingText(role: string): string {
  return canonicalJson({ kind: 'add_administrator', role })
}

type Addition = { readonly actHash: unknown; readonly at: number; readonly byOnePerson: boolean }

/**
 * Says who administers a real circle by its ledger: those whom it names when it is founded, and everybody added since by
 * two people, or by one after 72 hours. A ledger from before the founding named anybody is not held to it, and its
 * `namedSeq` is null.
 */
export function openAdministrators(sha256: (text: string) => string) {
  /** From when on each one counts as a second person. */
  const acting = new Map<unknown, number>()
  /** Until when each one may give a decision: also for a moment after they were removed, in which one of theirs waited for the circle. */
  const until = new Map<unknown, number>()
  let additions: Addition[] = []
  let place = 0
  let namedSeq: number | null = null

  const name = ({ payload, seq }: LedgerEntry): AdministratorFaultCode | null => {
    // Named later, an accomplice would pass for one of the first.
    if (namedSeq !== null || place !== FOUNDING.length) return 'administrator.named_late'
    namedSeq = seq
    for (const id of String(payload['userIds']).split(',')) {
      acting.set(id, -Infinity)
      until.set(id, Infinity)
    }
    return null
  }

  const add = ({ payload, at }: LedgerEntry): AdministratorFaultCode | null => {
    const { userId, role } = payload
    const now = Date.parse(at)
    const actHash = sha256(addingText(String(role)))
    // The ledger does not say which invitation was accepted, and some never are. So that nobody honest is accused, one that
    // two people approved stays for whoever it may have been meant for.
    const fitting = additions.filter((one) => one.actHash === actHash && now - one.at <= INVITATION_MS)
    const used = fitting.find(({ byOnePerson }) => byOnePerson) ?? fitting[0]
    if (!used) return namedSeq === null ? null : 'administrator.unapproved'
    additions = additions.filter((one) => one !== used)
    if (role === 'ADMIN') {
      acting.set(userId, fitting.every(({ byOnePerson }) => byOnePerson) ? now + ALONE_MS : now)
      until.set(userId, Infinity)
    }
    return null
  }

  const mayDecide = (id: string | null, now: number): boolean =>
    namedSeq === null || (until.get(id) ?? -Infinity) >= now

  return {
    /** Whether somebody may give a decision at this time, as far as the ledger knows. */
    mayDecide,
    /** From which entry on it is known who administers; null where the founding names nobody. */
    namedSeq: () => namedSeq,
    /** Takes the next entry of a real circle's ledger; answers what is wrong with it. */
    read(entry: LedgerEntry, isFiscal: (id: string | null) => boolean): AdministratorFaultCode | null {
      const { kind, payload, actor_id, at } = entry
      const isTheirs = () => mayDecide(actor_id, Date.parse(at)) || isFiscals(entry, isFiscal)
      const fault =
        kind === 'circle.administrators_named'
          ? name(entry)
          : kind === 'administrator.added'
            ? add(entry)
            : isAdministered(entry) && !isTheirs()
              ? 'administrator.unknown'
              : null
      if (kind === 'administrator.removed' && acting.delete(payload['userId']))
        until.set(payload['userId'], Date.parse(at) + TOLERANCE_MS)
      place = FOUNDING[place] === kind ? place + 1 : FOUNDING.length + 1
      return fault
    },
    /** An executed and founded approval to add somebody, which one acceptance may use. */
    approve(addition: Addition): void {
      additions.push(addition)
    },
    /** Whether somebody administers at this time, as far as the ledger knows. */
    isActing: (userId: string): boolean => namedSeq === null || acting.has(userId),
    /** Everybody of whom the ledger knows that they are a second person at this time. */
    seconds: (now: number): string[] => [...acting].flatMap(([id, from]) => (from <= now ? [String(id)] : [])),
    /** Whether somebody counts as a second person at this time, as far as the ledger knows. */
    isSecond: (userId: string, now: number): boolean => namedSeq === null || (acting.get(userId) ?? Infinity) <= now,
  }
}

/** Fiscals decide by themselves an appeal, and a case that is the own matter of everybody who administers. */
export const decidedByFiscals: readonly string[] = ['decide_appeal', 'resolve_report']

/** Whether a fiscal decides what fiscals decide by themselves. */
export function isFiscals(
  { payload, actor_id: actorId }: LedgerEntry,
  isFiscal: (id: string | null) => boolean,
): boolean {
  const { command } = payload as { command?: Command }
  return command !== undefined && decidedByFiscals.includes(command.kind) && isFiscal(actorId)
}

/** Whether somebody gives a command as an administrator. To join and to leave are everybody's own choice. */
export function isOfAdministration(command: Command, actorId: string | null): boolean {
  if (command.kind === 'confirm') return command.by === 'administration'
  if (!administered.includes(command.kind)) return false
  const isJoining = command.kind === 'approve_member' && command.memberId === actorId
  const isLeaving = command.kind === 'depart_member' && command.how === 'left' && command.memberId === actorId
  return !isJoining && !isLeaving
}

/** The changes of a circle that somebody who administers makes, or the passing of time. */
const changes: readonly string[] = ['circle.terms_changed', 'circle.renamed']

/** Whether an entry is a command or a setting that only an administrator gives, and whose actor somebody is. */
function isAdministered({ kind, payload, actor_id: actorId }: LedgerEntry): boolean {
  const { command } = payload as { command?: Command }
  if (circleSettings.includes(kind as RecordKind)) return true
  if (kind === 'administrator.removed' || kind === 'administrator.participates') return true
  // The two end it themselves; naming is never theirs alone.
  if (kind === 'helper.named' || kind === 'helper.ended')
    return kind === 'helper.named' || (payload['memberId'] !== actorId && payload['helperId'] !== actorId)
  if (changes.includes(kind)) return actorId !== null
  // By themselves only those join who administer.
  if (command?.kind === 'approve_member') return true
  return command !== undefined && actorId !== null && isOfAdministration(command, actorId)
}

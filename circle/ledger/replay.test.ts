import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import type { LedgerRecord, Via } from './records.ts'
import { decide } from '#circle/circle.ts'
import { replayRules } from './replay.ts'
import { COMMAND_KIND, entryText, GENESIS_HASH } from './entry.ts'
import type { LedgerEntry } from './entry.ts'

import { presets } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import type { CircleMode, CircleState } from '#circle/state.ts'
import { dose } from '#circle/testing/dose.ts'
import { commandFrom, oneLevelPlan, shortPlan, steps, twoLevelPlan } from '#circle/testing/walk.ts'
import { approvalsBothWays, verifyBothWays } from '#circle/testing/verify-both-ways.ts'

const CIRCLE = '0190a1b2-0000-7000-8000-000000000001'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type Unchained = Omit<LedgerEntry, 'seq' | 'hash' | 'previous_hash'>

/** The entries chained: what somebody does who holds the database and every key. */
function chain(entries: readonly Unchained[]): LedgerEntry[] {
  let previous_hash = GENESIS_HASH
  return entries.map(({ at, actor_id, kind, payload }, index) => {
    const facts = { seq: index + 1, at, actor_id, kind, payload, previous_hash }
    const hash = sha256(entryText(CIRCLE, facts))
    previous_hash = hash
    return { ...facts, hash }
  })
}

/** The actor whom the server would record for a command. */
function actorOf(command: Command): string | null {
  if (command.kind === 'expire') return null
  if (command.kind === 'confirm') return command.by === 'administration' ? 'admin' : command.by.memberId
  switch (command.kind) {
    case 'send_receipt':
    case 'reject_receipt':
    case 'report':
    case 'accept_upgrade':
    case 'serve_again':
    case 'swap_turns':
    case 'pay_ahead':
    case 'take_shares':
      return command.memberId
    default:
  }
  return 'admin'
}

/** A circle whose every decision is recorded as the server records it. */
function record(mode: CircleMode, plan: Plan, rules?: number) {
  const entries: Unchained[] = []
  let now = Date.UTC(2026, 0, 10, 12)
  let count = 0
  let state: CircleState | null = null
  const perform = (command: Command, shuffle = false) => {
    const ids: string[] = []
    const newId = () => {
      ids.push(`id-${String((count += 1)).padStart(6, '0')}`)
      return ids.at(-1)!
    }
    const result = decide(shuffle && state ? reversed(state) : state, command, { now, newId })
    if (!result.ok || result.events.length === 0) return
    state = result.state
    const [at, actor_id] = [new Date(now).toISOString(), actorOf(command)]
    const via: Via = actor_id === null ? 'job' : 'password'
    entries.push({ at, actor_id, kind: COMMAND_KIND, payload: JSON.parse(JSON.stringify({ command, ids, via })) })
    for (const { kind, ...payload } of result.events)
      entries.push({ at, actor_id, kind, payload: JSON.parse(JSON.stringify(payload)) })
  }
  const note = ({ kind, ...payload }: LedgerRecord, via: Via = 'password') =>
    entries.push({ at: new Date(now).toISOString(), actor_id: 'admin', kind, payload: { ...payload, via } })
  perform({ kind: 'create_circle', mode, plan, ...(rules === undefined ? {} : { rules }) })
  return { entries, perform, note, advance: (ms: number) => (now += ms), now: () => now, state: () => state! }
}

/** The numbers of the ids that a command took. */
const idsIn = ({ payload }: Unchained) =>
  ((payload['ids'] ?? []) as string[]).map((id) => Number(id.slice('id-'.length)))

/** The same state as another process may have loaded it: its rows in another order. */
function reversed(state: CircleState): CircleState {
  const flip = <T>(map: ReadonlyMap<string, T>) => new Map([...map].toReversed())
  const { members, entries, turns, obligations, donations, reports } = state
  return {
    ...state,
    members: flip(members),
    entries: flip(entries),
    turns: flip(turns),
    obligations: flip(obligations),
    donations: flip(donations),
    reports: flip(reports),
  }
}

/** A circle's life of random commands, some decided on a state in another order. */
function live(plan: Plan, walk: ReturnType<typeof fc.sample<Parameters<typeof commandFrom>[1]>>, mode: CircleMode) {
  const circle = record(mode, plan)
  for (let n = 1; n <= 6; n += 1) {
    circle.perform({ kind: 'approve_member', memberId: `m${n}` })
    circle.perform({ kind: 'place', memberId: `m${n}`, level: 1, position: n, isReceiver: false })
    // In every other life of a roda some have several places.
    if (walk.length % 2 === 0) circle.perform({ kind: 'take_shares', memberId: `m${n}`, shares: (n % 3) + 1 })
  }
  for (const [index, step] of walk.entries()) {
    circle.advance(step.hours * 3_600_000)
    circle.perform(commandFrom(circle.state(), step, circle.now()), index % 2 === 1)
  }
  return circle
}

describe('a ledger with its commands', () => {
  test('is repeated by the rules to the letter, whatever happened in it and in whatever order its rows were loaded', () => {
    const plans = fc.constantFrom(shortPlan, presets.termos, presets.rotativo, oneLevelPlan, twoLevelPlan)
    fc.assert(
      fc.property(plans, steps(120), (plan, walk) => {
        const entries = chain(live(plan, walk, 'demonstracao').entries)
        expect(replayRules(entries)).toEqual({ fromSeq: 1, faults: [] })
        // Of an honest past the events alone say as much, up to wherever it was repeated before.
        for (const knownUpTo of [walk.length, entries.length >> 1, entries.length])
          expect(replayRules(entries, knownUpTo)).toEqual({ fromSeq: 1, faults: [] })
        approvalsBothWays(entries, sha256)
      }),
      { numRuns: dose(60, 3_000) },
    )
  })

  test('from before commands were recorded is applied as it is, and repeated from the first command on', () => {
    const { entries } = busyCircle()
    const before = entries.slice(0, 30).filter(({ kind }) => kind !== COMMAND_KIND)
    const after = entries.slice(entries.findIndex(({ kind }, index) => index >= 30 && kind === COMMAND_KIND))
    const missing = entries.slice(30, entries.length - after.length).filter(({ kind }) => kind !== COMMAND_KIND)
    const mixed = chain([...before, ...missing, ...after])
    expect(replayRules(mixed)).toEqual({ fromSeq: before.length + missing.length + 1, faults: [] })
    const old = chain(entries.filter(({ kind }) => kind !== COMMAND_KIND))
    expect(replayRules(old)).toEqual({ fromSeq: null, faults: [] })
  })

  test('is demanded of a real circle from its founding on: told in the format of before, it is a fault', () => {
    const { entries } = record('real', presets.rotativo)
    const old = chain(entries.filter(({ kind }) => kind !== COMMAND_KIND))
    expect(replayRules(old).faults).toEqual([{ code: 'rules.unrecorded', seq: 1 }])
    const last = old.at(-1)!
    const head = { circle_id: CIRCLE, seq: last.seq, hash: last.hash, at: last.at, key: 'k', signature: 's' }
    const told = verifyBothWays({ circleId: CIRCLE, entries: old, head: { ...head, isSigned: true } }, { sha256 })
    expect(told.faults).toContainEqual({ code: 'rules.unrecorded', seq: 1, line: null, id: null })
  })
})

const ACCESS_RESET = { kind: 'member.access_reset', memberId: '0190a1b2-0000-7000-8000-00000000000a' } as const

const IMAGES = ['a', 'b'].map((letter) => letter.repeat(64))

/** Six people, two pulls, a record, receipts, a replaced and two rejected ones, confirmations, reports and an expiry. */
function busyCircle(plan: Plan = shortPlan, mode: CircleMode = 'demonstracao') {
  const circle = record(mode, plan)
  const donations = () => [...circle.state().donations.values()].toSorted((a, b) => a.order - b.order)
  const pay = (count: number) => {
    for (const { id, donorId, receiverId } of donations().slice(0, count)) {
      circle.perform({ kind: 'send_receipt', donationId: id, memberId: donorId, image: IMAGES[0] })
      circle.advance(60_000)
      const by = receiverId === null ? ('administration' as const) : { memberId: receiverId }
      circle.perform({ kind: 'confirm', donationId: id, by })
    }
  }
  for (let n = 1; n <= 6; n += 1) {
    circle.perform({ kind: 'approve_member', memberId: `m${n}` })
    circle.perform({ kind: 'place', memberId: `m${n}`, level: 1, position: n, isReceiver: false })
    circle.advance(1_000)
  }
  circle.perform({ kind: 'generate_pull' })
  circle.note(ACCESS_RESET)
  pay(3)
  const [reported] = donations()
  if (reported)
    circle.perform({ kind: 'report', reportId: 'r1', donationId: reported.id, memberId: reported.receiverId ?? 'm1' })
  circle.perform({ kind: 'resolve_report', reportId: 'r1', resolution: 'RESOLVED', outcome: 'keep' })
  const doubted = donations().find(({ reportId, receiverId }) => reportId === null && receiverId !== null)
  for (const { id: donationId, donorId, receiverId } of doubted ? [doubted, doubted] : []) {
    for (const image of IMAGES) circle.perform({ kind: 'send_receipt', donationId, memberId: donorId, image })
    circle.advance(60_000)
    circle.perform({ kind: 'reject_receipt', donationId, memberId: receiverId!, stays: true })
  }
  circle.perform({ kind: 'move_to_end', memberId: 'm2', level: 1 })
  const quiet = donations().find(({ reportId }) => reportId === null)
  if (quiet) circle.perform({ kind: 'open_case', reportId: 'c1', donationId: quiet.id })
  circle.advance(31 * 86_400_000)
  circle.perform({ kind: 'expire' })
  circle.perform({ kind: 'generate_pull' })
  pay(4)
  return circle
}

/** One lie each, by somebody who holds the database and every key: the entries are chained and signed anew. */
type Forgery = { name: string; forge: (entries: Unchained[]) => Unchained[]; finds: string }
const at = (entries: readonly Unchained[], kind: string, nth = 0) =>
  entries.flatMap((entry, index) => (entry.kind === kind ? [index] : []))[nth]!
const edit =
  (kind: string, changed: (payload: Record<string, unknown>) => object, nth = 0) =>
  (entries: Unchained[]) => {
    const index = at(entries, kind, nth)
    return entries.with(index, { ...entries[index]!, payload: changed({ ...entries[index]!.payload }) as never })
  }
const indexOfCommand = (entries: readonly Unchained[], command: Command['kind']) =>
  entries.findIndex(({ kind, payload }) => kind === COMMAND_KIND && (payload['command'] as Command).kind === command)
const editCommand = (command: Command['kind'], changed: object) => (entries: Unchained[]) => {
  const index = indexOfCommand(entries, command)
  const { command: asked, ...rest } = entries[index]!.payload as { command: object }
  return entries.with(index, { ...entries[index]!, payload: { command: { ...asked, ...changed }, ...rest } })
}
const drop =
  (kind: string, nth = 0) =>
  (entries: Unchained[]) =>
    entries.toSpliced(at(entries, kind, nth), 1)
const insert = (kind: string, payload: object, after: string) => (entries: Unchained[]) => {
  const index = at(entries, after)
  return entries.toSpliced(index + 1, 0, { ...entries[index]!, kind, payload: payload as never })
}
const swapWithNext =
  (kind: string, nth = 0) =>
  (entries: Unchained[]) => {
    const index = at(entries, kind, nth)
    return entries.with(index, entries[index + 1]!).with(index + 1, entries[index]!)
  }
const by =
  (kind: string, actor_id: string | null, nth = 0) =>
  (entries: Unchained[]) => {
    const index = at(entries, kind, nth)
    return entries.with(index, { ...entries[index]!, actor_id })
  }
const commandBy = (command: Command['kind'], actor_id: string | null) => (entries: Unchained[]) => {
  const index = indexOfCommand(entries, command)
  return entries.with(index, { ...entries[index]!, actor_id })
}
/** A command and everything that was decided by it, in somebody else's name. */
const decisionBy = (command: Command['kind'], actor_id: string) => (entries: Unchained[]) => {
  const begins = indexOfCommand(entries, command)
  const next = entries.findIndex(({ kind }, index) => index > begins && kind === COMMAND_KIND)
  return entries.map((entry, index) => (index >= begins && index < next ? { ...entry, actor_id } : entry))
}
const owed = {
  obligationId: 'x',
  memberId: 'm1',
  type: 'PULL',
  amountCents: 10_000,
  target: 1,
  period: '2026-01',
  order: 99,
}

const FORGERIES: Forgery[] = [
  {
    name: 'a donation’s receiver swapped',
    forge: edit('donation.matched', (p) => ({ ...p, receiverId: 'm4' })),
    finds: 'rules.differs',
  },
  {
    name: 'another donation’s receiver swapped',
    forge: edit('donation.matched', (p) => ({ ...p, receiverId: 'm6' }), 2),
    finds: 'rules.differs',
  },
  {
    name: 'a donor swapped',
    forge: edit('donation.matched', (p) => ({ ...p, donorId: 'm5' })),
    finds: 'rules.differs',
  },
  {
    name: 'an amount raised',
    forge: edit('donation.matched', (p) => ({ ...p, amountCents: 99_999 })),
    finds: 'rules.differs',
  },
  {
    name: 'a debt’s amount raised',
    forge: edit('obligation.owed', (p) => ({ ...p, amountCents: 50_000 })),
    finds: 'rules.differs',
  },
  {
    name: 'a debt to another queue',
    forge: edit('obligation.owed', (p) => ({ ...p, target: 2 })),
    finds: 'rules.differs',
  },
  {
    name: 'a debt of somebody else',
    forge: edit('obligation.owed', (p) => ({ ...p, memberId: 'm6' })),
    finds: 'rules.differs',
  },
  {
    name: 'a debt of another type',
    forge: edit('obligation.owed', (p) => ({ ...p, type: 'ADM_N3', target: 'administration' })),
    finds: 'rules.differs',
  },
  {
    name: 'a debt of another month',
    forge: edit('obligation.owed', (p) => ({ ...p, period: '2025-12' })),
    finds: 'rules.differs',
  },
  {
    name: 'an invented debt in the middle of a pull',
    forge: insert('obligation.owed', owed, 'obligation.owed'),
    finds: 'rules.differs',
  },
  {
    name: 'an invented debt after everything',
    forge: (e) => [...e, { ...e.at(-1)!, kind: 'obligation.owed', payload: owed }],
    finds: 'rules.unexplained',
  },
  { name: 'a debt that is left out', forge: drop('obligation.owed', 1), finds: 'rules.differs' },
  {
    name: 'a deadline moved',
    forge: edit('donation.matched', (p) => ({ ...p, deadlineAt: 1 })),
    finds: 'rules.differs',
  },
  {
    name: 'a deadline moved by an event of its own',
    forge: (e) => [
      ...e,
      { ...e.at(-1)!, kind: 'donation.deadline_moved', payload: { donationId: 'x', deadlineAt: 9 } },
    ],
    finds: 'rules.unexplained',
  },
  { name: 'a confirmation nobody asked for', forge: drop(COMMAND_KIND, 15), finds: 'rules.unexplained' },
  { name: 'a confirmation left out', forge: drop('donation.confirmed'), finds: 'rules.' },
  {
    name: 'a confirmation by another member',
    forge: editCommand('confirm', { by: { memberId: 'm6' } }),
    finds: 'rules.actor',
  },
  {
    name: 'a confirmation by the administration of a member’s donation',
    forge: editCommand('confirm', { by: 'administration' }),
    finds: 'rules.refused',
  },
  {
    name: 'a confirmation put into another member’s mouth',
    forge: by('donation.confirmed', 'm6'),
    finds: 'rules.actor',
  },
  {
    name: 'a receipt by somebody who is not the donor',
    forge: editCommand('send_receipt', { memberId: 'm6' }),
    finds: 'rules.actor',
  },
  {
    name: 'a receipt of another donation',
    forge: editCommand('send_receipt', { donationId: 'id-000001' }),
    finds: 'rules.refused',
  },
  {
    name: 'a rejection in the name of somebody who does not receive the donation',
    forge: editCommand('reject_receipt', { memberId: 'm6' }),
    finds: 'rules.',
  },
  {
    name: 'a rejection told as another’s',
    forge: (e) =>
      e.with(at(e, 'donation.receipt_rejected') - 1, {
        ...e[at(e, 'donation.receipt_rejected') - 1]!,
        actor_id: 'admin',
      }),
    finds: 'rules.actor',
  },
  {
    name: 'a rejection that no longer keeps the donation for a decision',
    forge: (e) => {
      const index = at(e, 'donation.receipt_rejected', 1)
      const { command, ...rest } = e[index - 1]!.payload as { command: Record<string, unknown> }
      const { stays: _, ...bare } = command
      const { stays: __, ...event } = e[index]!.payload
      return e
        .with(index - 1, { ...e[index - 1]!, payload: { ...rest, command: bare } })
        .with(index, { ...e[index]!, payload: event })
    },
    finds: 'rules.refused',
  },
  {
    name: 'a case opened by a member',
    forge: decisionBy('open_case', 'm6'),
    finds: 'rules.actor',
  },
  {
    name: 'a case opened by nobody',
    forge: commandBy('open_case', null),
    finds: 'rules.actor',
  },
  { name: 'a rejection left out', forge: drop('donation.receipt_rejected'), finds: 'rules.' },
  {
    name: 'a rejection that leaves the donor no time',
    forge: edit('donation.receipt_rejected', (p) => ({ ...p, deadlineAt: 1 })),
    finds: 'rules.differs',
  },
  {
    name: 'a second rejection without the report that it opens',
    forge: (e) => e.filter((_, index) => index !== at(e, 'donation.receipt_rejected', 1) + 1),
    finds: 'rules.',
  },
  {
    name: 'another picture than was sent',
    forge: edit('donation.receipt_replaced', (p) => ({ ...p, image: 'c'.repeat(64) })),
    finds: 'rules.differs',
  },
  {
    name: 'words in place of a picture’s hash',
    forge: editCommand('send_receipt', { image: 'Rosa pagou' }),
    finds: 'rules.unreadable',
  },
  { name: 'a receipt left out', forge: drop('donation.receipt_sent'), finds: 'rules.' },
  {
    name: 'a turn completed without its last donation',
    forge: insert(
      'turn.completed',
      { turnId: 'x', entryId: 'y', memberId: 'm1', level: 1, first: true, receivedCents: 1 },
      'donation.matched',
    ),
    finds: 'rules.differs',
  },
  {
    name: 'a turn that pays more',
    forge: edit('turn.completed', (p) => ({ ...p, receivedCents: 1_000_000 })),
    finds: 'rules.differs',
  },
  {
    name: 'a turn of somebody else',
    forge: edit('turn.started', (p) => ({ ...p, memberId: 'm6' })),
    finds: 'rules.differs',
  },
  {
    name: 'a turn that needs fewer',
    forge: edit('turn.started', (p) => ({ ...p, required: 1 })),
    finds: 'rules.differs',
  },
  {
    name: 'the queue jumped: another position',
    forge: edit('entry.placed', (p) => ({ ...p, position: 1 }), 4),
    finds: 'rules.differs',
  },
  {
    name: 'the queue jumped: the command changed too',
    forge: (e) => editCommand('place', { position: 90 })(e),
    finds: 'rules.differs',
  },
  {
    name: 'the queue jumped by an event of its own',
    forge: insert('entry.moved', { level: 1, moves: [] }, 'pull.generated'),
    finds: 'rules.unexplained',
  },
  {
    name: 'a move that left people out',
    forge: edit('entry.moved', (p) => ({ ...p, moves: (p['moves'] as unknown[]).slice(1) })),
    finds: 'rules.differs',
  },
  {
    name: 'a place given to somebody never approved',
    forge: editCommand('place', { memberId: 'stranger' }),
    finds: 'rules.refused',
  },
  {
    name: 'an approval nobody asked for',
    forge: (e) => [...e, { ...e.at(-1)!, kind: 'member.approved', payload: { memberId: 'friend' } }],
    finds: 'rules.unexplained',
  },
  {
    name: 'a pull that counts otherwise',
    forge: edit('pull.generated', (p) => ({ ...p, created: 99 })),
    finds: 'rules.differs',
  },
  {
    name: 'a pull for more money than the plan says',
    forge: editCommand('generate_pull', { amountCents: 50_000 }),
    finds: 'rules.refused',
  },
  {
    name: 'a pull left out, its debts kept',
    forge: (e) => e.toSpliced(indexOfCommand(e, 'generate_pull'), 1),
    finds: 'rules.unexplained',
  },
  {
    name: 'a report resolved otherwise',
    forge: edit('report.ended', (p) => ({ ...p, status: 'DISMISSED' })),
    finds: 'rules.differs',
  },
  {
    name: 'a report settled as confirmed over the receiver’s head',
    forge: editCommand('resolve_report', { outcome: 'confirm' }),
    finds: 'rules.',
  },
  {
    name: 'a report by somebody who is no party',
    forge: editCommand('report', { memberId: 'm6' }),
    finds: 'rules.actor',
  },
  {
    name: 'an expiry before its time',
    forge: (e) => {
      const expire = at(e, 'donation.expired') - 1
      return e.with(expire, { ...e[expire]!, at: e[at(e, 'donation.matched')]!.at })
    },
    finds: 'rules.',
  },
  {
    name: 'an expiry that somebody asked for',
    forge: (e) =>
      by(
        COMMAND_KIND,
        'admin',
        e.slice(0, at(e, 'donation.expired')).filter(({ kind }) => kind === COMMAND_KIND).length - 1,
      )(e),
    finds: 'rules.actor',
  },
  { name: 'two events in another order', forge: swapWithNext('obligation.owed'), finds: 'rules.differs' },
  { name: 'two donations in another order', forge: swapWithNext('donation.matched', 1), finds: 'rules.differs' },
  {
    name: 'an id exchanged',
    forge: edit(COMMAND_KIND, (p) => ({ ...p, ids: ['other', ...(p['ids'] as string[]).slice(1)] }), 13),
    finds: 'rules.differs',
  },
  {
    name: 'an id too many',
    forge: edit(COMMAND_KIND, (p) => ({ ...p, ids: [...(p['ids'] as string[]), 'more'] }), 3),
    finds: 'rules.differs',
  },
  { name: 'a command that says nothing', forge: edit(COMMAND_KIND, () => ({}), 5), finds: 'rules.unreadable' },
  {
    name: 'a command of no kind',
    forge: edit(COMMAND_KIND, (p) => ({ ...p, command: { kind: 'gift' } }), 5),
    finds: 'rules.',
  },
  {
    name: 'a plan with more to pay',
    forge: edit('circle.created', (p) => ({ ...p, plan: presets.tela })),
    finds: 'rules.differs',
  },
  {
    name: 'an event of a kind that does not exist',
    forge: (e) => [...e, { ...e.at(-1)!, kind: 'gift.given', payload: {} }],
    finds: 'rules.',
  },
  { name: 'a decision without its last event', forge: (e) => e.slice(0, -1), finds: 'rules.incomplete' },
  {
    name: 'a record in the middle of a decision',
    forge: insert(ACCESS_RESET.kind, { memberId: ACCESS_RESET.memberId, via: 'password' }, 'obligation.owed'),
    finds: 'rules.incomplete',
  },
  {
    name: 'a record with words in it',
    forge: edit(ACCESS_RESET.kind, (p) => ({ ...p, memberId: 'Maria da Silva' })),
    finds: 'rules.unreadable',
  },
  {
    name: 'a record with more than its kind has',
    forge: edit(ACCESS_RESET.kind, (p) => ({ ...p, amountCents: 100 })),
    finds: 'rules.unreadable',
  },
  {
    name: 'a record that does not say how its author was authenticated',
    forge: edit(ACCESS_RESET.kind, ({ memberId }) => ({ memberId })),
    finds: 'rules.unreadable',
  },
  {
    name: 'a record of a job put into a person’s mouth',
    forge: edit(ACCESS_RESET.kind, (p) => ({ ...p, via: 'job' })),
    finds: 'rules.actor',
  },
  {
    name: 'an act in a session opened with a password that somebody else set',
    forge: edit(COMMAND_KIND, (p) => ({ ...p, via: 'temporary' }), 15),
    finds: 'rules.actor',
  },
  {
    name: 'an act that says no way of signing in that there is',
    forge: edit(COMMAND_KIND, (p) => ({ ...p, via: 'magic' }), 15),
    finds: 'rules.actor',
  },
  {
    name: 'a date that falls',
    forge: (e) => e.with(20, { ...e[20]!, at: '2020-01-01T00:00:00.000Z' }),
    finds: 'rules.',
  },
]

describe('a forgery by somebody who holds the database and every key', () => {
  const { entries } = busyCircle()
  const headOf = (chained: readonly LedgerEntry[]) => ({
    circle_id: CIRCLE,
    seq: chained.length,
    hash: chained.at(-1)!.hash,
    at: chained.at(-1)!.at,
    key: 'k',
    signature: 's',
    isSigned: true,
  })

  test('there is none in the honest ledger, which is as long as a life', () => {
    const chained = chain(entries)
    const verdict = verifyBothWays({ circleId: CIRCLE, entries: chained, head: headOf(chained) }, { sha256 })
    expect(verdict).toMatchObject({ faults: [], replayedFrom: 1 })
    expect(entries.length).toBeGreaterThan(100)
    expect(FORGERIES.length).toBeGreaterThanOrEqual(40)
  })

  test.each(FORGERIES)('is found and located: $name', ({ forge, finds }) => {
    const forged = forge([...entries])
    expect(forged).not.toEqual(entries)
    const firstChange = forged.findIndex((entry, index) => entry !== entries[index])
    const chained = chain(forged)
    const { faults } = verifyBothWays({ circleId: CIRCLE, entries: chained, head: headOf(chained) }, { sha256 })
    const replayed = faults.filter(({ code }) => code.startsWith('rules.'))
    expect(replayed.map(({ code }) => code).join()).toContain(finds)
    // At the entry itself, or at the first that the lie no longer lets follow.
    const found = replayed[0]!.seq! - 1
    const changed = firstChange < 0 ? forged.length - 1 : firstChange
    // So it is where every decision before it was repeated without a fault.
    const knownUpTo = entries.findLastIndex(({ kind }, index) => index <= changed && kind === COMMAND_KIND)
    expect(replayRules(chained, knownUpTo).faults).toEqual(replayRules(chained).faults)
    expect(found).toBeGreaterThanOrEqual(changed - 1)
    expect(found).toBeLessThanOrEqual(changed + 30)
  })

  test('an entry of no time, behind which times could fall, is none', () => {
    const told = (time: string) => {
      const before = { ...entries.at(-1)!, kind: 'circle.calendar_removed', payload: { via: 'password' } }
      const later = { ...before, at: new Date(Date.parse(before.at) - 80 * 3_600_000).toISOString() }
      const chained = chain([...entries, { ...before, actor_id: 'admin', at: time }, { ...later, actor_id: 'admin' }])
      const { faults } = verifyBothWays({ circleId: CIRCLE, entries: chained, head: headOf(chained) }, { sha256 })
      return faults.map(({ code }) => code)
    }
    expect(told(entries.at(-1)!.at)).toContain('rules.time')
    for (const time of ['', 'ontem', '2026-13-01T00:00:00.000Z', '2026', '2026-02-30T00:00:00.000Z'])
      expect([time, told(time)]).toEqual([time, expect.arrayContaining(['entry.unreadable'])])
  })

  test('a password that somebody else set opens what chooses another one, and nothing else that is recorded', () => {
    const last = entries.at(-1)!
    const { memberId } = ACCESS_RESET
    const recorded = (kind: string) => ({ ...last, actor_id: memberId, kind, payload: { memberId, via: 'temporary' } })
    const faultsOf = (kind: string) => replayRules(chain([...entries, recorded(kind)])).faults.map(({ code }) => code)
    expect(faultsOf('member.password_changed')).toEqual([])
    expect(faultsOf('member.own_email_changed')).toEqual(['rules.actor'])
  })

  test('a place is asked for with the sums that it has, on which the two settle', () => {
    const [memberId, subjectId] = ['0190a1b2-0000-7000-8000-00000000000b', '0190a1b2-0000-7000-8000-00000000000c']
    const circle = record('real', presets.roda)
    for (const id of [memberId, subjectId]) circle.perform({ kind: 'approve_member', memberId: id })
    const asked = (given: string): Unchained => ({
      at: new Date(circle.now()).toISOString(),
      actor_id: memberId,
      kind: 'substitute.asked',
      payload: {
        substituteId: '0190a1b2-0000-7000-8000-00000000000d',
        memberId,
        subjectId,
        given,
        received: '0',
        hash: 'ab'.repeat(32),
        via: 'password',
      },
    })
    const faultsOf = (given: string) =>
      replayRules(chain([...circle.entries, asked(given)])).faults.map(({ code }) => code)
    expect([faultsOf('0'), faultsOf('30000')]).toEqual([[], ['rules.refused']])
  })

  test('an act by nobody’s session is found in a real circle, where nothing is seeded', () => {
    const seeded = edit(COMMAND_KIND, (p) => ({ ...p, via: 'seed' }), 1)
    expect(replayRules(chain(seeded(busyCircle(presets.rotativo).entries))).faults).toEqual([])
    expect(replayRules(chain(seeded(busyCircle(presets.rotativo, 'real').entries))).faults).toMatchObject([
      { code: 'rules.actor' },
    ])
  })

  test('a roda in which the unpaid stays owed cannot let it end by itself, from its founding or from the first time on', () => {
    const faultsOf = (rules: number, ...said: Extract<Command, { kind: 'expire' }>[]) => {
      const circle = record('real', oneLevelPlan, rules)
      for (let n = 1; n <= 4; n += 1) {
        circle.perform({ kind: 'approve_member', memberId: `m${n}` })
        circle.perform({ kind: 'place', memberId: `m${n}`, level: 1, position: n, isReceiver: false })
      }
      for (const command of said) {
        circle.perform({ kind: 'generate_pull' })
        circle.advance(31 * 86_400_000)
        circle.perform(command)
      }
      return replayRules(chain(circle.entries)).faults.map(({ code }) => code)
    }
    const [late, before] = [{ kind: 'expire', late: true } as const, { kind: 'expire' } as const]
    expect([faultsOf(5, late, late), faultsOf(4, before, late, late)]).toEqual([[], []])
    expect([faultsOf(5, before), faultsOf(4, late, before)]).toEqual([['rules.refused'], ['rules.refused']])
  })

  test('the administration’s case cannot hold a deadline until it is decided, in a circle founded by rules that bound it', () => {
    const faultsOf = (rules: number, bound: { bounded?: true }) => {
      const circle = record('real', oneLevelPlan, rules)
      for (let n = 1; n <= 4; n += 1) {
        circle.perform({ kind: 'approve_member', memberId: `m${n}` })
        circle.perform({ kind: 'place', memberId: `m${n}`, level: 1, position: n, isReceiver: false })
      }
      circle.perform({ kind: 'generate_pull' })
      const donationId = [...circle.state().donations.keys()][0]!
      circle.perform({ kind: 'open_case', reportId: 'r', donationId, ...bound })
      return replayRules(chain(circle.entries)).faults.map(({ code }) => code)
    }
    expect([faultsOf(5, { bounded: true }), faultsOf(4, {})]).toEqual([[], []])
    expect(faultsOf(5, {})).toEqual(['rules.refused'])
    expect(faultsOf(5, { bounded: 1 as never })).toEqual(['rules.unreadable'])
  })

  test('an id that was somebody’s place, or a case, before is not taken again: the newer would stand in its stead', () => {
    const circle = record('real', oneLevelPlan, 5)
    for (let n = 1; n <= 5; n += 1) circle.perform({ kind: 'approve_member', memberId: `m${n}` })
    for (let n = 1; n <= 4; n += 1)
      circle.perform({ kind: 'place', memberId: `m${n}`, level: 1, position: n, isReceiver: false })
    circle.perform({ kind: 'generate_pull' })
    const again = (command: Command, id: string, former: string, inDisguise = false) => {
      const before = circle.entries.length
      circle.perform(command)
      const [honest, last] = [circle.entries.slice(0, before), circle.entries.slice(before)]
      const forged = JSON.parse(JSON.stringify(last).replaceAll(id, former)) as Unchained[]
      // The rules read an id as a text, whatever it is.
      const { payload } = forged[0]!
      if (inDisguise) forged[0] = { ...forged[0]!, payload: { ...payload, ids: [payload['ids']] } }
      return [circle.entries, [...honest, ...forged]].map((told) => replayRules(chain(told)).faults)
    }
    const [first] = circle.state().entries.keys()
    const behind: Command = { kind: 'place', memberId: 'm5', level: 1, position: 5, isReceiver: false }
    const next = `id-${String(1 + Math.max(...circle.entries.flatMap(idsIn))).padStart(6, '0')}`
    expect(again(behind, next, first!, true)).toMatchObject([[], [{ code: 'rules.refused' }]])
    const [one, other] = [...circle.state().donations.keys()] as [string, string]
    circle.perform({ kind: 'open_case', reportId: 'c1', donationId: one, bounded: true })
    const second: Command = { kind: 'open_case', reportId: 'c2', donationId: other, bounded: true }
    expect(again(second, 'c2', 'c1')).toMatchObject([[], [{ code: 'rules.refused' }]])
  })

  test('a device that knows the past of a roda holds what follows to it: the unpaid stays owed, and no id is taken again', () => {
    const circle = record('real', oneLevelPlan, 5)
    for (let n = 1; n <= 4; n += 1) {
      circle.perform({ kind: 'approve_member', memberId: `m${n}` })
      circle.perform({ kind: 'place', memberId: `m${n}`, level: 1, position: n, isReceiver: false })
    }
    circle.perform({ kind: 'generate_pull' })
    const donationId = [...circle.state().donations.keys()][0]!
    const known = circle.entries.length
    const faultsOf = () => replayRules(chain(circle.entries), known).faults.map(({ code }) => code)
    circle.perform({ kind: 'open_case', reportId: 'c', donationId, bounded: true })
    expect(faultsOf()).toEqual([])
    const opened = circle.entries.splice(known)
    const former = JSON.stringify(opened).replaceAll('"c"', JSON.stringify(donationId))
    circle.entries.push(...(JSON.parse(former) as Unchained[]))
    expect(faultsOf()).toEqual(['rules.refused'])
    circle.entries.splice(known)
    circle.advance(31 * 86_400_000)
    circle.perform({ kind: 'expire' })
    expect(faultsOf()).toEqual(['rules.refused'])
  })

  test('an unbalanced plan in a real circle is named, recorded with a command or without', () => {
    const honest = busyCircle(presets.rotativo, 'real').entries
    expect(replayRules(chain(honest)).faults).toEqual([])
    const [command, created] = honest as [Unchained, Unchained]
    const unbalanced = chain([
      { ...command, payload: { command: { kind: 'create_circle', mode: 'real', plan: presets.termos }, ids: [] } },
      { ...created, payload: { mode: 'real', plan: presets.termos } },
    ])
    expect(replayRules(unbalanced).faults).toEqual([{ code: 'rules.not_balanced', seq: 1 }])
    expect(replayRules(chain([{ ...created, payload: { mode: 'real', plan: presets.termos } }])).faults).toEqual([
      { code: 'rules.not_balanced', seq: 1 },
    ])
  })
})

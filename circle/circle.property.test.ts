import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, evolve } from './circle.ts'
import type { Command } from './circle.ts'
import { findUnfinished } from './ending.ts'
import { hasStake } from './two-people.ts'
import { broughtRows } from './testing/brought.ts'
import { ensureSettled, openBooks } from './testing/invariants.ts'
import { presets, rodaPlan } from './plan.ts'
import type { Plan } from './plan.ts'
import { DAY_MS } from './period.ts'
import type { CircleEvent, CircleState, EventKind } from './state.ts'
import { dose } from './testing/dose.ts'
import { commandFrom, describeCommand, oneLevelPlan, shortPlan, steps, twoLevelPlan } from './testing/walk.ts'
import type { Step } from './testing/walk.ts'

const RUNS = dose(100, 5_000)
const LENGTH = 500
const broughtPlan = rodaPlan({ amountCents: 10_000, months: 1 })

describe('under any order of commands, valid and invalid, the invariants hold', () => {
  test.each([
    ['short levels, so that walks reach N3 and re-entry', shortPlan],
    ['the terms’ plan', presets.termos],
    ['the balanced rotation, with settlements', presets.rotativo],
    ['a rotation of one level', oneLevelPlan],
    ['a roda of one level that was brought in', broughtPlan],
    ['two levels', twoLevelPlan],
  ])('%s', (_, plan) => {
    let commands = 0
    let accepted = 0
    const reached = new Set<EventKind>()
    let failedAt = Infinity
    const walks = fc.property(fc.integer({ min: 2, max: 14 }), steps(LENGTH), (members, walk) => {
      // Shrinking can take minutes on a path that is short already: so long after the first failure, nothing fails any
      // more.
      if (performance.now() - failedAt > 20_000) return
      const outcome = walkThrough(plan, members, walk, () => (failedAt = Math.min(failedAt, performance.now())))
      commands += outcome.commands
      accepted += outcome.accepted
      for (const kind of outcome.kinds) reached.add(kind)
    })
    // One walk in forty comes as far as a re-entry.
    const numRuns = plan === shortPlan ? RUNS * 2 : RUNS
    fc.assert(walks, { numRuns, reporter: printShortestPath })
    // The plans together: more than 20,000 commands in a normal run.
    expect(commands).toBeGreaterThanOrEqual(RUNS * 70)
    // A walk that only ever collects refusals would prove nothing.
    expect(accepted / commands).toBeGreaterThan(0.25)
    if (plan === broughtPlan) expect(reached.has('circle.brought_in')).toBe(true)
    if (plan === oneLevelPlan)
      for (const kind of [
        'turns.swapped',
        'contribution.paused',
        'place.handed_over',
        'donation.part_confirmed',
        'donation.late',
        'contribution.counted',
        'shares.taken',
      ] as const)
        expect(reached.has(kind)).toBe(true)
    if (plan === shortPlan) expect([...everyKind].filter((kind) => !reached.has(kind))).toEqual([])
  })
})

const everyKind: ReadonlySet<EventKind> = new Set([
  'member.suspended',
  'member.left',
  'member.reinstated',
  'member.completed_circle',
  'member.reentry_allowed',
  'member.passed_over',
  'member.served_again',
  'entry.removed',
  'entry.moved',
  'receiver.unset',
  'turn.completed',
  'turn.ended',
  'obligation.void',
  'donation.receipt_replaced',
  'donation.receipt_rejected',
  'donation.confirmed',
  'donation.expired',
  'donation.cancelled',
  'donation.deadline_moved',
  'report.status_changed',
  'report.ended',
  'upgrade.accepted',
  'pull.generated',
])

/**
 * Walks through a circle of its own. On a broken guarantee the message is the guarantee and the commands that led
 * there.
 */
function walkThrough(plan: Plan, members: number, walk: readonly Step[], onFailure: () => void) {
  const books = openBooks()
  const path: string[] = []
  const kinds = new Set<EventKind>()
  const unserved = new Set<string>()
  let now = Date.UTC(2026, 0, 10, 12)
  let ids = 0
  const newId = () => `id-${String((ids += 1)).padStart(5, '0')}`
  let state: CircleState | null = null
  let replayed: CircleState | null = null
  let commands = 0
  let accepted = 0

  const perform = (command: Command) => {
    commands += 1
    path.push(describeCommand(state, command, now))
    const result = decide(state, command, { now, newId })
    // A refused command changes nothing, so the path leaves it out.
    if (!result.ok) return path.pop()
    if (result.events.length > 0) accepted += 1
    else path.pop()
    state = result.state
    for (const event of result.events) {
      kinds.add(event.kind)
      holdToServed(unserved, event)
      books.record(event)
      replayed = evolve(replayed, event, now)
    }
    books.check(state)
    holdToFairEnd(state)
    return ensureSettled(state)
  }

  try {
    perform({ kind: 'create_circle', mode: plan === broughtPlan ? 'real' : 'demonstracao', plan })
    for (let n = 1; n <= members; n += 1) {
      perform({ kind: 'approve_member', memberId: `m${n}` })
      perform({ kind: 'place', memberId: `m${n}`, level: 1, position: n, isReceiver: false })
    }
    if (plan === broughtPlan)
      perform({ kind: 'bring_in', rows: broughtRows(plan, [...state!.members.keys()], (n) => (members * 7) % n) })
    // In every other walk of a roda people have one to three places.
    if (plan === oneLevelPlan && members % 2 === 0)
      for (let n = 1; n <= members; n += 1) perform({ kind: 'take_shares', memberId: `m${n}`, shares: (n % 3) + 1 })
    path.splice(0, path.length, `${plan.name}, m1 to m${members} at positions 1 to ${members} of N1`)
    for (const step of walk) {
      now += step.hours * (DAY_MS / 24)
      perform(commandFrom(state!, step, now))
    }
    expect(replayed, 'replaying the ledger from empty gives the stored state').toEqual(state)
  } catch (error) {
    onFailure()
    // A failed expectation stays told from what merely throws, for who plants defects.
    const { name, message } = error as Error
    const said = name === 'AssertionError' ? `Broken: ${message}` : message
    throw new Error(`${said}\nafter:\n  ${path.join('\n  ')}`, { cause: error })
  }
  return { commands, accepted, kinds }
}

/** A member who owes nothing because they have not accepted the terms is given nothing either. */
function holdToServed(unserved: Set<string>, event: CircleEvent): void {
  if (event.kind === 'member.passed_over') unserved.add(event.memberId)
  if (event.kind === 'member.served_again' || event.kind === 'member.left' || event.kind === 'member.suspended')
    unserved.delete(event.memberId)
  // A place is handed to nobody but who accepted the terms.
  if (event.kind === 'place.handed_over') unserved.delete(event.newcomerId)
  if (event.kind === 'donation.matched' && event.receiverId !== null)
    expect(unserved.has(event.receiverId), 'nobody who was passed over is given a new donation').toBe(false)
  if (event.kind === 'obligation.owed' && event.type === 'PULL')
    expect(unserved.has(event.memberId), 'nobody who was passed over is asked for a contribution').toBe(false)
}

/** Whenever a circle may be closed, nobody has anything in it but a place. */
function holdToFairEnd(state: CircleState): void {
  if (findUnfinished(state) !== null) return
  const withoutPlaces = { ...state, entries: new Map() }
  for (const memberId of state.members.keys())
    expect(hasStake(withoutPlaces, memberId), 'nobody loses by the end').toBe(false)
}

/** Only the shrunk path: the random steps behind it tell nobody anything. */
function printShortestPath(run: fc.RunDetails<[number, Step[]]>): void {
  if (!run.failed) return
  const { message } = run.errorInstance as Error
  throw new Error(
    `${message}\n(seed ${run.seed}, shrunk ${run.numShrinks} times; WALK_SEED=${run.seed} walks it again)`,
  )
}

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, evolve } from './circle.ts'
import { openBooks } from './invariants.ts'
import { presets } from './plan.ts'
import type { Plan } from './plan.ts'
import { DAY_MS } from './period.ts'
import type { CircleState } from './state.ts'
import { commandFrom, describeCommand, shortPlan, steps } from './testing/walk.ts'
import type { Step } from './testing/walk.ts'

const RUNS = Number(process.env['WALK_RUNS'] ?? 100)
const LENGTH = 400

describe('under any order of commands, valid and invalid, the invariants hold', () => {
  test.each([
    ['short levels, so that walks reach N3 and re-entry', shortPlan],
    ['the terms’ plan', presets.termos],
    ['the balanced rotation, with settlements', presets.rotativo],
  ])('%s', (_, plan) => {
    let commands = 0
    let accepted = 0
    const reached = new Set<string>()
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 14 }), steps(LENGTH), (members, walk) => {
        const outcome = walkThrough(plan, members, walk)
        commands += outcome.commands
        accepted += outcome.accepted
        for (const kind of outcome.kinds) reached.add(kind)
      }),
      { numRuns: RUNS },
    )
    // A walk that only ever collects refusals would prove nothing.
    expect(commands).toBeGreaterThanOrEqual(7_000)
    expect(accepted / commands).toBeGreaterThan(0.3)
    if (plan === shortPlan) expect([...everyKind].filter((kind) => !reached.has(kind))).toEqual([])
  })
})

const everyKind = new Set([
  'member.suspended', 'member.left', 'member.reinstated', 'member.completed_circle', 'member.reentry_allowed',
  'entry.removed', 'entry.moved', 'receiver.unset', 'turn.completed', 'turn.ended', 'obligation.void',
  'donation.confirmed', 'donation.expired', 'donation.cancelled', 'donation.deadline_moved',
  'report.status_changed', 'report.ended', 'upgrade.accepted', 'pull.generated',
])

function walkThrough(plan: Plan, members: number, walk: readonly Step[]) {
  const books = openBooks()
  const path: string[] = []
  const kinds = new Set<string>()
  let now = Date.UTC(2026, 0, 10, 12)
  let ids = 0
  const newId = () => `id-${String((ids += 1)).padStart(5, '0')}`
  let state: CircleState | null = null
  let replayed: CircleState | null = null
  let commands = 0
  let accepted = 0

  const perform = (command: Parameters<typeof decide>[1]) => {
    commands += 1
    path.push(describeCommand(command, now))
    const decision = decide(state, command, { now, newId })
    if (!decision.ok) return
    if (decision.events.length > 0) accepted += 1
    for (const event of decision.events) {
      kinds.add(event.kind)
      books.record(event)
      replayed = evolve(replayed, event, now)
    }
    state = decision.state
    books.check(state)
  }

  try {
    perform({ kind: 'create_circle', mode: 'demonstracao', plan })
    for (let n = 1; n <= members; n += 1) {
      perform({ kind: 'approve_member', memberId: `m${n}` })
      perform({ kind: 'place', memberId: `m${n}`, level: 1, position: n, isReceiver: false })
    }
    for (const step of walk) {
      now += step.hours * (DAY_MS / 24)
      perform(commandFrom(state!, step))
    }
    expect(replayed).toEqual(state)
  } catch (error) {
    throw new Error(`${(error as Error).message}\nPath of ${path.length} commands:\n  ${path.join('\n  ')}`, { cause: error })
  }
  return { commands, accepted, kinds }
}

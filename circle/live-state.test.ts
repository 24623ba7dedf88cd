import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, evolve } from './circle.ts'
import { DAY_MS } from './period.ts'
import { presets } from './plan.ts'
import { COUNTED_SINCE } from './shares.ts'
import type { CircleState } from './state.ts'
import { dose } from './testing/dose.ts'
import { story } from './testing/story.ts'
import type { Story } from './testing/story.ts'
import { commandFrom, oneLevelPlan, shortPlan, steps, twoLevelPlan } from './testing/walk.ts'

const MEMBERS = 12
const sizes = ({ state }: Story) =>
  [state.members, state.entries, state.turns, state.obligations, state.donations, state.reports, state.pulled].map(
    ({ size }) => size,
  )
const completeTurnsOf = ({ state }: Story, memberId: string) =>
  [...state.turns.values()].filter((turn) => turn.memberId === memberId && turn.status === 'complete')

/** Lives so many months in which everybody pays, and keeps the state that the events alone lead to. */
function months(told: Story, count: number, replay: { state: CircleState | null }): Story {
  const follow = () => {
    for (const event of told.events) replay.state = evolve(replay.state, event, told.now)
  }
  for (let month = 0; month < count; month += 1) {
    told.days(31).pull()
    follow()
    for (const { id, donorId, receiverId } of told.state.donations.values()) {
      told.does({ kind: 'send_receipt', donationId: id, memberId: donorId })
      follow()
      told.does({ kind: 'confirm', donationId: id, by: { memberId: receiverId! } })
      follow()
    }
  }
  return told
}

describe('what a circle keeps live', () => {
  test('does not grow over ten years of the rotating plan, and the ledger still leads to exactly that', () => {
    const told = story({ plan: presets.rotativo, mode: 'real' }).members(MEMBERS).placed()
    const replay: { state: CircleState | null } = { state: told.state }
    months(told, 12, replay)
    const afterOneYear = sizes(told)
    months(told, 108, replay)
    expect(sizes(told)).toEqual(afterOneYear)
    expect(told.state.turns.size).toBeLessThanOrEqual(3 * MEMBERS)
    expect(replay.state).toEqual(told.state)
    // Ten years of contributions are forty complete turns each, and the upgrade that they earned is still offered.
    expect(told.member('m1').received[1]).toBe(120 * 100_00)
    expect(told.offers('m1').map(({ fromLevel, toLevel }) => `${fromLevel}→${toLevel}`)).toEqual(['1→2'])
  })

  test('of the turns that earn an upgrade are the offered one and the next, so that an offer stands again after one was used', () => {
    const told = story({ plan: presets.rotativo, mode: 'real' }).members(3).placed()
    months(told, 12, { state: told.state })
    const complete = completeTurnsOf(told, 'm1').toSorted((a, b) => a.startedAt - b.startedAt)
    expect(complete).toHaveLength(2)
    const [first, second] = complete
    expect(told.offers('m1')[0]!.turnId).toBe(first!.id)
    told.upgrades('m1').remove('m1', 2)
    expect(told.offers('m1')[0]!.turnId).toBe(second!.id)
    told.upgrades('m1').remove('m1', 2)
    expect(told.offers('m1')).toEqual([])
  })

  test('are all complete turns where going up costs money, for each of them paid for its own upgrade', () => {
    const told = story().members(3).placed()
    months(told, 12, { state: told.state })
    expect(completeTurnsOf(told, 'm1')).toHaveLength(4)
  })

  test('are no complete turns of a member who left, and all of one who is suspended and may come back', () => {
    const told = story().members(3).placed()
    months(told, 4, { state: told.state })
    expect(completeTurnsOf(told.suspended('m1'), 'm1')).toHaveLength(2)
    expect(told.reinstated('m1').offers('m1')).toHaveLength(1)
    expect(completeTurnsOf(told.leaves('m1'), 'm1')).toEqual([])
    expect(told.happened('turn.ended').map(({ memberId, level }) => `${memberId} N${level}`)).toEqual([
      'm1 N1',
      'm1 N1',
    ])
  })
})

/** The same circle, each of its rows read in another order than that in which they came. */
function readOtherwise(state: CircleState): CircleState {
  const { members, entries, turns, obligations, donations, reports, pulled } = state
  const turned = <V>(rows: ReadonlyMap<string, V>) => new Map([...rows].toReversed())
  return {
    ...state,
    members: turned(members),
    entries: turned(entries),
    turns: turned(turns),
    obligations: turned(obligations),
    donations: turned(donations),
    reports: turned(reports),
    pulled: new Set([...pulled].toReversed()),
  }
}

test.each([
  { plan: shortPlan },
  { plan: twoLevelPlan },
  { plan: presets.rotativo },
  { plan: oneLevelPlan },
  { plan: oneLevelPlan, mode: 'real', rules: COUNTED_SINCE } as const,
])('a decision is the same in whatever order the rows of a circle are read: $plan.name $mode', (founding) => {
  let taken = 0
  for (const walk of fc.sample(steps(300), { numRuns: dose(8, 2_000) })) {
    let now = Date.UTC(2026, 0, 10, 12)
    let { state } = story(founding).members(7).placed()
    let ids = 1_000
    for (const step of walk) {
      now += (step.hours * DAY_MS) / 24
      const command = commandFrom(state, step, now)
      const first = ids
      const from = (given: CircleState) => {
        ids = first
        return decide(given, command, { now, newId: () => `id-${String((ids += 1)).padStart(6, '0')}` })
      }
      const [other, result] = [from(readOtherwise(state)), from(state)]
      expect(other, JSON.stringify(command)).toEqual(result)
      if (!result.ok) continue
      taken += 1
      state = result.state
    }
  }
  expect(taken).toBeGreaterThan(200)
})

import { describe, expect, test } from 'vitest'
import { evolve } from './evolve.ts'
import { rodaPlan } from './plan.ts'
import type { CircleEvent } from './state.ts'
import { story } from './testing/story.ts'

const roda = () =>
  story({ plan: rodaPlan({ amountCents: 10_000, months: 3 }) })
    .members(4)
    .placed()

describe('an event', () => {
  test('of no circle is none, but for its founding', () => {
    const pulled = { kind: 'pull.generated', period: '2026-01', created: 0, skipped: 0, receivers: 0 } as CircleEvent
    expect(() => evolve(null, pulled, 0)).toThrow('unknown circle')
    const founding = { kind: 'circle.created', mode: 'real', plan: roda().state.plan, rules: 5 } as const
    expect(evolve(null, founding, 0)).toMatchObject({ mode: 'real', rules: 5, rotation: 1 })
  })

  test('of a place: whoever passed it is remembered once, and a place at another level ends no wait for one here', () => {
    const told = roda()
    const entryId = told.entryId('m4')
    const moves = (passedMemberIds: string[]) => [{ entryId, memberId: 'm4', level: 1, position: 9, passedMemberIds }]
    const moved = { kind: 'entry.moved', moves: moves(['m1', 'm2']) } as unknown as CircleEvent
    const twice = evolve(evolve(told.state, moved, 0), moved, 0)
    expect(twice.entries.get(entryId)).toMatchObject({ position: 9, passedMemberIds: ['m1', 'm2'] })
    const allowed = evolve(told.state, { kind: 'member.reentry_allowed', memberId: 'm4' }, 0)
    const placed = (level: 1 | 2) =>
      evolve(allowed, { kind: 'entry.placed', entryId: 'new', memberId: 'm4', level, position: 5 } as CircleEvent, 0)
    expect([1, 2].map((level) => placed(level as 1 | 2).members.get('m4')!.reentry)).toEqual(['none', 'allowed'])
  })

  test('of a change that is undone: who had come back may come back again', () => {
    const undone = { kind: 'queue.change_undone', seq: 1, level: 1, places: [], drop: [], restore: [] }
    const { members } = evolve(roda().state, { ...undone, reentry: ['m2'] } as unknown as CircleEvent, 0)
    expect(['m1', 'm2'].map((id) => members.get(id)!.reentry)).toEqual(['none', 'allowed'])
  })

  test('of a roda that comes in: who received before has completed, who did not has not', () => {
    const places = [
      { entryId: 'a', memberId: 'm1', position: 1, givenCents: 10_000, receivedCents: 20_000 },
      { entryId: 'b', memberId: 'm2', position: 2, givenCents: 10_000, receivedCents: 0 },
    ]
    const { members, isBroughtIn } = evolve(
      roda().state,
      { kind: 'circle.brought_in', level: 1, places } as CircleEvent,
      7,
    )
    expect(isBroughtIn).toBe(true)
    expect([members.get('m1'), members.get('m2')]).toMatchObject([
      { given: { 1: 10_000, 2: 0 }, received: { 1: 20_000, 2: 0 }, completedAt: { 1: 7 } },
      { given: { 1: 10_000 }, received: { 1: 0 }, completedAt: {} },
    ])
    expect(members.get('m2')!.completedAt).toEqual({})
  })

  test('of a turn that is not somebody’s first leaves when they first completed', () => {
    const told = roda().pull()
    const { turnId } = told.donation('m2→m1')
    const facts = { turnId: turnId!, entryId: told.entryId('m1'), memberId: 'm1', level: 1 }
    const completed = (first: boolean) =>
      evolve(told.state, { kind: 'turn.completed', ...facts, first } as CircleEvent, 9).members.get('m1')!.completedAt
    expect([completed(true), completed(false)]).toEqual([{ 1: 9 }, {}])
  })
})

import { describe, expect, test } from 'vitest'
import { decide } from './circle.ts'
import { presets } from './plan.ts'
import { story } from './testing/story.ts'

const context = { now: 0, newId: () => 'id' }
const founding = { kind: 'create_circle', mode: 'real', plan: presets.roda } as const

describe('a decision', () => {
  test('is of a circle that was founded, once', () => {
    expect(() => decide(null, { kind: 'generate_pull' }, context)).toThrow('A circle must be created first')
    expect(() => decide(story().state, founding, context)).toThrow('The circle exists already')
  })

  test('refuses what the rules refuse, and hides no fault of a program behind a refusal', () => {
    const { state } = story().members(1)
    const newId = () => {
      throw new Error('No more ids')
    }
    const placing = { kind: 'place', memberId: 'm1', level: 1, position: 1, isReceiver: false } as const
    expect(() => decide(state, placing, { now: 0, newId })).toThrow('No more ids')
    expect(decide(state, { ...placing, memberId: 'nobody' }, { now: 0, newId })).toMatchObject({ ok: false })
  })

  test('says why a plan may not be used', () => {
    const plan = { ...presets.roda, deadlineDays: 0 }
    expect(decide(null, { ...founding, plan }, context)).toEqual({
      ok: false,
      code: 'plan.invalid',
      details: { reason: 'O prazo deve ter de 1 a 365 dias.' },
    })
  })

  test('tells a place that somebody took away from one that its member left or completed', () => {
    const told = story().members(2).placed().remove('m2')
    expect(told.happened('entry.removed')).toMatchObject([{ memberId: 'm2', reason: 'removed' }])
    expect(told.leaves('m1').happened('entry.removed')).toMatchObject([{ memberId: 'm1', reason: 'left' }])
  })
})

import { describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { Dice } from '../frame/dice.ts'
import { smallDose } from '../testing/small-dose.ts'
import { model } from './model.ts'
import { faultOf, shorten, walk } from './walk.ts'
import type { Timed } from './walk.ts'

test('the rules and the naive circle decide every command alike, and hold the same circle after it', async () => {
  const { counts } = await smallDose(model, 21)
  // Refusals alone would prove nothing, nor would walks that never leave the first level.
  expect(counts['commands accepted']).toBeGreaterThan(1_500)
  expect(counts['walks through N3']).toBeGreaterThan(0)
  expect(counts['walks with swapped turns']).toBeGreaterThan(0)
  expect(counts['walks with a substitute']).toBeGreaterThan(0)
  expect(counts['walks with a month left out']).toBeGreaterThan(0)
  expect(counts['walks with several places']).toBeGreaterThan(0)
  expect(counts['walks with a part paid']).toBeGreaterThan(0)
  expect(counts['walks with somebody late']).toBeGreaterThan(0)
  expect(counts['walks with a month ahead']).toBeGreaterThan(0)
  expect(counts['walks that were brought in']).toBeGreaterThan(0)
})

describe('a walk', () => {
  test('is the same for the same seed and round', () => {
    const commandsOf = (round: number) => {
      const path: Timed[] = []
      walk(new Dice(3, round), 200, (timed) => path.push(timed))
      return path
    }
    expect(commandsOf(5)).toEqual(commandsOf(5))
    expect(commandsOf(6)).not.toEqual(commandsOf(5))
  })

  test('that fails is shortened to the commands that it needs', () => {
    const setting = { mode: 'demonstracao', plan: presets.roda, members: 3 } as const
    const at = Date.UTC(2026, 1, 10)
    const noise: Timed[] = Array.from({ length: 40 }, () => ({ command: { kind: 'expire' }, at }))
    // A circle cannot be created twice: the only command of these on which both throw.
    const fault: Timed = { command: { kind: 'create_circle', mode: 'demonstracao', plan: presets.roda }, at }
    const path = [...noise, fault, ...noise]
    expect(faultOf(setting, noise)).toBeNull()
    expect(faultOf(setting, path)).toBe('The circle exists already')
    expect(shorten(setting, path)).toEqual([fault])
  })
})

import { describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { presets } from '#circle/plan.ts'
import { oneLevelPlan } from '#circle/testing/walk.ts'
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

test('whoever must receive for several places to come to zero does so too while those are passed over', () => {
  const setting = { mode: 'demonstracao', plan: oneLevelPlan, members: 11 } as const
  const path = (
    [
      ['2026-01-10T18:35Z', { kind: 'take_shares', memberId: 'm4', shares: 3 }],
      ['2026-01-11T08:25Z', { kind: 'generate_pull', withoutConsent: ['m1', 'm11'], unserved: true }],
      ['2026-01-11T12:20Z', { kind: 'send_receipt', donationId: 'd7', memberId: 'm9' }],
      ['2026-01-12T07:59Z', { kind: 'swap', entryId: 'N1:m4', otherEntryId: 'N1:m1' }],
      ['2026-01-13T15:01Z', { kind: 'send_receipt', donationId: 'd9', memberId: 'm4' }],
      ['2026-01-13T15:55Z', { kind: 'confirm', donationId: 'd9', by: { memberId: 'm5' } }],
      ['2026-01-14T00:47Z', { kind: 'send_receipt', donationId: 'd12', memberId: 'm10' }],
      ['2026-01-14T01:17Z', { kind: 'confirm', donationId: 'd12', by: { memberId: 'm5' } }],
      ['2026-01-14T04:34Z', { kind: 'send_receipt', donationId: 'd10', memberId: 'm4' }],
      ['2026-01-14T11:54Z', { kind: 'confirm', donationId: 'd10', by: { memberId: 'm5' } }],
      ['2026-02-06T06:41Z', { kind: 'generate_pull', withoutConsent: ['m6'] }],
      ['2026-03-31T02:41Z', { kind: 'remove', entryId: 'N1:m8' }],
      ['2026-04-01T03:54Z', { kind: 'generate_pull', withoutConsent: ['m6'], unserved: true }],
      ['2026-04-26T23:25Z', { kind: 'place', memberId: 'm8', level: 1, position: 20, isReceiver: false }],
      ['2026-05-10T00:32Z', { kind: 'generate_pull', withoutConsent: ['m2', 'm4', 'm11'], unserved: true }],
    ] as readonly (readonly [string, Command])[]
  ).map(([at, command]) => ({ command, at: Date.parse(at) }))
  expect(faultOf(setting, path)).toBeNull()
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

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { isCommand } from './command-shape.ts'

const pull: Command = { kind: 'generate_pull', withoutConsent: ['ana'], unserved: true, countsOnce: true }
const keep: Command = { kind: 'resolve_report', reportId: 'r', resolution: 'REJECTED', outcome: 'keep' }
const confirm: Command = { kind: 'confirm', donationId: 'd', by: { memberId: 'ana' }, cents: 4_000 }
const rows = [{ memberId: 'ana', givenCents: 0, receivedCents: 900 }]

test('a command has each field of its type, or leaves out what it may', () => {
  const whole: Command[] = [
    pull,
    keep,
    confirm,
    { kind: 'bring_in', rows },
    { kind: 'generate_pull' },
    { kind: 'expire' },
  ]
  for (const command of whole) expect([command.kind, isCommand(command)]).toEqual([command.kind, true])
})

test('a list told as a text, a word that no rule knows, or a number of another kind is no command', () => {
  const lies = [
    // The rules would find a friend's id in it, and no check around them.
    { ...pull, withoutConsent: 'ana' },
    { ...pull, withoutConsent: [['ana']] },
    { ...pull, unserved: 1 },
    { ...pull, countsOnce: 4 },
    // It would end a case as a rejection does.
    { ...keep, resolution: 'OUTRA' },
    { ...keep, outcome: ['keep'] },
    { ...confirm, cents: 0 },
    { ...confirm, by: null },
    { kind: 'bring_in', rows: [{ ...rows[0], givenCents: '0' }] },
    { kind: 'depart_member', memberId: 'ana', how: 'gone' },
    { kind: 'toString' },
    { kind: 'gift' },
    [pull],
    null,
  ]
  for (const lie of lies) expect([lie, isCommand(lie)]).toEqual([lie, false])
})

test('whatever stands there instead of an id, it is none', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(isCommand({ kind: 'approve_member', memberId: value })).toBe(typeof value === 'string')
    }),
  )
})

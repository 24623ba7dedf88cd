import { expect, test } from 'vitest'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { readFounding } from './founding.ts'
import { RULES } from './rules.ts'

function founding(rules: unknown, at: string, mode = 'real') {
  const command = { kind: 'create_circle', mode, ...(rules === undefined ? {} : { rules }) }
  const entry = { seq: 1, at, actor_id: 'a', kind: COMMAND_KIND, payload: { command } } as Partial<LedgerEntry>
  const { rules: read, faults } = readFounding([entry as LedgerEntry])
  return [read, ...faults.map(({ code }) => code)]
}

const [BEFORE, AFTER] = ['2026-11-30T23:59:59.000Z', '2026-12-01T00:00:00.000Z']

test('a real circle is founded by no fewer rules than its time has: an operator cannot choose to be held to less', () => {
  expect(founding(RULES, AFTER)).toEqual([RULES])
  for (const rules of [undefined, 1, 4]) expect(founding(rules, AFTER)).toEqual([rules ?? 1, 'founding.older'])
})

test('one founded before goes on, and says by which rules; a demonstration is held to none', () => {
  for (const rules of [undefined, 2, 4, 5]) expect(founding(rules, BEFORE)).toEqual([rules ?? 1])
  expect(founding(undefined, AFTER, 'demonstracao')).toEqual([null])
})

test('rules that this version does not know are told, and nothing is called right by a verifier that is too old', () => {
  expect(founding(RULES + 1, AFTER)).toEqual([RULES + 1, 'founding.newer'])
})

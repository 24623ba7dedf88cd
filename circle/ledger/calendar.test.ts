import { describe, expect, test } from 'vitest'
import { checkCalendar } from './calendar.ts'
import { isRecordPayload, mayRecord } from './records.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'

const ADMIN = '0190a1b2-0000-7000-8000-0000000000ad'

type Fact = readonly [at: string, kind: string, payload: LedgerEntry['payload'], actor: string | null]

const set = (at: string, day = '7', hour = '9'): Fact => [
  at,
  'circle.calendar_set',
  { day, hour, via: 'passkey' },
  ADMIN,
]
const removed = (at: string): Fact => [at, 'circle.calendar_removed', { via: 'passkey' }, ADMIN]
const pull = (at: string, actor: string | null = null): Fact => [
  at,
  COMMAND_KIND,
  { command: { kind: 'generate_pull' }, ids: [], via: actor === null ? 'job' : 'passkey' },
  actor,
]
/** The numbers of the entries that are found. */
const found = (...facts: Fact[]) =>
  checkCalendar(
    facts.map(([at, kind, payload, actor_id], index) => ({
      seq: index + 1,
      at: new Date(at).toISOString(),
      actor_id,
      kind,
      payload,
      previous_hash: '',
      hash: '',
    })),
  ).map(({ seq }) => seq)

describe('a pull in the calendar’s name', () => {
  test('holds at the calendar’s hour and later in the same month, once each month', () => {
    const honest = [set('2026-11-01T12:00:00Z'), pull('2026-11-07T12:00:00Z'), pull('2026-12-31T23:59:00-03:00')]
    expect(found(...honest)).toEqual([])
  })

  test('is found where no calendar was in force', () => {
    expect(found(set('2026-11-01T12:00:00Z'), removed('2026-11-02T12:00:00Z'), pull('2026-11-07T12:00:00Z'))).toEqual([
      3,
    ])
    expect(found(removed('2026-11-02T12:00:00Z'), pull('2026-11-07T12:00:00Z'))).toEqual([2])
  })

  test('is found before its hour, twice in a month, and by a calendar that was set for the purpose', () => {
    expect(found(set('2026-11-01T12:00:00Z'), pull('2026-11-07T11:59:59Z'))).toEqual([2])
    expect(found(set('2026-11-01T12:00:00Z'), pull('2026-11-07T12:00:00Z'), pull('2026-11-08T12:00:00Z'))).toEqual([3])
    expect(found(set('2026-11-05T12:00:00Z'), pull('2026-11-07T12:00:00Z'))).toEqual([2])
    const moved = [set('2026-10-01T12:00:00Z', '20'), set('2026-11-06T12:00:00Z', '7'), pull('2026-11-07T12:00:00Z')]
    expect(found(...moved)).toEqual([3])
  })

  test('is found also where the entry leaves out how it came, once the ledger says that', () => {
    const [at, kind, { command, ids }] = pull('2026-11-07T12:00:00Z')
    expect(found([at, kind, { command, ids }, null])).toEqual([])
    expect(found(removed('2026-11-01T12:00:00Z'), [at, kind, { command, ids }, null])).toEqual([2])
  })

  test('leaves a person’s own pull alone, who is named', () => {
    expect(found(removed('2026-11-02T12:00:00Z'), pull('2026-11-03T12:00:00Z', ADMIN))).toEqual([])
  })

  test('rests on a record that names whoever set it, with a day and an hour that exist', () => {
    expect(mayRecord('circle.calendar_set', null, {})).toBe(false)
    expect(mayRecord('circle.calendar_set', ADMIN, {})).toBe(true)
    const is = (day: string, hour: string) => isRecordPayload('circle.calendar_set', { day, hour, via: 'password' })
    expect(is('31', '23')).toBe(true)
    for (const [day, hour] of [
      ['32', '9'],
      ['0', '9'],
      ['07', '9'],
      ['7', '24'],
      ['7', '09'],
    ] as const)
      expect(is(day, hour)).toBe(false)
  })
})

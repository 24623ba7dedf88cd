import { describe, expect, test } from 'vitest'
import type { LedgerEntry } from './entry.ts'
import { doneToHelped, swallowedActs, unsignedActs } from './in-whose-name.ts'
import { RULES } from './rules.ts'

type Line = readonly [kind: string, payload: Record<string, unknown>, actor?: string | null]

const founded = (rules: number): Line => [
  'command',
  { command: { kind: 'create_circle', mode: 'real', rules } },
  'cida',
]
const approved = (memberId: string): Line => ['member.approved', { memberId }, 'cida']
const NAMED: Line = ['helper.named', { memberId: 'lurdes', helperId: 'bruno', paper: 'p' }, 'cida']

const entriesOf = (rules: number, lines: readonly Line[]) =>
  [founded(rules), approved('lurdes'), approved('bruno'), approved('eva'), ...lines].map(
    ([kind, payload, actor_id = 'lurdes'], index) =>
      ({
        seq: index + 1,
        at: '2026-11-20T12:00:00.000Z',
        kind,
        payload,
        actor_id,
        hash: `h${index + 1}`,
      }) as LedgerEntry,
  )

describe('an act in somebody’s name that nobody signed', () => {
  const objects: Line = ['payment_key.objected', { memberId: 'lurdes', commitment: 'c' }]
  const removes: Line = ['member.key_removed', { memberId: 'lurdes', keyId: 'k' }]
  const appeals: Line = ['case.appealed', { memberId: 'lurdes', reportId: 'r' }]
  const asked = (lines: readonly Line[], more: Partial<Parameters<typeof unsignedActs>[2]> = {}, rules = RULES) =>
    unsignedActs(entriesOf(rules, lines), 'lurdes', { since: 4, ...more }).map(({ id }) => id)

  test('is asked about: an objection, a device taken away, an appeal', () => {
    expect(asked([objects, removes, appeals])).toEqual(['h5', 'h6', 'h7'])
  })

  test('is not, where a device signed it, a helper did it, it is from before, or another’s', () => {
    const signed: Line = [objects[0], { ...objects[1], signature: {} }]
    const helped: Line = [objects[0], { ...objects[1], via: 'helper', helper: 'bruno' }]
    expect(asked([signed, helped, [objects[0], { ...objects[1], memberId: 'eva' }, 'eva']])).toEqual([])
    expect(asked([objects], { since: 5 })).toEqual([])
  })

  test('is not, once each, where this device did it without a signature', () => {
    const done = [{ act: 'remove_key', about: 'k' }] as const
    expect(asked([removes], { done })).toEqual([])
    expect(asked([removes, removes], { done })).toEqual(['h6'])
    expect(asked([removes], { done: [{ act: 'remove_key', about: 'other' }] })).toEqual(['h5'])
  })

  test('is missed where the server said that it was done, and no entry of the member’s has it', () => {
    const missed = (lines: readonly Line[], one: { act: 'appeal' | 'remove_key'; about: string; doneAt?: string }) =>
      swallowedActs(entriesOf(RULES, lines), 'lurdes', [one]).length
    const appeal = { act: 'appeal', about: 'r', doneAt: '2026-11-21T12:00:00.000Z' } as const
    expect(missed([], appeal)).toBe(1)
    expect(missed([['case.appealed', { memberId: 'eva', reportId: 'r' }, 'eva']], appeal)).toBe(1)
    expect(missed([appeals], { ...appeal, about: 'another' })).toBe(1)
    expect(missed([appeals], appeal)).toBe(0)
    // Without an answer it may not have been done; and a device that was away already leaves no entry.
    expect(missed([], { act: 'appeal', about: 'r' })).toBe(0)
    expect(missed([removes], { ...appeal, act: 'remove_key' })).toBe(0)
  })

  test('is missed, too, where a request or an acceptance was taken back, and carried out all the same', () => {
    const doneAt = '2026-11-21T12:00:00.000Z'
    const backs = [
      [{ act: 'end_swap', about: 's' }, 'swap.ended', { swapId: 's' }],
      [{ act: 'end_substitute', about: 's' }, 'substitute.ended', { substituteId: 's' }],
      [{ act: 'contest_beginning', about: null }, 'beginning.contested', { hash: 'h' }],
    ] as const
    for (const [act, kind, fields] of backs) {
      const entry: Line = [kind, { memberId: 'lurdes', ...fields }]
      const missed = [[], [entry]].map((lines) =>
        swallowedActs(entriesOf(RULES, lines), 'lurdes', [{ ...act, doneAt }]),
      )
      expect(missed.map(({ length }) => length)).toEqual([1, 0])
      expect(asked([entry])).toEqual(['h5'])
    }
  })

  test('was no question in circles of before', () => {
    expect(asked([objects], {}, RULES - 1)).toEqual([])
  })
})

describe('whoever helps somebody without a device', () => {
  const asked = (lines: readonly Line[], since = 4, rules = RULES) =>
    doneToHelped(entriesOf(rules, lines), 'bruno', since).map(({ id }) => id)
  const confirms = (more: object = {}): Line => [
    'command',
    { command: { kind: 'confirm', donationId: 'd', by: { memberId: 'lurdes' } }, via: 'password', ...more },
  ]
  const key = (kind: string, commitment = 'c'): Line => [
    `payment_key.${kind}`,
    { memberId: 'lurdes', commitment },
    null,
  ]
  const ended = (actor: string): Line => ['helper.ended', { memberId: 'lurdes', helperId: 'bruno' }, actor]

  test('is asked about a device of theirs, an act in their name, another key, and the end of the help', () => {
    const device: Line = ['member.key_added', { memberId: 'lurdes', keyId: 'k', publicKey: 'k' }]
    expect(asked([NAMED, device])).toEqual(['h6'])
    expect(asked([NAMED, confirms()])).toEqual(['h6'])
    expect(asked([NAMED, key('change_asked')])).toEqual(['c'])
    expect(asked([NAMED, key('committed')])).toEqual(['c'])
    // Dropped after it held, it held all the same.
    expect(asked([NAMED, key('committed'), key('objected')])).toEqual(['c'])
    expect(asked([NAMED, ended('cida')])).toEqual(['h6'])
    expect(
      asked([NAMED, ['command', { command: { kind: 'depart_member', memberId: 'lurdes', how: 'left' } }]]),
    ).toEqual(['h6'])
  })

  test('is not asked about what they did for them, ended themselves or refused, nor about anybody else', () => {
    expect(asked([NAMED, confirms({ via: 'helper', helper: 'bruno', signature: {} })])).toEqual([])
    expect(asked([NAMED, ended('bruno')])).toEqual([])
    expect(asked([NAMED, key('change_asked'), key('objected')])).toEqual([])
    expect(asked([confirms(), key('committed'), NAMED])).toEqual([])
    expect(asked([NAMED, ended('bruno'), confirms()])).toEqual([])
    expect(asked([NAMED, ['member.key_added', { memberId: 'eva', keyId: 'k', publicKey: 'k' }, 'eva']])).toEqual([])
    expect(asked([NAMED, confirms()], 6)).toEqual([])
    expect(asked([NAMED, confirms()], 4, RULES - 1)).toEqual([])
  })
})

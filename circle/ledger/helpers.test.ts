import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dose } from '#circle/testing/dose.ts'
import type { LedgerEntry } from './entry.ts'
import { checkHelpers, HELPED_MAX, openHelpers } from './helpers.ts'
import { isRecordPayload, mayRecord } from './records.ts'

type Line = readonly [kind: string, payload: Record<string, unknown>, actor: string | null]

const member = (memberId: string): Line => ['member.approved', { memberId }, 'cida']
const PEOPLE = ['ana', 'bia', 'davi', 'eva', 'lurdes', 'bruno'].map(member)
const named = (memberId = 'lurdes', helperId = 'bruno', actor = 'cida'): Line => [
  'helper.named',
  { memberId, helperId, paper: 'ab'.repeat(32) },
  actor,
]
const ended = (actor: string, helperId = 'bruno'): Line => ['helper.ended', { memberId: 'lurdes', helperId }, actor]
const does = (command: object, more: object = {}, actor = 'lurdes'): Line => [
  'command',
  { command, via: 'helper', helper: 'bruno', signature: {}, ...more },
  actor,
]
const confirms = (more: object = {}) => does({ kind: 'confirm', donationId: 'd', by: { memberId: 'lurdes' } }, more)
const owes = (donorId: string): Line => [
  'donation.matched',
  { donationId: 'd', donorId, receiverId: 'lurdes', amountCents: 10_000 },
  null,
]
const device = (memberId: string, keyId: string): Line => ['member.key_added', { memberId, keyId }, memberId]

const entriesOf = (lines: readonly Line[]) =>
  lines.map(([kind, payload, actor_id], index) => ({ seq: index + 1, kind, payload, actor_id }) as LedgerEntry)
const faultsOf = (...lines: Line[]) => checkHelpers(entriesOf([...PEOPLE, ...lines])).map(({ code }) => code)

describe('a helper', () => {
  test('acts for somebody who named them, signing, from the naming until its end', () => {
    expect(faultsOf(named(), owes('ana'), confirms(), confirms(), ended('bruno'))).toEqual([])
    expect(faultsOf(named(), ended('lurdes'), named('lurdes', 'ana'))).toEqual([])
  })

  test('has with what they signed what follows from it, and no other word in a case', () => {
    const says = (what: string): Line => ['case.words', { what, via: 'helper', helper: 'bruno' }, 'lurdes']
    const served = does({ kind: 'serve_again', memberId: 'lurdes' }, { signature: undefined })
    expect(faultsOf(named(), served, says('reason'))).toEqual([])
    expect(faultsOf(named(), says('statement'))).toEqual(['helper.not_theirs'])
    expect(faultsOf(served, says('reason'))).toEqual(['helper.unknown', 'helper.unknown'])
  })

  test.each([
    ['nobody named them', [confirms()], ['helper.unknown']],
    ['another is the helper', [named(), confirms({ helper: 'ana' })], ['helper.unknown']],
    ['the help is over', [named(), ended('lurdes'), confirms()], ['helper.unknown']],
    ['the person left', [named(), ['member.left', { memberId: 'lurdes' }, 'lurdes'], confirms()], ['helper.unknown']],
    [
      'the helper was suspended',
      [named(), ['member.suspended', { memberId: 'bruno' }, 'cida'], confirms()],
      ['helper.unknown'],
    ],
    ['their device did not sign', [named(), confirms({ signature: undefined })], ['helper.unsigned']],
    [
      'they leave in their name',
      [named(), does({ kind: 'depart_member', memberId: 'lurdes', how: 'left' })],
      ['helper.not_theirs'],
    ],
    [
      'they confirm another payment key',
      [
        named(),
        ['payment_key.confirmed', { memberId: 'lurdes', via: 'helper', helper: 'bruno', signature: {} }, 'lurdes'],
      ],
      ['helper.not_theirs'],
    ],
    ['they confirm what they pay themselves', [named(), owes('bruno'), confirms()], ['helper.not_theirs']],
    [
      'they confirm what another pays whom they help too',
      [named(), named('ana'), owes('ana'), confirms()],
      ['helper.not_theirs'],
    ],
    ['they name themselves', [named('lurdes', 'bruno', 'bruno')], ['helper.named_wrongly']],
    ['the person is not of the circle', [named('zeca')], ['helper.named_wrongly']],
    ['the helper is not of the circle', [named('lurdes', 'zeca')], ['helper.named_wrongly']],
    ['the person has a device of their own', [device('lurdes', 'k'), named()], ['helper.named_wrongly']],
    ['the person has a helper already', [named(), named('lurdes', 'ana')], ['helper.named_wrongly']],
    ['the helper is helped too', [named('bruno', 'ana'), named()], ['helper.named_wrongly']],
    ['a third person names them', [named(), named('ana'), named('bia')], ['helper.too_many']],
    ['what ends was never begun', [ended('bruno')], ['helper.unknown']],
  ] as [string, Line[], string[]][])('is found where %s', (_, lines, codes) => {
    expect(faultsOf(...lines)).toEqual(codes)
  })

  test('who organises and takes part helps fewer than half of the roda', () => {
    const organises: Line = ['administrator.participates', { memberId: 'bruno' }, 'bruno']
    const out = (memberId: string): Line => ['member.left', { memberId }, memberId]
    expect(faultsOf(organises, named(), named('ana'))).toEqual([])
    expect(faultsOf(organises, out('eva'), out('davi'), named(), named('ana'))).toEqual(['helper.too_many'])
  })

  test('whose devices are all removed may be given one, and a faulty naming gives nobody one', () => {
    const removed: Line = ['member.key_removed', { memberId: 'lurdes', keyId: 'k' }, 'lurdes']
    expect(faultsOf(device('lurdes', 'k'), removed, named(), confirms())).toEqual([])
    expect(faultsOf(device('lurdes', 'k'), named(), confirms())).toEqual(['helper.named_wrongly', 'helper.unknown'])
  })

  test('the matter of the helped is the helper’s own', () => {
    const helpers = openHelpers()
    for (const entry of entriesOf([...PEOPLE, named()])) helpers.read(entry)
    expect([...helpers.withHelpers(new Set(['lurdes', 'ana']))]).toEqual(['lurdes', 'ana', 'bruno'])
    expect([...helpers.withHelpers(new Set(['bruno']))]).toEqual(['bruno'])
  })

  test('a record names one exactly where it says that a helper did it, and is no one’s without an actor', () => {
    const id = '0190a1b2-0000-7000-8000-000000000001'
    const terms = (more: object) => isRecordPayload('terms.accepted', { memberId: id, hash: 'ab'.repeat(32), ...more })
    expect(terms({ via: 'helper', helper: id })).toBe(true)
    expect([terms({ via: 'helper' }), terms({ via: 'password', helper: id })]).toEqual([false, false])
    expect([mayRecord('helper.named', null, {}), mayRecord('helper.named', id, {})]).toEqual([false, true])
  })

  test('whatever comes, nobody helps more than two, themselves, a helper, or somebody with a device', () => {
    const ids = ['ana', 'bia', 'davi', 'eva', 'bruno']
    const [one, other] = [fc.constantFrom(...ids), fc.constantFrom(...ids)]
    const step = fc.oneof(
      fc.tuple(one, other, one).map(([a, b, c]) => named(a, b, c)),
      fc.tuple(one, other).map(([a, b]): Line => ['helper.ended', { memberId: a, helperId: b }, a]),
      one.map((id) => device(id, `key of ${id}`)),
      one.map((id): Line => ['member.key_removed', { memberId: id, keyId: `key of ${id}` }, id]),
      one.map((id): Line => ['member.left', { memberId: id }, id]),
      one.map(member),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (lines) => {
        const helpers = openHelpers()
        const devices = new Set<unknown>()
        for (const entry of entriesOf([...PEOPLE, ...lines])) {
          const { kind, payload } = entry
          const before = ids.map((id) => helpers.helperOf(id))
          const fault = helpers.read(entry)
          const { memberId, helperId } = payload as Record<string, string>
          if (kind === 'member.key_added') devices.add(memberId)
          if (kind === 'member.key_removed') devices.delete(memberId)
          if (fault !== null) expect(ids.map((id) => helpers.helperOf(id))).toEqual(before)
          if (kind === 'helper.named' && fault === null) {
            expect([devices.has(memberId), entry.actor_id === helperId]).toEqual([false, false])
            expect(helpers.helperOf(memberId!)).toBe(helperId)
          }
          for (const id of ids) {
            const by = helpers.helperOf(id)
            if (by !== null) expect([by === id, helpers.helperOf(by), helpers.helpedBy(id)]).toEqual([false, null, []])
            expect(helpers.helpedBy(id).length).toBeLessThanOrEqual(HELPED_MAX)
          }
        }
      }),
      { numRuns: dose(200, 20_000) },
    )
  })
})

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkDraws } from './draws.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { orderText } from './orders.ts'

const CIRCLE = '0190a1b2-0000-7000-8000-0000000000c1'
const [ORDER, OTHER] = ['d1', 'd2'].map((n) => `0190a1b2-0000-7000-8000-0000000000${n}`) as [string, string]
const MEMBERS = ['1', '2', '3'].map((n) => `0190a1b2-0000-7000-8000-00000000000${n}`)
const [ANA, BIA, CAIO] = MEMBERS as [string, string, string]
const DAVI = '0190a1b2-0000-7000-8000-000000000004'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type Line = readonly [kind: string, payload: Record<string, unknown>]
const hashOf = (memberIds: readonly string[], orderId = ORDER) => sha256(orderText(CIRCLE, orderId, memberIds))
const comes = (memberId: string): Line => ['member.approved', { memberId }]
const goes = (memberId: string): Line => ['member.left', { memberId }]
const all = MEMBERS.map(comes)
const proposed = (memberIds = MEMBERS, orderId = ORDER, hash = hashOf(memberIds, orderId)): Line => [
  'order.proposed',
  { orderId, memberIds: memberIds.join(','), hash },
]
const accepts = (memberId: string, changed: Record<string, unknown> = {}): Line => [
  'order.accepted',
  { orderId: ORDER, memberId, hash: hashOf(MEMBERS), via: 'password', signature: {}, ...changed },
]
const everybody = MEMBERS.map((id) => accepts(id))
const applied = (memberIds = MEMBERS, drawId = ORDER): Line[] => [
  [COMMAND_KIND, { command: { kind: 'apply_draw', drawId, memberIds } }],
  ['queue.drawn', { drawId, level: 1, places: [] }],
]
const ends = (how: 'withdrawn' | 'lapsed'): Line => [`order.${how}`, { orderId: ORDER }]

function faultsOf(...lines: readonly Line[]): string[] {
  const entries = lines.map(([kind, payload], index): LedgerEntry => ({
    seq: index + 1,
    at: new Date(Date.UTC(2026, 10, 22)).toISOString(),
    actor_id: null,
    kind,
    payload,
    previous_hash: '',
    hash: '',
  }))
  return checkDraws(CIRCLE, entries, sha256).map(({ code }) => code)
}

describe('a first order that everybody accepted', () => {
  test('holds without a draw', () => {
    expect(faultsOf(...all, proposed(), ...everybody, ...applied())).toEqual([])
  })

  test('names each as often as they have places', () => {
    const taken: Line = ['shares.taken', { memberId: ANA, shares: 2 }]
    expect(faultsOf(...all, taken, ...twice)).toEqual([])
    expect(faultsOf(...all, taken, proposed(), ...everybody, ...applied())).toEqual(['order.unaccepted'])
  })

  test('may be withdrawn or fall when people come or go, and another be proposed', () => {
    const again = [proposed(MEMBERS, OTHER), ...MEMBERS.map((id) => accepts(id, other))]
    expect(faultsOf(...all, proposed(), accepts(ANA), ends('withdrawn'), ...again, ...applied(MEMBERS, OTHER))).toEqual(
      [],
    )
    expect(faultsOf(...all, proposed(), comes(DAVI), ends('lapsed'), goes(DAVI), ...again)).toEqual([])
    expect(faultsOf(...all, proposed(), ['obligation.owed', {}], ends('lapsed'))).toEqual([])
  })
})

const other = { orderId: OTHER, hash: hashOf(MEMBERS, OTHER) }
const turned = MEMBERS.toReversed()

const pairs = [ANA, ANA, BIA, CAIO]
const twice = [proposed(pairs), ...MEMBERS.map((id) => accepts(id, { hash: hashOf(pairs) })), ...applied(pairs)]

describe('an order that is not what everybody accepted is found', () => {
  const cases: readonly [string, readonly Line[], string][] = [
    ['applied before all accepted', [proposed(), ...everybody.slice(1), ...applied()], 'order.unaccepted'],
    ['another than the one proposed', [proposed(), ...everybody, ...applied(turned)], 'order.unaccepted'],
    [
      'changed once it was accepted',
      [proposed(), ...everybody, ends('withdrawn'), proposed(turned, OTHER), ...applied(turned, OTHER)],
      'order.unaccepted',
    ],
    ['applied once it was withdrawn', [proposed(), ...everybody, ends('withdrawn'), ...applied()], 'order.unaccepted'],
    [
      'kept from before contributions were asked for, and applied to another rotation',
      [proposed(), ...everybody, ['obligation.owed', {}], ['rotation.begun', { rotation: 2 }], ...applied()],
      'order.unaccepted',
    ],
    ['applied twice', [proposed(), ...everybody, ...applied(), ...applied()], 'order.unaccepted'],
    ['without somebody who came', [proposed(), ...everybody, comes(DAVI), ...applied()], 'order.unaccepted'],
    ['with somebody who went', [proposed(), ...everybody, goes(CAIO), ...applied()], 'order.unaccepted'],
    ['among some alone', [proposed([ANA, BIA]), ...applied([ANA, BIA])], 'order.unaccepted'],
    ['that nobody proposed', applied(), 'draw.order_differs'],
    ['accepted without a signature', [proposed(), accepts(ANA, { signature: undefined })], 'order.accepted_wrongly'],
    ['accepted by a helper', [proposed(), accepts(ANA, { via: 'helper' })], 'order.accepted_wrongly'],
    ['accepted by a stranger', [proposed(), accepts(DAVI)], 'order.accepted_wrongly'],
    ['accepted under another order’s hash', [proposed(), accepts(ANA, { hash: other.hash })], 'order.accepted_wrongly'],
    ['accepted as another proposal', [proposed(), accepts(ANA, { orderId: OTHER })], 'order.accepted_wrongly'],
    ['accepted once it was withdrawn', [proposed(), ends('withdrawn'), accepts(ANA)], 'order.accepted_wrongly'],
    ['proposed under the hash of another', [proposed(turned, ORDER, hashOf(MEMBERS))], 'order.proposed_wrongly'],
    ['with somebody more often than they have places', twice, 'order.unaccepted'],
    ['proposed in the place of one that stands', [proposed(), proposed(turned, OTHER)], 'order.proposed_wrongly'],
    ['proposed twice under one id', [proposed(), ends('withdrawn'), proposed()], 'order.proposed_wrongly'],
    ['called off by nobody while it stands', [proposed(), accepts(ANA), ends('lapsed')], 'order.ended_wrongly'],
    ['withdrawn without having been proposed', [ends('withdrawn')], 'order.ended_wrongly'],
  ]
  test.each(cases)('%s', (_, lines, code) => {
    expect(faultsOf(...all, ...lines)[0]).toBe(code)
  })

  test('applied while a draw runs', () => {
    const openUntil = '2026-11-24T00:00:00.000Z'
    const times = { joinUntil: '2026-11-23T00:00:00.000Z', openUntil }
    const draw: Line = ['draw.begun', { drawId: OTHER, commitment: 'c', memberIds: MEMBERS.join(','), ...times }]
    expect(faultsOf(...all, proposed(), ...everybody, draw, ...applied())).toEqual(['order.unaccepted'])
  })
})

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { drawOrder, REVEAL_WITHIN_MS } from '#circle/draw.ts'
import { numberText, secretText } from '#circle/committed-texts.ts'
import { checkDraws } from './draws.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { RULES } from './rules.ts'

const CIRCLE = '0190a1b2-0000-7000-8000-0000000000c1'
const DRAW = '0190a1b2-0000-7000-8000-0000000000d1'
const OF = { circleId: CIRCLE, drawId: DRAW }
const MEMBERS = ['1', '2', '3', '4'].map((n) => `0190a1b2-0000-7000-8000-00000000000${n}`)
const HOUR = 3_600_000
const START = Date.UTC(2026, 10, 22, 12)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const SECRET = sha256('the secret')
const numberOf = (memberId: string) => sha256(`number of ${memberId}`)
const commitmentOf = (memberId: string, number = numberOf(memberId)) => sha256(numberText(OF, memberId, number))

type Line = { readonly hours: number; readonly kind: string; readonly payload: Record<string, unknown> }
const line = (hours: number, kind: string, payload: Record<string, unknown>): Line => ({ hours, kind, payload })

const approvals = MEMBERS.map((memberId) => line(0, 'member.approved', { memberId }))
const begun = (changed: Record<string, unknown> = {}, hours = 1) =>
  line(hours, 'draw.begun', {
    drawId: DRAW,
    commitment: sha256(secretText(OF, SECRET)),
    joinUntil: new Date(START + 10 * HOUR).toISOString(),
    openUntil: new Date(START + 20 * HOUR).toISOString(),
    memberIds: MEMBERS.join(','),
    ...changed,
  })
const joined = (n: number, hours = 2, changed: Record<string, unknown> = {}) =>
  line(hours, 'draw.joined', {
    drawId: DRAW,
    memberId: MEMBERS[n],
    commitment: commitmentOf(MEMBERS[n]!),
    ...changed,
  })
const opened = (n: number, hours = 11, number = numberOf(MEMBERS[n]!)) =>
  line(hours, 'draw.opened', { drawId: DRAW, memberId: MEMBERS[n], number })
const revealed = (hours = 20, secret = SECRET) => line(hours, 'draw.revealed', { drawId: DRAW, secret })
const lapsed = (hours: number, reason = 'unrevealed') => line(hours, 'draw.lapsed', { drawId: DRAW, reason })
const orderOf = (...shown: number[]) =>
  drawOrder(
    OF,
    { memberIds: MEMBERS, secret: SECRET, numbers: new Map(shown.map((n) => [MEMBERS[n]!, numberOf(MEMBERS[n]!)])) },
    sha256,
  )
const applied = (memberIds: readonly string[], hours = 20) =>
  line(hours, COMMAND_KIND, { command: { kind: 'apply_draw', drawId: DRAW, memberIds } })
const later = (hours: number) => line(hours, 'member.approved', { memberId: CIRCLE })

function faultsOf(...lines: Line[]): string[] {
  const entries = lines.map(({ hours, kind, payload }, index): LedgerEntry => ({
    seq: index + 1,
    at: new Date(START + hours * HOUR).toISOString(),
    actor_id: null,
    kind,
    payload,
    previous_hash: '',
    hash: '',
  }))
  return checkDraws(CIRCLE, entries, sha256).map(({ code }) => code)
}

describe('a draw as its rule has it is found right', () => {
  test('before every number was asked for: some join, some of them show theirs, the order follows, and the circle goes on', () => {
    const lines = [begun(), joined(0), joined(1), joined(2), opened(0), opened(2), revealed(), applied(orderOf(0, 2))]
    expect(faultsOf(...approvals, ...lines, later(500))).toEqual([])
  })

  test('all join and show at once: no time has to pass', () => {
    const all = MEMBERS.map((_, n) => n)
    const lines = [begun(), ...all.map((n) => joined(n)), ...all.map((n) => opened(n, 3))]
    expect(faultsOf(...approvals, ...lines, revealed(3), applied(orderOf(...all), 3))).toEqual([])
  })

  test('a number may be replaced while members join; it is the last that counts', () => {
    const first = { commitment: commitmentOf(MEMBERS[0]!, SECRET) }
    const lines = [begun(), joined(0, 2, first), joined(0, 3), opened(0), revealed(12), applied(orderOf(0), 12)]
    expect(faultsOf(...approvals, ...lines)).toEqual([])
  })

  test('whoever took several places over has as many tickets in another rotation’s', () => {
    const [one, two, three, four] = MEMBERS as [string, string, string, string]
    const lines = [
      line(0, 'shares.taken', { memberId: one, shares: 2 }),
      line(0, 'place.handed_over', { memberId: one, newcomerId: four }),
      line(0, 'member.left', { memberId: one }),
    ]
    expect(faultsOf(...approvals, ...lines, begun({ memberIds: [two, three, four, four].join(',') }))).toEqual([])
    const less = begun({ memberIds: [two, three, four].join(',') })
    expect(faultsOf(...approvals, ...lines, less)).toEqual(['draw.begun_wrongly'])
  })

  test('nobody reveals: it lapses, and another may begin', () => {
    const end = 20 + REVEAL_WITHIN_MS / HOUR
    const again = begun(
      { drawId: CIRCLE, joinUntil: new Date(START + 999 * HOUR).toISOString(), openUntil: '2027-11-22T12:00:00.000Z' },
      end + 2,
    )
    expect(faultsOf(...approvals, begun(), joined(0), opened(0), lapsed(end + 1), again)).toEqual([])
  })
})

describe('a number that is left out', () => {
  const founded = line(0, COMMAND_KIND, { command: { kind: 'create_circle', mode: 'real', rules: RULES } })
  const lines = [begun(), joined(0), joined(1), joined(2), opened(0), opened(2)]

  test('is found where the order follows without it, in a circle founded by these rules', () => {
    const steered = [...lines, revealed(), applied(orderOf(0, 2))]
    expect(faultsOf(founded, ...approvals, ...steered)).toEqual(['draw.number_left_out'])
  })

  test('stops the draw as soon as its time is over, and not before', () => {
    expect(faultsOf(founded, ...approvals, ...lines, lapsed(20, 'unopened'), later(500))).toEqual([])
    expect(faultsOf(founded, ...approvals, ...lines, lapsed(19, 'unopened'))).toEqual(['draw.unfinished'])
  })

  test('is nobody’s who did not join', () => {
    const all = [begun(), joined(0), joined(2), opened(0), opened(2), revealed(12), applied(orderOf(0, 2), 12)]
    expect(faultsOf(founded, ...approvals, ...all)).toEqual([])
  })
})

test('a draw that a server outslept may end once it runs again, though something is written before', () => {
  const lines = [begun(), joined(0), joined(1), opened(0), later(500), lapsed(501, 'unopened'), later(600)]
  expect(faultsOf(...approvals, ...lines)).toEqual([])
})

describe('a dishonest draw is found', () => {
  const join = [begun(), joined(0), joined(1)]
  const cases: readonly [string, Line[], string][] = [
    [
      'another secret than the one committed to',
      [
        ...join,
        opened(0),
        opened(1),
        revealed(12, CIRCLE),
        applied(
          drawOrder(
            OF,
            {
              memberIds: MEMBERS,
              secret: CIRCLE,
              numbers: new Map([0, 1].map((n) => [MEMBERS[n]!, numberOf(MEMBERS[n]!)])),
            },
            sha256,
          ),
          12,
        ),
      ],
      'draw.secret_differs',
    ],
    [
      'another order than the one that follows',
      [...join, opened(0), opened(1), revealed(12), applied(orderOf(0, 1).toReversed(), 12)],
      'draw.order_differs',
    ],
    [
      'an order that leaves out a number which was shown',
      [...join, opened(0), opened(1), revealed(12), applied(orderOf(0), 12)],
      'draw.order_differs',
    ],
    ['another number than the one committed to', [...join, opened(0, 11, SECRET)], 'draw.number_differs'],
    ['a number shown for somebody who did not join', [...join, opened(2)], 'draw.stranger'],
    ['a number shown twice', [...join, opened(0), opened(0)], 'draw.stranger'],
    ['somebody who is not in the list joins', [begun(), joined(0, 2, { memberId: CIRCLE })], 'draw.stranger'],
    ['somebody joins after the time', [begun(), joined(0, 10.1)], 'draw.out_of_time'],
    [
      'somebody joins once a number was shown',
      [begun(), joined(0), joined(1), joined(2), joined(3), opened(0, 3), joined(1, 4)],
      'draw.out_of_time',
    ],
    [
      'somebody replaces a number when all have joined',
      [begun(), joined(0), joined(1), joined(2), joined(3), joined(1, 4)],
      'draw.out_of_time',
    ],
    ['a number is shown while others still join', [...join, opened(0, 3)], 'draw.out_of_time'],
    ['a number is shown after the time', [...join, opened(0, 20.1)], 'draw.out_of_time'],
    [
      'the secret is revealed while numbers are still shown',
      [...join, opened(0), revealed(12), applied(orderOf(0), 12)],
      'draw.out_of_time',
    ],
    ['the secret is revealed too late', [...join, revealed(69), applied(orderOf(), 69)], 'draw.out_of_time'],
    ['an order before the secret is revealed', [...join, applied(orderOf(0, 1), 21)], 'draw.order_differs'],
    ['an order without a draw', [applied(MEMBERS)], 'draw.order_differs'],
    [
      'something else between the secret and the order',
      [...join, opened(0), opened(1), revealed(12), later(12)],
      'draw.unfinished',
    ],
    [
      'a draw called off once its order is known',
      [...join, opened(0), opened(1), revealed(12), lapsed(12)],
      'draw.unfinished',
    ],
    ['a draw called off before its time', [...join, opened(0), opened(1), lapsed(30)], 'draw.unfinished'],
    ['a draw that never ends', [...join, later(500), later(525)], 'draw.unfinished'],
    ['a second draw while one runs', [begun(), begun({ drawId: CIRCLE })], 'draw.begun_wrongly'],
    ['a list that leaves somebody out', [begun({ memberIds: MEMBERS.slice(1).join(',') })], 'draw.begun_wrongly'],
    [
      'a list with somebody who was not approved',
      [begun({ memberIds: [...MEMBERS, CIRCLE].join(',') })],
      'draw.begun_wrongly',
    ],
    ['a draw begun once contributions were asked for', [line(0, 'obligation.owed', {}), begun()], 'draw.begun_wrongly'],
    [
      'a draw whose time to join is over when it begins',
      [begun({ joinUntil: new Date(START).toISOString() })],
      'draw.begun_wrongly',
    ],
    ['a record of a draw that was never begun', [joined(0)], 'draw.begun_wrongly'],
  ]
  test.each(cases)('%s', (_, lines, code) => {
    expect(faultsOf(...approvals, ...lines)[0]).toBe(code)
  })
})

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { drawOrder, drawPhase, everAsked, hasBegun, REVEAL_WITHIN_MS } from './draw.ts'
import { numberText, secretText } from './committed-texts.ts'
import type { DrawState } from './draw.ts'
import { presets } from './plan.ts'
import { story } from './testing/story.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const OF = { circleId: '0190a1b2-0000-7000-8000-000000000001', drawId: '0190a1b2-0000-7000-8000-0000000000d1' }
const secretOf = (n: number) => sha256(`secret ${n}`)

describe('the order that a draw gives', () => {
  test('is every member once, and depends on the secret and on every number shown', () => {
    const memberIds = Array.from({ length: 100 }, (_, index) => `m${index}`)
    const numbers = new Map([
      ['m1', sha256('one')],
      ['m2', sha256('two')],
    ])
    const order = drawOrder(OF, { memberIds, secret: secretOf(1), numbers }, sha256)
    expect(order.toSorted()).toEqual(memberIds.toSorted())
    const again = {
      memberIds: memberIds.toReversed(),
      secret: secretOf(1),
      numbers: new Map([...numbers].toReversed()),
    }
    expect(drawOrder(OF, again, sha256)).toEqual(order)
    expect(drawOrder(OF, { memberIds, secret: secretOf(2), numbers }, sha256)).not.toEqual(order)
    const other = new Map([...numbers, ['m2', sha256('three')]] as const)
    expect(drawOrder(OF, { memberIds, secret: secretOf(1), numbers: other }, sha256)).not.toEqual(order)
    const less = new Map([['m1', sha256('one')]])
    expect(drawOrder(OF, { memberIds, secret: secretOf(1), numbers: less }, sha256)).not.toEqual(order)
    expect(drawOrder({ ...OF, drawId: OF.circleId }, { memberIds, secret: secretOf(1), numbers }, sha256)).not.toEqual(
      order,
    )
  })

  test('is the published one, to the letter: another implementation can be held to it', () => {
    const memberIds = ['a', 'b', 'c', 'd', 'e', 'f']
    const numbers = new Map([['b', '11'.repeat(32)]])
    expect(drawOrder(OF, { memberIds, secret: '22'.repeat(32), numbers }, sha256)).toEqual(PUBLISHED)
  })

  test('comes from the published texts, to the letter, in the order of ids: another implementation can be held to them', () => {
    const hashed: string[] = []
    const noting = (text: string) => {
      hashed.push(text)
      return sha256(text)
    }
    const memberIds = Array.from({ length: 12 }, (_, index) => `m${index}`)
    const numbers = new Map([
      ['m2', '22'],
      ['m1', '11'],
    ])
    drawOrder(OF, { memberIds, secret: '33', numbers }, noting)
    const of = `"circle_id":"${OF.circleId}","draw_id":"${OF.drawId}"`
    const seedText = `ciranda draw v1\n{${of},"numbers":[["m1","11"],["m2","22"]],"secret":"33"}`
    expect(hashed).toEqual([seedText, `${sha256(seedText)}\n0`, `${sha256(seedText)}\n1`])
  })

  test('favours nobody: over many secrets each member stands equally often at each place (chi-square)', () => {
    // Seven, which divides no power of two: a plain remainder would lean towards the first.
    const memberIds = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const runs = 14_000
    const counts = new Map<string, number>()
    for (let n = 0; n < runs; n += 1) {
      const order = drawOrder(OF, { memberIds, secret: secretOf(n), numbers: new Map() }, sha256)
      for (const [place, id] of order.entries()) counts.set(`${id}${place}`, (counts.get(`${id}${place}`) ?? 0) + 1)
    }
    const expected = runs / memberIds.length
    let chiSquare = 0
    for (const id of memberIds)
      for (const place of memberIds.keys()) chiSquare += ((counts.get(`${id}${place}`) ?? 0) - expected) ** 2 / expected
    // (7 − 1)² degrees of freedom; 67.99 is passed once in a thousand.
    expect(chiSquare).toBeLessThan(67.99)
  })

  test('gives each of the orders equally often (chi-square over the 24 of four)', () => {
    const counts = new Map<string, number>()
    const runs = 12_000
    for (let n = 0; n < runs; n += 1) {
      const order = drawOrder(OF, { memberIds: ['a', 'b', 'c', 'd'], secret: secretOf(n), numbers: new Map() }, sha256)
      counts.set(order.join(), (counts.get(order.join()) ?? 0) + 1)
    }
    expect(counts.size).toBe(24)
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - runs / 24) ** 2 / (runs / 24), 0)
    // 23 degrees of freedom; 49.73 is passed once in a thousand.
    expect(chiSquare).toBeLessThan(49.73)
  })

  test('takes no remainder of a word above the last whole multiple: such a word is passed over', () => {
    // The first word is 2³² − 1: of three, its remainder would be 0; the second word decides.
    const words = (first: string) => (text: string) =>
      text.endsWith('\n0') ? `${first}${'00000001'.repeat(7)}` : sha256(text)
    const drawn = (first: string) =>
      drawOrder(OF, { memberIds: ['a', 'b', 'c'], secret: '', numbers: new Map() }, words(first))
    // Remainder 1 twice, with or without the word passed over before them.
    expect(drawn('ffffffff')).toEqual(drawn('00000001'))
    expect(drawn('fffffffe')).not.toEqual(drawn('ffffffff'))
  })
})

/** As a dozen lines of Python compute it from the description in docs/decisions/025. */
test('what each commits to is the published text, to the letter', () => {
  const of = `"circle_id":"${OF.circleId}","draw_id":"${OF.drawId}"`
  expect(secretText(OF, '22')).toBe(`ciranda draw secret v1\n{${of},"secret":"22"}`)
  expect(numberText(OF, 'm1', '11')).toBe(`ciranda draw number v1\n{${of},"member_id":"m1","number":"11"}`)
})

const PUBLISHED = ['c', 'a', 'd', 'b', 'e', 'f']

describe('a draw’s phases', () => {
  const draw: DrawState = { memberIds: ['a', 'b', 'c'], joinUntil: 100, openUntil: 200, joined: 0, opened: 0 }
  test.each([
    ['members join until their time', { joined: 2 }, 99, 'joining'],
    ['or until all have', { joined: 3 }, 1, 'opening'],
    ['numbers are shown until their time', { joined: 2, opened: 1 }, 199, 'opening'],
    ['or until all who joined have', { joined: 2, opened: 2 }, 150, 'due'],
    ['a number that is not shown stops the draw', { joined: 2, opened: 1 }, 200, 'stopped'],
    ['who does not join blocks nothing', { joined: 2, opened: 2 }, 200, 'due'],
    ['nobody joined: the secret alone decides, and is due', { joined: 0 }, 100, 'due'],
    ['the secret is due for 48 hours', { joined: 3, opened: 3 }, 199 + REVEAL_WITHIN_MS, 'due'],
    ['and then never', { joined: 3 }, 200 + REVEAL_WITHIN_MS, 'late'],
  ] as const)('%s', (_, changed, now, phase) => {
    expect(drawPhase({ ...draw, ...changed }, now)).toBe(phase)
  })
})

test('anything was ever asked once a month was, a donation made, or a roda came in from before', () => {
  const { state } = story({ plan: presets.roda })
  const asked = [{}, { pulledPeriod: '2026-01' }, { donationsMade: 1 }, { isBroughtIn: true }]
  expect(asked.map((change) => everAsked({ ...state, ...change }))).toEqual([false, true, true, true])
})

test('a rotation has begun once something is owed in it, and the first also as it is brought in', () => {
  const { state } = story({ plan: presets.roda })
  const begun = (change: object) => hasBegun({ ...state, ...change })
  expect([begun({}), begun({ nextOrder: 2 }), begun({ isBroughtIn: true })]).toEqual([false, true, true])
  expect(begun({ isBroughtIn: true, rotation: 2 })).toBe(false)
})

describe('the order drawn becomes the queue', () => {
  const apply = (...memberIds: string[]) => ({ kind: 'apply_draw' as const, drawId: OF.drawId, memberIds })
  const queue = (told: ReturnType<typeof story>) =>
    [...told.state.entries.values()]
      .toSorted((a, b) => a.position - b.position)
      .map(({ memberId, position }) => `${position}:${memberId}`)

  test('everybody of the draw in its order, those placed already too, and the others behind them', () => {
    const told = story({ plan: presets.rotativo }).members(5)
    told.place('m5', { position: 7, isReceiver: true }).place('m1', { position: 3 }).place('m4', { position: 20 })
    told.does(apply('m3', 'm1', 'm2'))
    expect(queue(told)).toEqual(['1:m3', '2:m1', '3:m2', '4:m5', '5:m4'])
    expect([...told.state.entries.values()].some(({ isReceiver }) => isReceiver)).toBe(false)
    told.pull()
    const [first] = [...told.state.donations.values()].toSorted((a, b) => a.order - b.order)
    expect(first!.receiverId).toBe('m3')
  })

  test('with those who took a place since the draw began last, and places that somebody gave up in nobody’s way', () => {
    const told = story({ plan: presets.roda }).members(4)
    told.does({ kind: 'take_shares', memberId: 'm1', shares: 2 }).placed()
    told.does({ kind: 'take_shares', memberId: 'm1', shares: 3 }).members(1)
    told.does(apply('m5', 'm4', 'm3'))
    expect(told.queue()).toBe('1:m5 2:m4 3:m3 4:m1 5:m1 6:m2 7:m1')
    const gaveUp = story({ plan: presets.roda }).members(4)
    gaveUp.does({ kind: 'take_shares', memberId: 'm1', shares: 2 })
    gaveUp.does(apply('m1', 'm2', 'm3', 'm4'))
    expect(gaveUp.queue()).toBe('1:m1 2:m2 3:m3 4:m4 5:m1')
  })

  test('without those who left meanwhile, and each once', () => {
    const told = story({ plan: presets.rotativo }).members(4).leaves('m2')
    told.does(apply('m2', 'm3', 'm1', 'm3', 'nobody'))
    expect(queue(told)).toEqual(['1:m3', '2:m1'])
  })

  test('only as the first order: once anybody was asked for a contribution it is refused', () => {
    const told = story({ plan: presets.rotativo }).members(3).placed().pull()
    expect(told.refusal(apply('m1', 'm2', 'm3'))).toBe('draw.not_first')
  })

  test('each as often as they have places: as drawn, then as they stood', () => {
    const told = story({ plan: presets.roda }).members(4)
    told.does({ kind: 'take_shares', memberId: 'm1', shares: 2 }).placed()
    told.does({ kind: 'take_shares', memberId: 'm2', shares: 2 })
    expect(told.queue()).toBe('1:m1 2:m1 3:m2 4:m3 5:m4 6:m2')
    told.does({ kind: 'apply_draw', drawId: 'd', memberIds: ['m3', 'm1'] })
    expect(told.queue()).toBe('1:m3 2:m1 3:m1 4:m2 5:m4 6:m2')
    told.does({ kind: 'apply_draw', drawId: 'e', memberIds: ['m2', 'm1', 'm2'] })
    expect(told.queue()).toBe('1:m2 2:m1 3:m2 4:m3 5:m1 6:m4')
    told.does({ kind: 'apply_draw', drawId: 'f', memberIds: ['m3', 'm1'] })
    expect(told.queue()).toBe('1:m3 2:m1 3:m2 4:m2 5:m1 6:m4')
  })

  test('which has a hundred places and not one more', () => {
    const everybody = (count: number) => Array.from({ length: count }, (_, index) => `m${index + 1}`)
    const draws = (count: number) =>
      story({ plan: presets.roda })
        .members(count)
        .refusal({ kind: 'apply_draw', drawId: 'd', memberIds: everybody(count) })
    expect([draws(100), draws(101)]).toEqual([null, 'queue.full'])
  })
})

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { drawOrder } from '#circle/draw.ts'
import { numberText, secretText } from '#circle/committed-texts.ts'
import type { Draw } from './api.ts'
import { faultOfDraw } from './check-draw.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const of = { circleId: 'c', drawId: 'd' }
const secret = '22'.repeat(32)
const number = '11'.repeat(32)

const member = (id: string, shown: string | null) => ({
  id,
  own: false,
  places: 1,
  name: null,
  commitment: shown === null ? null : sha256(numberText(of, id, shown)),
  signed: shown === null ? null : true,
  number: shown,
})
const done: Draw = {
  circle_id: 'c',
  id: 'd',
  seq: 1,
  end_seq: 9,
  begun_at: '2026-11-22T12:00:00.000Z',
  ended_at: '2026-11-22T13:00:00.000Z',
  phase: 'done',
  join_until: '2026-11-22T12:30:00.000Z',
  open_until: '2026-11-22T13:00:00.000Z',
  reveal_until: '2026-11-24T13:00:00.000Z',
  commitment: sha256(secretText(of, secret)),
  secret,
  members: [member('a', number), { ...member('b', null), places: 2 }, member('c', null)],
  order: drawOrder(of, { memberIds: ['a', 'b', 'b', 'c'], secret, numbers: new Map([['a', number]]) }, sha256),
}

describe('a draw repeated on the reader’s device', () => {
  test('is right when secret, numbers and order agree', () => {
    expect(faultOfDraw(done, sha256)).toBeNull()
  })

  test.each([
    ['another secret', { secret: number }, /segredo/],
    ['another order', { order: done.order!.toReversed() }, /ordem/],
    ['a number left out', { members: [member('a', null), ...done.members.slice(1)] }, /ordem/],
    ['another number', { members: [{ ...done.members[0]!, number: secret }, ...done.members.slice(1)] }, /números/],
    ['no end yet', { secret: null, order: null }, /não terminou/],
  ])('names %s', (_, changed, words) => {
    expect(faultOfDraw({ ...done, ...changed }, sha256)).toMatch(words)
  })
})

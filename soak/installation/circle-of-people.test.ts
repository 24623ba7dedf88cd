import { expect, test } from 'vitest'
import { Dice } from '../frame/dice.ts'
import { CircleOfPeople, Suspended } from './circle-of-people.ts'

test('whoever was suspended while they act does nothing, however many act at once', async () => {
  const closed = { status: 403, body: { code: 'session.account_closed' } }
  const circle = new CircleOfPeople(0, { ask: async () => closed })
  await expect(circle.signIn(circle.administrator)).rejects.toThrow(Suspended)
  for (let seed = 1; seed <= 40; seed += 1) await circle.act(new Dice(seed, 0))
  expect(circle.facts).toEqual([])
})

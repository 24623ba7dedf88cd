import { expect, test } from 'vitest'
import { payerCounts } from './payer-counts.ts'

test('somebody who is late with two donations is counted once, and who has not paid yet is not late', () => {
  const people = {
    a: { late: 2, unpaid: 0 },
    b: { late: 0, unpaid: 1 },
    c: { late: 1, unpaid: 3 },
    d: { late: 0, unpaid: 0 },
  }
  expect(payerCounts(new Map(Object.entries(people)))).toEqual({ late: 2, unpaid: 2 })
})

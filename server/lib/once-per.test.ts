import { expect, test } from 'vitest'
import { oncePer } from './once-per.ts'

test('what belongs to an object is made once, and another object has its own', () => {
  const owners: object[] = []
  const countOf = oncePer((owner: object) => {
    owners.push(owner)
    return owners.length === 1 ? undefined : owners.length
  })
  const [one, other] = [{}, {}]
  expect([countOf(one), countOf(one), countOf(other), countOf(one), countOf(other)]).toEqual([
    undefined,
    undefined,
    2,
    undefined,
    2,
  ])
  expect(owners).toEqual([one, other])
})

import { expect, test } from 'vitest'
import { isBorrowed, isRenamed, withName } from './known-names.ts'

test('a person shown under another name than this device knows is noticed, and two whose names were exchanged', () => {
  const known = withName(withName({}, 'u1', 'Marlene Souza'), 'u2', 'João Lima')
  expect(isRenamed(known, 'u1', 'Marlene Souza')).toBe(false)
  expect(isRenamed(known, 'u1', ' marlene  SOUZA')).toBe(false)
  expect(isRenamed(known, 'u1', 'Marlene Sousa')).toBe(true)
  expect([isRenamed(known, 'u1', 'João Lima'), isRenamed(known, 'u2', 'Marlene Souza')]).toEqual([true, true])
  expect(isRenamed(known, 'u3', 'Rita Alves')).toBe(false)
  expect(isRenamed(withName(known, 'u1', 'Marlene Lima'), 'u1', 'Marlene Lima')).toBe(false)
})

test('a name that this device knows as another person’s is noticed at somebody new, and not once they were recognised', () => {
  const known = withName({}, 'u1', 'Marlene Souza')
  expect(isBorrowed(known, 'u2', 'MARLENE Souza')).toBe(true)
  expect(isBorrowed(known, 'u2', 'Marlene Lima')).toBe(false)
  expect(isBorrowed(known, 'u1', 'Marlene Souza')).toBe(false)
  expect(isBorrowed(withName(known, 'u2', 'Marlene Souza'), 'u2', 'Marlene Souza')).toBe(false)
})

test('names are kept as hashes, at most three hundred, the latest', () => {
  let known = withName({}, 'u0', 'Ana')
  for (let n = 1; n <= 300; n += 1) known = withName(known, `u${n}`, `Pessoa ${n}`)
  expect(Object.keys(known)).toHaveLength(300)
  expect(isRenamed(known, 'u0', 'Bia')).toBe(false)
  expect(JSON.stringify(known)).not.toMatch(/Ana|Pessoa/)
})

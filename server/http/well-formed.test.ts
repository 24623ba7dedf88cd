import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ensureShallow } from './well-formed.ts'

const isRefused = (json: string) => {
  try {
    ensureShallow(json)
    return false
  } catch {
    return true
  }
}

/** Texts full of what could be taken for the end of a string, or for the beginning of something nested. */
const tricky = fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', 'a', ','), maxLength: 60 })

test('a body is refused by how deep it nests, whatever its strings and names hold', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), tricky, tricky, (depth, name, text) => {
      let value: unknown = text
      for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [text, value] : { [name]: text, more: value }
      expect(isRefused(JSON.stringify(value))).toBe(depth > 20)
    }),
    { seed: 20261122, numRuns: 500 },
  )
})

test('a string that never ends is passed on to the parser', () => {
  for (const open of ['"', '["abc', String.raw`{"a\"`, String.raw`"\\\"`, `["${'['.repeat(100)}`])
    expect(isRefused(open), open).toBe(false)
})

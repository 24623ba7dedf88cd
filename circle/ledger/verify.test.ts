import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, isSameJson } from './entry.ts'

const json = fc.jsonValue({ maxDepth: 4 })

describe('the canonical JSON of a ledger', () => {
  test('compares as its texts do, whatever the values, the order of their keys and what is undefined', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(isSameJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b))
        expect(isSameJson(a, JSON.parse(canonicalJson(a)))).toBe(true)
        const [pair, turned] = [
          { a, b, none: undefined },
          { b, a },
        ]
        expect(isSameJson(pair, turned)).toBe(true)
        expect(canonicalJson(pair)).toBe(canonicalJson(turned))
      }),
      { numRuns: 1000 },
    )
  })

  test('takes nothing inherited for a value of its own', () => {
    const inherited = JSON.parse('{"__proto__":{}}') as object
    expect(isSameJson({ x: 1 }, inherited)).toBe(false)
    expect(isSameJson(inherited, { x: 1 })).toBe(false)
    expect(isSameJson({ constructor: undefined }, { toString: undefined })).toBe(true)
    expect(isSameJson([], {})).toBe(false)
    expect(canonicalJson(inherited)).toBe('{"__proto__":{}}')
  })
})

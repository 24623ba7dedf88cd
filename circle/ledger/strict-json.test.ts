import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseOnce } from './strict-json.ts'

test('is read as JSON is, however it is written', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(2), (value, spaces) => {
      const text = JSON.stringify(value, null, spaces)
      expect(parseOnce(text)).toEqual(JSON.parse(text))
    }),
  )
  expect(parseOnce('{"1":0, "b":[{"a":"{\\"a\\":1"},{"a":2}], "a":{"b":1}}')).toEqual({
    1: 0,
    b: [{ a: '{"a":1' }, { a: 2 }],
    a: { b: 1 },
  })
})

test.each([
  '{"amountCents":100,"amountCents":10000}',
  '{"payload":{"to":"ana","amount":1,"to":"bia"}}',
  '[{"a":1},{"a":1,"b":[],"\\u0061":2}]',
  '{"a":{"b":1},"a":{"b":1}}',
])('a key that stands twice is refused: %s', (text) => {
  expect(() => parseOnce(text)).toThrow(SyntaxError)
})

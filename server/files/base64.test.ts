import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64, decodedLength, withoutDataUrl } from './base64.ts'

test('decoding reverses encoding, and the length is known beforehand', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200, minLength: 1 }), async (bytes) => {
      const text = Buffer.from(bytes).toString('base64')
      expect(decodedLength(text)).toBe(bytes.length)
      expect(await decodeBase64(text)).toEqual(Buffer.from(bytes))
    }),
  )
})

test.each([256 * 1024 - 4, 256 * 1024, 256 * 1024 + 4, 1024 * 1024])(
  'a text of %i characters is read whole',
  async (length) => {
    const bytes = Buffer.alloc((length * 3) / 4 - 1, 'ciranda')
    expect(await decodeBase64(bytes.toString('base64'))).toEqual(bytes)
  },
)

test.each([
  '',
  'A',
  'AA',
  'AAA',
  'AA=A',
  '====',
  'AAAA=',
  'A===',
  'AA A',
  'AAAA\nAAAA',
  'AA_-',
  '!!!!',
  'não é',
  'QR==',
  'QUJ=',
  'https://example.com/a.png',
  `${'A'.repeat(256 * 1024 - 4)}AA==AAAA`,
])('%.20j is no base64', async (text) => {
  expect(await decodeBase64(text)).toBeNull()
})

test('every accepted text encodes back to itself', async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[A-DŁ+/=_ ]{0,12}$/), async (text) => {
      const bytes = await decodeBase64(text)
      if (bytes) expect(bytes.toString('base64')).toBe(text)
    }),
  )
})

test.each([
  'AAAA',
  'data:image/png;base64,AAAA',
  'data:;base64,AAAA',
  'data:image/svg+xml;charset=utf-8;base64,AAAA',
  ' \n data:image/png;base64,AAAA \n',
])('%j has its prefix taken off', (text) => {
  expect(withoutDataUrl(text)).toBe('AAAA')
})

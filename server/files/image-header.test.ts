import * as fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readImageHeader } from './image-header.ts'
import { jpegClaiming, pngBomb } from './testing/bombs.ts'
import { plain } from './testing/pictures.ts'

test.each([
  ['png', plain(317, 41).png()],
  ['jpeg', plain(317, 41).jpeg()],
  [
    'jpeg',
    plain(317, 41)
      .jpeg({ progressive: true })
      .withMetadata({ exif: { IFD0: { Copyright: 'x'.repeat(500) } } }),
  ],
  ['webp', plain(317, 41).webp()],
  ['webp', plain(317, 41).webp({ lossless: true })],
  ['webp', plain(317, 41).ensureAlpha(0.5).webp()],
  [
    'webp',
    plain(317, 41)
      .webp()
      .withMetadata({ exif: { IFD0: { Copyright: 'x' } } }),
  ],
] as const)('the size and format of a %s are read', async (format, picture) => {
  expect(readImageHeader(await picture.toBuffer())).toEqual({ format, width: 317, height: 41 })
})

test('reads a claimed size, however absurd', () => {
  expect(readImageHeader(pngBomb(30_000, 8))).toEqual({ format: 'png', width: 30_000, height: 8 })
  expect(readImageHeader(jpegClaiming(65_535, 65_535))).toEqual({ format: 'jpeg', width: 65_535, height: 65_535 })
  expect(readImageHeader(jpegClaiming(0, 10))).toBeNull()
})

test('returns null for any other kind of file', async () => {
  const others = [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!DOCTYPE html>',
    '%PDF-1.7',
    'GIF89a',
    'BM',
    'RIFF0000WAVE',
    '\xff\xd8',
    '\x89PNG\r\n\x1a\n',
    '',
  ]
  for (const text of others) expect(readImageHeader(Buffer.from(text, 'latin1')), text).toBeNull()
  expect(readImageHeader(await plain(8, 8).gif().toBuffer())).toBeNull()
  expect(readImageHeader(await plain(8, 8).tiff().toBuffer())).toBeNull()
  expect(readImageHeader(await plain(64, 64).avif().toBuffer())).toBeNull()
})

test('never throws or hangs on any bytes, and a truncated file has the same size or none', async () => {
  const starts = [
    [],
    [0xff, 0xd8, 0xff],
    [...Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    [...Buffer.from('RIFF0000WEBPVP8 ')],
    [...Buffer.from('RIFF0000WEBPVP8X')],
  ]
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 60 }), (start, rest) => {
      readImageHeader(Buffer.from([...start, ...rest]))
    }),
    { numRuns: 2_000 },
  )
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const whole = await sharp(await plain(20, 30).png().toBuffer())
      .toFormat(format)
      .toBuffer()
    for (let length = 0; length <= whole.length; length++) {
      const header = readImageHeader(whole.subarray(0, length))
      if (header) expect(header).toEqual({ format, width: 20, height: 30 })
    }
  }
})

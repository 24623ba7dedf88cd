import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { readImage } from './images.ts'
import { samePicture } from './sketch.ts'
import { noise, plain, receipt } from './testing/pictures.ts'

const sketch = async (bytes: Buffer) => (await readImage(bytes.toString('base64'), 'receipt')).sketch

let original: Buffer
let first: string
beforeAll(async () => {
  original = await receipt('100,00', '12:41:06')
  first = await sketch(original)
})

describe('the same receipt is recognized', () => {
  test.each([90, 75, 60, 50])('compressed as JPEG of quality %i', async (quality) => {
    expect(samePicture(first, await sketch(await sharp(original).jpeg({ quality }).toBuffer()))).toBe(true)
  })

  test.each([900, 720])('made %i wide and compressed, as messengers do', async (width) => {
    expect(
      samePicture(first, await sketch(await sharp(original).resize({ width }).jpeg({ quality: 75 }).toBuffer())),
    ).toBe(true)
  })

  test('as WebP, and compressed twice', async () => {
    const webp = await sharp(original).webp({ quality: 75 }).toBuffer()
    expect(samePicture(first, await sketch(webp))).toBe(true)
    expect(samePicture(first, await sketch(await sharp(webp).jpeg({ quality: 70 }).toBuffer()))).toBe(true)
  })
})

describe('two receipts of one bank are told apart', () => {
  test.each([
    ['100,01', '12:41:06'],
    ['100,08', '12:41:06'],
    ['700,00', '12:41:06'],
    ['100,00', '12:41:05'],
    ['100,00', '12:41:08'],
    ['100,00', '12:41:09'],
    ['100,00', '12:47:06'],
  ])('by one digit: %s at %s', async (amount, time) => {
    const other = await receipt(amount, time)
    expect(samePicture(first, await sketch(other))).toBe(false)
    expect(samePicture(first, await sketch(await sharp(other).jpeg({ quality: 75 }).toBuffer()))).toBe(false)
  })

  test('by any digit of the small print', async () => {
    const sketches = await Promise.all(
      Array.from({ length: 10 }, async (_, digit) => sketch(await receipt('100,00', `12:41:0${digit}`))),
    )
    for (const [a, one] of sketches.entries())
      for (const [b, other] of sketches.entries()) expect(samePicture(one, other), `${a} and ${b}`).toBe(a === b)
  })
})

test('pictures of another shape or rotation count as different', async () => {
  expect(samePicture(first, await sketch(await sharp(original).rotate(90).png().toBuffer()))).toBe(false)
  expect(
    samePicture(
      first,
      await sketch(await sharp(original).extract({ left: 0, top: 100, width: 1080, height: 2200 }).png().toBuffer()),
    ),
  ).toBe(false)
  expect(
    samePicture(
      await sketch(await plain(400, 401).png().toBuffer()),
      await sketch(await plain(401, 400).png().toBuffer()),
    ),
  ).toBe(false)
})

test('a receipt’s sketch is short, and an invalid sketch matches nothing', async () => {
  expect(first.length).toBeLessThan(12_000)
  expect((await sketch(await noise(1000, 2000).jpeg({ quality: 95 }).toBuffer())).length).toBeLessThan(120_000)
  expect(samePicture(first, '')).toBe(false)
  expect(samePicture(first, 'x.1.AAAA')).toBe(false)
})

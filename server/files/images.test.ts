import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { IMAGE_BYTES_MAX, readImage } from './images.ts'
import type { ImageRule } from './images.ts'
import { jpegClaiming, pngBomb } from './testing/bombs.ts'
import { noise, plain, receipt } from './testing/pictures.ts'

const base64 = (bytes: Buffer) => bytes.toString('base64')
const refusal = (bytes: Buffer | string, rule: ImageRule = 'receipt') =>
  readImage(typeof bytes === 'string' ? bytes : base64(bytes), rule).then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  )

describe('an accepted image', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('may be %s, with or without a data-URL prefix', async (format) => {
    const bytes = await plain(640, 480).toFormat(format).toBuffer()
    const bare = await readImage(base64(bytes), 'receipt')
    expect(bare).toMatchObject({ contentType: 'image/jpeg', width: 640, height: 480 })
    expect(await readImage(`data:image/${format};base64,${base64(bytes)}`, 'receipt')).toEqual(bare)
    expect(await sharp(bare.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 })
  })

  test('is recognized by its content, whatever its prefix declares', async () => {
    const bytes = await plain(10, 10).png().toBuffer()
    await expect(readImage(`data:text/html;base64,${base64(bytes)}`, 'receipt')).resolves.toMatchObject({ width: 10 })
  })

  test('carries no metadata: no place, no camera, no profile, no comment', async () => {
    const gps = {
      IFD0: { Make: 'SecretCamera', Copyright: 'SecretName' },
      IFD3: { GPSLatitude: '8/1 3/1 0/1', GPSLatitudeRef: 'S' },
    }
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const bytes = await plain(400, 400)
        .toFormat(format)
        .withExif(gps)
        .withIccProfile('p3')
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretXmp</x:xmpmeta>')
        .toBuffer()
      expect((await sharp(bytes).metadata()).exif).toBeDefined()
      for (const rule of ['receipt', 'avatar', 'registration'] as const) {
        const clean = await readImage(base64(bytes), rule)
        const { exif, icc, xmp, iptc, orientation, comments } = await sharp(clean.bytes).metadata()
        expect([exif, icc, xmp, iptc, orientation, comments]).toEqual(Array.from({ length: 6 }))
        expect(clean.bytes.toString('latin1')).not.toContain('Secret')
      }
    }
  })

  test('is upright: the orientation from the camera is applied', async () => {
    const left = await plain(20, 40).png().toBuffer()
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
      .composite([{ input: left, top: 0, left: 0 }])
      .extend({ bottom: 20, background: '#fff' })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const clean = await readImage(base64(bytes), 'receipt')
    expect(clean).toMatchObject({ width: 60, height: 40 })
    const { data } = await sharp(clean.bytes)
      .extract({ left: 40, top: 5, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeLessThan(60)
  })

  test('loses content appended to it or hidden in its chunks: a page, a script, an archive', async () => {
    const page = Buffer.from('<html><script>alert(1)</script>PK-archive')
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const bytes = Buffer.concat([
        await plain(400, 400)
          .toFormat(format)
          .withExif({ IFD0: { ImageDescription: '<script>alert(2)</script>' } })
          .toBuffer(),
        page,
      ])
      for (const rule of ['receipt', 'avatar', 'registration'] as const) {
        const clean = (await readImage(base64(bytes), rule)).bytes.toString('latin1')
        expect(clean).not.toMatch(/script|html|PK-archive/)
      }
    }
  })

  test('gets a white background if it is transparent', async () => {
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const clean = await readImage(base64(bytes), 'registration')
    expect([...(await sharp(clean.bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
  })

  test('is reduced to its first frame if it is animated', async () => {
    const frames = await sharp(Buffer.concat([Buffer.alloc(300, 0), Buffer.alloc(300, 255)]), {
      raw: { width: 10, height: 20, channels: 3, pageHeight: 10 },
    })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer()
    const clean = await readImage(base64(frames), 'receipt')
    expect(clean).toMatchObject({ width: 10, height: 10 })
    expect((await sharp(clean.bytes).raw().toBuffer())[0]).toBeLessThan(10)
  })

  test('is converted to sRGB from greyscale, 16 bits or CMYK', async () => {
    for (const picture of [
      plain(50, 50).toColourspace('b-w').png(),
      plain(50, 50).toColourspace('rgb16').png(),
      plain(50, 50).toColourspace('cmyk').jpeg(),
    ]) {
      const clean = await readImage(base64(await picture.toBuffer()), 'receipt')
      expect(await sharp(clean.bytes).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' })
    }
  })
})

describe('the rules for dimensions', () => {
  test('a receipt is scaled to within 2000 × 2000 in proportion, and never enlarged', async () => {
    expect(await readImage(base64(await plain(4000, 3000).jpeg().toBuffer()), 'receipt')).toMatchObject({
      width: 2000,
      height: 1500,
    })
    expect(await readImage(base64(await plain(30, 20).jpeg().toBuffer()), 'receipt')).toMatchObject({
      width: 30,
      height: 20,
    })
  })

  test('a receipt arrives whole and coarse first, and takes less than in one pass', async () => {
    const lines = Array.from(
      { length: 20 },
      (_, at) => `<text x="60" y="${140 + at * 86}" font-size="40">R$ 1${at},00</text>`,
    )
    const screen = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1920"><rect width="1080" height="1920" fill="white"/>${lines.join('')}</svg>`
    const sent = await sharp(Buffer.from(screen)).jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer()
    const { bytes } = await readImage(base64(sent), 'receipt')
    expect(await sharp(bytes).metadata()).toMatchObject({ isProgressive: true, chromaSubsampling: '4:4:4' })
    const inOnePass = await sharp(sent).jpeg({ quality: 85, chromaSubsampling: '4:4:4' }).toBuffer()
    expect(bytes.length / inOnePass.length).toBeLessThan(0.92)
  })

  test.each([
    [400, 400, 'accepted'],
    [399, 400, 'file.wrong_pixels_exact'],
    [400, 401, 'file.wrong_pixels_exact'],
    [4000, 4000, 'file.wrong_pixels_exact'],
  ])('an avatar of %i × %i: %s', async (width, height, answer) => {
    expect(await refusal(await plain(width, height).png().toBuffer(), 'avatar')).toBe(answer)
  })

  test.each([
    [400, 400, 'accepted'],
    [1, 1, 'accepted'],
    [401, 400, 'file.wrong_pixels_max'],
    [400, 401, 'file.wrong_pixels_max'],
  ])('a registration image of %i × %i: %s', async (width, height, answer) => {
    expect(await refusal(await plain(width, height).png().toBuffer(), 'registration')).toBe(answer)
  })

  test('a registration image loses no pixel', async () => {
    const bytes = await noise(100, 90).png().toBuffer()
    const clean = await readImage(base64(bytes), 'registration')
    expect(await sharp(clean.bytes).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer())
  })
})

describe('a refused file', () => {
  test.each([
    [
      'SVG with a script',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><script>alert(1)</script></svg>',
    ],
    ['HTML', '<!DOCTYPE html><html><body>oi</body></html>'],
    ['PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF'],
    ['text', 'comprovante'],
    ['a PNG signature and nothing more', '\x89PNG\r\n\x1a\n'],
    ['a PNG signature before a page', `\x89PNG\r\n\x1a\n<html>${' '.repeat(100)}`],
    ['a JPEG mark before a page', '\xff\xd8\xff<html><script>alert(1)</script></html>'],
  ])('%s', async (_, text) => {
    expect(await refusal(Buffer.from(text, 'latin1'))).toBe('file.not_image')
  })

  test('is a GIF, a TIFF, an AVIF, or an image behind another format’s first bytes', async () => {
    expect(await refusal(await plain(400, 400).gif().toBuffer(), 'avatar')).toBe('file.not_image')
    expect(await refusal(await plain(64, 64).tiff().toBuffer())).toBe('file.not_image')
    expect(await refusal(await plain(64, 64).avif().toBuffer())).toBe('file.not_image')
    const image = await plain(64, 64).png().toBuffer()
    for (const head of ['GIF89a', '%PDF-1.4\n', '<svg>', '\n', 'PK\x03\x04'])
      expect(await refusal(Buffer.concat([Buffer.from(head, 'latin1'), image]))).toBe('file.not_image')
  })

  test.each(['png', 'jpeg', 'webp'] as const)('is a truncated or damaged %s', async (format) => {
    const bytes = await noise(300, 300).toFormat(format).toBuffer()
    expect(await refusal(bytes.subarray(0, bytes.length / 2))).toBe('file.not_image')
    expect(await refusal(bytes.subarray(0, 60))).toBe('file.not_image')
  })

  test('is bad base64, or an address, which is never fetched', async () => {
    const good = base64(await plain(10, 10).png().toBuffer())
    for (const bad of [
      '',
      '   ',
      'data:image/png;base64,',
      'não é base64',
      '!!!!',
      good.slice(0, -1),
      `${good.slice(0, 20)}\n${good.slice(20)}`,
      `${good}=`,
      'https://example.com/a.png',
      'data:image/png,abcd',
    ]) {
      expect(await refusal(bad), bad.slice(0, 30)).toBe('file.bad_base64')
    }
  })

  test('is over 5 MB, to the byte', async () => {
    const image = await plain(10, 10).png().toBuffer()
    const filled = (length: number) => Buffer.concat([image, Buffer.alloc(length - image.length)])
    expect(await refusal(filled(IMAGE_BYTES_MAX))).toBe('accepted')
    expect(await refusal(filled(IMAGE_BYTES_MAX + 1))).toBe('file.too_large')
    expect(await refusal('A'.repeat(20_000_000))).toBe('file.too_large')
  })

  test('is a pixel bomb, refused by its header alone in under 200 ms and without the memory', async () => {
    const bombs: [Buffer, ImageRule, string][] = [
      [pngBomb(30_000, 30_000), 'receipt', 'file.too_many_pixels'],
      [pngBomb(30_000, 30_000), 'avatar', 'file.wrong_pixels_exact'],
      [pngBomb(30_000, 30_000), 'registration', 'file.wrong_pixels_max'],
      [jpegClaiming(65_535, 65_535), 'receipt', 'file.too_many_pixels'],
    ]
    for (const [bomb, rule, code] of bombs) {
      let shortest = Infinity
      // A busy machine only ever adds time: the shortest is what the work itself takes.
      for (let attempt = 0; attempt < 10 && shortest >= 200; attempt += 1) {
        const before = performance.now()
        expect(await refusal(bomb, rule)).toBe(code)
        shortest = Math.min(shortest, performance.now() - before)
      }
      expect(shortest).toBeLessThan(200)
    }
  })

  test('is not expanded when its header claims less than follows', async () => {
    const mislabelled = pngBomb(8_000, 5_000)
    mislabelled.writeUInt32BE(400, 16)
    mislabelled.writeUInt32BE(400, 20)
    expect(await refusal(mislabelled, 'avatar')).toBe('file.not_image')
  })
})

describe('the hashes', () => {
  test('are of the bytes sent and of the pixels they show', async () => {
    const png = await receipt()
    const hashesOf = (bytes: Buffer) => readImage(base64(bytes), 'receipt')
    const hashes = await hashesOf(png)
    const saved = await hashesOf(
      await sharp(png)
        .png({ compressionLevel: 1 })
        .withExif({ IFD0: { Copyright: 'x' } })
        .toBuffer(),
    )
    expect(saved.sha256).not.toBe(hashes.sha256)
    expect(saved.pixelHash).toBe(hashes.pixelHash)
    expect((await hashesOf(Buffer.concat([png, Buffer.from('tail')]))).pixelHash).toBe(hashes.pixelHash)
    expect((await hashesOf(await receipt('100,01'))).pixelHash).not.toBe(hashes.pixelHash)
  })
})

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeBrCode } from '#contracts/payment/br-code.ts'
import { decodeQr, makeQrBase64, makeQrPng, showsQr } from './qr-image.ts'
import { noise, plain } from './testing/pictures.ts'
import { pngBomb } from './testing/bombs.ts'
import { parseBrCode } from '#contracts/payment/read-br-code.ts'

const code = makeBrCode({
  key: '123e4567-e12b-12d1-a456-426655440000',
  name: 'Fulano de Tal',
  city: 'Recife',
  amountCents: 10_000,
  txid: 'A'.repeat(25),
  description: 'Doacao',
})

describe('a generated QR code', () => {
  test.each(['A', code, 'Olá, ção 🎉', 'x'.repeat(900)])('reads back as the same text: %.30j', async (text) => {
    expect(await decodeQr(await makeQrPng(text))).toBe(text)
  })

  test('is a small PNG, as base64 without a prefix too', async () => {
    const text = await makeQrBase64(code)
    expect(text).toMatch(/^iVBORw0KGgo[A-Za-z0-9+/]+=*$/)
    expect(Buffer.from(text, 'base64').length).toBeLessThan(2_000)
  })

  test('is refused for a text too long for a QR code', async () => {
    await expect(makeQrPng('x'.repeat(5_000))).rejects.toThrow()
  })
})

describe('a QR code in an image', () => {
  test('is read as people send it: small, JPEG, cropped, transparent, or in a larger picture', async () => {
    const png = await makeQrPng(code)
    const bare = await sharp(png).trim().png().toBuffer()
    const sent = [
      await sharp(png).resize(240).jpeg({ quality: 60 }).toBuffer(),
      await sharp(png).resize(400).webp().toBuffer(),
      bare,
      await sharp(bare).toColourspace('srgb').unflatten().png().toBuffer(),
      await plain(900, 1600)
        .composite([{ input: await sharp(png).resize(400).toBuffer(), left: 200, top: 600 }])
        .jpeg()
        .toBuffer(),
    ]
    for (const [at, image] of sent.entries())
      expect(parseBrCode((await decodeQr(image)) ?? ''), String(at)).toMatchObject({ ok: true, amountCents: 10_000 })
  })

  test('is null when there is none, or no image, and the answer is quick', async () => {
    const images = [
      await plain(400, 400).png().toBuffer(),
      await noise(400, 400).png().toBuffer(),
      await noise(2000, 2000).jpeg().toBuffer(),
      Buffer.from('<svg/>'),
      Buffer.alloc(0),
      pngBomb(30_000, 30_000),
    ]
    for (const image of images) {
      const before = process.cpuUsage()
      expect(await decodeQr(image)).toBeNull()
      // Of the processor's time: the clock on the wall also counts what others on the machine do.
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1_000).toBeLessThan(1_000)
    }
  })

  test('is found as a forger would hide it: mirrored, inverted, turned, in a corner, in two colours of one brightness', async () => {
    const png = await makeQrPng(code)
    const whole = await sharp(png).resize(400, 400).png().toBuffer()
    const mask = await sharp(whole).greyscale().raw().toBuffer()
    const [red, green] = [
      [220, 0, 0],
      [0, 112, 0],
    ]
    const coloured = Buffer.from(Array.from({ length: 400 * 400 }, (_, at) => (mask[at]! < 128 ? red! : green!)).flat())
    const corner = async (side: number, angle: number) =>
      plain(400, 400)
        .composite([
          { input: await sharp(png).resize(side).rotate(angle, { background: '#fff' }).toBuffer(), left: 4, top: 4 },
        ])
        .webp({ quality: 85 })
        .toBuffer()
    const hidden = [
      await sharp(whole).flop().webp().toBuffer(),
      await sharp(whole).negate({ alpha: false }).webp().toBuffer(),
      await corner(160, 0),
      await corner(220, 33),
      await sharp(coloured, { raw: { width: 400, height: 400, channels: 3 } })
        .webp({ quality: 85 })
        .toBuffer(),
    ]
    for (const [at, image] of hidden.entries()) expect([at, await showsQr(image)]).toEqual([at, true])
    for (const innocent of [plain(400, 400), noise(400, 400)])
      expect(await showsQr(await innocent.webp().toBuffer())).toBe(false)
  })
})

import { expect, test } from 'vitest'
import { makeQrBase64 } from '#server/files/qr-image.ts'
import { codePictures } from './code-picture.ts'

test('each code has its own picture, also the second time, and no code has none', async () => {
  const [one, other] = await Promise.all([makeQrBase64('um código'), makeQrBase64('outro código')])
  expect(one).not.toBe(other)
  expect(await codePictures(['um código', null, 'outro código', 'um código'])).toEqual([one, null, other, one])
  expect(await codePictures(['outro código'])).toEqual([other])
})

test('a picture that could not be drawn is drawn again', async () => {
  const tooLong = 'x'.repeat(10_000)
  for (const _ of [1, 2]) await expect(codePictures([tooLong])).rejects.toThrow()
})

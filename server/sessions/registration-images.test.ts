import { expect, test } from 'vitest'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { NO_AVATAR } from '#server/members/edit.ts'
import { columnsOf, storeImages } from './registration-images.ts'

const context = {} as Context<Actor | null>
const stored = (sha256: string) => ({ sha256, bytes: Buffer.from('') })

test('each picture of a registration stands in its own column, and none leaves it empty', () => {
  const [avatar, pixQr, btcQr, usdtQr] = ['a', 'p', 'b', 'u'].map(stored) as [Stored, Stored, Stored, Stored]
  const hashes = { avatar: 'a', pixQrSha256: 'p', btcQrSha256: 'b', usdtQrSha256: 'u' }
  expect(columnsOf({ avatar, pixQr, btcQr, usdtQr })).toEqual(hashes)
  const none = { avatar: null, pixQr: null, btcQr: null, usdtQr: null }
  expect(columnsOf(none)).toEqual({ avatar: NO_AVATAR, pixQrSha256: null, btcQrSha256: null, usdtQrSha256: null })
})
type Stored = ReturnType<typeof stored>

test.each([
  ['avatar', 'file.not_image_avatar'],
  ['pixQrCode', 'file.not_image'],
  ['btcQrCode', 'file.not_image'],
  ['usdtQrCode', 'file.not_image'],
] as const)('what is no picture is refused on its field: %s', async (field, code) => {
  const refused = await storeImages(context, { [field]: Buffer.from('nada').toString('base64') }).catch(
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({ code, fields: { [field]: expect.any(String) } })
})

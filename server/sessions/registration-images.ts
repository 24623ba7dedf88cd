import { storeImage } from '#server/files/keep.ts'
import type { Actor, Context } from '#server/context.ts'
import { NO_AVATAR } from '#server/members/edit.ts'
import type { BodyOf } from '#contracts/contract.ts'

type Pictures = Partial<Pick<BodyOf<'POST /auth/register'>, 'avatar' | 'pixQrCode' | 'btcQrCode' | 'usdtQrCode'>>

export type Images = Awaited<ReturnType<typeof storeImages>>

export async function storeImages(context: Context<Actor | null>, input: Pictures) {
  return {
    avatar: await storeImage(context, input.avatar, 'avatar', 'avatar'),
    pixQr: await storeImage(context, input.pixQrCode, 'registration', 'pixQrCode'),
    btcQr: await storeImage(context, input.btcQrCode, 'registration', 'btcQrCode'),
    usdtQr: await storeImage(context, input.usdtQrCode, 'registration', 'usdtQrCode'),
  }
}

export function columnsOf({ avatar, pixQr, btcQr, usdtQr }: Images) {
  return {
    avatar: avatar?.sha256 ?? NO_AVATAR,
    pixQrSha256: pixQr?.sha256 ?? null,
    btcQrSha256: btcQr?.sha256 ?? null,
    usdtQrSha256: usdtQr?.sha256 ?? null,
  }
}

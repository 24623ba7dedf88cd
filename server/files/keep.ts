import type { ErrorCode } from '#contracts/errors.ts'
import type { Services } from '#server/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { errorMessage } from '#contracts/errors.ts'
import { ImageRefusal, readImage } from './images.ts'
import type { CleanImage, ImageRule } from './images.ts'
import { asRefusal } from './hold-images.ts'
import type { StoredImage } from './hold-images.ts'
import { showsQr } from './qr-image.ts'

/**
 * Cleans and stores an upload; returns the image and the SHA-256 it is stored under. `field` is the form field that
 * shows a refusal.
 */
export async function keepImage(
  { files }: Pick<Services, 'files'>,
  base64: string,
  rule: ImageRule,
  field: string,
): Promise<{ image: CleanImage; sha256: string }> {
  try {
    const image = await readImage(base64, rule)
    if (rule === 'avatar' && (await showsQr(image.bytes))) throw refusalOf('file.qr_avatar', field)
    return { image, sha256: await files.prepare(image.bytes) }
  } catch (error) {
    if (error instanceof ImageRefusal) throw refusalOf(codeFor(error.code, rule), field)
    if (error instanceof Refusal) throw error
    return asRefusal(error)
  }
}

/** Cleans and stores an optional image; null for none. The row that will reference it is written under `holdImages`. */
export async function storeImage(
  services: Pick<Services, 'files'>,
  base64: string | null | undefined,
  rule: ImageRule,
  field: string,
): Promise<StoredImage | null> {
  if (base64 === null || base64 === undefined || base64 === '') return null
  const { image, sha256 } = await keepImage(services, base64, rule, field)
  return { sha256, bytes: image.bytes }
}

/** The refusal of a file that is not an image uses the words of the form it came from. */
function codeFor(code: ImageRefusal['code'], rule: ImageRule): ErrorCode {
  if (code === 'file.not_image' && rule === 'avatar') return 'file.not_image_avatar'
  if (code === 'file.too_large' && rule === 'avatar') return 'file.too_large_avatar'
  return code
}

function refusalOf(code: ErrorCode, field: string): Refusal {
  return new Refusal(code, { fields: { [field]: errorMessage(code) } })
}

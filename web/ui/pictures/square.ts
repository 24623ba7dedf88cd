import { kindOf } from './kinds.ts'
import { HEIC_FAULT, RECEIPT_SIDE_MAX } from './receipt.ts'
import type { PictureFault } from './receipt.ts'
import { shrink } from './shrink.ts'

/** A chosen picture, small enough to be moved about in; a fault when it is HEIC and not readable here, null when nothing reads it. */
export async function pictureToCrop(file: File): Promise<Blob | PictureFault | null> {
  const kind = await kindOf(file)
  if (kind === 'pdf' || (kind === null && !file.type.startsWith('image/'))) return null
  const drawn = await shrink(file, RECEIPT_SIDE_MAX, true)
  if (drawn) return drawn.smaller ?? file
  return kind === 'heic' ? HEIC_FAULT : null
}

export function isPicture(opened: Blob | PictureFault | null): opened is Blob {
  return opened instanceof Blob
}

/** The words of a fault in one line, for fields that have room for one. */
export function faultText({ said, advice }: PictureFault): string {
  return advice ? `${said} ${advice}` : said
}

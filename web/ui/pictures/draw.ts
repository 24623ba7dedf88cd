import { IMAGE_BYTES_MAX } from '#contracts/limits.ts'

/** A picture that was looked at: its size as it is seen, and a smaller form of it where one was needed. */
export type Drawn = { readonly width: number; readonly height: number; readonly smaller: Blob | null }

/** Part of a picture, in its own pixels. */
export type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const QUALITIES = [0.9, 0.75, 0.5] as const

/**
 * A picture turned as its camera held it, within `sideMax` pixels each way, as JPEG. `mayStay`: what fits already is not
 * drawn again. Runs in a worker as well as in a page. Throws when the browser cannot read the picture.
 */
export async function drawWithin(file: Blob, sideMax: number, mayStay: boolean): Promise<Drawn> {
  const bitmap = await openUpright(file)
  const { width, height } = bitmap
  const scale = Math.min(1, sideMax / Math.max(width, height))
  if (scale === 1 && mayStay) {
    bitmap.close()
    return { width, height, smaller: null }
  }
  const canvas = canvasOf(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  paint(canvas, bitmap, { x: 0, y: 0, width, height })
  bitmap.close()
  return { width, height, smaller: await jpegOf(canvas) }
}

/** A part of a picture, as a square of `side` pixels: PNG where a code must stay exact, else JPEG. */
export async function cutSquare(file: Blob, area: Area, side: number, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  const bitmap = await openUpright(file)
  const canvas = canvasOf(side, side)
  paint(canvas, bitmap, area)
  bitmap.close()
  return blobOf(canvas, type, QUALITIES[0])
}

/** A canvas as a JPEG that the server takes. */
export async function jpegOf(canvas: AnyCanvas): Promise<Blob> {
  let made = await blobOf(canvas, 'image/jpeg', QUALITIES[0])
  for (const quality of QUALITIES.slice(1))
    if (made.size > IMAGE_BYTES_MAX) made = await blobOf(canvas, 'image/jpeg', quality)
  return made
}

type AnyCanvas = OffscreenCanvas | HTMLCanvasElement

function openUpright(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file, { imageOrientation: 'from-image' })
}

function canvasOf(width: number, height: number): AnyCanvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height)
  return Object.assign(document.createElement('canvas'), { width, height })
}

function paint(canvas: AnyCanvas, bitmap: ImageBitmap, { x, y, width, height }: Area): void {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
  if (!context) throw new Error('The browser draws nothing')
  // JPEG knows no transparency: what shines through becomes white, not black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height)
}

async function blobOf(canvas: AnyCanvas, type: string, quality: number): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality })
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas was empty'))), type, quality),
  )
}

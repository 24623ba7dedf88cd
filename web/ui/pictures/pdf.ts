import { getDocument, PasswordException, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { jpegOf } from './draw.ts'

// Fetched only once somebody chose a PDF: reader and worker are larger than all the rest of the app.

/** A PDF with more dots than this on its page is a bomb, not a receipt. */
const IMAGE_PIXELS_MAX = 50_000_000

type Page = { readonly picture: Blob; readonly text: string }

/**
 * The first page of a PDF as a JPEG whose longer side has `side` pixels, with the words that stand on it; 'password' or
 * 'broken' when there is none.
 */
export async function firstPageOf(file: Blob, side: number): Promise<Page | 'password' | 'broken'> {
  const port = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' })
  const worker = PDFWorker.create({ port })
  const reading = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    worker,
    // Nothing is fetched while reading, and no code is made from what the file says.
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    maxImageSize: IMAGE_PIXELS_MAX,
    verbosity: 0,
  })
  try {
    const failed = new Promise<never>((_, reject) => port.addEventListener('error', () => reject(new Error('worker'))))
    return await Promise.race([draw(reading, side), failed])
  } catch (error) {
    return error instanceof PasswordException ? 'password' : 'broken'
  } finally {
    void reading.destroy().catch(() => undefined)
    worker.destroy()
    port.terminate()
  }
}

async function draw(reading: ReturnType<typeof getDocument>, side: number): Promise<Page> {
  const page = await (await reading.promise).getPage(1)
  const natural = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: side / Math.max(natural.width, natural.height) })
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.max(1, Math.floor(viewport.width)),
    height: Math.max(1, Math.floor(viewport.height)),
  })
  // As for printing: without waiting for the screen's next frame, which does not come to a page in the background.
  await page.render({ canvas, viewport, intent: 'print', background: '#fff' }).promise
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
  return { picture: await jpegOf(canvas), text }
}

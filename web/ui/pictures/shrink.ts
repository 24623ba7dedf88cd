import { drawWithin } from './draw.ts'
import type { Drawn } from './draw.ts'
import type { DrawRequest } from './draw.worker.ts'

/**
 * As `drawWithin`, in a worker where the browser draws there, else in the page. Null when the browser cannot read the
 * picture at all.
 */
export async function shrink(file: Blob, sideMax: number, mayStay: boolean): Promise<Drawn | null> {
  const asked = { file, sideMax, mayStay }
  // An older browser draws in pages only; without network the worker's file may not be there.
  return (await inWorker(asked)) ?? (await drawWithin(file, sideMax, mayStay).catch(() => null))
}

async function inWorker(asked: DrawRequest): Promise<Drawn | null> {
  if (typeof OffscreenCanvas === 'undefined') return null
  const worker = new Worker(new URL('./draw.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<Drawn | null>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Drawn | null>) => resolve(data))
      worker.addEventListener('error', () => resolve(null))
      worker.postMessage(asked, [])
    })
  } finally {
    worker.terminate()
  }
}

import { drawWithin } from './draw.ts'
import type { Drawn } from './draw.ts'

// Makes a large picture smaller off the page's thread, which keeps answering meanwhile.

export type DrawRequest = { readonly file: Blob; readonly sideMax: number; readonly mayStay: boolean }

addEventListener('message', ({ data: { file, sideMax, mayStay } }: MessageEvent<DrawRequest>) => {
  const answer = (drawn: Drawn | null) => postMessage(drawn)
  drawWithin(file, sideMax, mayStay).then(answer, () => answer(null))
})

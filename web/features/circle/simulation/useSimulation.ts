import { useEffect, useRef, useState } from 'react'
import type { SimulationRequest, SimulationResult, WorkerMessage } from './messages.ts'

export type SimulationState =
  | { readonly at: 'rest' }
  | { readonly at: 'work'; readonly done: number; readonly total: number }
  | { readonly at: 'done'; readonly ask: SimulationRequest; readonly found: SimulationResult; readonly tookMs: number }
  | { readonly at: 'failed' }

/** Simulates on this device on request. A new request or leaving the screen ends the running one. */
export function useSimulation() {
  const [state, setState] = useState<SimulationState>({ at: 'rest' })
  const running = useRef<Worker | null>(null)
  useEffect(() => () => running.current?.terminate(), [])

  const stop = () => {
    running.current?.terminate()
    running.current = null
    setState({ at: 'rest' })
  }
  const simulate = (ask: SimulationRequest) => {
    running.current?.terminate()
    const worker = new Worker(new URL('./simulate.worker.ts', import.meta.url), { type: 'module' })
    running.current = worker
    setState({ at: 'work', done: 0, total: 1 })
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kind === 'progress') return setState({ at: 'work', done: data.done, total: data.total })
      worker.terminate()
      return setState({ at: 'done', ask, found: data.found, tookMs: data.tookMs })
    })
    worker.addEventListener('error', () => setState({ at: 'failed' }))
    worker.postMessage(ask, [])
  }
  return { state, simulate, stop }
}

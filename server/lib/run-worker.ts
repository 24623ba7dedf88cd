import { Worker } from 'node:worker_threads'

type WorkerBounds = { readonly memoryMb: number; readonly longestMs: number }

/**
 * Runs a module in a thread of its own and answers what it posts first. Rejects when it throws, and when it ended
 * without an answer, as it does when it takes longer than its bound.
 */
export function runWorker<T>(module: URL, workerData: unknown, { memoryMb, longestMs }: WorkerBounds): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(module, { workerData, resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    const timer = setTimeout(() => void worker.terminate(), longestMs)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error(`${module.pathname} ended without a result`))
    })
  })
}

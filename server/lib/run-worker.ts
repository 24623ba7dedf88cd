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

/** How long a thread that has nothing to do is kept. */
const RESTS_MS = 60_000

/**
 * As above, for one piece of work after another: the module answers each message, and its thread stays for a minute, because
 * what is compiled there takes a fraction of the time.
 */
export function keptWorker<T>(module: URL, { memoryMb, longestMs }: WorkerBounds): (data: unknown) => Promise<T> {
  let worker: Worker | null = null
  let timer: NodeJS.Timeout | undefined
  let work: PromiseWithResolvers<T> | undefined

  const begin = (): Worker => {
    const begun = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    const rest = () => {
      worker = null
      void begun.terminate()
    }
    const fail = (error: unknown) => {
      if (worker !== begun) return
      worker = null
      clearTimeout(timer)
      work?.reject(error)
    }
    begun.on('message', (answer: T) => {
      clearTimeout(timer)
      timer = setTimeout(rest, RESTS_MS).unref()
      begun.unref()
      work?.resolve(answer)
    })
    begun.on('error', fail)
    begun.on('exit', () => fail(new Error(`${module.pathname} ended without a result`)))
    return begun
  }

  return (data) => {
    clearTimeout(timer)
    const current = (worker ??= begin())
    current.ref()
    timer = setTimeout(() => void current.terminate(), longestMs)
    work = Promise.withResolvers<T>()
    current.postMessage(data, [])
    return work.promise
  }
}

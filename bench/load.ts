import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A request as it is sent; without `Accept-Encoding`, so that no server compresses. */
export type Request = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type Load = {
  readonly port: number
  readonly connections: number
  /** The time after which no further request is sent. */
  readonly forMs: number
  /** Sent in turn, again from the first after the last, or each once. */
  readonly requests: readonly Request[]
  readonly isOnce?: boolean
}

export type Measured = {
  readonly answers: number
  readonly seconds: number
  /** In ms. */
  readonly p50: number
  readonly p99: number
  /** How often each status from 300 on was answered. */
  readonly refused: readonly (readonly [number, number])[]
}

const CLIENT = fileURLToPath(new URL('load-client.ts', import.meta.url))

/** Sends a load from a process of its own, and answers what came of it. Throws when anything was refused. */
export async function send(load: Load): Promise<Measured> {
  const client = fork(CLIENT, { stdio: 'inherit' })
  client.send(load)
  const [measured] = (await Promise.race([
    once(client, 'message'),
    once(client, 'exit').then(([code]) => Promise.reject(new Error(`The load ended with ${code}`))),
  ])) as [Measured]
  client.kill()
  if (measured.refused.length > 0)
    throw new Error(`Refused: ${measured.refused.map(([status, times]) => `${times} × ${status}`).join(', ')}`)
  return measured
}

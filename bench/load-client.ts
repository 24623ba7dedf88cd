import { connect } from 'node:net'
import type { Load, Measured } from './load.ts'

// A process of its own, so that making requests costs the measured server nothing. It writes requests that were made
// before the clock starts and reads only as much of an answer as it needs to know where it ends.

process.on('message', (load: Load) => {
  void measure(load).then((measured) => process.send!(measured satisfies Measured))
})

async function measure({ port, connections, forMs, requests, isOnce }: Load): Promise<Measured> {
  const texts = requests.map((request) => Buffer.from(textOf(request)))
  const latencies: number[] = []
  const refused = new Map<number, number>()
  const begun = performance.now()
  let at = 0
  const next = () => {
    // Each connection asks once at least, however short the time.
    if ((at >= connections && performance.now() - begun >= forMs) || (isOnce && at >= texts.length)) return null
    at += 1
    return texts[(at - 1) % texts.length]!
  }
  const answered = (status: number, ms: number) => {
    if (status < 300) latencies.push(ms)
    else refused.set(status, (refused.get(status) ?? 0) + 1)
  }
  await Promise.all(Array.from({ length: connections }, () => keepAsking(port, next, answered)))
  const seconds = (performance.now() - begun) / 1000
  latencies.sort((a, b) => a - b)
  const at50 = latencies[Math.floor(latencies.length * 0.5)] ?? NaN
  const at99 = latencies[Math.floor(latencies.length * 0.99)] ?? NaN
  return { answers: latencies.length, seconds, p50: at50, p99: at99, refused: [...refused] }
}

function textOf({ method, path, headers, body }: Load['requests'][number]): string {
  const all = {
    Host: 'bench',
    ...headers,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** One connection that is kept: the next request goes out when the last answer is whole. */
function keepAsking(
  port: number,
  next: () => Buffer | null,
  answered: (status: number, ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    let came: Buffer[] = []
    let bytes = 0
    let wanted = 0
    let status = 0
    let since = 0
    const ask = () => {
      const text = next()
      if (text === null) return void socket.end()
      came = []
      bytes = wanted = 0
      since = performance.now()
      socket.write(text)
    }
    socket.on('connect', ask)
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (wanted === 0) {
        came.push(chunk)
        const head = Buffer.concat(came)
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const lines = head.toString('latin1', 0, end)
        status = Number(lines.slice(9, 12))
        const length = /\r\ncontent-length: (\d+)/i.exec(lines)
        if (!length && status !== 204) return void reject(new Error(`An answer without a length: ${lines}`))
        wanted = end + 4 + Number(length?.[1] ?? 0)
      }
      if (bytes < wanted) return
      answered(status, performance.now() - since)
      ask()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}

import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'

export type WireAnswer = { readonly status: number; readonly head: string; readonly body: string }

/** Requests as bytes, one after another on one connection without waiting for answers. */
export type Batch = {
  readonly requests: readonly { readonly method: string; readonly bytes: Buffer }[]
  /** Sends in small pieces with turns of the loop between. */
  readonly isSlow?: boolean
  /** Ends the sending side when all is sent, as a client does that breaks off. */
  readonly endsEarly?: boolean
}

const ANSWER_MS_MAX = 60_000

/** A keep-alive connection that speaks HTTP/1.1 as bytes: also what no HTTP library would send. */
export class Wire {
  private readonly port: number
  private socket: Socket | null = null

  constructor(port: number) {
    this.port = port
  }

  /** Sends a batch; answers as many answers as came before the server closed the connection or all had come. */
  async send({ requests, isSlow = false, endsEarly = false }: Batch): Promise<WireAnswer[]> {
    const socket = await this.open()
    const methods = requests.map(({ method }) => method)
    const reader = new AnswerReader(methods)
    const done = Promise.withResolvers<void>()
    const onData = (chunk: Buffer) => {
      reader.add(chunk)
      if (reader.answers.length === methods.length) done.resolve()
    }
    const onClose = () => {
      this.socket = null
      reader.end()
      done.resolve()
    }
    const timer = setTimeout(() => done.reject(new Error(`No answer in ${ANSWER_MS_MAX} ms`)), ANSWER_MS_MAX)
    socket.on('data', onData)
    socket.once('close', onClose)
    try {
      const bytes = Buffer.concat(requests.map((request) => request.bytes))
      if (isSlow) await trickle(socket, bytes)
      else socket.write(bytes)
      if (endsEarly) socket.end()
      await done.promise
      const last = reader.answers.at(-1)
      if (endsEarly || last === undefined || /^connection: close/im.test(last.head)) this.close()
      return reader.answers
    } finally {
      clearTimeout(timer)
      socket.off('data', onData)
      socket.off('close', onClose)
    }
  }

  close(): void {
    this.socket?.destroy()
    this.socket = null
  }

  private async open(): Promise<Socket> {
    if (this.socket && !this.socket.destroyed && this.socket.writable) return this.socket
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    this.socket = socket
    return socket
  }
}

const PIECES = 12

async function trickle(socket: Socket, bytes: Buffer): Promise<void> {
  const size = Math.max(1, Math.ceil(bytes.length / PIECES))
  for (let at = 0; at < bytes.length && socket.writable; at += size) {
    socket.write(bytes.subarray(at, at + size))
    await turn()
  }
}

/** Cuts a stream of bytes into answers. */
class AnswerReader {
  readonly answers: WireAnswer[] = []
  private bytes: Buffer = Buffer.alloc(0)
  private readonly methods: readonly string[]

  constructor(methods: readonly string[]) {
    this.methods = methods
  }

  add(chunk: Buffer): void {
    this.bytes = this.bytes.length === 0 ? chunk : Buffer.concat([this.bytes, chunk])
    while (this.takeOne(false));
  }

  end(): void {
    while (this.takeOne(true));
  }

  private takeOne(isEnd: boolean): boolean {
    const headEnd = this.bytes.indexOf('\r\n\r\n')
    if (headEnd < 0) return false
    const head = this.bytes.toString('latin1', 0, headEnd)
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1])
    if (!status) throw new Error(`Not an answer: ${head.slice(0, 200)}`)
    const rest = this.bytes.subarray(headEnd + 4)
    const method = this.methods[this.answers.length] ?? 'GET'
    const taken = this.bodyOf(rest, { head, status, method, isEnd })
    if (taken === null) return false
    this.bytes = rest.subarray(taken.length)
    if (status >= 200) this.answers.push({ status, head, body: taken.body })
    return true
  }

  private bodyOf(
    rest: Buffer,
    { head, status, method, isEnd }: { head: string; status: number; method: string; isEnd: boolean },
  ): { length: number; body: string } | null {
    if (method === 'HEAD' || status === 204 || status === 304 || status < 200) return { length: 0, body: '' }
    const length = /^content-length: *(\d+)/im.exec(head)?.[1]
    if (length !== undefined) {
      const size = Number(length)
      return rest.length < size ? null : { length: size, body: rest.toString('utf8', 0, size) }
    }
    if (/^transfer-encoding: *chunked/im.test(head)) return chunked(rest)
    return isEnd ? { length: rest.length, body: rest.toString('utf8') } : null
  }
}

function chunked(rest: Buffer): { length: number; body: string } | null {
  let at = 0
  let body = ''
  for (;;) {
    const lineEnd = rest.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(rest.toString('latin1', at, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (rest.length < next) return null
    body += rest.toString('utf8', lineEnd + 2, lineEnd + 2 + size)
    at = next
    if (size === 0) return { length: at, body }
  }
}

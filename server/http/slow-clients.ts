import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import type { Socket } from 'node:net'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ErrorCode } from '#contracts/errors.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { refusalBody } from './errors.ts'

/** How slow a client may be, in milliseconds. */
export type Patience = {
  /** The time within which a body must bring its next 4 KB, or its end. */
  readonly bodyMs: number
  /** The time that running answers get when the server stops. */
  readonly endMs: number
}

export const PATIENCE: Patience = { bodyMs: 20_000, endMs: 4_000 }

/** About 1.6 kbit/s; a slower body is assumed to be held back on purpose. */
const BYTES_PER_TURN_MIN = 4_096

/**
 * The server's limits. An honest upload of 5 MB takes two minutes at 0.5 Mbit/s and a quarter of an hour at 64 kbit/s,
 * so a body is judged by its progress (`watchBodies`); the rest of a request must arrive at once.
 */
export const serverTimeouts = {
  requestTimeout: 20 * 60_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, keepAlive: true, keepAliveInitialDelay: 30_000 },
}

/** Refuses a body that stops coming with 408, and disconnects a client whose body stops after its answer was sent. */
export function watchBodies(app: FastifyInstance, { bodyMs }: Patience): void {
  app.addHook('preParsing', ({ method, headers }, _reply, body, done) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    done(null, hasBody && method !== 'GET' && method !== 'HEAD' ? watched(body, bodyMs) : body)
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete) discardRest(raw, bodyMs)
    done()
  })
}

/** A request was refused before its body was read: discarding the rest lets the client reach the answer. */
function discardRest(raw: IncomingMessage, bodyMs: number): void {
  raw.unpipe()
  raw.resume()
  let before = raw.socket.bytesRead
  const check = setInterval(() => {
    if (raw.socket.bytesRead - before < BYTES_PER_TURN_MIN) raw.socket.destroy()
    before = raw.socket.bytesRead
  }, bodyMs).unref()
  for (const event of ['end', 'close']) raw.once(event, () => clearInterval(check))
}

/**
 * Passes the same bytes on, and fails with a refusal when too few of them arrive. The request itself stays open,
 * because it still has to be answered.
 */
function watched(body: Readable, bodyMs: number): Readable {
  let came = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      came += chunk.length
      done(null, chunk)
    },
  })
  const check = setInterval(() => {
    if (came < BYTES_PER_TURN_MIN) through.destroy(new Refusal('request.timed_out'))
    came = 0
  }, bodyMs).unref()
  for (const event of ['close', 'end', 'error']) through.on(event, () => clearInterval(check))
  body.once('error', (error) => through.destroy(error))
  return body.pipe(through)
}

const codes: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timed_out',
  HPE_HEADER_OVERFLOW: 'request.too_large',
}

/**
 * Answers what never became a request (half a header, no HTTP) in the form of every other refusal, if the client can
 * still read an answer.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  const { _httpMessage: current } = socket as Socket & { _httpMessage?: ServerResponse | null }
  if (error.code !== 'ECONNRESET' && socket.writable && !current?.headersSent) {
    const { status, phrase, body } = refusalBody(new Refusal(codes[error.code ?? ''] ?? 'request.malformed'))
    const text = JSON.stringify(body)
    socket.write(
      [
        `HTTP/1.1 ${status} ${phrase}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(text)}`,
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        'Connection: close',
        '',
        text,
      ].join('\r\n'),
    )
  }
  socket.destroySoon()
}

/**
 * Stops listening and lets running answers finish, but only as long as clients may be slow; then their connections are
 * closed.
 */
export async function closeServer(app: FastifyInstance, { endMs }: Patience = PATIENCE): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), endMs)
  await app.close()
  clearTimeout(cut)
}

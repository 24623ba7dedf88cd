import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { answer } from './watch.ts'
import type { Alarm, Watch } from './watch.ts'

/** Room for an old size, 63 hashes and a checkpoint with a hundred signatures, some of them post-quantum. */
const BODY_BYTES_MAX = 512 * 1024

/**
 * Answers `POST /add-checkpoint`, as C2SP tlog-witness says, and `GET /pages-seen` with what it says of the pages. `onAlarm` is
 * called after the answer is sent.
 */
export async function listen(
  watch: Watch,
  { host, port }: { host: string; port: number },
  onAlarm: (alarm: Alarm) => void,
): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    void handle().catch(() => response.writeHead(500).end())
    function answerSeen() {
      const seen = watch.memory.pages()?.seen
      if (seen) response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(seen)
      else response.writeHead(404).end()
    }
    async function handle() {
      if (request.url === '/pages-seen' && request.method === 'GET') return void answerSeen()
      if (request.url !== '/add-checkpoint') return void response.writeHead(404).end()
      if (request.method !== 'POST') return void response.writeHead(405, { Allow: 'POST' }).end()
      const body = await readBody(request)
      if (body === null) return void response.writeHead(413, { Connection: 'close' }).end()
      const { reply, alarm } = await answer(watch, body)
      response.writeHead(reply.status, { 'Content-Type': reply.type })
      if (alarm) response.end(reply.body, () => onAlarm(alarm))
      else response.end(reply.body)
    }
  })
  server.requestTimeout = 30_000
  server.listen(port, host)
  await once(server, 'listening')
  return { server, port: (server.address() as { port: number }).port }
}

/** Null when the body is larger than any request can be. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > BODY_BYTES_MAX) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

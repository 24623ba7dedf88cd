import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Answered = {
  readonly call: string
  readonly status: number
  readonly headers: Headers
  readonly sent: string
}

export type Doorway = {
  readonly url: string
  /** How many answers had which status. */
  readonly counts: ReadonlyMap<number, number>
  close(): Promise<void>
}

type Options = {
  /** The server behind it. */
  readonly to: string
  /** How an address goes on behind it. */
  readonly rename?: (address: string) => string
  /** Signs each request in that does not do so itself. */
  readonly token?: () => Promise<string>
  /** The page of `/`, for tools that follow links and fill in forms; the server's own without it. */
  readonly page?: string
  readonly onAnswer?: (answered: Answered) => void
}

/** A way into a running server for tools that know neither its sessions nor JSON: it signs requests in, and forms become JSON. */
export async function openDoorway({
  to,
  rename = (address) => address,
  token,
  page,
  onAnswer,
}: Options): Promise<Doorway> {
  const counts = new Map<number, number>()
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/' } = request
    const sent = jsonOf(await text(request), request.headers['content-type'])
    const own = request.headers.authorization
    const answer = await fetch(`${to}${rename(url)}`, {
      method,
      redirect: 'manual',
      headers: {
        ...kept(request),
        ...(token && !own ? { authorization: `Bearer ${await token()}` } : {}),
        ...(sent === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent === '' || method === 'GET' || method === 'HEAD' ? {} : { body: sent }),
    })
    const isPage = url === '/' && page !== undefined
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
    onAnswer?.({ call: `${method} ${url}`, status: answer.status, headers: answer.headers, sent })
    const body = Buffer.from(await answer.arrayBuffer())
    const headers = [...answer.headers].filter(
      ([name]) => !/^(?:content-(?:encoding|length)|transfer-|connection|keep-)/.test(name),
    )
    response.writeHead(answer.status, Object.fromEntries(headers)).end(isPage ? page : body)
  }
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Without what belongs to the connection, or describes another body. */
const kept = ({ headers }: IncomingMessage) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !OF_CONNECTION.test(name) ? [[name, value]] : [],
    ),
  )

const OF_CONNECTION = /^(?:host$|connection$|keep-alive$|transfer-|content-|accept-encoding$|upgrade|expect$|te$)/

/** A form as the JSON that the call takes; anything else as it was sent. */
function jsonOf(sent: string, type = ''): string {
  if (!type.startsWith('application/x-www-form-urlencoded')) return sent
  return JSON.stringify(
    Object.fromEntries([...new URLSearchParams(sent)].map(([name, value]) => [name, valueOf(value)])),
  )
}

/** Numbers, truths and structures as what they are: a form knows nothing but words. */
function valueOf(typed: string): unknown {
  if (!/^(?:\d+$|true$|false$|[[{])/.test(typed)) return typed
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}

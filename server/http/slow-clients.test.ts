import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import type { Services } from '#server/context.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { closeServer, PATIENCE, serverTimeouts } from './slow-clients.ts'

const BODY_MS = 400
const HEAD = 'POST /api/auth/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const BODY = JSON.stringify({ email: 'nobody@example.invalid', password: 'x'.repeat(60_000) })

describe('slow clients', () => {
  let app: FastifyInstance
  let services: Services
  const sockets: Socket[] = []

  beforeAll(async () => {
    ;({ services } = await createTestApp(await openTestDatabase()))
    app = await createApp(services, { patience: { bodyMs: BODY_MS, endMs: BODY_MS } })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return () => app.close()
  })

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  const open = async (text: string, of = app) => {
    const socket = connect((of.server.address() as AddressInfo).port, '127.0.0.1')
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }
  /** Reads everything until the server closes the connection. */
  const answered = async (socket: Socket) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    await once(socket, 'close')
    const [head, body] = text.split('\r\n\r\n') as [string, string]
    return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) }
  }

  test('a body that never comes is refused in our words, and its connection ended', async () => {
    const { status, head, body } = await answered(await open(`${HEAD}Content-Length: 4000000\r\n\r\n`))
    expect(status).toBe(408)
    expect(body).toEqual({
      statusCode: 408,
      error: 'Request Timeout',
      message: 'O envio parou no meio do caminho e foi interrompido. Tente de novo.',
      code: 'request.timed_out',
    })
    expect(head.toLowerCase()).toContain('connection: close')
    expect(head.toLowerCase()).toContain('cache-control: no-store')
  })

  test('so is one that stops half-way, and one that drips', async () => {
    const half = await open(`${HEAD}Content-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 9_000)}`)
    expect((await answered(half)).status).toBe(408)
    const drip = await open(`${HEAD}Content-Length: ${BODY.length}\r\n\r\n`)
    const drops = setInterval(() => drip.write('{'), 20)
    expect((await answered(drip)).status).toBe(408)
    clearInterval(drops)
  })

  test('one that goes on coming is taken, however long it takes altogether', async () => {
    const socket = await open(`${HEAD}Connection: close\r\nContent-Length: ${BODY.length}\r\n\r\n`)
    const result = answered(socket)
    const began = performance.now()
    for (let at = 0; at < BODY.length; at += 5_000) {
      socket.write(BODY.slice(at, at + 5_000))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(performance.now() - began).toBeGreaterThan(2 * BODY_MS)
    expect((await result).body.code).toBe('request.invalid')
    expect(serverTimeouts.requestTimeout / PATIENCE.bodyMs).toBeGreaterThan(10)
  })

  test('one that was refused before it was read does not hold its connection', async () => {
    const refused = await open(
      'POST /api/users/profile/avatar HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4000000\r\n\r\n{',
    )
    expect(await answered(refused)).toMatchObject({ status: 401, body: { code: 'session.required' } })
  })

  test.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'request.malformed'],
    ['a head without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 413, 'request.too_large'],
  ])('%s is answered in the words of every other refusal', async (_kind, text, status, code) => {
    expect(await answered(await open(text))).toMatchObject({ status, body: { statusCode: status, code } })
  })

  test('the server ends while bodies and answers are stalled', async () => {
    const patient = { bodyMs: 60_000, endMs: 150 }
    const ending = await createApp(services, { patience: patient })
    await ending.listen({ port: 0, host: '127.0.0.1' })
    const stalled = await open(`${HEAD}Content-Length: 4000000\r\n\r\n`, ending)
    const kept = await open('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n', ending)
    await once(kept, 'data')
    const ended = Promise.all([once(stalled, 'close'), once(kept, 'close')])
    await closeServer(ending, patient)
    await ended
    expect(ending.server.listening).toBe(false)
  })
})

import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushPayload } from '#contracts/push.ts'

type Received = {
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/** A push service on loopback that keeps what it is sent, and answers as it is told. */
export async function startPushService() {
  const received: Received[] = []
  const answers = { status: 201, isSilent: false }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        received.push({
          path: request.url!,
          headers: request.headers as Record<string, string>,
          body: Buffer.concat(chunks),
        })
        if (answers.status === 302) response.setHeader('location', `${origin}/elsewhere`)
        response.writeHead(answers.status).end('x'.repeat(1000))
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    answers,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

/** A browser's subscription at a service, with the private half that opens what it is sent. */
export function makeBrowser(origin: string, name: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint: `${origin}/push/${name}`,
      keys: { p256dh: keys.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    },
    /** Opens a message as RFC 8291 and RFC 8188 say, with one record. */
    opens(body: Buffer): PushPayload {
      const salt = body.subarray(0, 16)
      const idLength = body[20]!
      const sender = body.subarray(21, 21 + idLength)
      const sealed = body.subarray(21 + idLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
      const secret = hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32)
      const derive = (label: string, length: number) =>
        Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${label}\0`, length))
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      const end = padded.lastIndexOf(2)
      return JSON.parse(padded.subarray(0, end).toString('utf8')) as PushPayload
    },
  }
}

export type Browser = ReturnType<typeof makeBrowser>

/** The claims of a message's sender (RFC 8292), where its signature is the key's that a browser was given; null where not. */
export function claimsOf({ headers }: Received, publicKey: string): { aud: string; exp: number; sub: string } | null {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers['authorization'] ?? '') ?? []
  if (!token || key !== publicKey) return null
  const [head, claims, signature] = token.split('.') as [string, string, string]
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned ? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as ReturnType<typeof claimsOf>) : null
}

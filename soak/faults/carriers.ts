import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { FaultKind } from './inject.ts'

/** A message that was taken: an e-mail by its Message-ID, or one to a device by its address. */
type Carried = { readonly what: 'mail' | 'push'; readonly id: string; readonly about: string }

const BUSY = 452

/** A mail server and a push service on loopback, of whose messages the k-th fails. */
export class Carriers {
  private readonly mail: SMTPServer
  private readonly push
  private at = 0
  private kind: FaultKind = 'broken'
  private counted = 0
  happened: Carried['what'] | null = null
  taken: Carried[] = []

  private constructor() {
    const sockets = new Map<string, Socket>()
    this.mail = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const header = (name: string) => new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(text)?.[1] ?? ''
          const to = session.envelope.rcptTo.map(({ address }) => address).join()
          const about = `${to}: ${header('Subject')}`
          const fault = this.take({ what: 'mail', id: header('Message-ID'), about })
          if (fault === null) return done()
          if (fault === 'full') return done(Object.assign(new Error('busy'), { responseCode: BUSY }))
          return void sockets.get(`${session.remoteAddress}:${session.remotePort}`)?.destroy()
        })
      },
    })
    // The connection breaks whose end is the one that sends.
    this.mail.server.on('connection', (socket: Socket) => {
      const name = `${socket.remoteAddress}:${socket.remotePort}`
      sockets.set(name, socket)
      socket.on('close', () => sockets.delete(name))
    })
    this.mail.on('error', () => undefined)
    this.push = createServer((request, response) => {
      request.resume().on('end', () => {
        const fault = this.take({ what: 'push', id: '', about: request.url! })
        if (fault === null) response.writeHead(201).end()
        else if (fault === 'full') response.writeHead(503).end()
        else request.socket.destroy()
      })
    })
  }

  static async start(): Promise<Carriers> {
    const carriers = new Carriers()
    carriers.mail.listen(0, '127.0.0.1')
    await once(carriers.mail.server, 'listening')
    carriers.push.listen(0, '127.0.0.1')
    await once(carriers.push, 'listening')
    return carriers
  }

  /** With these settings a server sends through here. */
  get settings(): Record<string, string> {
    const { port } = this.mail.server.address() as AddressInfo
    return { SMTP_URL: `smtp://127.0.0.1:${port}`, PUSH: 'on', PUSH_SERVICES: this.pushOrigin }
  }

  get pushOrigin(): string {
    return `http://127.0.0.1:${(this.push.address() as AddressInfo).port}`
  }

  /** Forgets what was taken. From now on the k-th message (from 1) fails, once; for none, k is 0. */
  arm(kind: FaultKind, at: number): void {
    Object.assign(this, { kind, at, counted: 0, happened: null, taken: [] })
  }

  private take(message: Carried): FaultKind | null {
    this.counted += 1
    const fails = this.counted === this.at
    if (fails) this.happened = message.what
    if (!fails || this.kind === 'lost') this.taken.push(message)
    return fails ? this.kind : null
  }

  /** All that people have, each once: an e-mail that came twice has the same Message-ID, which mail programs show once. */
  get arrived(): readonly string[] {
    const mails = new Map(this.taken.filter(({ what }) => what === 'mail').map(({ id, about }) => [id, about]))
    const pushes = this.taken.filter(({ what }) => what === 'push').map(({ about }) => about)
    return [...mails.values(), ...pushes].toSorted()
  }

  async close(): Promise<void> {
    this.push.closeAllConnections()
    await new Promise<void>((done) => this.push.close(() => done()))
    await new Promise<void>((done) => this.mail.close(() => done()))
  }
}

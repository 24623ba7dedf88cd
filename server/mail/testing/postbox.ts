import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

type Letter = {
  readonly to: readonly string[]
  /** The whole letter, its encoding undone. */
  readonly words: string
}

export type Postbox = {
  /** For SMTP_URL. */
  readonly url: string
  /** The letters to an address that came since it was asked last. */
  take(to: string): readonly string[]
  /** The first group of a pattern in the latest letter to an address that has it. */
  find(to: string, pattern: RegExp): string | null
  close(): Promise<void>
}

/** A real mail server on loopback that keeps what it is given, from anybody. */
export async function openPostbox(): Promise<Postbox> {
  let letters: readonly Letter[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _, done) => done(null, { user: username ?? '' }),
    disabledCommands: ['STARTTLS'],
    onData: async (stream, { envelope }, done) => {
      const words = readable(await text(stream))
      letters = [...letters, { to: envelope.rcptTo.map(({ address }) => address), words }]
      done()
    },
  })
  return {
    url: `smtp://${await listening(server)}`,
    take: (to) => {
      const own = letters.filter((letter) => letter.to.includes(to))
      letters = letters.filter((letter) => !own.includes(letter))
      return own.map(({ words }) => words)
    },
    find: (to, pattern) => {
      const found = letters.filter((letter) => letter.to.includes(to)).map(({ words }) => words.match(pattern)?.[1])
      return found.findLast((one) => one !== undefined) ?? null
    },
    close: () => closed(server),
  }
}

/** A real mail server on loopback that takes no password, not even the one of its `url`. */
export async function openRefusingServer(): Promise<Pick<Postbox, 'url' | 'close'>> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_, __, done) => done(new Error('wrong')),
  })
  return { url: `smtp://ana:errada@${await listening(server)}`, close: () => closed(server) }
}

/** Has a server listen on a free port of loopback, and says where. */
async function listening(server: SMTPServer): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

const closed = (server: SMTPServer) => new Promise<void>((done) => server.close(() => done()))

/** Undoes the encoding of a letter's text, as a reader of mail does. */
function readable(letter: string): string {
  const end = letter.indexOf('\r\n\r\n')
  const head = letter.slice(0, end + 4)
  const body = letter.slice(end + 4)
  if (/^content-transfer-encoding: base64/im.test(head)) return head + Buffer.from(body, 'base64').toString('utf8')
  const bytes = body.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`)
  try {
    return `${head}${decodeURIComponent(bytes.replaceAll(/%(?![0-9A-F]{2})/g, '%25'))}`
  } catch {
    return letter
  }
}

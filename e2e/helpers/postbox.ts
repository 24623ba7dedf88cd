import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type Postbox = {
  /** For SMTP_URL. */
  readonly url: string
  /** The first group of a pattern in the latest letter to an address that has it. */
  find(to: string, pattern: RegExp): string | null
  close(): Promise<void>
}

/** A real mail server on loopback that keeps what it is given. */
export async function openPostbox(): Promise<Postbox> {
  const letters: { readonly to: readonly string[]; readonly words: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, { envelope }, done) => {
      letters.push({ to: envelope.rcptTo.map(({ address }) => address), words: readable(await text(stream)) })
      done()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    find: (to, pattern) => {
      const found = letters.filter((letter) => letter.to.includes(to)).map(({ words }) => words.match(pattern)?.[1])
      return found.findLast((one) => one !== undefined) ?? null
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}

/** Undoes quoted-printable, as a reader of mail does. */
function readable(letter: string): string {
  const bytes = letter.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`)
  try {
    return decodeURIComponent(bytes.replaceAll(/%(?![0-9A-F]{2})/g, '%25'))
  } catch {
    return letter
  }
}

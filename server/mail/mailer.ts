import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '#server/lib/config.ts'
import type { Email } from './queue-email.ts'

/** Takes a letter where it goes; rejects when it could not. `id` names it, so that the same letter twice is one file. */
export type Mailer = (id: string, letter: Email) => Promise<void>

/** Whether a server refused a letter for good: sending it again would only annoy. */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number }
  return responseCode !== undefined && responseCode >= 500
}

/** Where letters go, and in whose name: what an administrator may know of it. */
export function describeMailer({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): {
  carrier: 'smtp' | 'outbox'
  from: string
} {
  return { carrier: smtpUrl === undefined ? 'outbox' : 'smtp', from: mailFrom }
}

/** Mail through the SMTP server that is configured; without one, and for phones, files in the data folder's outbox. */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer {
  const toOutbox = outboxMailer(path.join(config.dataDir, 'outbox'))
  if (config.smtpUrl === undefined) return toOutbox
  const transport = createTransport({
    url: config.smtpUrl,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
  } as Parameters<typeof createTransport>[0])
  return async (id, letter) => {
    if (letter.to.startsWith('sms:')) return toOutbox(id, letter)
    // The letter's own id as Message-ID lets a server that already took it see the repetition.
    // One address, never a text that could be read as several.
    await transport.sendMail({
      from: config.mailFrom,
      ...letter,
      to: { name: '', address: letter.to },
      messageId: `<${id}@ciranda>`,
    })
  }
}

function outboxMailer(folder: string): Mailer {
  return async (id, { to, subject, text }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = path.join(folder, `${id}.txt`)
    const handle = await open(`${file}.part`, 'w', 0o600)
    await handle.writeFile(`Para: ${to}\nAssunto: ${subject}\n\n${text}\n`)
    await handle.sync()
    await handle.close()
    await rename(`${file}.part`, file)
  }
}

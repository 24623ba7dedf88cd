import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '#server/lib/config.ts'
import { ensureNothingLocked } from '#server/lib/open-transaction.ts'
import { writeWhole } from '#server/lib/write-whole.ts'
import type { Email } from './queue-email.ts'

/**
 * Sends an e-mail; rejects when that fails. The file outbox names files by `id`, so that sending the same e-mail twice
 * makes one file.
 */
export type Mailer = (id: string, email: Email) => Promise<void>

/** Shorter than an e-mail's claim (deliver.ts), so that no other process takes one that is still being sent. */
const SEND_TIMEOUT_MS = 50_000

/**
 * Whether the server rejected an e-mail permanently, so that retrying is useless. A password that it takes no longer is no word on the
 * e-mail: the operator mends that.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500
}

/** The mail server and sender address, as far as an administrator may see them. */
export function describeMailer({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): {
  carrier: 'smtp' | 'outbox'
  from: string
} {
  return { carrier: smtpUrl === undefined ? 'outbox' : 'smtp', from: mailFrom }
}

/**
 * Sends through the configured SMTP server. Without one, and for phones, it writes files to the data folder's outbox.
 */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer {
  const toOutbox = outboxMailer(path.join(config.dataDir, 'outbox'))
  if (config.smtpUrl === undefined) return toOutbox
  const transport = createTransport({
    url: config.smtpUrl,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
  } as Parameters<typeof createTransport>[0])
  return async (id, email) => {
    ensureNothingLocked('An e-mail was sent')
    if (email.to.startsWith('sms:')) return toOutbox(id, email)
    // The id as Message-ID lets a server that already accepted the e-mail recognize the repetition. `to` is an object,
    // never a text that could be parsed as several addresses.
    const sent = transport.sendMail({
      from: config.mailFrom,
      ...email,
      to: { name: '', address: email.to },
      messageId: `<${id}@ciranda>`,
    })
    await within(SEND_TIMEOUT_MS, sent)
  }
}

function outboxMailer(folder: string): Mailer {
  return async (id, { to, subject, text }) => {
    ensureNothingLocked('An e-mail was written')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeWhole(path.join(folder, `${id}.txt`), `Para: ${to}\nAssunto: ${subject}\n\n${text}\n`)
  }
}

/** Settles like the promise, or rejects when that takes longer. */
async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server took too long')), timeoutMs)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

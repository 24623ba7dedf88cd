import webPush from 'web-push'
import type { PushPayload } from '#contracts/push.ts'
import type { Services } from '#server/context.ts'
import type { Config } from '#server/lib/config.ts'
import { ensureNothingLocked } from '#server/lib/open-transaction.ts'
import { isPushEndpoint } from './endpoint.ts'
import { findPushKeys } from './keys.ts'

/** A device as its browser gave it: where its push service takes messages, and the keys that only the device opens. */
export type PushAddress = {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** The fate of a message: taken, its device is gone for good, worth another try, or refused for good. */
export type PushOutcome = 'sent' | 'gone' | 'later' | 'never'

export type Sender = (
  address: PushAddress,
  payload: PushPayload,
  options: { isUrgent: boolean },
) => Promise<PushOutcome>

const TIMEOUT_MS = 10_000
/** A phone that is switched off for longer finds it in the inbox. */
const KEEP_SECONDS = 86_400
/** Busy, or for the moment out of order. */
const AGAIN = [408, 425, 429]

/**
 * Sends to push services: encrypted for the device alone (RFC 8291) and signed by the installation (RFC 8292). The package
 * makes the request and we send it, because its own sending reads an answer of any length and knows only TLS.
 */
export async function createSender(services: Services): Promise<Sender> {
  const keys = await findPushKeys(services)
  const { config } = services
  return async (address, payload, { isUrgent }) => {
    ensureNothingLocked('A message to a device was sent')
    if (!isPushEndpoint(address.endpoint, config.pushServices)) return 'never'
    const vapidDetails = { subject: contactOf(config, services.publicUrl()), ...keys }
    const { body, headers } = webPush.generateRequestDetails(address, JSON.stringify(payload), {
      vapidDetails,
      TTL: KEEP_SECONDS,
      urgency: isUrgent ? 'high' : 'normal',
      contentEncoding: 'aes128gcm',
    })
    const sent: [string, string][] = Object.entries(headers)
      .filter(([name]) => name !== 'Content-Length')
      .map(([name, value]) => [name, String(value)])
    const answer = await fetch(address.endpoint, {
      method: 'POST',
      headers: sent,
      body: new Uint8Array(body as Buffer),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null)
    // Nothing of the answer but its number is read.
    await answer?.body?.cancel().catch(() => undefined)
    return outcomeOf(answer?.status ?? null)
  }
}

function outcomeOf(status: number | null): PushOutcome {
  if (status === null) return 'later'
  if (status === 404 || status === 410) return 'gone'
  if (status >= 200 && status < 300) return 'sent'
  return status >= 500 || AGAIN.includes(status) ? 'later' : 'never'
}

/** The contact that a push service may write to about what we send: this address, or the sender of our e-mails. */
function contactOf({ mailFrom }: Config, publicUrl: string): string {
  if (publicUrl.startsWith('https://')) return publicUrl
  return `mailto:${/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
}

import rateLimit from '@fastify/rate-limit'
import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/lib/config.ts'
import type { CallName } from '#contracts/contract.ts'
import { Refusal } from '#server/lib/refusal.ts'

/**
 * Requests per minute from one address. A household, or a whole circle in one room, may share an address, so this
 * limits floods, not people.
 */
const PER_MINUTE = 1_200
const PER_MINUTE_BY_CALL: Readonly<Partial<Record<CallName, number>>> = {
  'POST /auth/login': 60,
  'POST /auth/register': 60,
  'POST /auth/join': 60,
  'POST /auth/refresh': 240,
  'POST /auth/confirm': 30,
  'POST /auth/confirm/passkey': 30,
  'POST /auth/passkey': 60,
  'POST /auth/passkey/options': 60,
  'POST /auth/recovery-code': 30,
  'POST /me/passkeys': 30,
  'POST /me/passkeys/options': 30,
  'POST /me/recovery-codes': 10,
  'POST /auth/lost-phone': 30,
  'POST /auth/lost-phone/return': 30,
  'POST /known/{id}/lost-phone-code': 10,
  'POST /auth/forgot-password': 10,
  'POST /auth/reset-password': 30,
  'POST /users/{id}/recovery-code': 30,
  'POST /auth/verify-email': 30,
  'POST /auth/verify-phone': 30,
  'POST /auth/resend-email-verification': 30,
  'POST /auth/resend-phone-verification': 30,
  'POST /admin/administrators': 20,
  'POST /invitations/show': 30,
  'POST /invitations/accept': 30,
  'POST /join-links/show': 60,
  'POST /admin/join-links/people': 30,
  // Every visit of every member asks once for what came since the last.
  'GET /ledger/export': 240,
  'POST /ledger/checkpoint': 30,
  'GET /logs/{id}': 120,
  'GET /logs/{id}/checkpoint': 120,
  'GET /logs/{id}/consistency': 120,
  'GET /logs/{id}/inclusion': 120,
  'POST /me/password': 30,
  'POST /me/leave': 30,
  'POST /me/device-keys': 30,
  'POST /me/push-subscriptions': 30,
  'DELETE /me/device-keys/{id}': 30,
  'POST /users/{id}/erase': 30,
  'DELETE /me': 30,
  'GET /me/export': 30,
  'GET /donations/{id}/recibo': 60,
  'GET /me/statement': 60,
  'GET /admin/circle/month': 30,
  'GET /reports/{id}/export': 30,
  'GET /me/export/archive': 30,
  'POST /users/profile/avatar': 30,
  'POST /donations/{id}/comprovante': 120,
  'POST /reports/{id}/statements': 60,
  'GET /cep/{cep}': 60,
  'GET /simulation': 120,
  'GET /circle/forecast': 240,
  'POST /admin/simulation': 30,
  'POST /admin/circles': 20,
  'POST /admin/circle/close': 10,
  'POST /admin/circle/rotation': 10,
  'POST /admin/circle/reset': 10,
  'POST /admin/mail-test': 10,
  'POST /admin/backups': 10,
  'POST /admin/scrub': 4,
}

/**
 * Limits the requests per minute from each address, more strictly for calls that are expensive or allow guessing
 * secrets. Refuses with 429 and Retry-After.
 */
export async function limitRates(app: FastifyInstance, { rateLimit: isOn }: Pick<Config, 'rateLimit'>): Promise<void> {
  if (!isOn) return
  app.addHook('onRoute', (route) => {
    const max = limitOf(route)
    if (max !== undefined) route.config = { ...route.config, rateLimit: { max } }
  })
  await app.register(rateLimit, {
    max: PER_MINUTE,
    timeWindow: 60_000,
    store: RequestCounts,
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal('request.too_many', { details: { retryAfterSeconds: Math.ceil(ttl / 1000) } }),
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': false,
    },
  })
}

const ADDRESSES_MAX = 5_000

/**
 * Replaces the library's counter with one on the process's monotonic clock, because the system time may be set back.
 */
class RequestCounts implements FastifyRateLimitStore {
  readonly #byAddress = new Map<string, { count: number; since: number }>()

  incr(
    address: string,
    answer: (error: Error | null, result?: { current: number; ttl: number }) => void,
    timeWindow = 60_000,
  ): void {
    const now = performance.now()
    const known = this.#byAddress.get(address)
    const own = known && now - known.since < timeWindow ? known : { count: 0, since: now }
    own.count += 1
    // Re-inserting moves the address to the end, so that the longest inactive ones are dropped first.
    this.#byAddress.delete(address)
    this.#byAddress.set(address, own)
    if (this.#byAddress.size > ADDRESSES_MAX) this.#byAddress.delete(this.#byAddress.keys().next().value!)
    answer(null, { current: own.count, ttl: timeWindow - (now - own.since) })
  }

  child(): RequestCounts {
    return new RequestCounts()
  }
}

/** The limit of the call that a route answers; undefined where the default applies. */
function limitOf({ method, url }: { method: string | readonly string[]; url: string }): number | undefined {
  const call = `${String(method)} ${url.replace(/^\/api/, '').replaceAll(/:(\w+)/g, '{$1}')}`
  return PER_MINUTE_BY_CALL[call as CallName]
}

import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/lib/config.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Requests a minute from one address. A household or a whole circle in one room may share an address, so these stop floods, not people. */
const PER_MINUTE = 1_200
const PER_MINUTE_BY_CALL: Readonly<Record<string, number>> = {
  'POST /api/auth/login': 60,
  'POST /api/auth/register': 60,
  'POST /api/auth/refresh': 240,
  'POST /api/auth/verify-email': 30,
  'POST /api/auth/verify-phone': 30,
  'POST /api/auth/resend-email-verification': 30,
  'POST /api/auth/resend-phone-verification': 30,
  'GET /api/ledger/export': 30,
  'POST /api/me/leave': 30,
  'POST /api/users/:id/erase': 30,
  'DELETE /api/me': 30,
  'GET /api/me/export': 30,
  'GET /api/me/export/archive': 30,
  'POST /api/users/profile/avatar': 30,
  'POST /api/donations/:id/comprovante': 120,
  'GET /api/cep/:cep': 60,
  'GET /api/simulation': 120,
  'POST /api/admin/simulation': 30,
  'POST /api/admin/circles': 20,
  'POST /api/admin/circle/reset': 10,
  'POST /api/admin/mail-test': 10,
}

/** Holds each address to so many requests a minute, fewer for calls that are dear or guess secrets. Refuses with 429 and Retry-After. */
export async function limitRates(app: FastifyInstance, { rateLimit: isOn }: Pick<Config, 'rateLimit'>): Promise<void> {
  if (!isOn) return
  app.addHook('onRoute', (route) => {
    const max = PER_MINUTE_BY_CALL[`${String(route.method)} ${route.url}`]
    if (max !== undefined) route.config = { ...route.config, rateLimit: { max } }
  })
  await app.register(rateLimit, {
    max: PER_MINUTE,
    timeWindow: 60_000,
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

import type { systemCalls } from '#contracts/system.ts'
import type { Actor, Context } from '#server/context.ts'
import type { Routes } from '#server/handler.ts'
import { refuse } from '#server/lib/refusal.ts'
import { metricsText } from './metrics.ts'
import { lookUpPostalCode } from './postal-code.ts'

export const systemRoutes: Routes<keyof typeof systemCalls> = {
  'GET /health': async (context) => {
    await context.database.ping().catch(() => refuse('server.unavailable'))
    return { status: 'ok' as const }
  },
  'GET /metrics': async (context, _, { request, reply }) => {
    ensureMayReadMetrics(context, request.headers.authorization)
    void reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metricsText(context))
    return undefined
  },
  'GET /events': async (context, _, { reply }) => {
    context.events.open(context.actor, reply)
    return undefined
  },
  'GET /cep/{cep}': (context, { params }) => lookUpPostalCode(context, params.cep),
}

/** Allowed from this machine, or with the configured token. */
function ensureMayReadMetrics({ address, config }: Context<Actor | null>, authorization: string | undefined): void {
  const isLoopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address)
  const hasToken = config.metricsToken !== undefined && authorization === `Bearer ${config.metricsToken}`
  if (!isLoopback && !hasToken) refuse('resource.not_found')
}

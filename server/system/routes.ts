import { runDueJobs } from '#server/jobs/jobs.ts'
import type { Actor, Context } from '#server/http/context.ts'
import type { Routes } from '#server/http/routes.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { metricsText } from './metrics.ts'
import { lookUpPostalCode } from './postal-code.ts'

export const systemRoutes: Routes<'GET /health' | 'GET /metrics' | 'GET /events' | 'GET /cep/{cep}'> = {
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

/** The call that moves a test's clock; there only where the clock is not the system's. */
export const testRoutes: Routes<'POST /test/clock'> = {
  'POST /test/clock': async (context, { body }) => {
    const { clock } = context
    if (!('moveTo' in clock)) throw new Refusal('resource.not_found')
    ;(clock as { moveTo(instant: number): void }).moveTo(Date.parse(body.now))
    await runDueJobs(context)
    return { now: new Date(clock.now()).toISOString() }
  },
}

/** From this machine, or with the token that is configured. */
function ensureMayReadMetrics({ address, config }: Context<Actor | null>, authorization: string | undefined): void {
  const isLoopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address)
  const hasToken = config.metricsToken !== undefined && authorization === `Bearer ${config.metricsToken}`
  if (!isLoopback && !hasToken) refuse('resource.not_found')
}

import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { systemCalls } from '#contracts/system.ts'
import type { Actor, Context } from '#server/context.ts'
import type { Routes } from '#server/handler.ts'
import { VERSION } from '#server/lib/version.ts'
import { refuse } from '#server/lib/refusal.ts'
import { archiveAgeMinutes, archiveState } from '#server/backup/archive/run-archive.ts'
import { backupAgeHours } from '#server/backup/nightly.ts'
import { countDifferences } from '#server/scrubber/queries.ts'
import { metricsText } from './metrics.ts'
import { lookUpPostalCode } from './postal-code.ts'

export const systemRoutes: Routes<keyof typeof systemCalls> = {
  'GET /health': async (context) => {
    await context.database.ping().catch(() => refuse('server.unavailable'))
    const age = await backupAgeHours(context)
    const archiveAge = archiveAgeMinutes(context)
    const archiveFault = archiveState(context)?.fault ?? null
    const differences = await countDifferences(context)
    return {
      status: 'ok' as const,
      version: VERSION,
      ...(age === undefined ? {} : { backup_age_hours: age }),
      ...(archiveAge === undefined ? {} : { archive_age_minutes: archiveAge }),
      ...(archiveFault === null ? {} : { archive_fault: archiveFault }),
      ...(differences === 0 ? {} : { differences }),
    }
  },
  'GET /metrics': async (context, _, { request, reply }) => {
    ensureMayReadMetrics(context, request)
    void reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metricsText(context))
    return undefined
  },
  'GET /events': async (context, _, { reply }) => {
    context.events.open(context.actor, reply)
    return undefined
  },
  'GET /cep/{cep}': (context, { params }) => lookUpPostalCode(context, params.cep),
}

/** Headers that a proxy adds for somebody elsewhere; a scraper on this machine sends none of them. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'] as const

/**
 * Allowed with the configured token, or really from this machine: from its loopback address, under its loopback name and not
 * through a proxy, which passes everybody's requests on from its own address.
 */
function ensureMayReadMetrics({ config }: Context<Actor | null>, request: FastifyRequest): void {
  const { headers, raw } = request
  const isLocal =
    ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(raw.socket.remoteAddress ?? '') &&
    /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(headers.host ?? '') &&
    FORWARDED.every((name) => headers[name] === undefined)
  if (!isLocal && !isToken(config.metricsToken, headers.authorization)) refuse('resource.not_found')
}

/** Compared by their hashes, so that neither the length nor the beginning of the token shows in the time it takes. */
function isToken(token: string | undefined, authorization: string | undefined): boolean {
  if (token === undefined || authorization === undefined) return false
  const [wanted, given] = [`Bearer ${token}`, authorization].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(wanted!, given!)
}

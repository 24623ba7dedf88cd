import type { Writable } from 'node:stream'
import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { administratorRoutes } from '#server/administrators/routes.ts'
import { approvalRoutes } from '#server/approvals/routes.ts'
import { backupRoutes } from '#server/backup/routes.ts'
import { circleRoutes } from '#server/circles/routes.ts'
import { passkeyRoutes } from '#server/passkeys/routes.ts'
import { deviceKeyRoutes } from '#server/device-keys/routes.ts'
import { docsRoutes, serveDocsAssets } from '#server/docs/routes.ts'
import { donationRoutes } from '#server/donations/routes.ts'
import { drawRoutes } from '#server/draws/routes.ts'
import { firstStepRoutes } from '#server/first-steps/routes.ts'
import { fileRoutes } from '#server/files/routes.ts'
import { forecastRoutes } from '#server/forecast/routes.ts'
import { testRoutes } from '#server/jobs/routes.ts'
import { joinLinkRoutes } from '#server/join-links/routes.ts'
import { levelRoutes } from '#server/levels/routes.ts'
import { mailRoutes } from '#server/system/mail-routes.ts'
import { paperRoutes } from '#server/papers/routes.ts'
import { scrubberRoutes } from '#server/scrubber/routes.ts'
import { pullRoutes } from '#server/pull/routes.ts'
import { reportRoutes } from '#server/reports/routes.ts'
import { ledgerRoutes, logRoutes } from '#server/ledger/routes.ts'
import type { Services } from './context.ts'
import { limitRates } from '#server/http/limits.ts'
import { answerError, loggedError } from '#server/http/errors.ts'
import { servePages } from '#server/http/pages.ts'
import { answerClientError, PATIENCE, serverTimeouts, watchBodies } from '#server/http/slow-clients.ts'
import type { Patience } from '#server/http/slow-clients.ts'
import { ensureShallow, ensureWellFormed } from '#server/http/well-formed.ts'
import { allowPagesFrom } from '#server/http/pages-elsewhere.ts'
import { fixedHeaders, readByAnybody } from '#server/http/security-headers.ts'
import type { CallName } from '#contracts/contract.ts'
import type { testCalls } from '#contracts/system.ts'
import type { Routes } from '#server/handler.ts'
import { mountRoutes } from '#server/http/routes.ts'
import { newId } from '#server/lib/ids.ts'
import { memberRoutes } from '#server/members/routes.ts'
import { noticeRoutes } from '#server/notices/routes.ts'
import { privacyRoutes } from '#server/privacy/routes.ts'
import { pushRoutes } from '#server/push/routes.ts'
import { queueRoutes } from '#server/queue/routes.ts'
import { sessionRoutes } from '#server/sessions/routes.ts'
import { simulationRoutes } from '#server/simulation/routes.ts'
import { measureRequests } from '#server/system/metrics.ts'
import { systemRoutes } from '#server/system/routes.ts'
import { taskRoutes } from '#server/tasks/routes.ts'
import { lostPhoneRoutes } from '#server/lost-phone/routes.ts'
import { helperRoutes } from '#server/helpers/routes.ts'
import { substituteRoutes } from '#server/substitutes/routes.ts'
import { beginningRoutes } from '#server/beginnings/routes.ts'
import { fiscalRoutes } from '#server/fiscals/routes.ts'
import { shareRoutes } from '#server/shares/routes.ts'
import { swapRoutes } from '#server/swaps/routes.ts'
import { vouchRoutes } from '#server/vouches/routes.ts'
import { termsRoutes } from '#server/terms/routes.ts'

/** Every call of the contract except the one that moves a test clock. A call without a handler does not compile. */
const routes: Routes<Exclude<CallName, keyof typeof testCalls>> = {
  ...sessionRoutes,
  ...memberRoutes,
  ...donationRoutes,
  ...pullRoutes,
  ...reportRoutes,
  ...paperRoutes,
  ...levelRoutes,
  ...queueRoutes,
  ...drawRoutes,
  ...circleRoutes,
  ...forecastRoutes,
  ...administratorRoutes,
  ...approvalRoutes,
  ...fiscalRoutes,
  ...joinLinkRoutes,
  ...simulationRoutes,
  ...ledgerRoutes,
  ...noticeRoutes,
  ...pushRoutes,
  ...logRoutes,
  ...privacyRoutes,
  ...deviceKeyRoutes,
  ...passkeyRoutes,
  ...taskRoutes,
  ...termsRoutes,
  ...lostPhoneRoutes,
  ...substituteRoutes,
  ...beginningRoutes,
  ...shareRoutes,
  ...swapRoutes,
  ...helperRoutes,
  ...vouchRoutes,
  ...mailRoutes,
  ...backupRoutes,
  ...scrubberRoutes,
  ...firstStepRoutes,
  ...fileRoutes,
  ...docsRoutes,
  ...systemRoutes,
}

/**
 * `webRoot` is the folder of the built pages; without it only the API is served. Log lines go to `logStream`, by
 * default to standard output.
 */
export type AppOptions = { readonly webRoot?: string; readonly logStream?: Writable; readonly patience?: Patience }

/** The whole server, not listening yet: every call under /api, the pages beside it, and one error handler. */
export async function createApp(
  services: Services,
  { webRoot, logStream, patience = PATIENCE }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: {
      level: services.config.logLevel,
      ...(logStream ? { stream: logStream } : {}),
      // Query strings and headers can name people, so a log line holds only the request's id, method and path.
      serializers: {
        req: ({ id, method, url }) => ({ id, method, url: String(url).split('?')[0] }),
        res: ({ statusCode }) => ({ statusCode }),
        err: loggedError,
      },
    },
    genReqId: () => newId(services.clock),
    trustProxy: services.config.trustProxy ?? false,
    ...serverTimeouts,
    clientErrorHandler: answerClientError,
    // Running requests are finished, including new ones on connections kept open. Each answer from now on closes its
    // connection.
    return503OnClosing: false,
    bodyLimit: 16 * 1024,
    // An address that cannot be decoded matches no route, so the hooks that set headers never run and they are set
    // here.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(fixedHeaders).headers({ 'X-Request-Id': request.id, 'Cache-Control': 'no-store' })
      answerError(error, request, reply)
    },
    routerOptions: { maxParamLength: 16_384 },
  })
  acceptEmptyJson(app)
  app.setErrorHandler(answerError)
  // Hooks of every request take a callback, since each that is async costs a turn of promises.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(fixedHeaders).header('X-Request-Id', request.id)
    // A handler that lets its answer be cached says so itself.
    if (request.url.startsWith('/api/')) void reply.header('Cache-Control', 'no-store')
    if (request.url.startsWith('/api/logs/')) void reply.headers(readByAnybody)
    ensureWellFormed([request.params, request.query])
    done()
  })
  allowPagesFrom(app, services.config.pagesOrigins)
  watchBodies(app, patience)
  await compressAnswers(app)
  listLiveRoutes(app)
  measureRequests(app, services)
  await limitRates(app, services.config)
  mountRoutes(app, services, services.config.clockAt === null ? routes : { ...routes, ...testRoutes })
  await serveDocsAssets(app)
  await servePages(app, webRoot)
  return app
}

/**
 * Compresses text answers, except those of sign-in: compressing text that an attacker can have echoed together with a
 * secret would leak the secret (BREACH). Built files were already compressed by the build.
 */
async function compressAnswers(app: FastifyInstance): Promise<void> {
  // This hook must run before the plugin's own, which reads the compression options that are set here for each route.
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/') && !route.url.startsWith('/api/auth/') && !route.url.startsWith('/api/events'))
      route.compress = {}
  })
  await app.register(fastifyCompress, {
    global: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/(json|x-ndjson)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of this server as `METHOD /path`, exactly as it was registered with the router. */
    readonly liveRoutes: ReadonlySet<string>
  }
}

function listLiveRoutes(app: FastifyInstance): void {
  const live = new Set<string>()
  app.decorate('liveRoutes', live)
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) live.add(`${one} ${url}`)
  })
}

/** A PATCH or DELETE with a JSON content type and an empty body is treated as a request without a body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      ensureShallow(body as string)
    } catch (refusal) {
      return done(refusal as Error)
    }
    void parseJson(request, body as string, (error, parsed) => {
      try {
        if (!error) ensureWellFormed(parsed)
        done(error, parsed)
      } catch (refusal) {
        done(refusal as Error)
      }
    })
  })
}

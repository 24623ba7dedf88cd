import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { constants } from 'node:zlib'
import helmet from '@fastify/helmet'
import fastifyCompress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { circlesRoutes } from '#server/circles/circles-routes.ts'
import { circleRoutes } from '#server/circles/routes.ts'
import { docsRoutes, serveDocsAssets } from '#server/docs/routes.ts'
import { administrationRoutes } from '#server/donations/admin-routes.ts'
import { donationRoutes } from '#server/donations/routes.ts'
import { fileRoutes } from '#server/files/routes.ts'
import { ledgerRoutes } from '#server/ledger/routes.ts'
import type { Services } from '#server/http/context.ts'
import { limitRates } from '#server/http/limits.ts'
import { answerError, loggedError, sendRefusal } from '#server/http/errors.ts'
import { mountRoutes } from '#server/http/routes.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { memberRoutes } from '#server/members/routes.ts'
import { privacyRoutes } from '#server/privacy/routes.ts'
import { queueRoutes } from '#server/queue/routes.ts'
import { sessionRoutes } from '#server/sessions/routes.ts'
import { simulationRoutes } from '#server/simulation/routes.ts'
import { measureRequests } from '#server/system/metrics.ts'
import { systemRoutes, testRoutes } from '#server/system/routes.ts'
import { taskRoutes } from '#server/tasks/routes.ts'

/** `webRoot`: the folder of the built pages; without it, only the calls are served. `logStream`: where log lines go, standard output unless said. */
export type AppOptions = { readonly webRoot?: string; readonly logStream?: Writable }

/** The whole server, not yet listening: every call under /api, the pages beside it, one error handler. */
export async function createApp(services: Services, { webRoot, logStream }: AppOptions = {}): Promise<FastifyInstance> {
  const app = Fastify({
    logger: {
      level: services.config.logLevel,
      ...(logStream ? { stream: logStream } : {}),
      // Addresses and tokens name people; a log line names the request and no more.
      serializers: {
        req: ({ id, method, url }) => ({ id, method, url: String(url).split('?')[0] }),
        res: ({ statusCode }) => ({ statusCode }),
        err: loggedError,
      },
    },
    genReqId: () => newId(services.clock),
    trustProxy: services.config.trustProxy ?? false,
    requestTimeout: 30_000,
    bodyLimit: 16 * 1024,
    routerOptions: { maxParamLength: 16_384 },
  })
  acceptEmptyJson(app)
  app.setErrorHandler(answerError)
  app.addHook('onSend', async (request, reply) => {
    void reply.header('X-Request-Id', request.id)
    void reply.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()')
    if (request.url.startsWith('/api/'))
      void reply.header('Cache-Control', reply.getHeader('Cache-Control') ?? 'no-store')
  })
  await app.register(helmet, securityHeaders)
  await compressAnswers(app)
  listLiveRoutes(app)
  measureRequests(app, services)
  await limitRates(app, services.config)
  mountRoutes(app, services, {
    ...sessionRoutes,
    ...memberRoutes,
    ...donationRoutes,
    ...administrationRoutes,
    ...queueRoutes,
    ...circleRoutes,
    ...circlesRoutes,
    ...simulationRoutes,
    ...ledgerRoutes,
    ...privacyRoutes,
    ...fileRoutes,
    ...systemRoutes,
    ...docsRoutes,
    ...taskRoutes,
    ...(services.config.clockAt === null ? {} : testRoutes),
  })
  await serveDocsAssets(app)
  await servePages(app, webRoot)
  return app
}

/**
 * Answers as text are sent packed. Not those of a sign-in: what an attacker can have echoed must never be packed beside a secret.
 * Built files are packed already, once, by the build.
 */
async function compressAnswers(app: FastifyInstance): Promise<void> {
  // Before the plugin's own hook, which reads what is said here of each route.
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
    /** Every route this server answers, as `METHOD /path`, as the router was told. */
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

/** A PATCH or DELETE with a JSON content type and no body is a request without a body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })
}

const securityHeaders: Parameters<typeof helmet>[1] = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      // Mantine sets sizes through style attributes and one generated sheet; scripts stay strict.
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'connect-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'worker-src': ["'self'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['default'],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
}

/** The built pages: hashed assets for ever, everything that is no file and no call is the app itself. */
async function servePages(app: FastifyInstance, webRoot: string | undefined): Promise<void> {
  const hasPages = webRoot !== undefined && existsSync(webRoot)
  if (hasPages) {
    await app.register(fastifyStatic, {
      root: webRoot,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'deny',
      setHeaders: (reply, file) => {
        void reply.header(
          'Cache-Control',
          file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  }
  const preloads = hasPages ? readPreloads(webRoot) : new Map<string, string>()
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      hasPages && request.method === 'GET' && !request.url.startsWith('/api') && !/\.[a-z0-9]+(\?|$)/i.test(request.url)
    if (isPage) {
      const needed = preloads.get(request.url.split('?')[0]!)
      if (needed) void reply.header('Link', needed)
      return reply.header('Cache-Control', 'no-cache').sendFile('index.html')
    }
    return sendRefusal(reply, new Refusal('resource.not_found'))
  })
}

/** By address, the files that its page needs, named in the header of the very first answer: they need not be discovered one after another. */
function readPreloads(webRoot: string): Map<string, string> {
  const list = path.join(webRoot, 'preloads.json')
  if (!existsSync(list)) return new Map()
  const known = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string[]>
  const named = (file: string) =>
    file.endsWith('.css') ? `<${file}>; rel=preload; as=style; crossorigin` : `<${file}>; rel=modulepreload`
  return new Map(Object.entries(known).map(([address, files]) => [address, files.map(named).join(', ')]))
}

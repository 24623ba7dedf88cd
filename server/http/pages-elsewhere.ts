import type { FastifyInstance } from 'fastify'

const ALLOWED = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, Ciranda-Signature, Idempotency-Key',
  'access-control-max-age': '600',
}

/**
 * Lets pages that somebody else serves call this server: those of the origins that its settings name, and no others
 * (docs/decisions/094-pages-from-elsewhere.md). No cookie goes along, so they have only what their person gives them.
 */
export function allowPagesFrom(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': asked } = request.headers
    if (!request.url.startsWith('/api/')) return done()
    void reply.header('vary', 'Origin')
    if (origin === undefined || !origins.includes(origin)) return done()
    void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': '*' })
    if (request.method !== 'OPTIONS' || asked === undefined) return done()
    void reply.headers(ALLOWED).code(204).send()
  })
}

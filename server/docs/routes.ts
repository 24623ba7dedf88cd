import type { docCalls } from '#contracts/docs.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '#contracts/openapi.ts'
import type { Routes } from '#server/handler.ts'
import { docsPage, docsScript } from './page.ts'

const require = createRequire(import.meta.url)
const version = (
  JSON.parse(readFileSync(path.join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as { version: string }
).version
const document = openApiDocument({ version })

/** The files of the documentation page, by the names the page asks for. Everything is served from here: no other host is asked. */
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js']

/** The contract, as an OpenAPI document. Browsers that ask for a page get one on which calls can be tried. */
export const docsRoutes: Routes<keyof typeof docCalls> = {
  'GET /docs': async (_context, _sent, { request, reply }) => {
    void reply.header('Vary', 'Accept')
    if (!request.headers.accept?.includes('text/html')) return document
    // Swagger UI writes its markup as text, as the pages' policy forbids; it holds no session and nothing of anybody's.
    const policy = String(reply.getHeader('content-security-policy')).replace(
      /;(require-trusted-types-for|trusted-types)[^;]*/g,
      '',
    )
    void reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(docsPage)
    return undefined as never
  },
}

/** Scripts and styles of the page. They hold nothing of the circle. */
export async function serveDocsAssets(app: FastifyInstance): Promise<void> {
  app.get('/api/docs/try.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(docsScript))
  await app.register(fastifyStatic, {
    root: path.dirname(require.resolve('swagger-ui-dist/package.json')),
    prefix: '/api/docs/',
    decorateReply: false,
    allowedPath: (name) => ASSETS.includes(name.replace(/^\//, '')),
    cacheControl: false,
    setHeaders: (reply) => void reply.header('Cache-Control', 'public, max-age=86400'),
  })
}

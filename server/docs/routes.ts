import type { docCalls } from '#contracts/docs.ts'
import { createRequire } from 'node:module'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '#contracts/openapi.ts'
import type { Routes } from '#server/handler.ts'
import { VERSION } from '#server/lib/version.ts'
import { docsPage, docsScript } from './page.ts'

const require = createRequire(import.meta.url)
const document = openApiDocument({ version: VERSION })

/** The files of the documentation page. All of them are served from here, so that the page contacts no other host. */
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js']

/** Answers the contract as an OpenAPI document. Browsers that accept HTML get a page on which calls can be tried. */
export const docsRoutes: Routes<keyof typeof docCalls> = {
  'GET /docs': async (_context, _sent, { request, reply }) => {
    void reply.header('Vary', 'Accept')
    if (!request.headers.accept?.includes('text/html')) return document
    // Swagger UI inserts markup as text, which the usual policy forbids. Trusted Types are relaxed only for this page,
    // which holds no session and no personal data.
    const policy = String(reply.getHeader('content-security-policy')).replace(
      /;(require-trusted-types-for|trusted-types)[^;]*/g,
      '',
    )
    void reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(docsPage)
    return undefined as never
  },
}

/** Serves the scripts and styles of the documentation page. They hold no data of any circle. */
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

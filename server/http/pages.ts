import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/lib/refusal.ts'
import { sendRefusal } from './errors.ts'
import { readByAnybody } from './security-headers.ts'

/**
 * Serves the built pages. Hashed assets are cached for ever; every other address that is neither file nor call gets the
 * app.
 */
export async function servePages(app: FastifyInstance, webRoot: string | undefined): Promise<void> {
  const hasPages = webRoot !== undefined && existsSync(webRoot)
  if (hasPages) {
    await app.register(fastifyStatic, {
      root: webRoot,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders: (reply, file) => {
        void reply
          .headers(readByAnybody)
          .header('Cache-Control', file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    serveAssets(app)
    await app.register(redirectShared)
  }
  const preloads = hasPages ? readPreloads(webRoot) : new Map<string, string>()
  app.setNotFoundHandler((request, reply) => {
    if (hasPages && request.method === 'GET' && isPage(request.url)) {
      const address = request.url.split('?')[0]!
      const needed = preloads.get(address) ?? (address === '/login' ? undefined : preloads.get('*'))
      if (needed) void reply.header('Link', needed)
      return reply.header('Cache-Control', 'no-cache').sendFile('index.html')
    }
    // A missing file may exist after the next deployment, so its 404 must not be cached.
    void reply.header('Cache-Control', 'no-store')
    return sendRefusal(reply, new Refusal('resource.not_found'))
  })
}

/**
 * The files of a build, by their own route: for any other the library reads the whole folder, to compare the spelling of the name
 * with that on the disk. That is for disks that take one name for another, and an asset is the same under both.
 */
function serveAssets(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/assets/:file(^[\\w-][\\w.-]*$)', ({ params: { file } }, reply) =>
    reply.sendFile(`assets/${file}`),
  )
}

/**
 * A receipt shared with the installed app is taken by its service worker. Where that does not run, the form comes here: it is
 * read by nobody, and the page says that nothing came.
 */
async function redirectShared(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => {
    payload.on('end', () => done(null)).on('error', done)
    payload.resume()
  })
  scope.post('/compartilhar', (_request, reply) => reply.redirect('/compartilhar', 303))
}

/**
 * Whether an address that is neither a call nor a file belongs to the app. A name with a dot is a missing file, and one
 * that begins with a dot, plain or escaped, is never served.
 */
function isPage(url: string): boolean {
  const address = decodeURIComponent(url.split('?')[0]!)
  if (/^\/(api|assets)(\/|$)/.test(address)) return false
  return !/[\\/]\./.test(address) && !/\.[a-z0-9]+$/i.test(address)
}

/**
 * The files that each page needs, by address, and under '*' those that any other does. They are named in a header of the
 * first answer, so that the browser loads them at once instead of discovering them one after another. The login needs
 * none of them until somebody types, nor does '/', which leads visitors there. One that is listed as `later` lets the page's
 * own readings pass.
 */
function readPreloads(webRoot: string): Map<string, string> {
  const list = path.join(webRoot, 'preloads.json')
  if (!existsSync(list)) return new Map()
  const known = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string[]>
  const named = (listed: string) => {
    const [file, priority] = listed.split(' ') as [string, string?]
    const kind = file.endsWith('.css') ? 'rel=preload; as=style; crossorigin' : 'rel=modulepreload'
    return `<${file}>; ${kind}${priority === 'later' ? '; fetchpriority=low' : ''}`
  }
  return new Map(Object.entries(known).map(([address, files]) => [address, files.map(named).join(', ')]))
}

import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import path from 'node:path'
import { fixedHeaders } from '#server/http/security-headers.ts'

const PAGES = path.resolve('web', 'dist')
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

/** The headers of these pages where somebody else than `server` serves them (docs/how-to/serve-the-pages-elsewhere.md). */
export function headersFor(server: string): Record<string, string> {
  const policy = fixedHeaders['content-security-policy']!
  return {
    ...fixedHeaders,
    'content-security-policy': policy
      .replace("connect-src 'self'", `connect-src 'self' ${server}`)
      .replace("img-src 'self'", `img-src 'self' ${server}`),
  }
}

/** The built pages, served by somebody else than the server that they speak to: any host of files will do. */
export async function servePagesElsewhere(speaksTo: () => string): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://pages')
    const file = path.join(PAGES, pathname)
    const isFile = path.extname(pathname) !== '' && pathname !== '/sw.js' && file.startsWith(PAGES) && existsSync(file)
    if (pathname.startsWith('/api/') || (!isFile && path.extname(pathname) !== '')) {
      response.writeHead(404).end()
      return
    }
    const shown = isFile ? file : path.join(PAGES, 'index.html')
    response.writeHead(200, {
      ...headersFor(speaksTo()),
      'content-type': TYPES[path.extname(shown)] ?? 'text/html; charset=utf-8',
    })
    createReadStream(shown).pipe(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}

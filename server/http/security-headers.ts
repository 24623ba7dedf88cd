import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/** The content security policy: nothing from other hosts, no inline scripts, Trusted Types everywhere. */
const policy: Parameters<typeof helmet>[0] = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      // Mantine sets sizes through style attributes and one generated sheet; scripts stay restricted.
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'connect-src': ["'self'"],
      'object-src': ["'none'"],
      'frame-src': ["'none'"],
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

/**
 * The headers of every answer that are the same for all, by their names in small letters. Helmet's middleware is run once, on
 * an answer that is never sent: run for each request, it would make the same texts anew each time.
 */
export const fixedHeaders: Readonly<Record<string, string>> = {
  ...madeBy(helmet(policy)),
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/**
 * For answers that are everybody's and depend on nobody: pages, and ledgers as sizes and hashes. A page from elsewhere
 * (`conferir.html`) may read them, never with what the browser keeps for this address.
 */
export const readByAnybody = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }

function madeBy(middleware: ReturnType<typeof helmet>): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  middleware(request, answer, (error) => {
    if (error) throw error
  })
  return Object.fromEntries(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]))
}

import http from 'node:http'
import https from 'node:https'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Unreachable } from './watch.ts'

const TIMEOUT_MS = 20_000
const BYTES_MAX = 8_000_000

export type Visited = { readonly status: number; readonly headers: http.IncomingHttpHeaders; readonly body: Buffer }

/** The headers of a browser on a phone, in its order; a page that is opened, or a file that it asks for. */
function browserHeaders({ host, origin }: URL, isPage: boolean): string[] {
  const own = isPage
    ? {
        'Upgrade-Insecure-Requests': '1',
        Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
        'Sec-Fetch-Site': 'none',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-User': '?1',
        'Sec-Fetch-Dest': 'document',
      }
    : {
        Origin: origin,
        Accept: '*/*',
        'Sec-Fetch-Site': 'same-origin',
        'Sec-Fetch-Mode': 'cors',
        'Sec-Fetch-Dest': 'script',
      }
  const all = {
    Host: host,
    Connection: 'keep-alive',
    'User-Agent':
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    ...own,
    'Accept-Encoding': 'gzip, br',
    'Accept-Language': 'pt-BR,pt;q=0.9,en;q=0.8',
  }
  return Object.entries(all).flat()
}

/** Asks an address as a visitor's browser does; its answer unpacked. Without a cookie, and without following anything. */
export function visit(address: string, { isPage }: { isPage: boolean }): Promise<Visited> {
  const url = new URL(address)
  const failed = (error: Error) => new Unreachable(`${address} não responde (${error.message}).`)
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http
    const asked = request(url, { headers: browserHeaders(url, isPage), timeout: TIMEOUT_MS }, (answer) => {
      const pieces: Buffer[] = []
      let length = 0
      answer.on('data', (piece: Buffer) => {
        length += piece.length
        pieces.push(piece)
        if (length > BYTES_MAX) asked.destroy(new Error('respondeu demais'))
      })
      answer.on('error', (error) => reject(failed(error)))
      answer.on('end', () => {
        try {
          const body = unpacked(Buffer.concat(pieces), answer.headers['content-encoding'])
          resolve({ status: answer.statusCode!, headers: answer.headers, body })
        } catch (error) {
          reject(failed(error as Error))
        }
      })
    })
    asked.on('timeout', () => asked.destroy(new Error('demora demais')))
    asked.on('error', (error) => reject(failed(error)))
    asked.end()
  })
}

function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes, { maxOutputLength: BYTES_MAX })
  return encoding === 'gzip' ? gunzipSync(bytes, { maxOutputLength: BYTES_MAX }) : bytes
}

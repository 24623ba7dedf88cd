import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import * as http from 'node:http'
import * as https from 'node:https'
import { statSync } from 'node:fs'
import { DAY_MS } from '#circle/period.ts'

/** The authority that Caddy asks for certificates: a clock that is not this machine's. */
export const AUTHORITY = 'https://acme-v02.api.letsencrypt.org/directory'
const ANSWER_MS_MAX = 5_000
const MINUTE_MS = 60_000
const WRONG_MS_MAX = 15 * MINUTE_MS

export type Clocks = {
  /** Epoch ms. */
  readonly now: number
  /** A time that is over for certain. */
  readonly past: number
  /** Addresses of others, whose answers have a date. */
  readonly clocks: readonly string[]
}

/** Says how wrong the clock is, with the line that mends it; null where nothing is known against it. */
export async function clockFault({ now, past, clocks }: Clocks): Promise<string | null> {
  const others = (await Promise.all(clocks.map(timeAt))).find((time) => time !== null)
  const known = Math.max(past, statSync(import.meta.filename).mtimeMs)
  const wrongMs = others === undefined ? Math.min(0, now - known) : now - others
  if (Math.abs(wrongMs) < WRONG_MS_MAX) return null
  const minutes = Math.round(Math.abs(wrongMs) / MINUTE_MS)
  const amount =
    minutes < DAY_MS / MINUTE_MS ? `${minutes} minutos` : `${Math.round((minutes * MINUTE_MS) / DAY_MS)} dias`
  return `O relógio está ${wrongMs < 0 ? 'atrasado' : 'adiantado'} ${amount}: timedatectl set-ntp true`
}

/** The date of an answer. Its certificate is not looked at: to a clock that is a year off none holds. */
async function timeAt(address: string): Promise<number | null> {
  const asked = address.startsWith('https:') ? https : http
  const options = { method: 'HEAD', rejectUnauthorized: false, signal: AbortSignal.timeout(ANSWER_MS_MAX) }
  const request = asked.request(address, options).end()
  try {
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    const time = Date.parse(answer.headers.date ?? '')
    return Number.isNaN(time) ? null : time
  } catch {
    return null
  } finally {
    request.destroy()
  }
}

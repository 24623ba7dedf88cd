import { z } from 'zod'
import type { CallDefinition } from '#contracts/call.ts'
import { contract } from '#contracts/contract.ts'
import type { Dice } from '../frame/dice.ts'
import { nested, ODD, spoilt, validValue } from './values.ts'
import type { Known, Schema } from './values.ts'

export type FuzzedRequest = { readonly method: string; readonly text: string; readonly bytes: Buffer }

type Shape = {
  readonly method: string
  /** With `:name` for parameters. */
  readonly path: string
  readonly query: Schema | null
  readonly body: Schema | null
}

/** Calls whose work is worth many requests: hashes, workers, backups. They come once in a while. */
const HEAVY =
  /login|register|password|recovery|passkey|invitations|simulation|backups|scrub|archive|mail-test|avatar|forecast|recibo|statement|month|export|first-steps|reset|clock/
/** A stream that does not end by itself. */
const ENDLESS = '/api/events'

/** Every live route, with the schemas of the contract for those that it names. */
export function shapesOf(liveRoutes: ReadonlySet<string>): Shape[] {
  return [...liveRoutes].flatMap((route) => {
    const [method, path] = route.split(' ') as [string, string]
    if (path === ENDLESS) return []
    const name = `${method} ${path.replace(/^\/api/, '').replaceAll(/:(\w+)/g, '{$1}')}`
    const call = (contract as Readonly<Record<string, CallDefinition>>)[name]
    return [{ method, path, query: schemaOf(call?.query), body: schemaOf(call?.body) }]
  })
}

function schemaOf(schema: z.ZodType | undefined): Schema | null {
  return schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema) : null
}

export type Fuzzer = {
  readonly shapes: readonly Shape[]
  readonly known: Known
  readonly tokens: readonly string[]
}

/** One random request. */
export function randomRequest({ shapes, known, tokens }: Fuzzer, dice: Dice): FuzzedRequest {
  let shape = dice.pick(shapes)
  while (HEAVY.test(shape.path) && !dice.happens(0.04)) shape = dice.pick(shapes)
  const method = dice.happens(0.03) ? dice.pick(METHODS) : shape.method
  const target = pathOf(shape, dice, known) + queryOf(shape, dice, known)
  const body = bodyOf(shape, dice, known)
  const headers: string[] = ['Host: ciranda.test']
  if (dice.happens(0.9))
    headers.push(`Authorization: Bearer ${dice.happens(0.96) ? dice.pick(tokens) : oddToken(dice)}`)
  if (body !== null || dice.happens(0.05))
    headers.push(`Content-Type: ${dice.happens(0.96) ? 'application/json' : dice.pick(TYPES)}`)
  if (dice.happens(0.1))
    headers.push(`Idempotency-Key: ${dice.happens(0.7) ? `key-number-${dice.below(40)}` : oddHeader(dice)}`)
  if (dice.happens(0.05)) headers.push(`${dice.pick(HEADERS)}: ${oddHeader(dice)}`)
  if (dice.happens(0.02)) headers.push(`Accept-Encoding: ${dice.pick(['br', 'gzip', 'identity;q=0, *;q=0', 'x'])}`)
  const content = Buffer.from(body ?? '', 'utf8')
  const isChunked = body !== null && dice.happens(0.03)
  if (isChunked) headers.push('Transfer-Encoding: chunked')
  else if (body !== null) headers.push(`Content-Length: ${content.length}`)
  const head = `${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`
  const chunks = isChunked
    ? [
        Buffer.from(`${content.length.toString(16)}\r\n`),
        content,
        Buffer.from(content.length > 0 ? '\r\n0\r\n\r\n' : '\r\n'),
      ]
    : [content]
  return {
    method,
    text: head + (body ?? '').slice(0, 2_000),
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), ...chunks]),
  }
}

/** Bytes that are no proper request: cut off, contradictory or no HTTP at all. */
export function brokenRequest(fuzzer: Fuzzer, dice: Dice): FuzzedRequest {
  const { method, text, bytes } = randomRequest(fuzzer, dice)
  const broken = [
    () => bytes.subarray(0, dice.below(bytes.length)),
    () =>
      Buffer.from(
        bytes
          .toString('latin1')
          .replace(/Content-Length: \d+/, `Content-Length: ${dice.pick(['-1', '1e3', '99999999', '3, 4', ''])}`),
        'latin1',
      ),
    () =>
      Buffer.from(
        bytes.toString('latin1').replace('HTTP/1.1', dice.pick(['HTTP/9.9', 'HTTP/1.0', '', 'HTTP/1.1 x'])),
        'latin1',
      ),
    () =>
      Buffer.from(
        bytes
          .toString('latin1')
          .replace(
            'Host',
            dice.pick([
              'Transfer-Encoding: gzip\r\nHost',
              'Ho st',
              'X\u0001',
              ': x\r\nHost',
              `X: ${'y'.repeat(20_000)}\r\nHost`,
            ]),
          ),
        'latin1',
      ),
    () => Buffer.from(Array.from({ length: 64 }, () => dice.below(256))),
  ]
  return { method, text: `(broken) ${text}`, bytes: dice.pick(broken)() }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH']
const TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;',
  'x',
  '/',
  'application/x-www-form-urlencoded',
]
const HEADERS = [
  'User-Agent',
  'Ciranda-Signature',
  'If-None-Match',
  'Range',
  'Cookie',
  'X-Forwarded-For',
  'Expect',
  'Origin',
  'Accept',
  'Last-Event-ID',
  'Content-Encoding',
]
const ODD_HEADERS = [
  '\xff\xfe',
  'x'.repeat(300),
  '{}',
  'a b',
  'bytes=9-1,0-',
  '"',
  '100-continue',
  '%00',
  'v1 a b c',
  ',,,',
  'é',
]

const oddHeader = (dice: Dice) => dice.pick(ODD_HEADERS)

function oddToken(dice: Dice): string {
  return dice.pick(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.', 'x'.repeat(5_000), '..', '\xff'])
}

const ODD_SEGMENTS = [
  '%00',
  '%ud800',
  '%zz',
  '%',
  '%F0%28%8C%28',
  '%2e%2e%2f',
  '..',
  '.',
  '%20',
  'x'.repeat(200),
  '0',
  '-1',
  'NaN',
  '__proto__',
  '%C3%28',
  '%EF%BF%BE',
  '%ED%A0%80',
  'null',
  '😀',
]

function pathOf({ path }: Shape, dice: Dice, known: Known): string {
  const filled = path
    .replaceAll(/:(\w+)/g, (_, name: string) => {
      if (dice.happens(0.12)) return encodeSegment(dice.pick(ODD_SEGMENTS))
      return /level|cycle|attempt/.test(name) ? String(dice.between(0, 4)) : dice.pick(known.ids)
    })
    .replace('*', () => encodeSegment(dice.pick([...ODD_SEGMENTS, 'index.html', 'assets/x.js'])))
  if (dice.happens(0.01)) return filled.replace(/\/?$/, dice.pick(['/', '//', '/..', '/%2e', '?', '#', ';x=1']))
  return filled
}

/** The bytes of a path as they are: what is not ASCII goes as UTF-8, unescaped. */
const encodeSegment = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

function queryOf({ query }: Shape, dice: Dice, known: Known): string {
  if (!query && !dice.happens(0.03)) return ''
  const value = query ? (validValue(query, dice, known) as Readonly<Record<string, unknown>>) : {}
  const pairs = Object.entries(value).map(([name, one]): [string, string] => [name, String(one)])
  const names = Object.keys(query?.properties ?? { x: 1 })
  if (dice.happens(0.25)) pairs.push([dice.pick([...names, '__proto__', 'x', '']), asText(dice.pick(ODD))])
  if (dice.happens(0.05) && pairs.length > 0) pairs.push(dice.pick(pairs))
  if (pairs.length === 0) return ''
  return `?${pairs.map(([name, one]) => `${encode(name, dice)}=${encode(one, dice)}`).join('&')}`
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function encode(text: string, dice: Dice): string {
  if (dice.happens(0.03)) return dice.pick(['%00', '%', '%zz', '%ED%A0%80', '+', '[]', '[a]'])
  return text.isWellFormed() ? encodeURIComponent(text).slice(0, 6_000) : '%ED%A0%80'
}

function bodyOf({ body }: Shape, dice: Dice, known: Known): string | null {
  if (!body) return dice.happens(0.06) ? dice.pick(['{}', 'null', '{"x":1}', '', '[]']) : null
  const valid = validValue(body, dice, known)
  const value = dice.happens(0.45) ? valid : spoilt(dice.happens(0.3) ? spoilt(valid, dice) : valid, dice)
  const json = JSON.stringify(value) ?? 'null'
  if (!dice.happens(0.05)) return json
  return dice.pick([
    json.slice(0, Math.floor(json.length / 2)),
    `${json}}`,
    `\ufeff${json}`,
    json.replace('{', '{"a":1,"a":2,'),
    json.replace('{', '{"\\u0000":1,'),
    json.replace('{', '{"__proto__":{"role":"ADMIN"},'),
    nested(dice.pick([10, 19, 20, 21, 5_000])),
    `{"x":${nested(4_000)}}`,
    '1e999',
    '-',
    `"${'x'.repeat(dice.pick([100, 16_000, 17_000, 200_000]))}"`,
    '',
  ])
}

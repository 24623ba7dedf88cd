import type { AnswerOf, BodySent, CallName, ParamsSent, QuerySent } from '#contracts/contract.ts'
import { upload } from '#web/api/upload.ts'
import { setReachable } from '#web/api/connection.ts'
import { clear, consume } from '#web/api/early.ts'
import { confirmAgain } from '#web/api/confirm-again.ts'
import { callAddress } from '#web/api/server-address.ts'
import { readStored, writeTokens } from '#web/api/storage.ts'

// The contract gives only its types here, so that none of its validation lands in the first page's download.

type Part<K extends string, T> = [T] extends [undefined] ? { [P in K]?: undefined } : { [P in K]: T }
export type Sent<N extends CallName> = Part<'params', ParamsSent<N>> & { query?: QuerySent<N> } & Part<
    'body',
    BodySent<N>
  >

export type RequestOptions = {
  readonly signal?: AbortSignal
  readonly idempotencyKey?: string
  /** This device's signature of the act that the call is. */
  readonly signature?: string
  /** Called with what stands around a good answer. */
  readonly onAnswered?: (headers: Headers) => void
  /** A call for which no person waits: a refusal that asks who is there is thrown. */
  readonly isQuiet?: boolean
  /** Told how much of the body is on its way, from 0 to 1. */ readonly onProgress?: (part: number) => void
}

/** The error of a call that did not succeed. `message` is the transport's, `detail` the server's sentence for people. */
export class ApiError extends Error {
  /** 0 when the server could not be reached. */
  readonly status: number
  readonly detail: string | null
  readonly code: string | null
  readonly fields: Readonly<Record<string, string>>
  constructor(
    status: number,
    message: string,
    server: { message?: string; code?: string; fields?: Record<string, string> } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.detail = server.message ?? null
    this.code = server.code ?? null
    this.fields = server.fields ?? {}
  }
  get isAuthError(): boolean {
    return this.status === 401
  }
  get isOffline(): boolean {
    return this.status === 0
  }
  /** Whether the way to the server failed or the server itself, which says nothing of what was asked. */
  get isTrouble(): boolean {
    return this.isOffline || this.status >= 500
  }
}

/** The sentence a screen shows for a failure: the server's own, or the fallback of the specification. */
export function failureText(error: unknown, fallback: string): string {
  // A proxy's answer, too, says nothing of what the server did.
  if (error instanceof ApiError && (error.isOffline || error.status === 502 || error.status === 504))
    return 'Sem conexão com o servidor. Verifique sua internet e tente de novo.'
  return (error instanceof ApiError && error.detail) || fallback
}

/** Told to the window when the session has ended and cannot be renewed. */
export const SIGNED_OUT = 'ciranda:signed-out'

/**
 * Makes a call. A session that ran out is refreshed once, for all calls that meet it together, and the call repeated. So
 * is a call for which the person must show again that they are there, once they have.
 */
export async function request<N extends CallName>(
  name: N,
  ...[sent, options]: Sent<N> extends Record<string, undefined> | { query?: unknown }
    ? [Partial<Sent<N>>?, RequestOptions?]
    : [Sent<N>, RequestOptions?]
): Promise<AnswerOf<N>> {
  const parts = (sent ?? {}) as {
    params?: Record<string, string>
    query?: Record<string, string | undefined>
    body?: unknown
  }
  const asker = actorId
  // An act that is signed anew is another one, which the device tells apart by itself.
  const isRepeatable = name.startsWith('POST') && !options?.signature
  const again = isRepeatable ? askedBefore(name, parts) : null
  const key = options?.idempotencyKey ?? again ?? (name.startsWith('POST') ? crypto.randomUUID() : undefined)
  const attempt = () => sendAsActor(asker, name, parts, { ...options, ...(key ? { idempotencyKey: key } : {}) })
  if (again !== null) unanswered.delete(name)
  try {
    try {
      return (await attemptSignedIn(name, attempt)) as AnswerOf<N>
    } catch (error) {
      if (options?.isQuiet || !needsConfirmation(error) || !(await confirmAgain())) throw error
      return (await attemptSignedIn(name, attempt)) as AnswerOf<N>
    }
  } catch (error) {
    const isUnanswered = error instanceof ApiError && (error.isOffline || IS_AWAY.has(error.status))
    if (isRepeatable && key && isUnanswered && asker === actorId)
      unanswered.set(name, { sent: JSON.stringify(parts), key, at: performance.now() })
    throw again === null ? error : refusedAgain(name, error)
  }
}

const PASSWORD_PERHAPS = 'Da outra vez a resposta se perdeu, e a senha já pode ser a nova: tente entrar com ela.'
const CODE_PERHAPS = 'Da outra vez a resposta se perdeu, e este código já pode ter sido usado: use o próximo.'

/** The calls that spend a secret, so that the server does not know them again, and the words for one that was perhaps done. */
const PERHAPS_DONE: Readonly<Partial<Record<string, string>>> = {
  'POST /me/password': PASSWORD_PERHAPS,
  'POST /auth/reset-password': PASSWORD_PERHAPS,
  'POST /auth/lost-phone/return': PASSWORD_PERHAPS,
  'POST /auth/recovery-code': CODE_PERHAPS,
}

/** The refusal of a call to which no answer came before: by itself it would say that nothing was done. */
function refusedAgain(name: string, error: unknown): unknown {
  const perhaps = PERHAPS_DONE[name]
  if (!perhaps || !(error instanceof ApiError) || error.detail === null) return error
  const { status, message, detail, code, fields } = error
  return new ApiError(status, message, { message: `${detail} ${perhaps}`, fields, ...(code && { code }) })
}

/**
 * By its name the last call of the person on the screen to which no answer came, and the key that it went with. Perhaps the server did it:
 * pressed again within these minutes it goes with the same key, and is done once.
 */
const unanswered = new Map<string, { readonly sent: string; readonly key: string; readonly at: number }>()
const UNANSWERED_MS = 10 * 60_000

function askedBefore(name: string, parts: object): string | null {
  const last = unanswered.get(name)
  if (!last || performance.now() - last.at > UNANSWERED_MS) return null
  return JSON.stringify(parts) === last.sent ? last.key : null
}

/** Whether a call was refused until the person shows again that they are there. */
export function needsConfirmation(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'session.confirm_again'
}

/** The calls by which a session comes to be or ends: a refusal of theirs is no reason to renew it. */
const isOfSession = (name: string) => name.includes('/auth/') && !name.startsWith('POST /auth/confirm')

async function attemptSignedIn(name: string, attempt: () => Promise<unknown>): Promise<unknown> {
  const { token: tried } = readStored()
  try {
    return await attempt()
  } catch (error) {
    const isRefreshable = error instanceof ApiError && error.isAuthError && !isOfSession(name)
    if (!isRefreshable) throw error
    // Another call met the same end and renewed the session meanwhile: its token is good.
    const isRenewed = readStored().token !== null && readStored().token !== tried
    if (!isRenewed && !(await refreshOnce())) {
      if (isOver(tried)) dispatchEvent(new Event(SIGNED_OUT))
      throw error
    }
    return attempt()
  }
}

/**
 * Whether the session of a refused token is the one that stands here still, or none does. Of several calls that meet the end of help at
 * once, the first brings the helper's own session back, and the others must not end that.
 */
export function isOver(tried: string | null): boolean {
  const { token } = readStored()
  return token === null || token === tried
}

/** Answered by what stands before a server that is away, or by one whose database is. */
const IS_AWAY: ReadonlySet<number> = new Set([502, 503, 504])

let actorId: string | null = null

/** Binds all calls to the person on the screen; null for nobody. */
export function actAs(userId: string | null): void {
  if (userId !== actorId) unanswered.clear()
  actorId = userId
}

/**
 * Tabs share one stored session. When another tab has just signed in as somebody else, or a helper is themselves again, what the
 * former screen still asks for (`asker`), or asks again, would be done in that person's name: it is refused here.
 */
async function sendAsActor(asker: string | null, ...sent: Parameters<typeof send>): Promise<unknown> {
  const actor = asker ?? actorId
  if (actor !== null && readStored().user?.id !== actor)
    throw new ApiError(403, 'Forbidden - Another person signed in.')
  return send(...sent)
}

async function send(
  name: string,
  {
    params = {},
    query = {},
    body,
  }: { params?: Record<string, string>; query?: Record<string, string | undefined>; body?: unknown },
  { token = readStored().token, ...options }: RequestOptions & { readonly token?: string | null },
): Promise<unknown> {
  const [method, template] = name.split(' ') as [string, string]
  const path = template.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== ''),
  )
  const carry = options.onProgress ? upload(options.onProgress) : fetch
  const address = `${path}${search.size > 0 ? `?${search}` : ''}`
  if (method !== 'GET') clear()
  const early = method === 'GET' ? consume(address, token) : undefined
  const text = body === undefined ? undefined : JSON.stringify(body)
  const asked =
    early ??
    carry(callAddress(address), {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(options.signature ? { 'Ciranda-Signature': options.signature } : {}),
        ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
      },
      ...(text === undefined ? {} : { body: text }),
      ...(options.signal ? { signal: options.signal } : {}),
    })
  // A picture that is being sent before somebody's eyes ends when they end it.
  const answered = options.onProgress ? asked : inTime(asked, method === 'GET' ? READ_WITHIN_MS : doneWithinMs(text))
  const response = await answered.catch(unreached)
  // An answer may be cut short on its way.
  const said = await response.text().catch(unreached)
  setReachable(!IS_AWAY.has(response.status))
  const answer = parseJson(said)
  if (response.ok) {
    options.onAnswered?.(response.headers)
    return answer
  }
  throw failureOf(response, answer, said)
}

/**
 * So long a reading waits for its answer to begin. An act waits longer, and for what it sends on the slowest network: asked for once
 * more it goes with the same key, and is done once.
 */
const READ_WITHIN_MS = 25_000
const DONE_WITHIN_MS = 60_000
const BYTES_A_MS = 20
const doneWithinMs = (sent = '') => DONE_WITHIN_MS + Math.ceil(sent.length / BYTES_A_MS)

/** Of what got lost on its way nobody says so: it is told here, and not asked for again without its reader. */
export const NO_ANSWER = 'Network error: No answer.'

async function inTime(asked: Promise<Response>, withinMs: number): Promise<Response> {
  const late = AbortSignal.timeout(withinMs)
  return Promise.race([
    asked,
    new Promise<never>((_, reject) => late.addEventListener('abort', () => reject(new Error(NO_ANSWER)))),
  ])
}

function unreached(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  setReachable(false)
  const isLate = error instanceof Error && error.message === NO_ANSWER
  throw new ApiError(0, isLate ? NO_ANSWER : 'Network error: Unable to connect to server.')
}

/** The transport's texts, word for word; the server's own message stays apart. */
function failureOf(response: Response, answer: unknown, text: string): ApiError {
  const server = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    message?: string
    error?: string
    code?: string
    fields?: Record<string, string>
  }
  const detail = server.message ?? server.error ?? (text || response.statusText)
  const { status } = response
  if (status === 401) return new ApiError(status, 'Unauthorized - Token may be expired or invalid.', server)
  if (status === 403) return new ApiError(status, 'Forbidden - Access denied.', server)
  if (status === 400) return new ApiError(status, `Bad Request - ${detail}.`, server)
  return new ApiError(status, `HTTP ${status}: ${detail}.`, server)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Ends the session that stands here also on the server; this device may forget it meanwhile. One whose access ran out is renewed for
 * that: it would go on for its thirty days, and its notices with it. Never throws.
 */
export async function endSession(): Promise<void> {
  const { token, refreshToken } = readStored()
  try {
    await sendAsActor(actorId, 'POST /auth/logout', {}, { token })
  } catch (error) {
    if (!(error instanceof ApiError && error.isAuthError) || !refreshToken) return
    const renewed = send('POST /auth/refresh', { body: { refreshToken } }, { token: null }) as Promise<Tokens>
    await renewed.then((tokens) => send('POST /auth/logout', {}, { token: tokens.access_token })).catch(() => undefined)
  }
}

type Tokens = { readonly access_token: string; readonly refresh_token?: string }

let refreshing: Promise<boolean> | null = null

/** The answers by which the server refuses a refresh token. By any other the session may still be good. */
const REFUSES_TOKEN: ReadonlySet<number> = new Set([400, 401])

/**
 * Exchanges the refresh token, once for everybody who asks meanwhile; false when there is none or it is no good. Throws where the server
 * did not say: it is away, too busy, or its answer was cut short.
 */
export function refreshOnce(): Promise<boolean> {
  refreshing ??= refresh().finally(() => {
    refreshing = null
  })
  return refreshing
}

async function refresh(): Promise<boolean> {
  const { refreshToken } = readStored()
  if (!refreshToken) return false
  try {
    const tokens = (await send('POST /auth/refresh', { body: { refreshToken } }, {})) as Tokens
    // Another tab signed out or in meanwhile: these tokens belong to a session that is over here.
    if (readStored().refreshToken !== refreshToken) return readStored().token !== null
    writeTokens(tokens.access_token, tokens.refresh_token ?? refreshToken)
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || !REFUSES_TOKEN.has(error.status)) throw error
    // Another tab may have used this refresh token first, and stored its successor.
    return readStored().refreshToken !== refreshToken && readStored().token !== null
  }
}

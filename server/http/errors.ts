import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorMessage, errors } from '#contracts/errors.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import { isDiskFull, isUnavailable, sqlState } from '#server/database/errors.ts'
import { Refusal } from '#server/lib/refusal.ts'

const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
}

// The refusals that Fastify makes before a route is reached, as codes of the contract.
const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.wrong_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'resource.not_found',
}

/** The only place that turns a thrown error into an answer. Bugs are logged in full and answered without details. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error)
  if (refusal.code === 'server.failed') request.log.error({ err: error }, 'unexpected failure')
  else if (refusal.code === 'server.unavailable') request.log.warn({ err: error }, 'database away')
  return sendRefusal(reply, refusal)
}

/**
 * An error as the log may hold it, with those that it gathers. The message of a failed query contains its values, which name
 * people, so only its SQLSTATE code is logged.
 */
export function loggedError(error: Error): { type: string; message: string; stack: string } {
  if (error instanceof AggregateError) {
    const each = error.errors.filter((one) => one instanceof Error).map(loggedError)
    const message = [error.message, ...each.map((one) => one.message)].join(': ')
    return { type: error.name, message, stack: each.map(({ stack }) => stack).join('\n') }
  }
  const state = sqlState(error)
  const isQuery = error.name === 'DrizzleQueryError' || error.message.startsWith('Failed query')
  const message = isQuery
    ? `a query failed (${state?.code ?? 'no state'}${state?.constraint ? `, ${state.constraint}` : ''})`
    : error.message
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { type: error.name, message, stack: frames.join('\n') }
}

/** An embedded database that was killed is back sooner; a failover of several machines takes two or three times as long. */
const UNAVAILABLE_RETRY_S = 5

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, body } = refusalBody(refusal)
  const isUnavailableNow = refusal.code === 'server.unavailable'
  const retryAfter = refusal.details['retryAfterSeconds'] ?? (isUnavailableNow ? UNAVAILABLE_RETRY_S : undefined)
  if (retryAfter !== undefined) void reply.header('Retry-After', String(retryAfter))
  // After a body that stopped coming, the connection must close, or its rest would be read as the next request.
  if (status === 408) void reply.header('Connection', 'close')
  return reply.status(status).type('application/json').send(body)
}

/** The answer to a refusal: its status, that status's phrase, and the body. */
export function refusalBody({ code, details, fields, message }: Refusal) {
  const status: number = errors[code].status
  const phrase = phrases[status] ?? 'Error'
  return {
    status,
    phrase,
    body: {
      statusCode: status,
      error: phrase,
      message: message === code ? errorMessage(code, details) : message,
      code,
      ...(fields ? { fields } : {}),
    },
  }
}

function refusalOf(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error
  if (isDiskFull(error)) return new Refusal('server.disk_full')
  if (isUnavailable(error)) return new Refusal('server.unavailable')
  const { code, statusCode } = error as FastifyError
  const known = code === undefined ? undefined : frameworkCodes[code]
  if (known) return new Refusal(known)
  // Static files answer 403 for an address outside their folder. There is nothing to forbid, so it becomes a 404.
  if (statusCode === 403 || statusCode === 404) return new Refusal('resource.not_found')
  if (statusCode === 429) return new Refusal('request.too_many')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal('request.malformed')
  return new Refusal('server.failed')
}

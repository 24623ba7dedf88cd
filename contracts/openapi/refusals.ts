import { shapeOf } from '#circle/ledger/act-kinds.ts'
import type { CallDefinition } from '../call.ts'
import { errors } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'
import { JSON_TYPE } from './schemas.ts'
import type { Json } from './schemas.ts'

/** The body of every refusal. */
export const errorSchema: Json = {
  type: 'object',
  properties: {
    statusCode: { type: 'integer' },
    error: { type: 'string', description: 'The phrase of the status.' },
    message: { type: 'string', description: 'A sentence in Portuguese, fit to show.' },
    code: { type: 'string', enum: Object.keys(errors) },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'A message for each failing field, by its path.',
    },
  },
  required: ['statusCode', 'error', 'message', 'code'],
}

/** The statuses whose answers say when to ask again, unless no later answer would be another. */
const RETRIED: ReadonlySet<number> = new Set([429, 503])
const retryAfter = { description: 'Seconds after which to ask again.', schema: { type: 'integer', minimum: 1 } }

/** Every refusal a call may answer, by status, each code with its sentence. */
export function refusalsOf(call: CallDefinition): Record<string, Json> {
  const byStatus: Record<string, ErrorCode[]> = {}
  for (const code of new Set([...sharedRefusals(call), ...(call.refusals ?? [])]))
    (byStatus[errors[code].status] ??= []).push(code)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        ...(RETRIED.has(Number(status)) ? { headers: { 'Retry-After': retryAfter } } : {}),
        content: {
          [JSON_TYPE]: {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(codes.map((code) => [code, { summary: errors[code].message }])),
          },
        },
      },
    ]),
  )
}

function sharedRefusals({ access, params, query, body, idempotent, stepUp, signs }: CallDefinition): ErrorCode[] {
  const isOpen = access === 'public' || access === 'signed'
  return [
    ...(body || query ? (['request.invalid'] as const) : []),
    ...(body ? (['request.malformed', 'request.timed_out', 'request.too_large', 'request.wrong_type'] as const) : []),
    ...(params ? (['resource.not_found'] as const) : []),
    ...(isOpen ? [] : (['session.required', 'session.invalid'] as const)),
    ...(isOpen || access === 'signed-in' ? [] : (['access.denied'] as const)),
    ...(access === 'approved' || access === 'participant' ? (['access.not_approved'] as const) : []),
    ...(stepUp ? (['session.confirm_again'] as const) : []),
    ...(signs ? (['signature.invalid', 'signature.needed'] as const) : []),
    ...(signs && shapeOf(signs).isOfDonation ? (['donation.changed'] as const) : []),
    ...(idempotent ? (['idempotency.key_reused', 'idempotency.in_progress'] as const) : []),
    'request.too_many',
    'server.failed',
    'server.unavailable',
  ]
}

import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { CallDefinition } from '#contracts/call.ts'
import { validate } from '#contracts/validate.ts'
import type { CallName } from '#contracts/contract.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Input } from '#server/handler.ts'

export function inputOf(call: CallDefinition, request: FastifyRequest): Input<CallName> {
  return {
    params: parse(call.params, request.params, 'resource.not_found'),
    query: parse(call.query, request.query),
    body: call.body ? parse(call.body, request.body) : ensureNoFields(request.body),
  } as Input<CallName>
}

function parse(
  schema: z.ZodType | undefined,
  value: unknown,
  code: 'request.invalid' | 'resource.not_found' = 'request.invalid',
): unknown {
  if (!schema) return undefined
  const checked = validate(schema, value ?? {})
  if (checked.ok) return checked.data
  throw new Refusal(code, code === 'resource.not_found' ? {} : { fields: checked.fields, message: checked.message })
}

/** A call without a body accepts no fields, because a field that would be ignored is probably a mistake. */
function ensureNoFields(body: unknown): undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'object' && Object.keys(body).length === 0) return undefined
  throw new Refusal('request.invalid', { message: 'Esta chamada não recebe campos.' })
}

export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length < 8 || key.length > 128)
    throw new Refusal('request.invalid', { fields: { 'Idempotency-Key': 'Use de 8 a 128 caracteres.' } })
  return key
}

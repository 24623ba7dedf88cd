import type { z } from 'zod'
import type { Access, CallDefinition } from './call.ts'
import { contract } from './contract.ts'
import { actSignature, idempotencyKey } from './openapi/headers.ts'
import { errorSchema, refusalsOf } from './openapi/refusals.ts'
import { JSON_TYPE, schemaOf } from './openapi/schemas.ts'
import type { Json } from './openapi/schemas.ts'
import { tags, whoMay } from './openapi/descriptions.ts'

/** The contract as an OpenAPI 3.1 document. Pure: the same contract gives the same document. */
export function openApiDocument({
  version,
  server = '/api',
}: {
  version: string
  server?: string
}): Json & { openapi: string } {
  const schemas = new Map<string, unknown>()
  const paths: Record<string, Json> = {}
  for (const [name, call] of Object.entries<CallDefinition>(contract)) {
    const [method, path] = name.split(' ') as [string, string]
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, call, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ciranda',
      version,
      description:
        'Money in reais with at most two decimals, times ISO 8601 in UTC, ids UUID. Messages are in Portuguese, fit to show; `code` is stable.',
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    servers: [{ url: server }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        signature: {
          type: 'apiKey',
          in: 'query',
          name: 'signature',
          description: 'Made by the server for one file, one use and a short time.',
        },
      },
      schemas: { ...Object.fromEntries([...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))), Error: errorSchema },
    },
  }
}

function operationOf(name: string, call: CallDefinition, schemas: Map<string, unknown>): Json {
  const parameters = [
    ...parametersOf(call.params, 'path', schemas),
    ...parametersOf(call.query, 'query', schemas),
    ...(call.idempotent ? [idempotencyKey] : []),
    ...(call.signs ? [actSignature(call.signs)] : []),
  ]
  return {
    operationId: operationId(name),
    summary: call.summary,
    description: `${whoMay[call.access]}`,
    tags: [call.tag],
    security: securityOf(call.access),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body
      ? {
          requestBody: {
            required: !call.body.safeParse(undefined).success,
            content: { [JSON_TYPE]: { schema: schemaOf(call.body, 'input', schemas) } },
          },
        }
      : {}),
    responses: {
      [call.status ?? 200]: successOf(call, schemas),
      ...(call.approval ? { 202: { ...successOf(call, schemas), description: WAITS_FOR_APPROVAL } } : {}),
      ...refusalsOf(call),
    },
  }
}

const WAITS_FOR_APPROVAL =
  'In a real circle the change was proposed, not made: `approval` names the proposal, everything else is as it still is.'

/** `PATCH /queue/set-receiver/{a}/{b}` becomes `patchQueueSetReceiverAB`. */
function operationId(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  return words
    .map((word, at) => (at === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
}

function securityOf(access: Access): Json[] {
  if (access === 'public') return []
  return access === 'signed' ? [{ signature: [] }] : [{ session: [] }]
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query', schemas: Map<string, unknown>): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input', schemas) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, own]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: own,
  }))
}

function successOf(call: CallDefinition, schemas: Map<string, unknown>): Json {
  if (call.answer)
    return { description: 'Done.', content: { [JSON_TYPE]: { schema: schemaOf(call.answer, 'output', schemas) } } }
  return { description: 'Done.', ...(call.produces ? { content: { [call.produces]: {} } } : {}) }
}

import { z } from 'zod'
import type { Access, CallDefinition } from './call.ts'
import { contract } from './contract.ts'
import * as entities from './entities.ts'
import { errors } from './errors.ts'
import type { ErrorCode } from './errors.ts'

type Json = { [key: string]: unknown }

const JSON_TYPE = 'application/json'

const tags: Readonly<Record<string, string>> = {
  sessions: 'Signing in and out, registration and verification codes.',
  passkeys: 'Passkeys and recovery codes.',
  members: 'People: profile, approval and edits.',
  donations: 'What members give, receive, prove and confirm.',
  pull: 'The monthly pull, for administrators.',
  'join-links': 'Invitations by link to a circle.',
  reports: 'What members report, and how administrators settle it.',
  papers: 'What can be kept: recibos, statements, the circle’s month and cases, from the ledger.',
  levels: 'Progress, upgrades and figures of each level.',
  queue: 'The three queues, for administrators.',
  draws: 'The verifiable draw of the first order.',
  circles: 'The circle, its result and settings, and the circles of an installation.',
  administrators: 'Who administers, and invitations.',
  approvals: 'What two people decide in a real circle.',
  simulation: 'What a plan does to its people.',
  ledger: 'The chain of all events of a circle.',
  notices: 'The inbox: what concerns the caller and somebody else did.',
  'device keys': 'The devices that sign what a member does.',
  privacy: 'What is kept of the caller: consents, access log, export and erasure.',
  terms: 'Which terms are in force, and who accepted them.',
  tasks: 'What waits for an administrator.',
  mail: 'Whether e-mail arrives.',
  backups: 'Everything of the installation in one sealed file.',
  'first-steps': 'What a real circle needs before it runs.',
  files: 'Stored images.',
  docs: 'This document.',
  system: 'Events, health, metrics and postal codes.',
  test: 'There only where the clock is a test’s.',
}

const whoMay: Readonly<Record<Access, string>> = {
  public: 'Anybody.',
  'signed-in': 'Any live session, approved or not.',
  member: 'Members, approved or not.',
  approved: 'Members whom an administrator approved.',
  participant: 'Approved members, and administrators.',
  admin: 'Administrators.',
  signed: 'Who holds the signed address.',
}

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

const errorSchema: Json = {
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
      ? { requestBody: { required: true, content: { [JSON_TYPE]: { schema: schemaOf(call.body, 'input', schemas) } } } }
      : {}),
    responses: {
      [call.status]: successOf(call, schemas),
      ...(call.approval ? { 202: { ...successOf(call, schemas), description: WAITS_FOR_APPROVAL } } : {}),
      ...refusalsOf(call),
    },
  }
}

const WAITS_FOR_APPROVAL =
  'In a real circle the change was proposed, not made: `approval` names the proposal, everything else is as it still is.'

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeated request with the same key and body gets the first answer; another body is a 409.',
  schema: { type: 'string', minLength: 8, maxLength: 128 },
}

/** The header in which a member’s device signs what they do. */
function actSignature(act: NonNullable<CallDefinition['signs']>): Json {
  return {
    name: 'Ciranda-Signature',
    in: 'header',
    required: false,
    description:
      '`key=<id>; at=<instant>; head=<hash>; sig=<base64url>`: ECDSA (P-256, SHA-256, r‖s) by a key of ' +
      '`POST /me/device-keys` over these lines, joined by line feeds: `ciranda-act-v1`, the circle’s id, ' +
      `\`${act}\`, the donation’s id or \`-\`, the level accepted or \`-\`, the SHA-256 of the picture as sent, the hash of the terms accepted, or \`-\`, ` +
      'the instant (ISO 8601 with milliseconds, at most ten minutes old), and the hash of the ledger’s head last seen. ' +
      'Without it the act is recorded as unsigned.',
    schema: { type: 'string', maxLength: 400 },
  }
}

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

/** The statuses whose answers say when to ask again, unless no later answer would be another. */
const RETRIED: ReadonlySet<number> = new Set([429, 503])
const retryAfter = { description: 'Seconds after which to ask again.', schema: { type: 'integer', minimum: 1 } }

/** Every refusal a call may answer, by status, each code with its sentence. */
function refusalsOf(call: CallDefinition): Record<string, Json> {
  const byStatus: Record<string, ErrorCode[]> = {}
  for (const code of new Set([...sharedRefusals(call), ...call.refusals]))
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
    ...(signs ? (['signature.invalid'] as const) : []),
    ...(idempotent ? (['idempotency.key_reused', 'idempotency.in_progress'] as const) : []),
    'request.too_many',
    'server.failed',
    'server.unavailable',
  ]
}

// Entities stand once among the components, under their own names.
const named = z.registry<{ id: string }>()
for (const [name, schema] of Object.entries(entities))
  if (schema instanceof z.ZodType) named.add(schema, { id: name.charAt(0).toUpperCase() + name.slice(1) })

/** A schema as JSON Schema; the entities in it are collected and referred to. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Map<string, unknown>): Json {
  const {
    $schema: _,
    $defs = {},
    ...own
  } = pointingToComponents(
    z.toJSONSchema(schema, { io, metadata: named, target: 'draft-2020-12', unrepresentable: 'any' }),
  )
  for (const [name, definition] of Object.entries($defs as Json)) schemas.set(name, definition)
  return own
}

function pointingToComponents(value: unknown): Json {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}

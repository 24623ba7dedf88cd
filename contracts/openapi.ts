import type { z } from 'zod'
import type { Access, CallDefinition } from './call.ts'
import { contract } from './contract.ts'
import { actSignature, idempotencyKey } from './openapi/headers.ts'
import { errorSchema, refusalsOf } from './openapi/refusals.ts'
import { JSON_TYPE, schemaOf } from './openapi/schemas.ts'
import type { Json } from './openapi/schemas.ts'

const tags: Readonly<Record<string, string>> = {
  sessions: 'Signing in and out, registration and verification codes.',
  passkeys: 'Passkeys and recovery codes.',
  'lost-phone': 'A lost or stolen phone: closing the account from another one, and coming back.',
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
  fiscals: 'Members whom a real circle trusts with the second signature.',
  simulation: 'What a plan does to its people.',
  ledger: 'The chain of all events of a circle.',
  notices: 'The inbox: what concerns the caller and somebody else did.',
  'device keys': 'The devices that sign what a member does.',
  privacy: 'What is kept of the caller: consents, access log, export and erasure.',
  terms: 'Which terms are in force, and who accepted them.',
  helpers: 'Somebody without a device takes part with another member’s help.',
  substitutes: 'A newcomer takes a place over.',
  beginnings: 'A roda that ran on paper comes in.',
  shares: 'A member of a roda takes up to three places.',
  swaps: 'Two members of a roda exchange their turns.',
  vouches: 'A member’s signed word for another, and for a witness of the ledger.',
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
      [call.status]: successOf(call, schemas),
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

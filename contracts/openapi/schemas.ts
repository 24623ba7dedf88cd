import { z } from 'zod'
import * as cases from '../entities/case.ts'
import * as circles from '../entities/circle.ts'
import * as donations from '../entities/donation.ts'
import * as ledgerEntries from '../entities/ledger-entry.ts'
import * as levels from '../entities/level.ts'
import * as pages from '../entities/page.ts'
import * as pulls from '../entities/pull.ts'
import * as queueEntries from '../entities/queue-entry.ts'
import * as reports from '../entities/report.ts'
import * as sessions from '../entities/session.ts'
import * as tasks from '../entities/task.ts'
import * as terms from '../entities/terms.ts'
import * as users from '../entities/user.ts'
import * as wordsProofs from '../entities/words-proof.ts'

export type Json = { [key: string]: unknown }

export const JSON_TYPE = 'application/json'

const entities = [
  cases,
  circles,
  donations,
  ledgerEntries,
  levels,
  pages,
  pulls,
  queueEntries,
  reports,
  sessions,
  tasks,
  terms,
  users,
  wordsProofs,
]

// Entities stand once among the components, under their own names.
const named = z.registry<{ id: string }>()
for (const [name, schema] of entities.flatMap((ofNoun) => Object.entries<unknown>(ofNoun)))
  if (schema instanceof z.ZodType) named.add(schema, { id: name.charAt(0).toUpperCase() + name.slice(1) })

/** A schema as JSON Schema; the entities in it are collected and referred to. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Map<string, unknown>): Json {
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

import type { z } from 'zod'
import { errors } from './errors.ts'
import { missing } from './forms/sentences.ts'

export type Validity<T> = { ok: true; data: T } | { ok: false; message: string; fields: Record<string, string> }

const UNKNOWN_FIELDS_SHOWN = 20
const FIELD_NAME_SHOWN = 60

/**
 * Holds a value to a schema, in Portuguese throughout: `fields` has the first message of every failing field by its
 * path, `message` what stands on top. A schema's own sentence comes first; where something required is missing, that
 * is what the top says.
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): Validity<z.output<S>> {
  const parsed = schema.safeParse(value, { error: sentenceOf })
  if (parsed.success) return { ok: true, data: parsed.data }
  const faults = parsed.error.issues.flatMap(faultsOf)
  const top = faults.find(({ message }) => requiredSentences.has(message)) ?? faults[0]
  // Built from entries, so that a field called __proto__ is a field like any other.
  const fields = Object.fromEntries(faults.toReversed().map(({ field, message }) => [field, message]))
  return { ok: false, message: top?.message ?? errors['request.invalid'].message, fields }
}

const requiredSentences: ReadonlySet<string> = new Set(Object.values(missing))

type Fault = { field: string; message: string }

/** An issue by field. Unknown fields arrive as one issue of what holds them, and are named one by one. */
function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  const path = issue.path.map(String)
  if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.') || '_', message: issue.message }]
  return issue.keys
    .slice(0, UNKNOWN_FIELDS_SHOWN)
    .map((key) => ({ field: [...path, key.slice(0, FIELD_NAME_SHOWN)].join('.'), message: issue.message }))
}

/** The sentence of an issue whose schema has none of its own. */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'Campo desconhecido.'
    case 'too_big':
      return issue.origin === 'string' ? 'Texto longo demais.' : 'Valor grande demais.'
    case 'too_small':
      return issue.origin === 'string' ? 'Texto curto demais.' : 'Valor pequeno demais.'
    case 'invalid_value':
    case 'invalid_union':
      return issue.input === undefined ? 'Campo obrigatório.' : 'Opção inválida.'
    case 'invalid_type':
      return issue.input === undefined ? 'Campo obrigatório.' : 'Valor inválido.'
    default:
      return 'Valor inválido.'
  }
}

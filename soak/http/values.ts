import type { Dice } from '../frame/dice.ts'

export type Schema = {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly format?: string
  readonly pattern?: string
  readonly default?: unknown
}

/** Values that exist: ids of every table, dates, names. */
export type Known = { readonly ids: readonly string[]; readonly texts: readonly string[] }

const TEXTS = [
  'a',
  'Pessoa de Teste',
  'admin@ciranda.local',
  '11900000001',
  '52998224725',
  '01001000',
  '1980-05-15',
  '2026-11-22',
  '2026-11',
  '2026-11-22T14:00:00Z',
  'uma-senha-bem-boa',
  'email',
  'https://push.example.org/x',
  'A confirmação foi por engano, e a pessoa pagou.',
]

const LONG = ['x'.repeat(300), 'ç'.repeat(2_000), '9'.repeat(5_000), 'x'.repeat(17_000)]

/** Values of which something somewhere might think that they cannot come. */
export const ODD: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  0.1,
  1e-7,
  100.005,
  1e308,
  2 ** 53,
  2 ** 31,
  -(2 ** 63),
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u202e\u200b',
  '👩‍👩‍👧‍👦',
  'İıſK',
  'NaN',
  'Infinity',
  '-1',
  '1e3',
  '0x10',
  '１２',
  'null',
  'undefined',
  '[object Object]',
  "'; drop table users; --",
  '%s%n%x',
  '${7*7}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '2026-02-30',
  '2026-02-29',
  '0000-00-00',
  '-271821-04-20',
  '275760-09-13T00:00:00Z',
  '+275760-09-13',
  '9999-12-31T23:59:59.999Z',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  [],
  {},
  [null],
  [[]],
  { $ne: null },
  { toString: 1 },
  { length: -1 },
  ...LONG,
]

const DEPTH_MAX = 8

/** A value that the schema allows, where the dice and simple means find one. */
export function validValue(schema: Schema, dice: Dice, known: Known, depth = 0): unknown {
  if (depth > DEPTH_MAX) return null
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return dice.pick(schema.enum)
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return validValue(dice.pick(choice), dice, known, depth + 1)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => validValue(one, dice, known, depth + 1)))
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  switch (type) {
    case 'object': {
      const required = new Set(schema.required ?? [])
      const names = Object.keys(schema.properties ?? {}).filter((name) => required.has(name) || dice.happens(0.4))
      return Object.fromEntries(
        names.map((name) => [name, validValue(schema.properties![name]!, dice, known, depth + 1)]),
      )
    }
    case 'array': {
      const count = dice.between(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3))
      return Array.from({ length: Math.max(count, 0) }, () => validValue(schema.items ?? {}, dice, known, depth + 1))
    }
    case 'integer':
    case 'number': {
      const low = Math.max(schema.minimum ?? 0, -1_000)
      const value = dice.between(low, Math.max(low, Math.min(schema.maximum ?? 1_000, 100_000)))
      return type === 'number' && dice.happens(0.3) ? value + 0.5 : value
    }
    case 'boolean':
      return dice.happens(0.5)
    case 'null':
      return null
    default:
      return validText(schema, dice, known)
  }
}

function validText({ format, pattern, minLength = 0, maxLength }: Schema, dice: Dice, known: Known): string {
  if (format === 'uuid' || /[0-9a-f].*-/i.test(pattern ?? '')) return dice.pick(known.ids)
  if (format === 'email') return `pessoa${dice.below(50)}@exemplo.invalid`
  if (format === 'date-time') return '2026-11-22T14:00:00Z'
  if (pattern?.includes('0-9a-f') || pattern?.includes('a-f0-9')) return 'ab'.repeat(32)
  if (pattern?.includes('\\d')) return dice.pick(['1', '20', '2026', '2026-11', '52998224725', '123456', '10.50'])
  const text = dice.pick([...TEXTS, ...known.texts, dice.pick(known.ids)])
  const long = text.length < minLength ? text.padEnd(minLength, 'a') : text
  return maxLength === undefined ? long : long.slice(0, maxLength)
}

/** The value with one or two places of it changed into something odd, added, taken away or repeated. */
export function spoilt(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.happens(0.15)) return dice.pick(ODD)
  if (Array.isArray(value)) {
    if (value.length === 0 || dice.happens(0.4)) return [...value, dice.pick(ODD)]
    const at = dice.below(value.length)
    return value.map((one, index) => (index === at ? spoilt(one, dice) : one))
  }
  const entries = Object.entries(value)
  const roll = dice.below(10)
  if (entries.length === 0 || roll === 0) return { ...value, [dice.pick(NAMES)]: dice.pick(ODD) }
  const [name, inner] = dice.pick(entries)
  if (roll === 1) return Object.fromEntries(entries.filter(([other]) => other !== name))
  return { ...value, [name]: spoilt(inner, dice) }
}

const NAMES = ['role', 'id', '__proto__', 'constructor', 'prototype', 'then', 'toJSON', 'x\u0000', 'hasOwnProperty', '']

/** Brackets inside brackets, as JSON text. */
export const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

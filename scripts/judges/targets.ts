import { openApiDocument } from '#contracts/openapi.ts'

type Ids = Readonly<Record<string, string>>
type Schema = { readonly [key: string]: unknown }
export type Target = {
  readonly method: string
  /** With an example in place of each part, from `/api` on. */
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>> | null
}

/** Calls that end the session of who attacks, close the circle under everything else, or whose answer never ends. */
const LEFT_OUT = [
  'POST /auth/logout',
  'DELETE /me/sessions',
  'POST /me/password',
  'POST /me/leave',
  'DELETE /me',
  'GET /events',
  'POST /test/clock',
  'POST /admin/circle/close',
  'POST /admin/circle/reset',
  'POST /admin/circles/{id}/select',
  'POST /admin/backups',
]

/** Refused beside a page's number, and statuses, which each list has of its own. */
const APART = ['after', 'before', 'status']

/** Examples of parameters whose schema says less than the call takes. */
const BY_NAME = (ids: Ids): Ids => ({
  ...Object.fromEntries(
    ['donorId', 'receiverId', 'personId', 'reporterId', 'helper_id'].map((name) => [name, ids['users']!]),
  ),
  ...Object.fromEntries(['id', 'donationId', 'donation_id'].map((name) => [name, ids['donations']!])),
  email: 'alguem@exemplo.invalid',
  cpf: '52998224725',
  phone: '11912345678',
  birthDate: '1980-01-01',
  code: '123456',
  reason: 'Um motivo escrito com palavras.',
  day: '2026-11-28',
  hash: '0'.repeat(64),
  commitment: '0'.repeat(64),
  password: 'uma-senha-bem-boa',
  newPassword: 'outra-senha-bem-boa',
  dateFrom: '2026-01-01',
  dateTo: '2026-12-31',
})

/** Every call of the document, with examples of what it takes; ids are those given, by the first word of the call. */
export function targetsOf(ids: Ids): readonly Target[] {
  const { paths, components } = openApiDocument({ version: '1' }) as unknown as {
    paths: Record<string, Record<string, Schema>>
    components: { schemas: Record<string, Schema> }
  }
  const example = (schema: Schema): unknown => exampleOf(schema, components.schemas, ids)
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods)
      .filter(([method]) => !LEFT_OUT.includes(`${method.toUpperCase()} ${template}`))
      .map(([method, operation]) => {
        const parameters = (operation['parameters'] ?? []) as { name: string; in: string; schema: Schema }[]
        const id = ids[/\/(?:admin\/)?(\w+)/.exec(template)![1]!] ?? ids['donations']!
        const inPath = (name: string) =>
          name === 'id' ? id : String(example(parameters.find((each) => each.name === name)!.schema))
        const content = (operation['requestBody'] as { content?: Record<string, { schema: Schema }> } | undefined)
          ?.content
        return {
          method: method.toUpperCase(),
          path: `/api${template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath(name)))}`,
          query: Object.fromEntries(
            parameters
              .filter((each) => each.in === 'query' && !APART.includes(each.name))
              .map(({ name, schema }) => [name, BY_NAME(ids)[name] ?? example(schema)]),
          ),
          body: content ? (example(content['application/json']!.schema) as Target['body']) : null,
        }
      }),
  )
}

function exampleOf(schema: Schema, all: Readonly<Record<string, Schema>>, ids: Ids): unknown {
  const again = (other: unknown) => exampleOf(other as Schema, all, ids)
  if (typeof schema['$ref'] === 'string') return again(all[schema['$ref'].split('/').at(-1)!])
  const choices = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Schema[] | undefined
  if (choices) return again(choices[0])
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).map(([name, own]) => [
          name,
          BY_NAME(ids)[name] ?? again(own),
        ]),
      )
    case 'array':
      return [again(schema['items'] ?? {})]
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1
    case 'boolean':
      return true
    default:
      return textOf(schema, ids)
  }
}

function textOf({ format, pattern }: Schema, ids: Ids): string {
  if (format === 'uuid') return ids['users']!
  const given = FORMATS[String(format)]
  if (given) return given
  const [, sample] = SAMPLES.find(([shape]) => typeof pattern === 'string' && pattern.startsWith(shape)) ?? []
  return sample ?? 'exemplo'
}

/** Texts that fit the beginning of a pattern. */
const SAMPLES = [
  ['^20', '2026-11'],
  ['^\\d{8}', '01001000'],
  ['^\\d{1,9}', '1'],
] as const

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-11-20',
  'date-time': '2026-11-20T12:00:00.000Z',
  email: 'alguem@exemplo.invalid',
}

import { describe, expect, test } from 'vitest'
import { contract } from './contract.ts'
import type { CallDefinition } from './call.ts'
import { errors } from './errors.ts'
import { openApiDocument } from './openapi.ts'

type Parameter = { name: string; in: string; required: boolean; schema: object }
type Response = { description: string; content?: Record<string, { examples?: Record<string, unknown> }> }
type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security: object[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
  responses: Record<string, Response>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; securitySchemes: object }
}

const document = openApiDocument({ version: '0.1.0' }) as unknown as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
)
const operationOf = (name: string) => operations.find((one) => one.name === name)!.operation

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1, plain JSON, and the same each time', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: 'Ciranda', version: '0.1.0' })
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
    expect(openApiDocument({ version: '0.1.0' })).toEqual(document)
  })

  test('has every call of the contract, once', () => {
    expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(contract).toSorted())
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has no two paths that one address could mean', () => {
    const paths = Object.keys(document.paths)
    const idOf = (path: string, name: string) =>
      operations
        .find((one) => one.path === path)!
        .operation.parameters!.find((one) => one.in === 'path' && one.name === name)!.schema as { pattern?: string }
    // A name in one path that stands where the other has a parameter must not be a value of it.
    const couldMean = (path: string, name: string, text: string) =>
      text.startsWith('{') || new RegExp(idOf(path, name).pattern ?? '').test(text)
    const sameAddress = (one: string, other: string) => {
      const [left, right] = [one.split('/'), other.split('/')]
      return (
        left.length === right.length &&
        left.every((part, at) => {
          const against = right[at]!
          if (part.startsWith('{')) return couldMean(one, part.slice(1, -1), against)
          return against.startsWith('{') ? couldMean(other, against.slice(1, -1), part) : part === against
        })
      )
    }
    const pairs = paths.flatMap((one, at) => paths.slice(at + 1).map((other) => [one, other] as const))
    // One path that is wholly plain comes before the other, as OpenAPI says.
    const ambiguous = pairs.filter(
      ([one, other]) => one.includes('{') && other.includes('{') && sameAddress(one, other),
    )
    expect(ambiguous).toEqual([])
  })

  test('declares every parameter of a path, and no other', () => {
    for (const { name, path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      expect(
        declared.map((parameter) => parameter.name),
        name,
      ).toEqual(inPath)
      expect(
        declared.every((parameter) => parameter.required),
        name,
      ).toBe(true)
    }
  })

  test('has a sentence, a known tag and a description of every answer for each call', () => {
    const known = document.tags.map((tag) => tag.name)
    for (const { name, operation } of operations) {
      expect(operation.summary, name).toMatch(/\.$/)
      expect(known, name).toEqual(expect.arrayContaining(operation.tags))
      for (const response of Object.values(operation.responses)) expect(response.description, name).not.toBe('')
    }
  })

  test('refers only to schemas that it holds', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)
    const held = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect(references.filter((reference) => !held.includes(reference))).toEqual([])
    expect(held).toEqual(
      expect.arrayContaining([
        '#/components/schemas/User',
        '#/components/schemas/Donation',
        '#/components/schemas/QueueEntry',
        '#/components/schemas/Error',
      ]),
    )
  })

  test('asks for a session wherever the contract does', () => {
    for (const [name, call] of Object.entries<CallDefinition>(contract)) {
      const expected =
        call.access === 'public' ? [] : call.access === 'signed' ? [{ signature: [] }] : [{ session: [] }]
      expect(operationOf(name).security, name).toEqual(expected)
    }
  })

  test('tells each refusal under its own status', () => {
    for (const { name, operation } of operations) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        for (const code of Object.keys(content?.['application/json']?.examples ?? {}))
          expect(String(errors[code as keyof typeof errors].status), `${name}: ${code}`).toBe(status)
      }
      const told = Object.values(operation.responses).flatMap(({ content }) =>
        Object.keys(content?.['application/json']?.examples ?? {}),
      )
      expect(told, name).toEqual(
        expect.arrayContaining([...((contract as Record<string, CallDefinition>)[name]!.refusals ?? [])]),
      )
    }
  })

  test('shows what a client sends, not what the server makes of it', () => {
    const { parameters } = operationOf('GET /admin/donations/list')
    expect(parameters!.find((parameter) => parameter.name === 'page')).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'string' },
    })
    expect(parameters!.find((parameter) => parameter.name === 'status')).toMatchObject({ schema: { type: 'string' } })
    const fields = Object.keys(
      operationOf('POST /auth/register').requestBody!.content['application/json']!.schema.properties!,
    )
    expect(fields).toEqual(expect.arrayContaining(['firstName', 'cpf', 'pixKeyType', 'password', 'terms_version']))
    expect(fields).not.toContain('confirmPassword')
    expect(fields).not.toContain('role')
  })

  test('offers the idempotency key where it is honoured', () => {
    for (const [name, call] of Object.entries<CallDefinition>(contract)) {
      const offered = (operationOf(name).parameters ?? []).some((parameter) => parameter.name === 'Idempotency-Key')
      expect(offered, name).toBe(call.idempotent === true)
    }
  })
})

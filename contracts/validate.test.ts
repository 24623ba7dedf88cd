import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import { registrationBody } from './forms/registration.ts'
import { registration, without } from './testing/registrations.ts'
import { validate } from './validate.ts'

describe('validating', () => {
  test('gives what was parsed', () => {
    expect(validate(contract['GET /donations/history'].query, { page: '2' })).toEqual({
      ok: true,
      data: { page: 2, limit: 20 },
    })
  })

  test('names every failing field with its first message', () => {
    const found = validate(registrationBody, { ...registration, email: 'marina', cep: '123', phone: '119' })
    expect(found).toMatchObject({
      ok: false,
      fields: {
        email: 'Por favor, insira um email válido',
        cep: 'CEP deve ter 8 dígitos',
        phone: 'Por favor, insira um telefone válido (11 dígitos)',
      },
    })
  })

  test('says on top that something required is missing, whatever else is wrong', () => {
    const missingName = validate(registrationBody, { ...without(registration, 'lastName'), cpf: '1' })
    expect(missingName).toMatchObject({
      ok: false,
      message: 'Por favor, preencha todos os campos obrigatórios',
      fields: { cpf: 'CPF deve ter 11 dígitos' },
    })
    const missingStreet = validate(registrationBody, { ...registration, address: '  ', email: 'marina' })
    expect(missingStreet).toMatchObject({
      ok: false,
      message: 'Por favor, preencha todos os campos bancários obrigatórios',
    })
    expect(validate(registrationBody, without(registration, 'password'))).toMatchObject({
      ok: false,
      message: 'Por favor, preencha todos os campos',
    })
  })

  test('names unknown fields, __proto__ and constructor among them', () => {
    const found = validate(
      contract['POST /auth/login'].body,
      JSON.parse('{"email":"a@b.co","password":"x","role":"ADMIN","__proto__":{"a":1},"constructor":1}'),
    )
    expect(found.ok).toBe(false)
    const fields = found.ok ? {} : found.fields
    expect(Object.entries(fields).toSorted()).toEqual([
      ['__proto__', 'Campo desconhecido.'],
      ['constructor', 'Campo desconhecido.'],
      ['role', 'Campo desconhecido.'],
    ])
  })

  test('speaks Portuguese where a schema has no sentence of its own', () => {
    const schema = z.strictObject({
      a: z.string(),
      b: z.string().max(2),
      c: z.enum(['x']),
      d: z.int(),
      e: z.union([z.literal(1), z.literal(2)]),
      f: z.number().min(3),
      g: z.enum(['x']),
    })
    const found = validate(schema, { a: ['1', '2'], b: 'abc', c: 'y', e: 7, f: 1 })
    expect(found).toEqual({
      ok: false,
      message: 'Valor inválido.',
      fields: {
        a: 'Valor inválido.',
        b: 'Texto longo demais.',
        c: 'Opção inválida.',
        d: 'Campo obrigatório.',
        e: 'Opção inválida.',
        f: 'Valor pequeno demais.',
        g: 'Campo obrigatório.',
      },
    })
  })

  test('refuses what is no object at all', () => {
    for (const value of [null, 'x', 3, []])
      expect(validate(contract['POST /auth/login'].body, value), String(value)).toEqual({
        ok: false,
        message: 'Valor inválido.',
        fields: { _: 'Valor inválido.' },
      })
  })
})

import { describe, expect, test } from 'vitest'
import { makeBrCode } from '#contracts/payment/br-code.ts'
import type { User } from './api.ts'
import { changesOf, editFaults, editValuesOf } from './edit-form.ts'

const code = (key: string) => makeBrCode({ key, name: 'ANA LIMA', city: 'RECIFE' })

const ana = {
  id: 'a',
  firstName: 'Ana',
  lastName: 'Lima',
  email: 'ana@exemplo.invalid',
  phone: '11987654321',
  cpf: '52998224725',
  birthDate: '1990-05-20',
  cep: '50030230',
  address: 'Rua A',
  addressNumber: '1',
  bank: null,
  agency: null,
  account: null,
  pixKeyType: 'email',
  pixKey: 'ana@exemplo.invalid',
  pixOwnerName: 'Ana Lima',
  pixCopyPaste: code('ana@exemplo.invalid'),
  pixQrCode: null,
  btcAddress: null,
  usdtAddress: null,
  status: 'APPROVED',
  avatar: 'avatar_male_1',
} as unknown as User

const changed = (patch: object) => changesOf(ana, { ...editValuesOf(ana), ...patch })

describe('what the edit form sends', () => {
  test('is nothing when nothing changed, and a blank password keeps the present one', () => {
    expect(changed({})).toBeNull()
    expect(changed({ password: '' })).toBeNull()
  })

  test('is only what changed', () => {
    expect(changed({ firstName: 'Anna', bank: 'Inter', password: 'outra-senha-boa' })).toEqual({
      firstName: 'Anna',
      bank: 'Inter',
      password: 'outra-senha-boa',
    })
  })

  test('has the birth date plus midnight UTC, which the contract takes', () => {
    const body = changed({ birthDate: '1991-01-02' })!
    expect(body).toEqual({ birthDate: '1991-01-02T00:00:00.000Z' })
    expect(editFaults(body)).toBeNull()
  })

  test('has key, type and code together, so that one that pays to another key is found before it is sent', () => {
    const other = changed({ pixKey: 'outra@exemplo.invalid' })!
    expect(other).toEqual({ pixKeyType: 'email', pixKey: 'outra@exemplo.invalid', pixCopyPaste: ana.pixCopyPaste })
    expect(editFaults(other)!.fields.pixCopyPaste).toBeTruthy()
    const whole = changed({ pixKey: 'outra@exemplo.invalid', pixCopyPaste: code('outra@exemplo.invalid') })!
    expect(editFaults(whole)).toBeNull()
    expect(changed({ pixCopyPaste: code('outra@exemplo.invalid') })).toMatchObject({
      pixKey: 'ana@exemplo.invalid',
      pixKeyType: 'email',
    })
  })

  test('has pictures chosen and pictures taken away, and not those that stay', () => {
    expect(changed({ btcQrCode: 'AAAA', avatar: null, pixQrCode: undefined })).toEqual({
      btcQrCode: 'AAAA',
      avatar: null,
    })
  })
})

test('faults are told by field, in the words of the specification', () => {
  expect(editFaults(changed({ cpf: '123' })!)!.fields.cpf).toBe('CPF deve ter 11 dígitos')
  expect(editFaults(changed({ email: 'ana' })!)!.fields.email).toBe('Por favor, insira um email válido')
  expect(editFaults(changed({ firstName: '' })!)!.fields.firstName).toBe('Informe o nome.')
  expect(editFaults(changed({ firstName: '' })!)!.message).toBe('Por favor, preencha todos os campos obrigatórios')
  expect(editFaults(changed({ password: 'curta' })!)!.fields.password).toBe('A senha deve ter pelo menos 8 caracteres')
})

test('phone, CPF and postal code stand in the form as they are written, and change nothing by that', () => {
  expect(editValuesOf(ana)).toMatchObject({ phone: '(11) 98765-4321', cpf: '529.982.247-25', cep: '50030-230' })
  expect(changed({})).toBeNull()
})

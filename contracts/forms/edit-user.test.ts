import { describe, expect, test } from 'vitest'
import { makeBrCode } from '../payment/br-code.ts'
import { validate } from '../validate.ts'
import { editUserForm } from './edit-user.ts'

const fieldsOf = (edit: object) => {
  const found = validate(editUserForm, edit)
  return found.ok ? null : found.fields
}

describe('editing a person', () => {
  test('changes what is sent and leaves the rest alone', () => {
    expect(validate(editUserForm, {})).toEqual({ ok: true, data: {} })
    expect(validate(editUserForm, { firstName: ' Ana ', phone: '(11) 98765-4321' })).toEqual({
      ok: true,
      data: { firstName: 'Ana', phone: '11987654321' },
    })
  })

  test('takes the birth date as a day, or as that day plus midnight UTC', () => {
    for (const birthDate of ['1990-05-01', '1990-05-01T00:00:00.000Z', '1990-05-01T00:00:00Z'])
      expect(validate(editUserForm, { birthDate })).toEqual({ ok: true, data: { birthDate: '1990-05-01' } })
    expect(fieldsOf({ birthDate: '1990-05-01T12:00:00Z' })).toMatchObject({ birthDate: expect.any(String) as string })
  })

  test('keeps the present password when it is blank, and says what is wrong with a new one', () => {
    expect(validate(editUserForm, { password: '' })).toEqual({ ok: true, data: { password: '' } })
    expect(fieldsOf({ password: '1234567' })).toEqual({ password: 'A senha deve ter pelo menos 8 caracteres' })
  })

  test('writes a key as the PIX system does, and never one that is not of its type', () => {
    expect(validate(editUserForm, { pixKeyType: 'phone', pixKey: '(11) 98765-4321' })).toEqual({
      ok: true,
      data: { pixKeyType: 'phone', pixKey: '+5511987654321' },
    })
    expect(fieldsOf({ pixKeyType: 'cpf', pixKey: 'marina@exemplo.com.br' })).toEqual({
      pixKey: 'Chave PIX deve ser um CPF válido (11 dígitos)',
    })
    expect(fieldsOf({ pixKey: 'marina@exemplo.com.br' })).toEqual({
      pixKeyType: 'Informe o tipo da chave PIX e a chave juntos.',
    })
    expect(fieldsOf({ pixKeyType: 'cpf' })).toEqual({ pixKey: 'Informe o tipo da chave PIX e a chave juntos.' })
    const other = makeBrCode({ key: 'outra@exemplo.com.br', name: 'Outra', city: 'Recife' })
    expect(fieldsOf({ pixKeyType: 'email', pixKey: 'marina@exemplo.com.br', pixCopyPaste: other })).toHaveProperty(
      'pixCopyPaste',
    )
  })

  test('takes away what is optional by a blank, and refuses a blank in what is not', () => {
    expect(validate(editUserForm, { bank: '', btcAddress: null, usdtQrCode: '' })).toEqual({
      ok: true,
      data: { bank: null, btcAddress: null, usdtQrCode: null },
    })
    expect(fieldsOf({ firstName: '' })).toEqual({ firstName: 'Por favor, preencha todos os campos obrigatórios' })
  })

  test('refuses the read-only fields', () => {
    for (const field of [
      'id',
      'createdAt',
      'updatedAt',
      'current_level',
      'can_reenter',
      'n3_completed_at',
      'role',
      'adminApproved',
    ])
      expect(fieldsOf({ [field]: 'x' }), field).toEqual({ [field]: 'Campo desconhecido.' })
  })
})

import { expect, test } from 'vitest'
import { typesOfPixKey } from '#contracts/payment/pix-key.ts'
import { emptyRegistration, joiningToSend } from './draft.ts'
import { keyAs, typesFor } from './roda-key.ts'
import { shortFaults } from './validate.ts'

test('the type of a key is recognised as it is typed', () => {
  for (const [typed, types] of [
    ['rita@exemplo.org', ['email']],
    ['(11) 98765-4321', ['phone']],
    ['+55 11 98765-4321', ['phone']],
    ['11987654321', ['phone']],
    ['529.982.247-25', ['cpf']],
    ['52998224725', ['phone', 'cpf']],
    ['11.222.333/0001-81', ['cpf']],
    ['7d9f0335-8dcc-4054-9bf9-0dbd61d36906', ['random']],
    ['', []],
    ['rita', []],
  ] as const)
    expect(typesOfPixKey(typed), typed).toEqual(types)
})

test('digits that are one’s own CPF or phone are not asked about', () => {
  const own = { cpf: '529.982.247-25', phone: '(11) 98765-4321' }
  expect(typesFor({ ...own, pixKey: '52998224725' })).toEqual(['cpf'])
  expect(typesFor({ cpf: '', phone: '(52) 99822-4725', pixKey: '52998224725' })).toEqual(['phone'])
  const chosen = { ...emptyRegistration, pixKeyType: 'cpf' as const }
  expect(keyAs(chosen, '52998224725')).toEqual({ pixKey: '52998224725', pixKeyType: 'cpf' })
  expect(keyAs(chosen, 'rita@exemplo.org')).toMatchObject({ pixKeyType: 'email' })
})

const filled = {
  ...emptyRegistration,
  firstName: 'Rita',
  lastName: 'Lima',
  cpf: '529.982.247-25',
  birthDate: '1990-05-01',
  phone: '(11) 8765-4321',
  pixKey: '529.982.247-25',
  pixKeyType: 'cpf' as const,
  password: 'uma-senha-bem-boa',
  termsAccepted: true,
}

test('eight things typed are enough, and the e-mail may be said to be none', () => {
  expect(shortFaults({ ...filled, email: 'rita@exemplo.org' })).toBeNull()
  expect(shortFaults({ ...filled, hasNoEmail: true })).toBeNull()
  expect(shortFaults(filled)).toEqual({
    fields: { email: 'Informe o e-mail, ou diga que não tem.' },
    first: 'Informe o e-mail, ou diga que não tem.',
  })
  expect(shortFaults({ ...filled, email: 'rita' })!.fields).toEqual({ email: 'Por favor, insira um email válido' })
})

test('what is empty or wrong says so, each in its own words', () => {
  const { fields } = shortFaults({ ...emptyRegistration, hasNoEmail: true })!
  expect(fields).toMatchObject({ firstName: 'Informe o nome.', cpf: 'Informe o CPF.', pixKey: 'Informe a chave PIX.' })
  for (const pixKey of ['rita', '(11) 8765-4321']) {
    const found = shortFaults({ ...filled, hasNoEmail: true, pixKey, pixKeyType: 'email' })!
    expect(found.fields.pixKey).toMatch(/^Não reconhecemos esta chave\. Um celular tem o DDD e 9 números/)
    expect(found.first).toBe(found.fields.pixKey)
  }
  expect(shortFaults({ ...filled, hasNoEmail: true, phone: '(11) 3765-4321' })!.fields).toHaveProperty('phone')
})

test('what is sent leaves out what was not typed', () => {
  expect(joiningToSend({ ...filled, hasNoEmail: true, email: 'antigo@exemplo.org' }, 'v1', 'segredo')).toEqual({
    firstName: 'Rita',
    lastName: 'Lima',
    cpf: '529.982.247-25',
    birthDate: '1990-05-01',
    phone: '(11) 8765-4321',
    pixKeyType: 'cpf',
    pixKey: '529.982.247-25',
    password: 'uma-senha-bem-boa',
    shows_first_name: false,
    terms_version: 'v1',
    join_secret: 'segredo',
  })
})

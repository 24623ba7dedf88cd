import { describe, expect, test } from 'vitest'
import { makeBrCode } from '../payment/br-code.ts'
import { bank, crypto, personal, registration } from '../testing/registrations.ts'
import { validate } from '../validate.ts'
import { ageFault, bankStep, cryptoStep, personalStepOn, registrationBody, termsStep } from './registration.ts'

const REQUIRED = 'Por favor, preencha todos os campos obrigatórios'
const REQUIRED_BANK = 'Por favor, preencha todos os campos bancários obrigatórios'
const REQUIRED_PASSWORD = 'Por favor, preencha todos os campos'

type Bad = [field: string, value: unknown, message: string]

function expectRefused(schema: Parameters<typeof validate>[0], good: object, [field, value, message]: Bad): void {
  const found = validate(schema, { ...good, [field]: value })
  const label = `${field} = ${JSON.stringify(value)}`
  expect(found.ok, label).toBe(false)
  if (!found.ok) expect(found.fields[field], label).toBe(message)
}

const personalStep = personalStepOn('2026-11-21')

describe('step 1, Informações Pessoais', () => {
  test('accepts a good example, and keeps digits alone and the e-mail in lower case', () => {
    expect(validate(personalStep, { ...personal, email: ' Marina.Alves@Exemplo.com.BR ' })).toEqual({
      ok: true,
      data: { ...personal, phone: '11987654321' },
    })
  })

  test('asks for every field with the step’s sentence', () => {
    for (const field of Object.keys(personal))
      for (const value of ['', '   ', null, undefined, 7])
        expectRefused(personalStep, personal, [field, value, REQUIRED])
  })

  test('refuses each bad value in the specification’s words', () => {
    const bad: Bad[] = [
      ['cpf', '5299822472', 'CPF deve ter 11 dígitos'],
      ['cpf', '529982247250', 'CPF deve ter 11 dígitos'],
      ['cpf', 'abcdefghijk', 'CPF deve ter 11 dígitos'],
      ['cpf', '52998224724', 'CPF inválido. Confira os números.'],
      ['cpf', '11111111111', 'CPF inválido. Confira os números.'],
      ['email', 'marina', 'Por favor, insira um email válido'],
      ['email', 'marina@', 'Por favor, insira um email válido'],
      ['email', 'a b@c.com', 'Por favor, insira um email válido'],
      ['phone', '1198765432', 'Por favor, insira um telefone válido (11 dígitos)'],
      ['phone', '119876543210', 'Por favor, insira um telefone válido (11 dígitos)'],
      ['birthDate', '1990-02-30', 'Data inválida'],
      ['birthDate', '01/05/1990', 'Data inválida'],
      ['birthDate', '2020-01-01', 'Você deve ter pelo menos 18 anos para se cadastrar'],
      ['birthDate', '1850-01-01', 'Você deve ter pelo menos 18 anos para se cadastrar'],
    ]
    for (const one of bad) expectRefused(personalStep, personal, one)
  })

  test('lets in on the eighteenth birthday and not the day before, on the day it is given', () => {
    const message = 'Você deve ter pelo menos 18 anos para se cadastrar'
    expect(['2026-11-21', '2026-11-22'].map((today) => ageFault('2008-11-22', today))).toEqual([message, null])
    const born = { ...personal, birthDate: '2008-11-22' }
    expect(validate(personalStepOn('2026-11-21'), born)).toMatchObject({ ok: false, fields: { birthDate: message } })
    expect(validate(personalStepOn('2026-11-22'), born).ok).toBe(true)
  })

  test('takes no birth date before 1900', () => {
    expect([ageFault('1899-12-31', '2026-11-21'), ageFault('1900-01-01', '2026-11-21')]).toEqual([
      expect.any(String),
      null,
    ])
  })
})

describe('step 2, Informações Bancárias', () => {
  test('accepts a good example; bank, agency and account may be blank or absent', () => {
    expect(validate(bankStep, bank)).toMatchObject({ ok: true, data: { cep: '01310100' } })
    expect(validate(bankStep, { ...bank, bank: '', agency: ' ', account: undefined })).toMatchObject({
      ok: true,
      data: { bank: null, agency: null },
    })
  })

  test('asks for every required field with the step’s sentence', () => {
    for (const field of [
      'cep',
      'address',
      'addressNumber',
      'pixKeyType',
      'pixKey',
      'pixOwnerName',
      'pixCopyPaste',
      'pixQrCode',
    ]) {
      for (const value of ['', null, undefined]) expectRefused(bankStep, bank, [field, value, REQUIRED_BANK])
    }
  })

  test('refuses each bad value in the specification’s words', () => {
    expectRefused(bankStep, bank, ['cep', '0131010', 'CEP deve ter 8 dígitos'])
    expectRefused(bankStep, bank, ['cep', '013101000', 'CEP deve ter 8 dígitos'])
    expectRefused(bankStep, bank, ['pixKeyType', 'carta', REQUIRED_BANK])
    expectRefused(bankStep, bank, ['pixKey', 'marina', 'Chave PIX deve ser um email válido'])
    expectRefused(bankStep, { ...bank, pixKeyType: 'phone' }, [
      'pixKey',
      '1198765',
      'Chave PIX deve ser um telefone válido (11 dígitos)',
    ])
    expectRefused(bankStep, { ...bank, pixKeyType: 'cpf' }, [
      'pixKey',
      '52998224724',
      'Chave PIX deve ser um CPF válido (11 dígitos)',
    ])
    expectRefused(bankStep, bank, ['pixQrCode', 'x'.repeat(1_000_001), 'Erro ao processar a imagem. Tente novamente.'])
  })

  test('refuses a pasted code that pays to another key, or is none', () => {
    const other = makeBrCode({ key: 'outra@exemplo.com.br', name: 'Outra', city: 'Recife' })
    expectRefused(bankStep, bank, [
      'pixCopyPaste',
      other,
      `O código copia e cola é da chave outra@exemplo.com.br, e não da chave informada (${bank.pixKey}).`,
    ])
    expect(validate(bankStep, { ...bank, pixCopyPaste: 'pague aqui' }).ok).toBe(false)
  })
})

describe('step 3, Informações Crypto', () => {
  const good = { ...crypto, password: 'um girassol azul', confirmPassword: 'um girassol azul' }
  const twice = (password: string) => validate(cryptoStep, { ...good, password, confirmPassword: password }).ok

  test('accepts a good example, and no addresses at all', () => {
    expect(validate(cryptoStep, good).ok).toBe(true)
    expect(validate(cryptoStep, { ...good, btcAddress: '', usdtAddress: undefined, btcQrCode: '' })).toMatchObject({
      ok: true,
      data: { btcAddress: null, btcQrCode: null },
    })
  })

  test('refuses each bad value in the specification’s words', () => {
    for (const field of ['password', 'confirmPassword'])
      for (const value of ['', undefined]) expectRefused(cryptoStep, good, [field, value, REQUIRED_PASSWORD])
    expectRefused(cryptoStep, good, ['confirmPassword', 'um girassol verde', 'As senhas não coincidem'])
    expectRefused(cryptoStep, good, ['password', '1234567', 'A senha deve ter pelo menos 8 caracteres'])
    expectRefused(cryptoStep, good, ['password', 'x'.repeat(129), 'A senha deve ter no máximo 128 caracteres'])
    expectRefused(cryptoStep, good, ['btcAddress', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'Endereço Bitcoin inválido'])
    expectRefused(cryptoStep, good, ['usdtAddress', '0x123', 'Endereço USDT inválido'])
  })

  test('counts a password in characters, as people do', () => {
    expect(['🌻'.repeat(7), '🌻'.repeat(8), '🌻'.repeat(128), '🌻'.repeat(129)].map(twice)).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(['x'.repeat(8), ' espaço no começo e fim ', 'x'.repeat(128)].map(twice)).toEqual([true, true, true])
  })
})

test('step 4, Termos e Condições, must be accepted', () => {
  expect(validate(termsStep, { termsAccepted: true }).ok).toBe(true)
  for (const value of [false, undefined, 'true', 1])
    expectRefused(termsStep, {}, ['termsAccepted', value, 'Você deve aceitar os termos e condições'])
})

describe('the whole registration', () => {
  test('accepts a good example and writes the key as the PIX system does', () => {
    const key = '+5511987654321'
    const found = validate(registrationBody, {
      ...registration,
      pixKeyType: 'phone',
      pixKey: '(11) 98765-4321',
      pixCopyPaste: makeBrCode({ key, name: 'Marina', city: 'São Paulo' }),
    })
    expect(found).toMatchObject({
      ok: true,
      data: { pixKey: key, cep: '01310100', phone: '11987654321', email: personal.email },
    })
  })

  test('takes the version of the terms and a picture along, and keeps the password as typed', () => {
    const found = validate(registrationBody, {
      ...registration,
      password: '  um girassol  ',
      terms_version: 'demonstracao:termos:1',
      avatar: 'iVBORw0KGgo=',
    })
    expect(found).toMatchObject({
      ok: true,
      data: { password: '  um girassol  ', terms_version: 'demonstracao:termos:1', avatar: 'iVBORw0KGgo=' },
    })
  })

  test('refuses what registering may not set, and what is removed before sending', () => {
    for (const field of [
      'role',
      'adminApproved',
      'status',
      'id',
      'current_level',
      'confirmPassword',
      'termsAccepted',
      'circleId',
    ])
      expectRefused(registrationBody, registration, [field, 'ADMIN', 'Campo desconhecido.'])
  })
})

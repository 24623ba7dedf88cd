import { expect, test } from 'vitest'
import { emptyRegistration, registrationToSend } from './draft.ts'
import { shortFaults, stepFaults } from './validate.ts'

test('each empty field says what it misses, and the specification’s sentence stands once, on top', () => {
  for (const [step, first, fields] of [
    [1, 'Por favor, preencha todos os campos obrigatórios', 6],
    [2, 'Por favor, preencha todos os campos bancários obrigatórios', 7],
    [3, 'Por favor, preencha todos os campos', 2],
  ] as const) {
    const found = stepFaults(step, emptyRegistration)!
    const said = Object.values(found.fields)
    expect(found.first).toBe(first)
    expect(said.length, `step ${step}`).toBe(fields)
    expect(new Set(said).size).toBe(said.length)
    expect(said).not.toContain(first)
  }
  expect(stepFaults(1, emptyRegistration)!.fields).toMatchObject({
    firstName: 'Informe o nome.',
    cpf: 'Informe o CPF.',
    birthDate: 'Informe a data de nascimento.',
  })
})

test('a field that is filled in wrongly says what is wrong, in the words of the specification', () => {
  expect(stepFaults(1, { ...emptyRegistration, cpf: '529' })!.fields.cpf).toBe('CPF deve ter 11 dígitos')
  expect(stepFaults(4, emptyRegistration)).toEqual({
    fields: { termsAccepted: 'Você deve aceitar os termos e condições' },
    first: 'Você deve aceitar os termos e condições',
  })
})

test('what is sent has no confirmation and no box, and leaves optional fields out when they are empty', () => {
  const sent = registrationToSend({ ...emptyRegistration, bank: 'Inter', password: 'p', termsAccepted: true }, 'v1')
  expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['confirmPassword']))
  expect(sent).toMatchObject({ firstName: '', bank: 'Inter', pixKeyType: 'email', password: 'p', terms_version: 'v1' })
  for (const name of ['agency', 'account', 'btcAddress', 'btcQrCode', 'termsAccepted', 'confirmPassword'])
    expect(sent).not.toHaveProperty(name)
})

test('a roda’s page says every fault at once: an age and a key of no kind too, while others are wrong', () => {
  const typed = { ...emptyRegistration, lastName: '🌻', birthDate: '2020-01-01', pixKey: '123' }
  const { fields } = shortFaults(typed)!
  expect(fields).toMatchObject({
    firstName: 'Informe o nome.',
    lastName: 'Use só letras, espaços, hífen, apóstrofo e ponto.',
    birthDate: 'Você deve ter pelo menos 18 anos para se cadastrar',
    pixKey: expect.stringMatching(/^Não reconhecemos esta chave\./),
  })
  expect(shortFaults({ ...typed, birthDate: '' })!.fields.birthDate).toBe('Informe a data de nascimento.')
})

import { describe, expect, test } from 'vitest'
import { validate } from '../validate.ts'
import { loginForm } from './login.ts'
import { reportForm, resolveReportForm } from './reports.ts'

test('a login asks for both fields', () => {
  expect(validate(loginForm, { email: ' ana@exemplo.com.br ', password: ' com espaços ' })).toEqual({
    ok: true,
    data: { email: 'ana@exemplo.com.br', password: ' com espaços ' },
  })
  expect(validate(loginForm, { email: '', password: '' })).toMatchObject({
    ok: false,
    fields: { email: 'Informe seu email', password: 'Informe sua senha' },
  })
  expect(validate(loginForm, {})).toMatchObject({
    ok: false,
    fields: { email: 'Informe seu email', password: 'Informe sua senha' },
  })
})

describe('a report', () => {
  test('has a reason, and may say more', () => {
    expect(validate(reportForm, { reason: ' Não recebi. ', additionalInfo: '' })).toEqual({
      ok: true,
      data: { reason: 'Não recebi.', additionalInfo: '' },
    })
    for (const reason of ['', '  ', undefined])
      expect(validate(reportForm, { reason })).toMatchObject({
        ok: false,
        message: 'Por favor, informe o motivo do reporte',
      })
  })

  test('is resolved with a message and notes; RESOLVED and keep unless said otherwise', () => {
    const words = { resolution_message: 'Confirmado com o banco.', admin_notes: 'Extrato visto.' }
    expect(validate(resolveReportForm, words)).toEqual({
      ok: true,
      data: { ...words, resolution: 'RESOLVED', donation_outcome: 'keep' },
    })
    expect(validate(resolveReportForm, { ...words, resolution_message: ' ' })).toMatchObject({
      ok: false,
      message: 'A mensagem de resolução é obrigatória',
    })
    expect(validate(resolveReportForm, { ...words, admin_notes: undefined })).toMatchObject({
      ok: false,
      message: 'As notas administrativas são obrigatórias',
    })
    expect(validate(resolveReportForm, { ...words, resolution: 'MAYBE' })).toMatchObject({
      ok: false,
      fields: { resolution: 'Opção inválida.' },
    })
  })
})

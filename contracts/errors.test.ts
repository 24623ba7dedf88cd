import { describe, expect, test } from 'vitest'
import type { RefusalCode } from '#circle/refusal.ts'
import { errorMessage, errors } from './errors.ts'
import type { ErrorCode } from './errors.ts'
import type { ErrorTable } from './errors/table.ts'
import { FOREIGN_TO_A_RODA } from './roda-words.ts'

/** The details that fill each refusal's sentence: a code that is not here has nothing to fill. */
const placeholders: Partial<Record<ErrorCode, Record<string, string>>> = {
  'device.waits': { from: '12/11/2026 12:30' },
  'donation.only_scheduled': { day: '05/12' },
  'donation.schedule_late': { day: '10/12' },
  'circle.not_over': { behind: '2', open: '1' },
  'beginning.rows': { reason: '2ª linha: falta um valor em reais.' },
  'beginning.waited': { missing: '2' },
  'rotation.all_asked': { open: '1' },
  'rotation.not_over': { behind: '2', open: '1' },
  'pull.off_plan': { people: '12', places: '5' },
  'shares.misfit': { most: '2', places: '12', monthsMax: '10' },
  'queue.position_taken': { position: '007', name: 'Marina Alves' },
  'queue.member_already_in': { position: '042' },
  'privacy.open_matters': { matters: '1 doação sua espera a confirmação de quem recebeu' },
  'ledger.ahead': { at: '24/11/2026 12:00', until: '23/11/2026 10:00' },
  'ledger.no_such_size': { size: '12' },
  'level.not_in_plan': { level: '2' },
  'report.answer_day': { days: '14' },
  'queue.undo_rests': { why: 'com esta mudança, 3 doações foram canceladas.' },
  'appeal.too_late': { until: '24/11/2026 12:00' },
  'paper.altered': { seq: '55' },
  'plan.invalid': { reason: 'N1: todo valor devido deve ser positivo.' },
}

const codeOfRules = (code: RefusalCode): ErrorCode => code
const entries = Object.entries(errors) as [ErrorCode, ErrorTable[string]][]

describe('the refusals', () => {
  test('have a code of two words, a status of refusal and a sentence', () => {
    for (const [code, { status, message }] of entries) {
      expect(code).toMatch(/^[a-z]+\.[a-z0-9_]+$/)
      expect([400, 401, 403, 404, 405, 408, 409, 413, 415, 429, 500, 503, 507], code).toContain(status)
      expect(message.trim(), code).toBe(message)
      expect(message.length, code).toBeGreaterThan(10)
    }
  })

  test('fill every placeholder that they have, and have no other', () => {
    for (const [code, { message }] of entries) {
      const named = [...message.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
      expect(Object.keys(placeholders[code] ?? {}).toSorted(), code).toEqual(named.toSorted())
      expect(errorMessage(code, placeholders[code]), code).not.toMatch(/[{}]/)
    }
  })

  test('say the sentences of the specification word for word', () => {
    expect(errorMessage('queue.position_taken', { position: '007', name: 'Marina Alves' })).toBe(
      'Erro: A posição #007 já está ocupada por Marina Alves',
    )
    expect(errorMessage('queue.member_already_in', { position: '042' })).toBe(
      'Erro: O usuário já está na fila na posição #042',
    )
    expect(errorMessage('plan.not_balanced')).toBe(
      'Este plano não devolve a cada participante o que ele doou. Use-o apenas em demonstração.',
    )
    expect(errorMessage('session.bad_credentials')).toBe('Email ou senha inválidos')
    expect(errorMessage('file.not_image')).toBe('Por favor, selecione apenas arquivos de imagem (JPG, PNG, etc.)')
    expect(errorMessage('file.too_large')).toBe('Arquivo muito grande. Máximo 5MB permitido.')
    expect(errorMessage('file.not_image_avatar')).toBe('Por favor, selecione um arquivo de imagem válido.')
    expect(errorMessage('file.too_large_avatar')).toBe('A imagem deve ter no máximo 5MB.')
    expect(errorMessage('file.wrong_pixels_exact')).toBe('A imagem deve ter exatamente 400x400 pixels.')
    expect(errorMessage('file.wrong_pixels_max')).toBe('A imagem deve ter no máximo 400x400 pixels.')
    expect(errorMessage('file.bad_base64')).toBe('Erro ao processar a imagem. Tente novamente.')
  })

  test('have the status that the kind of refusal has', () => {
    const statuses = {
      'pull.contradicts_plan': 400,
      'pull.cycle_unknown': 400,
      'session.invalid': 401,
      'access.not_approved': 403,
      'resource.not_found': 404,
      'donation.already_confirmed': 409,
      'queue.position_taken': 409,
      'file.too_large': 413,
      'file.not_image': 415,
      'file.quota': 429,
      'server.unavailable': 503,
      'file.disk_full': 507,
    } as const
    for (const [code, status] of Object.entries(statuses)) expect(errors[code as ErrorCode].status, code).toBe(status)
  })

  test('cover every refusal of the rules', () => {
    // A code of the rules that is no code of the contract does not compile.
    expect(errors[codeOfRules('queue.full')].status).toBe(409)
  })

  test('in a roda say lugar where the specification says posição or fila, and nothing else changes', () => {
    expect(errorMessage('queue.position_taken', { position: 7, name: 'Marina Alves' }, true)).toBe(
      'O 7º lugar já é de Marina Alves.',
    )
    expect(errorMessage('queue.member_already_in', { position: 12 }, true)).toBe('Esta pessoa já tem o 12º lugar.')
    expect(errorMessage('queue.full', {}, true)).toBe(errors['queue.full'].message)
    for (const [code, { roda = '' }] of entries) {
      expect(roda, code).not.toMatch(FOREIGN_TO_A_RODA)
      expect(roda, code).not.toMatch(/posiç/i)
    }
  })

  test('leave out what they are not told, without a brace', () => {
    expect(errorMessage('queue.member_already_in')).toBe('Erro: O usuário já está na fila na posição #')
  })
})

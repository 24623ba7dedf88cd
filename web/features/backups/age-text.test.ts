import { describe, expect, test } from 'vitest'
import { archiveAge, backupAge, sizeText } from './age-text.ts'

const now = Date.parse('2026-11-22T10:00:00-03:00')

describe('the age of the last backup', () => {
  test.each([
    ['2026-11-22T03:12:00-03:00', 'Última cópia: hoje às 3h12', false],
    ['2026-11-21T23:05:00-03:00', 'Última cópia: ontem às 23h05', false],
    ['2026-11-20T23:59:00-03:00', 'Sem cópia há 2 dias', true],
    ['2026-11-18T03:12:00-03:00', 'Sem cópia há 4 dias', true],
    ['2026-11-23T03:12:00-03:00', 'Última cópia: hoje às 3h12', false],
    [null, 'Ainda não há nenhuma cópia', true],
  ] as const)('%s is said as “%s”', (last, text, isOld) => {
    expect(backupAge(last, now)).toEqual({ text, isOld })
  })

  test('a size is said as people say it', () => {
    expect([41_200, 1_240_000, 123_456_789].map(sizeText)).toEqual(['41 kB', '1,2 MB', '123 MB'])
  })
})

describe('the age of the continuous archive', () => {
  test.each([
    [null, null, 'O arquivo contínuo está começando', false],
    [null, 'gone', 'O arquivo contínuo não pôde começar: a pasta dele não está lá', true],
    ['2026-11-22T09:59:10-03:00', null, 'Arquivo contínuo: até hoje às 9h59', false],
    ['2026-11-22T10:02:00-03:00', null, 'Arquivo contínuo: até hoje às 10h02', false],
    ['2026-11-22T09:40:00-03:00', null, 'O arquivo contínuo está parado desde hoje às 9h40', true],
    [
      '2026-11-22T09:59:10-03:00',
      'full',
      'O arquivo contínuo está parado desde hoje às 9h59: o disco dele está cheio',
      true,
    ],
    [
      '2026-11-22T09:59:10-03:00',
      'stalled',
      'O arquivo contínuo está parado desde hoje às 9h59: a pasta dele não responde',
      true,
    ],
    [
      '2026-11-18T09:40:00-03:00',
      'failed',
      'O arquivo contínuo está parado há 4 dias: não foi possível escrever nele',
      true,
    ],
  ] as const)('%s, %s is said as “%s”', (last_at, fault, text, isOld) => {
    expect(archiveAge({ first_at: '2026-11-15T03:00:00-03:00', last_at, fault }, now)).toEqual({ text, isOld })
    expect(archiveAge({ first_at: null, last_at, fault: null }, now).text).toBe('O arquivo contínuo está começando')
  })
})

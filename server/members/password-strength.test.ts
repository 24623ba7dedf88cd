import { statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { COMMON_FILE, isCommonPassword, KEY_BYTES } from './common-passwords.ts'
import { ensureStrongPassword } from './password-strength.ts'

const OWN = {
  email: 'bia.figueiredo77@exemplo.invalid',
  firstName: 'Beatriz',
  lastName: 'Figueiredo Lima',
  phone: '11987654321',
  cpf: '52998224725',
  birthDate: '1990-03-27',
}
const isRefused = (password: string) => {
  try {
    ensureStrongPassword(password, OWN)
    return false
  } catch (error) {
    expect(error).toMatchObject({ code: 'user.weak_password', fields: { password: expect.any(String) } })
    return true
  }
}

describe('a password', () => {
  test.each([
    ['among the most common', 'trustno1'],
    ['common in capitals', 'QwErTyUiOp'],
    ['common with spaces', 'q w e r t y u i o p'],
    ['far down the list', 'troop4life'],
    ['one Portuguese word', 'felicidade'],
    ['one Portuguese word with accents', 'preocupação'],
    ['common with digits for letters', 'p4ssw0rd'],
    ['common with signs for letters', 'P@$$w0rd!'],
    ['common in Portuguese with digits for letters', 's3nh@2024!'],
    ['one’s name', 'beatrizlima'],
    ['one’s name reversed', 'zirtaeb1990'],
    ['one’s name with digits for letters', 'B34tr1z!!'],
    ['one’s name reversed, with digits for letters', 'z1rt43b99'],
    ['one’s e-mail’s name', 'bia.figueiredo77'],
    ['part of one’s e-mail’s name', 'bia12345'],
    ['one’s birth date', '27031990'],
    ['one’s birth date with signs', '27/03/1990'],
    ['one’s birth date backwards', '19900327'],
    ['one’s birth date in the American order', '03271990'],
    ['one’s birth date, year in the middle', '27199003'],
    ['one’s birth date twice', '270390270390'],
    ['one’s birth date and a digit', '270319901'],
    ['one’s birth date reversed', '09913072'],
    ['one’s CPF', '529.982.247-25'],
    ['one’s CPF reversed', '52742289925'],
    ['one’s phone', '(11) 98765-4321'],
    ['one’s phone without area code', '987654321'],
    ['one’s name and birth date', 'Lima27.03.90'],
    ['one’s name and CPF', 'beatriz52998224725'],
  ])('%s is refused: %s', (_kind, password) => {
    expect(isRefused(password)).toBe(true)
  })

  test.each([
    'uma-senha-bem-boa',
    'roda-de-ciranda',
    'cavalo bateria grampo certo',
    'beatriz gosta de pipoca',
    'k7#Qw9!zR2',
    '83016294',
    'Xícara-Azul-41',
    'nova-senha-dada',
  ])('that nobody guesses is taken: %s', (password) => {
    expect(isRefused(password)).toBe(false)
  })

  test('is compared with more than a hundred thousand common ones, in less than a megabyte', () => {
    const { size } = statSync(COMMON_FILE)
    expect(size / KEY_BYTES).toBeGreaterThan(100_000)
    expect(size).toBeLessThan(1_000_000)
    // By chance none of ten thousand others is taken for one of them.
    for (let n = 0; n < 10_000; n += 1) expect(isCommonPassword(`nenhuma lista tem ${n}`)).toBe(false)
  })
})

import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { FOREIGN_TO_A_RODA } from '#contracts/roda-words.ts'
import { rodaWords } from './roda-words.ts'
import { say, speakOfRoda } from './say.ts'

afterEach(() => speakOfRoda(false))

test('a circle of several levels speaks in the words of the specification', () => {
  expect(say('Meus Reports')).toBe('Meus Reports')
  expect(say`Report de ${'Ana'}`).toBe('Report de Ana')
})

test('a roda speaks in its own, and leaves what people wrote as it is', () => {
  speakOfRoda(true)
  expect(say('Gerar PULL Mensal')).toBe('Pedir as contribuições')
  expect(say`Report de ${'Rosa do Report'}`).toBe('Problema de Rosa do Report')
  expect(say`Começou a vez de ${'Ana'} no nível ${1}`).toBe('Começou a vez de Ana')
  expect(say('Histórico')).toBe('Histórico')
})

test('no sentence of a roda has a word that is foreign to it, and each tells only what there is to tell', () => {
  for (const [key, said] of Object.entries(rodaWords)) {
    expect(said, key).not.toMatch(FOREIGN_TO_A_RODA)
    const told = [...said.matchAll(/\{(\d)\}/g)].map(([, index]) => Number(index))
    expect(Math.max(-1, ...told), key).toBeLessThan(key.split('{}').length - 1)
  }
})

test('every sentence of the table is said somewhere', () => {
  const code = globSync('web/**/*.{ts,tsx}', {
    exclude: ['**/*.test.*', 'web/dist/**', '**/roda-words.ts'],
  })
    .map((file) => readFileSync(file, 'utf8').replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}'))
    .join('\n')
  expect(Object.keys(rodaWords).filter((key) => !code.includes(key))).toEqual([])
})

import { expect, test } from 'vitest'
import { sectionsOf } from './sections.ts'

const titles = (...of: Parameters<typeof sectionsOf>) => sectionsOf(...of).map(({ title }) => title)

test('a roda’s profile has nothing of what a roda does not ask, but for what was given', () => {
  expect(titles({}, [])).toEqual(['Informações Pessoais', 'Informações Bancárias', 'PIX', 'Crypto'])
  expect(sectionsOf({}, ['address', 'bank', 'crypto'])).toEqual([
    { title: 'Informações Pessoais', groups: ['personal'] },
    { title: 'PIX', groups: ['pix'] },
  ])
  expect(titles({ bank: 'Itaú' }, ['address', 'bank', 'crypto'])).toContain('Informações Bancárias')
})

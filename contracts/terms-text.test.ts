import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { termsHashText } from '#circle/terms.ts'
import { termsParagraph, termsTextOf } from './terms-text.ts'

const hashOf = (plan: typeof presets.termos) =>
  createHash('sha256')
    .update(termsHashText({ circleId: 'a-circle', plan, operator: null, text: termsTextOf(plan) }))
    .digest('hex')

describe('the words of the terms', () => {
  test('of a plan of three levels keep the hash that people accepted before plans had fewer levels', () => {
    expect([presets.termos, presets.tela, presets.rotativo].map(hashOf)).toEqual([
      'a30fdd26b9a75b4ba0fa07e5da897d420e1a70904a8109f6de1838f360ea96f0',
      'c0406781f7b8b43191478c855925c5d827900703017895a243d78cddee7826cf',
      'e1a410a26f167bbafb9212756e22e882f333e533147450fce1483f9a7bc3cc04',
    ])
  })

  test('name as many levels as the plan has', () => {
    const [first, second] = presets.rotativo.levels
    const textOf = (levels: readonly unknown[]) =>
      termsTextOf({ levels })
        .map(({ text }) => text)
        .join(' ')
    expect(textOf([first])).not.toMatch(/(dois|três) níveis|terceiro/)
    expect(textOf([first, second])).toMatch(/dois níveis/)
    expect(textOf([first, second])).not.toMatch(/três níveis|terceiro/)
    expect(textOf(presets.termos.levels)).toMatch(/três níveis/)
    expect(termsParagraph({ levels: [first] }, 'balanced')).toContain('Se a roda parar antes do fim da volta')
  })

  test('say one month in the singular, though what is hashed has the plural', () => {
    const after = (months: number) => termsParagraph(presets.termos, 'levelReached', { months, reached: 'quem recebe' })
    expect(after(1)).toMatch(/^Em 1 mês, com todos pagando, quem recebe/)
    expect([after(11), after(21)].map((text) => text.slice(0, 11))).toEqual(['Em 11 meses', 'Em 21 meses'])
  })
})

import { expect, test } from 'vitest'
import { beginningStep } from './own-step.ts'

test('a roda that is brought in asks for one’s own answer, and then waits for the others’', () => {
  const sums = { given: 100, received: 0 }
  expect(beginningStep({ accepted: false, said: null })).toMatchObject({ action: 'Conferir', kind: 'confirm' })
  expect(beginningStep({ accepted: true, said: null })).toMatchObject({ title: 'Você conferiu o seu começo' })
  expect(beginningStep({ accepted: false, said: sums })).toMatchObject({ title: 'Você disse o que não está certo' })
})

import { expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { outcomeFigures } from '#contracts/outcome-points.ts'
import { pathWith, returnText, stoppingText } from './stopping.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const path = pathWith(outcomeFigures(presets.roda, 12), 0)!

test('says when everybody is back at zero, and how far behind anybody gets before', () => {
  expect(plain(returnText(path))).toBe(
    'Se todos pagam, todos estão de volta a zero no fim do mês 11. No caminho, quem fica mais atrás chega a ter doado R$ 1.000,00 a mais do que recebeu.',
  )
  expect(plain(returnText({ ...path, missed: 5, zero_month: null, deepest: 0 }))).toBe(
    'Se 5% das contribuições faltam, em 24 meses não há um mês em que todos estejam de volta a zero. No caminho, ninguém fica para trás.',
  )
})

test('says what becomes of how many if it stops at a month', () => {
  expect(plain(stoppingText({ ...path, behind: [9], even: [1], ahead: [2], short: [1_800], furthest: [200] }, 1))).toBe(
    'Se a roda parar no fim do mês 1: 9 doaram mais do que receberam, 1 está em zero, 2 receberam mais do que doaram. A quem ficou para trás faltam R$ 1.800,00 ao todo, e a quem mais falta, R$ 200,00.',
  )
  expect(stoppingText(path, 11)).toBe('Se a roda parar no fim do mês 11, ninguém terá doado mais do que recebeu.')
})

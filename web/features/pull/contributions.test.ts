import { expect, test } from 'vitest'
import { contributionsText, nothingText, offPlanText } from './PullPanel.tsx'

const level = (number: number, donation: number, contributes = true) => ({ level: number, donation, contributes })
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('the pull quotes the one contribution there is, and with several queues each queue’s own', () => {
  expect(plain(contributionsText([level(1, 100), level(2, 200, false)]))).toBe('R$ 100,00')
  expect(plain(contributionsText([level(1, 100), level(2, 200), level(3, 1600)]))).toBe(
    'R$ 100,00 na fila N1, R$ 200,00 na fila N2 e R$ 1.600,00 na fila N3',
  )
})

test('first contributions that wait say how many the plan was shown for, how many came, and what to do', () => {
  expect(offPlanText({ people: 12, places: 5 })).toBe(
    'O plano foi mostrado para 12 pessoas, e só 5 têm lugar. As contas que todos leram não são as desta roda. ' +
      'Espere as que faltam, ou mude o plano para quantas são: cada pessoa o aceita antes da primeira contribuição.',
  )
  expect(offPlanText({ people: 12, places: 13 })).toContain('13 têm lugar. As contas')
})

test('a pull of a roda that asked for nothing says so, and why', () => {
  const said = (createdCount: number, skippedExisting: number, skippedWithoutConsent: number) =>
    nothingText({ createdCount, receiversProcessed: 0, skippedExisting, skippedWithoutConsent })
  expect(said(3, 0, 1)).toBeNull()
  expect(said(0, 0, 4)).toBe('Falta aceitar os termos: até lá, não há quem doe nem quem receba.')
  expect([said(0, 4, 0), said(0, 1, 3)]).toEqual([
    '4 lugares já têm a contribuição deste mês.',
    '1 lugar já tem a contribuição deste mês.',
  ])
  expect(said(0, 0, 0)).toBe('Quem tem lugar não deve mais nenhuma contribuição, ou não há agora a quem doar.')
})

import { expect, test } from 'vitest'
import * as settlement from './settlement.ts'

// Money is written with a space that does not break.
const plain = (text: string) => text.replaceAll('\u00A0', ' ')
const sumsText = (...of: Parameters<typeof settlement.sumsText>) => plain(settlement.sumsText(...of))
const settlementText = (...of: Parameters<typeof settlement.settlementText>) => plain(settlement.settlementText(...of))

test('who gave more is given it back by who comes; who received more hands it on; each reads their own side', () => {
  const gave = { given: 300, received: 0 }
  const got = { given: 100, received: 1_100 }
  expect(sumsText(gave)).toBe('O lugar já deu R$ 300,00 e recebeu R$ 0,00.')
  expect(sumsText(gave, 2)).toBe('Os 2 lugares já deram R$ 300,00 e receberam R$ 0,00.')
  expect(settlementText(gave, 'leaver')).toContain('Quem vem devolve a você R$ 300,00')
  expect(settlementText(gave, 'newcomer')).toContain('Você devolve a quem sai R$ 300,00')
  expect(settlementText(got, 'leaver')).toContain('Entregue a quem vem R$ 1.000,00')
  expect(settlementText(got, 'newcomer')).toContain('Receba dela R$ 1.000,00')
  expect(settlementText({ given: 100.1, received: 100.1 }, 'leaver')).toBe('Entre vocês não há nada a acertar.')
})

test('who comes reads what the place still gives and receives, and in which months', () => {
  const still = { give: 800, receive: 1_100, turns: ['2027-03'] }
  expect(plain(settlement.stillText(still))).toBe(
    'Se todos pagarem, o lugar ainda dá R$ 800,00 e recebe R$ 1.100,00, na vez de março de 2027.',
  )
  expect(plain(settlement.stillText({ ...still, turns: ['2027-03', '2027-06'] }, 2))).toBe(
    'Se todos pagarem, os 2 lugares ainda dão R$ 800,00 e recebem R$ 1.100,00, nas vezes de março de 2027 e de junho de 2027.',
  )
  expect(plain(settlement.stillText({ ...still, receive: 0 }))).toBe(
    'Se todos pagarem, o lugar ainda dá R$ 800,00 e recebe R$ 0,00.',
  )
})

test('what is open of a place is said without what is not', () => {
  const [none, one, two] = [
    { count: 0, amount: 0 },
    { count: 1, amount: 100 },
    { count: 2, amount: 200 },
  ]
  const said = (owes: typeof none, owed: typeof none) => plain(settlement.openText({ owes, owed }, 'Gil'))
  expect(said(none, none)).toBe('Agora nada está em aberto.')
  expect(said(one, none)).toBe('Agora deve uma doação (R$ 100,00): isso passa a Gil, com os mesmos prazos.')
  expect(said(one, two)).toBe(
    'Agora deve uma doação (R$ 100,00) e tem a receber 2 doações (R$ 200,00): tudo isso passa a Gil, com os mesmos prazos.',
  )
})

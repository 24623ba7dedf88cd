import { expect, test } from 'vitest'
import { turnMoveText } from './turn-move-text.ts'

test('a turn that moved is told with its months and every cause', () => {
  expect(
    turnMoveText({
      from: '2027-03',
      to: '2027-04',
      causes: [{ kind: 'missed', period: '2026-11', count: 2, own: false }],
    }),
  ).toBe('passou de março para abril de 2027: duas contribuições de novembro não chegaram')
  expect(
    turnMoveText({
      from: '2026-12',
      to: '2027-01',
      causes: [
        { kind: 'missed', period: '2026-11', count: 1, own: true },
        { kind: 'left', count: 1 },
        { kind: 'joined', count: 12 },
      ],
    }),
  ).toBe(
    'passou de dezembro de 2026 para janeiro de 2027: uma contribuição de novembro, a sua, não chegou; uma pessoa deixou o lugar; e 12 pessoas entraram na ordem',
  )
  expect(turnMoveText({ from: '2027-03', to: null, causes: [{ kind: 'not_asked', period: '2026-11' }] })).toBe(
    'saiu de vista (era março de 2027): as contribuições de novembro não foram pedidas',
  )
  const settlements = [1, 2].map((count) => ({ kind: 'missed' as const, period: '', count, own: count === 2 }))
  expect(turnMoveText({ from: '2027-03', to: '2027-04', causes: settlements })).toBe(
    'passou de março para abril de 2027: um acerto não chegou; e 2 acertos, entre eles o seu, não chegaram',
  )
  expect(turnMoveText({ from: null, to: '2028-10', causes: [{ kind: 'reordered' }] })).toBe(
    'passou a outubro de 2028: a administração mudou a ordem',
  )
  expect(turnMoveText({ from: null, to: '2028-10', causes: [{ kind: 'drawn' }, { kind: 'swapped', count: 1 }] })).toBe(
    'passou a outubro de 2028: a ordem de quem recebe foi decidida; e duas pessoas trocaram de vez entre si',
  )
  expect(turnMoveText({ from: null, to: '2028-10', causes: [{ kind: 'swapped', count: 2 }] })).toBe(
    'passou a outubro de 2028: houve duas trocas de vez',
  )
})

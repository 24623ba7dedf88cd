import { describe, expect, test } from 'vitest'
import { speakOfRoda } from '#web/text/say.ts'
import type { CircleForecast, ForecastPlace } from './api.ts'
import { ownTurns, rangeText } from './turn-text.ts'
import { endOfRotation, inTurnText, placesByMonth, positionsText } from './turn-months.ts'

const months = Array.from({ length: 24 }, (_, index) => {
  const month = 10 + index
  return `${2026 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
})
const range = (high: string | null) => ({ low: high, median: high, high })

function place(
  turn: Partial<ForecastPlace['turns'][number]>,
  high: string | null = null,
  more: Partial<ForecastPlace> = {},
): ForecastPlace {
  return {
    level: 1,
    position: 7,
    receiver: false,
    own: true,
    had: false,
    moved: null,
    turns: [{ begins: null, ends: null, running: false, ...turn }],
    missed: [5, 10].map((share) => ({ share, begins: range(high), ends: range(high) })),
    ...more,
  }
}

function told(
  places: ForecastPlace[],
  { asked = true, isCompleted = false, over = false, waits = null as CircleForecast['waits'] } = {},
): string[] {
  const forecast: CircleForecast = {
    at: '2026-11-10T15:00:00Z',
    seq: 9,
    months,
    asked,
    futures: 1000,
    pending: false,
    places,
    over,
    waits,
  }
  return ownTurns(forecast, isCompleted)
    .flatMap(({ title, details }) => [title, ...details])
    .map((text) => text.replaceAll('\u00a0', ' '))
}

describe('one’s own turn in words', () => {
  test('is no month of a plan for other people than are there', () => {
    expect(told([place({}, null, { turns: [] })], { waits: { people: 12, places: 5 } })).toEqual([
      'A sua vez ainda não tem mês',
      'O plano é para 12 pessoas, e 5 têm lugar. O mês aparece quando os dois números forem iguais.',
    ])
  })

  test('is no month while somebody has more places than the others can give to: it says what to do instead', () => {
    expect(told([place({}, null, { turns: [] })], { waits: { most: 3, places: 5, months: 2 } })).toEqual([
      'A sua vez ainda não tem mês',
      'Uma pessoa tem 3 dos 5 lugares, e os dos outros não bastam para ela. Chamem mais gente, mudem o plano para até 2 meses, ou ela fica com menos lugares.',
    ])
  })

  test('is a month, with the month that it may come to', () => {
    expect(told([place({ begins: '2027-03', ends: '2027-04' }, '2027-05')])).toEqual([
      'Sua vez: março de 2027 (até maio, se 10 % faltarem)',
      'Com todos pagando, ela termina em abril de 2027.',
    ])
    expect(told([place({ begins: '2027-03', ends: '2027-03' }, '2028-01')])[0]).toBe(
      'Sua vez: março de 2027 (até janeiro de 2028, se 10 % faltarem)',
    )
    expect(told([place({ begins: '2027-03', ends: '2027-03' }, '2027-03')])).toEqual([
      'Sua vez: março de 2027 (também se 10 % faltarem)',
      'Com todos pagando, ela começa e termina nesse mês.',
    ])
    expect(told([place({ begins: '2027-03', ends: '2027-03' }, null)])[0]).toBe(
      'Sua vez: março de 2027 (ou depois de outubro de 2028, se 10 % faltarem)',
    )
  })

  test('leaves room for the month that is not known yet, while the futures are computed', () => {
    const missed = [5, 10].map((share) => ({ share, begins: null, ends: null }))
    expect(told([place({ begins: '2027-03', ends: '2027-03' }, null, { missed })])[0]).toBe(
      'Sua vez: março de 2027 (até …, se 10 % faltarem)',
    )
    expect(told([place({ begins: '2026-10', ends: '2026-12', running: true }, null, { missed })])[1]).toBe(
      'Com todos pagando, ela termina em dezembro de 2026 (até …, se 10 % faltarem).',
    )
    expect(rangeText(null, months.at(-1)!)).toBe('…')
  })

  test('is now while it runs, also where the role is with somebody else', () => {
    const running = { begins: '2026-10', ends: '2026-12', running: true }
    expect(told([place(running, '2027-02', { receiver: true })])).toEqual([
      'Sua vez é agora',
      'Com todos pagando, ela termina em dezembro de 2026 (até fevereiro de 2027, se 10 % faltarem).',
    ])
    expect(told([place(running, '2026-12')])[0]).toBe('Sua vez já começou')
  })

  test('is not said to be now in a roda where a month ahead began it, and others receive before', () => {
    speakOfRoda(true)
    const first = place({ begins: '2026-11', ends: '2026-11', running: true }, null, { own: false, receiver: true })
    const ahead = place({ begins: '2026-11', ends: '2027-02', running: true }, null, { position: 9, receiver: true })
    expect(told([first, ahead])[0]).toBe('Sua vez já começou')
    expect(told([{ ...first, own: true }])[0]).toBe('Sua vez é agora')
    speakOfRoda(false)
  })

  test('is out of sight, missing, or over', () => {
    const other = place({}, null, { own: false, position: 8 })
    expect(told([place({}), other])).toEqual([
      'Sua vez não está à vista nos próximos 24 meses',
      'Mesmo com todos pagando, ela vem depois de outubro de 2028.',
    ])
    expect(told([])[0]).toBe('Você ainda não tem lugar')
    expect(told([], { isCompleted: true })[0]).toBe('Você completou o plano')
  })

  test('waits for others, while nobody else is there to give', () => {
    expect(told([place({}), place({}, null, { level: 2 })])[0]).toBe('Nível 1 · Só você tem lugar')
    expect(told([place({})])).toEqual([
      'Só você tem lugar',
      'Ninguém doa a si mesmo: o mês da sua vez aparece aqui quando mais alguém entrar.',
    ])
  })

  test('says that it counts on this month being asked for, before the pull', () => {
    expect(told([place({ begins: '2026-11', ends: '2026-11' }, '2026-12')], { asked: false }).at(-1)).toBe(
      'Conta com que as contribuições de novembro de 2026 ainda sejam pedidas neste mês.',
    )
  })

  test('names the level where the circle has several', () => {
    const second = place({ begins: '2027-01', ends: '2027-02' }, '2027-02', { level: 2, position: 1 })
    expect(
      told([place({ begins: '2027-03', ends: '2027-04' }, '2027-05'), second]).filter((text) =>
        text.startsWith('Nível'),
      ),
    ).toEqual([
      'Nível 1 · Sua vez: março de 2027 (até maio, se 10 % faltarem)',
      'Nível 2 · Sua vez: janeiro de 2027 (até fevereiro, se 10 % faltarem)',
    ])
  })
})

describe('the calendar in words', () => {
  test('says neighbouring places as one, so that a hundred are no wall', () => {
    expect(positionsText([])).toBe('')
    expect(positionsText([4])).toBe('4')
    expect(positionsText([4, 5])).toBe('4 e 5')
    expect(positionsText([1, 3, 4, 5, 9])).toBe('1, 3 a 5 e 9')
    expect(positionsText(Array.from({ length: 100 }, (_, index) => index + 1))).toBe('1 a 100')
  })

  test('names whom the reader knows, each once, and the others by their place', () => {
    const bruno = { position: 4, name: 'Bruno Reis' }
    expect(inTurnText([bruno])).toBe('Bruno Reis')
    expect(inTurnText([bruno, { ...bruno, position: 5 }, { position: 9 }])).toBe('Bruno Reis e lugar 9')
    expect(inTurnText([bruno, { position: 6, own: true, name: 'você' }])).toBe('você e Bruno Reis')
  })

  test('has a place in every month that its turn runs in', () => {
    const places = [
      place({ begins: '2026-10', ends: '2026-12', running: true }),
      place({ begins: '2028-10' }, null, { position: 8, own: false }),
    ]
    const found = placesByMonth(
      { at: '', seq: 1, months, asked: true, futures: 1000, pending: false, over: false, waits: null, places },
      { level: 1, isRoda: false },
    )
    const withPlace = (position: number) =>
      found.filter((month) => month.places.some((each) => each.position === position)).map(({ month }) => month)
    expect(withPlace(7)).toEqual(['2026-11', '2026-12'])
    expect(withPlace(8)).toEqual(['2028-10'])
  })

  test('has in a roda nobody in turn who has received, nor anybody twice: after a pause only who still waits for it', () => {
    // Of four, who left November out pays it in February: by then another rotation is foreseen for the others.
    const turn = (begins: string, ends: string, running = false) => ({ begins, ends, running })
    const next = [turn('2027-02', '2027-02'), turn('2027-05', '2027-05')]
    const places = [
      place({}, null, { position: 1, own: false, turns: [turn('2026-11', '2027-02', true), ...next] }),
      place({}, null, { position: 2, had: true, turns: next }),
      place({}, null, { position: 3, own: false, turns: [turn('2026-12', '2027-01', true), ...next] }),
    ]
    const found = (isRoda: boolean) =>
      placesByMonth(
        { at: '', seq: 1, months, asked: true, futures: 1000, pending: false, over: false, waits: null, places },
        { level: 1, isRoda },
      )
        .slice(0, 5)
        .map((month) => month.places.map(({ position }) => position))
    expect(found(true)).toEqual([[1], [1, 3], [1, 3], [1], []])
    expect(found(false)[3]).toEqual([1, 2, 3])
  })

  test('says a range by its two months, and where it leaves the calendar', () => {
    expect(rangeText({ low: '2027-03', median: '2027-03', high: '2027-05' }, '2028-10')).toBe(
      'entre março e maio de 2027',
    )
    expect(rangeText({ low: '2026-12', median: '2027-01', high: '2027-01' }, '2028-10')).toBe(
      'entre dezembro de 2026 e janeiro de 2027',
    )
    expect(rangeText(range('2027-03'), '2028-10')).toBe('março de 2027')
    expect(rangeText({ low: '2028-09', median: null, high: null }, '2028-10')).toContain('ou mais tarde')
    expect(rangeText(range(null), '2028-10')).toBe('depois de outubro de 2028')
  })
})

test('of two places of which one has received, the other’s turn alone is told: nobody reads that theirs is over', () => {
  const had = place({ begins: '2027-09', ends: '2027-09' }, null, { had: true })
  const waits = place({ begins: '2027-03', ends: '2027-03' }, null, { position: 9 })
  const [title, ...details] = told([had, waits, place({ begins: '2027-05', ends: '2027-05' }, null, { own: false })])
  expect([title, details.join(' ')]).toEqual([
    expect.stringMatching(/^Sua vez: março de 2027/),
    expect.not.stringMatching(/já passou/),
  ])
  const both = [had, { ...had, position: 9 }, place({ begins: '2027-05', ends: '2027-05' }, null, { own: false })]
  expect(told(both)).toEqual(['Você já recebeu nesta volta', 'A sua vez já passou. Agora é a dos outros.'])
})

test('a rotation that is over is so although somebody came in since: it is nobody’s turn, and theirs is in the next one', () => {
  const had = { ...place({}, null, { had: true, turns: [] }), own: false }
  const newcomer = place({}, null, { position: 9, turns: [] })
  expect(told([had, newcomer], { over: true })).toEqual([
    'Sua vez é na próxima volta',
    'Esta volta terminou. Quando outra começar, o mês da sua vez aparece aqui.',
  ])
  expect(
    told(
      [
        { ...had, own: true },
        { ...newcomer, own: false },
      ],
      { over: true },
    ),
  ).toEqual(['Você já recebeu nesta volta', 'A volta terminou: todos receberam o que deram.'])
})

test('a rotation ends with the turn of its last place, whoever has had theirs already', () => {
  const forecast = (turns: readonly (readonly [string | null, string | null, boolean?])[], had = 0) => ({
    at: '2026-11-10T15:00:00Z',
    seq: 9,
    months,
    asked: true,
    futures: 1000,
    pending: false,
    over: false,
    waits: null,
    places: turns.map(([begins, ends, running = false], index) =>
      place({ begins, ends, running }, null, { position: index + 1, had: index + 1 === had }),
    ),
  })
  const first = ['2026-11', '2026-12', true] as const
  expect(endOfRotation(forecast([first, ['2026-12', '2027-01'], ['2027-01', '2027-02']]))).toBe('2027-02')
  // The first has received, and its next turn is one of another rotation.
  const again = ['2027-03', '2027-03'] as const
  expect(endOfRotation(forecast([again, ['2026-12', '2027-01', true], ['2027-01', '2027-02']]))).toBe('2027-02')
  // The third received all of it, and went to the end of the order.
  expect(endOfRotation(forecast([first, ['2026-12', '2027-01'], ['2027-02', '2027-02']], 3))).toBe('2027-01')
  expect(endOfRotation(forecast([first, ['2028-10', null]]))).toBeNull()
  expect(endOfRotation(forecast([]))).toBeNull()
})

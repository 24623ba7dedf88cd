import { describe, expect, test } from 'vitest'
import type { Leaving } from './api.ts'
import { describeConsent } from './consent-snapshot.ts'
import { describeAccess, consequences, blockers, lackingIn } from './privacy-text.ts'

const none = { count: 0, amount: 0 }
const nothing: Leaving = {
  left: false,
  can_erase: true,
  can_leave: true,
  places: [],
  cancelled: none,
  unreturned: 0,
  open: { sent: none, received: none, awaited: none, settlements: none, reports: 0 },
}
// Amounts are written with a space that does not break.
const plain = (texts: readonly string[]) => texts.map((text) => text.replaceAll(/\s/g, ' '))

describe('leaving, in words', () => {
  test('leaves out what does not apply', () => {
    expect(consequences(nothing)).toEqual([])
    expect(blockers(nothing)).toEqual([])
  })

  test('is told what is lost by the sums that the device holds to the ledger, whatever the answer about leaving says', () => {
    const result = (balance: number, levels: number) => ({
      own: { given: 300, received: 300 + balance, balance, positions: [] },
      occupied: Array.from({ length: levels }, (_, index) => ({ level: (index + 1) as 1 | 2 | 3, places: 1 })),
    })
    expect([-300, 0, 300].map((balance) => lackingIn(result(balance, 1)))).toEqual([300, 0, 0])
    // In a plan of levels what somebody gave is on its way to the next one.
    expect([lackingIn(result(-300, 3)), lackingIn(undefined)]).toEqual([0, 0])
  })

  test('names each place given up and what is no longer owed', () => {
    const leaving = {
      ...nothing,
      places: [
        { level: 1, position: 7 },
        { level: 2, position: 3 },
      ],
      cancelled: { count: 2, amount: 300 },
    }
    expect(plain(consequences(leaving))).toEqual([
      'Você deixa o lugar nº 7 da fila do nível 1.',
      'Você deixa o lugar nº 3 da fila do nível 2.',
      '2 doações suas ainda não pagas, R$ 300,00 ao todo, deixam de ser devidas.',
    ])
    expect(plain(consequences({ ...nothing, cancelled: { count: 1, amount: 100 } }))).toEqual([
      '1 doação sua ainda não paga, de R$ 100,00, deixa de ser devida.',
    ])
  })

  test('says first what somebody loses who has not received yet', () => {
    expect(plain(consequences({ ...nothing, unreturned: 300 }))[0]).toBe(
      'Você deu R$ 300,00 a mais do que recebeu, e sair não traz esse dinheiro de volta.',
    )
  })

  test('says what somebody goes on owing who received more than they gave', () => {
    const owing = (count: number) => ({
      ...nothing,
      open: { ...nothing.open, settlements: { count, amount: count * 100 } },
    })
    expect([1, 8].map((count) => plain(consequences(owing(count)))[0])).toEqual([
      'Você recebeu mais do que deu, e fica devendo a diferença: R$ 100,00, em 1 acerto.',
      'Você recebeu mais do que deu, e fica devendo a diferença: R$ 800,00, em 8 acertos.',
    ])
  })

  test('names each blocker and the page where it is settled', () => {
    const one = { count: 1, amount: 100 }
    const matters = blockers({
      left: false,
      open: { sent: one, received: { count: 2, amount: 200 }, awaited: one, settlements: one, reports: 1 },
    })
    expect(plain(matters.map(({ text }) => text))).toEqual([
      '1 doação que você enviou (R$ 100,00) espera a confirmação de quem recebe.',
      '2 doações que você recebeu (R$ 200,00) esperam a sua confirmação.',
      '1 doação para você (faltam R$ 100,00) espera o comprovante de quem doa.',
      '1 acerto com o círculo (R$ 100,00) a pagar, o que aparece em Doações depois que você sai do círculo.',
      '1 report sobre uma doação sua espera a decisão da administração.',
    ])
    expect(matters.map(({ to }) => to)).toEqual(['/donations', '/donations', '/donations', null, '/reports'])
    const [settlement] = blockers({
      left: true,
      open: { sent: none, received: none, awaited: none, settlements: { count: 2, amount: 400 }, reports: 0 },
    })
    expect(plain([settlement!.text])).toEqual(['2 acertos com o círculo (R$ 400,00) a pagar.'])
    expect(settlement!.to).toBe('/donations')
  })
})

describe('an entry of the access log', () => {
  test.each([
    ['self', null, 'você'],
    ['administration', 'Ana Lima', 'administração · Ana Lima'],
    ['administration', null, 'administração'],
    ['member', 'Bia Nogueira', 'Bia Nogueira'],
    ['unknown', null, 'alguém que não se identificou'],
  ] as const)('%s', (by, name, who) => {
    expect(
      describeAccess({ id: 1, at: '2026-11-10T12:00:00.000Z', kind: 'user.viewed', by, name, fields: [] }),
    ).toEqual({
      what: 'Seus dados foram vistos',
      who,
    })
  })
})

test('an edit is told with the fields that changed, in the words of the form', () => {
  const access = { id: 1, at: '', kind: 'user.edited', by: 'self', name: null, fields: ['pixKey', 'password'] } as const
  expect(describeAccess({ ...access, fields: [...access.fields] }).what).toMatch(/^Dados alterados: .*PIX.*, senha$/)
})

describe('what was shown with an acceptance', () => {
  const plan = {
    levels: [
      {
        donationCents: 10_000,
        required: 3,
        owed: [
          { amountCents: 20_000, count: 1 },
          { amountCents: 10_000, count: 2 },
        ],
      },
      { donationCents: 20_000, required: 1, owed: [] },
    ],
  }
  const outcome = {
    plan: { name: 'p', version: 1, balanced: false },
    members: 100,
    futures: 200,
    at: 't',
    points: [{ months: 24, missed: 0 }],
  }

  test('is described from the plan and the figures of that day', () => {
    const { mode, levels, outcome: figures } = describeConsent({ mode: 'demonstracao', plan, outcome })
    expect(mode).toContain('demonstração')
    expect(plain(levels)).toEqual([
      'Nível 1: contribui R$ 100,00, recebe 3 doações (R$ 300,00), e ao completar deve R$ 400,00.',
      'Nível 2: contribui R$ 200,00, recebe 1 doação (R$ 200,00).',
    ])
    expect(figures).toBe(outcome)
  })

  test.each([
    {},
    { mode: 'x', plan: 7, outcome: [] },
    { plan: { levels: [null, {}] }, outcome: { points: [] } },
    { outcome: { ...outcome, points: [{ months: 24, missed: 5 }] } },
  ])('is told as far as it is there: %j', (shown) => {
    expect(describeConsent(shown)).toEqual({ mode: null, planName: null, levels: [], outcome: null })
  })
})

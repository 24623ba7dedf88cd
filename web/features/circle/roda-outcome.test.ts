import { describe, expect, test } from 'vitest'
import { rodaPlan } from '#circle/plan.ts'
import { outcomeFigures } from '#contracts/outcome-points.ts'
import type { PlanOutcome } from '#contracts/simulation.ts'
import { endOf, rodaSentence, standingsOf } from './roda-outcome.ts'
import { pathUntil, pathWith, returnText } from './stopping.ts'

const outcomeOf = (people: number): PlanOutcome => ({
  plan: { name: 'roda', version: 1, balanced: true, turn: { donation: 100, required: people - 1 } },
  members: people,
  futures: 200,
  at: '2026-11-10T12:00:00.000Z',
  ...outcomeFigures(rodaPlan({ amountCents: 10_000, months: people - 1 }), people),
})
const plain = (text: string | null) => text?.replaceAll('\u00A0', ' ')
const twelve = outcomeOf(12)

describe('a roda is told as people would, and never beyond its end', () => {
  test('twelve people, by the simulator: what one gives and receives, when all are at zero, and what stopping costs', () => {
    expect(plain(rodaSentence(twelve, 0))).toMatch(
      /^Você dá R\$ 100,00 por mês, por 11 meses, e recebe R\$ 1\.100,00 uma vez\. No mês (\d+) todos estão em zero\. Se parar no mês \d+, \d+ de 12 pessoas ficam sem R\$ [\d.,]+, no máximo\.$/,
    )
    expect(endOf(twelve)).toBeLessThanOrEqual(12)
    expect(standingsOf(twelve, 0).at(-1)).toMatchObject({ months: endOf(twelve), behind: 0, even: 12, ahead: 0 })
  })

  test('with a tenth missed it says how many still wait at the month in which it would have ended', () => {
    expect(plain(rodaSentence(twelve, 10))).toMatch(
      /Se 10% das contribuições faltarem, no mês \d+ [\d,]+ pessoas? ainda esperam? receber o que falta\./,
    )
  })

  test('nothing is said of a month after its end', () => {
    const end = endOf(twelve)!
    const path = pathUntil(pathWith(twelve, 10)!, end)
    expect(path.behind).toHaveLength(end)
    expect(returnText(path)).not.toContain('24 meses')
  })

  test('a roda of forty is told to its end too; plans of several levels and figures kept from before say what they said', () => {
    expect([endOf(outcomeOf(40)), plain(rodaSentence(outcomeOf(40), 0))]).toEqual([
      39,
      expect.stringContaining('por 39 meses, e recebe R$ 3.900,00 uma vez. No mês 39 todos estão em zero.'),
    ])
    const kept = { ...twelve, plan: { name: 'roda', version: 1, balanced: true } }
    expect([endOf(kept), rodaSentence(kept, 0)]).toEqual([null, null])
    expect(standingsOf(kept, 0).map(({ months }) => months)).toEqual([6, 12, 24])
  })
})

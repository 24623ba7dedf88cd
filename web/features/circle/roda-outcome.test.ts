import { describe, expect, test } from 'vitest'
import { rodaPlan } from '#circle/plan.ts'
import { story } from '#circle/testing/story.ts'
import { outcomeFigures } from '#contracts/outcome-points.ts'
import type { PlanOutcome } from '#contracts/simulation.ts'
import { endOf, pathToEnd, rodaSentence, standingsOf, stoppingGain, stoppingGains } from './roda-outcome.ts'
import { returnText } from './stopping.ts'

const outcomeOf = (people: number, months = people - 1): PlanOutcome => ({
  plan: { name: 'roda', version: 1, balanced: true, turn: { donation: 100, required: months } },
  members: people,
  futures: 200,
  at: '2026-11-10T12:00:00.000Z',
  ...outcomeFigures(rodaPlan({ amountCents: 10_000, months }), people),
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
    const path = pathToEnd(twelve, 10)!
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

/** The most that somebody of a place holds of the others' money, in reais, by the rules, who always pays last of all. */
function mostKept(people: number, months: number, place: number): number {
  const roda = story({
    plan: rodaPlan({ amountCents: 10_000, months }),
    mode: 'real',
    at: '2026-11-05T12:00:00-03:00',
  })
    .members(people)
    .placed()
  const late = [...roda.state.entries.values()].find(({ position }) => position === place)!.memberId
  let most = 0
  for (let month = 0; month < months; month += 1) {
    roda.does({ kind: 'generate_pull' })
    const isLate = ({ donorId }: { donorId: string | null }) => donorId === late
    const asked = [...roda.state.donations.values()]
    for (const { id, donorId, receiverId } of [...asked.filter((one) => !isLate(one)), ...asked.filter(isLate)]) {
      const { given, received } = roda.state.members.get(late)!
      most = Math.max(most, received[1] - given[1])
      roda.does({ kind: 'send_receipt', donationId: id, memberId: donorId! })
      roda.does({ kind: 'confirm', donationId: id, by: { memberId: receiverId! } })
    }
    roda.now += 31 * 86_400_000
  }
  return most / 100
}

describe('what a place could keep by stopping', () => {
  test.each([
    [3, 2],
    [5, 4],
    [5, 3],
    [12, 11],
    [12, 5],
  ])('is what the rules let it keep, in a roda of %i with %i months', (people, months) => {
    const places = Array.from({ length: people }, (_, index) => index + 1)
    expect(stoppingGains(outcomeOf(people, months))).toEqual(places.map((place) => mostKept(people, months, place)))
  })

  test('is said of both ends, and of no plan of levels', () => {
    expect(plain(stoppingGain(twelve))).toBe(
      'Quem recebe primeiro e deixa de pagar fica com até R$ 1.100,00 dos outros. Quem recebe por último, com até R$ 100,00.',
    )
    expect(stoppingGains({ ...twelve, plan: { name: 'termos', version: 1, balanced: false } })).toBeNull()
  })
})

import { expect, test } from 'vitest'
import { rodaPlan } from '#circle/plan.ts'
import { COUNTED_SINCE } from '#circle/shares.ts'
import { story } from '#circle/testing/story.ts'
import { rowsOfCommand } from './proposed-rows.ts'

test('a month left out by somebody with several places is told with all that is left out, by who receives it', () => {
  const plan = rodaPlan({ amountCents: 10_000, months: 4 })
  const told = story({ plan, mode: 'real', rules: COUNTED_SINCE }).members(5)
  told.does({ kind: 'take_shares', memberId: 'm1', shares: 3 })
  told.does({ kind: 'apply_draw', drawId: 'draw', memberIds: ['m2', 'm3', 'm1', 'm4', 'm5', 'm1', 'm1'] }).pull()
  const rowsOf = (name: string) => {
    const donationId = told.donationId(name)
    const donation = told.donation(name)
    const facts = { state: told.state, now: told.now, nameOf: (id: string | null) => String(id), donation }
    return rowsOfCommand(facts, { kind: 'pause_month', donationId }).map(({ after }) => after?.replaceAll(/\s/g, ' '))
  }
  expect(told.open().filter((one) => one.startsWith('m1→'))).toEqual(['m1→m2', 'm1→m3', 'm1→m3'])
  expect(rowsOf('m1→m2')).toEqual(['R$ 100,00, de m1 para m2', 'R$ 200,00, de m1 para m3'])
  expect(rowsOf('m3→m2')).toEqual(['R$ 100,00, de m3 para m2'])
})

test('a plan is told by what of it changes, in the singular where it is one', () => {
  const { state, now } = story({ plan: rodaPlan({ amountCents: 10_000, months: 4 }) })
  const plan = { ...rodaPlan({ amountCents: 5_000, months: 1 }), version: 2 }
  const rows = rowsOfCommand({ state, now, nameOf: String }, { kind: 'change_plan', plan })
  expect(
    rows.map((one) => [one.field, ...[one.before, one.after].map((text) => text?.replaceAll(/\s/g, ' '))]),
  ).toEqual([
    [
      'level_1',
      '4 doações de R$ 100,00; contribui todo mês; depois não deve nada',
      '1 doação de R$ 50,00; contribui todo mês; depois não deve nada',
    ],
  ])
})

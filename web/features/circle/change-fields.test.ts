import { expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { rodaPlan } from '#circle/plan.ts'
import { story } from '#circle/testing/story.ts'
import { rowsOfCommand } from '#contracts/proposed-rows.ts'
import { fieldLabel } from './change-fields.ts'

test('each thing that a proposal changes has its Portuguese name', () => {
  const plan = rodaPlan({ amountCents: 10_000, months: 2 })
  const told = story({ plan, mode: 'real' }).members(3)
  told.does({ kind: 'apply_draw', drawId: 'draw', memberIds: ['m1', 'm2', 'm3'] }).pull()
  const donation = told.donation('m2→m1')
  const decided = { reportId: 'r1', outcome: 'keep' } as const
  const commands: Command[] = [
    { kind: 'resolve_report', resolution: 'RESOLVED', ...decided },
    { kind: 'decide_appeal', decision: 'UPHELD', donationId: donation.id, ...decided },
    { kind: 'change_plan', plan: { ...plan, version: 2, deadlineDays: 12 } },
    { kind: 'depart_member', memberId: 'm2', how: 'left' },
    { kind: 'pause_month', donationId: donation.id },
  ]
  const facts = { state: told.state, now: told.now, nameOf: String, donation }
  const fields = commands.flatMap((command) => rowsOfCommand(facts, command).map(({ field }) => field))
  expect(fields).toContain('appeal')
  expect(fields.filter((field) => fieldLabel(field) === field)).toEqual([])
})

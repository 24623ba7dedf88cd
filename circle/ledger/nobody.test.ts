import { expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { rodaLedger } from '#circle/testing/roda-ledger.ts'
import { isRecordKind } from './records.ts'
import { replayRules } from './replay.ts'

const asked = (rules?: number) => {
  const roda = rodaLedger(rules === undefined ? {} : { rules })
  roda.draw()
  roda.does(null, { kind: 'generate_pull', period: '2026-11' } as Command)
  return roda
}
const codes = ({ entries }: ReturnType<typeof asked>) =>
  replayRules(entries.filter(({ kind }) => !isRecordKind(kind))).faults.map(({ code }) => code)

test('nobody changes a queue, lets somebody in or out, or has a month paused in a real circle: only the clock acts so', () => {
  expect(codes(asked())).toEqual([])
  const first = [...asked().state().entries.values()][0]!
  const [donation] = [...asked().state().donations.values()]
  const lies: Command[] = [
    { kind: 'approve_member', memberId: 'eva' },
    { kind: 'move_to_end', memberId: 'bia', level: 1 },
    { kind: 'remove', entryId: first.id },
    { kind: 'depart_member', memberId: 'bia', how: 'suspended' },
    { kind: 'pause_month', donationId: donation!.id },
  ]
  for (const command of lies) {
    const roda = asked()
    roda.does(null, command)
    expect([command.kind, codes(roda)]).toEqual([command.kind, ['rules.actor']])
  }
})

test('of a ledger founded before that was held, the erased whom a restored backup brought back go as they went then', () => {
  const before = asked(4)
  before.does(null, { kind: 'depart_member', memberId: 'bia', how: 'left' })
  expect([before.faults(), codes(before)]).toEqual([[], []])
})

test('nobody makes somebody leave by whose going they could lose', () => {
  const roda = asked()
  for (const how of ['left', 'suspended'] as const) {
    const one = asked()
    one.does(null, { kind: 'depart_member', memberId: 'bia', how })
    expect(one.faults()).toContain(how === 'left' ? 'member.made_to_leave' : 'approval.missing')
  }
  expect(roda.faults()).toEqual([])
})

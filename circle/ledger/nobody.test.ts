import { expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { rodaLedger } from '#circle/testing/roda-ledger.ts'
import { isRecordKind } from './records.ts'
import { replayRules } from './replay.ts'

const asked = () => {
  const roda = rodaLedger()
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
    { kind: 'pause_month', donationId: donation!.id },
  ]
  for (const command of lies) {
    const roda = asked()
    try {
      roda.does(null, command)
    } catch {
      continue
    }
    expect([command.kind, codes(roda)]).toEqual([command.kind, ['rules.actor']])
  }
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

import { describe, expect, test } from 'vitest'
import { decide } from '#circle/circle.ts'
import type { Command } from '#circle/circle.ts'
import { DAY_MS } from '#circle/period.ts'
import { rodaPlan } from '#circle/plan.ts'
import type { CircleState } from '#circle/state.ts'
import { checkEnding } from './endings.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'

/** The ledger of a real roda of two, in which each gives the other R$ 100 once. */
function roda() {
  const entries: LedgerEntry[] = []
  let state: CircleState | null = null
  let ids = 0
  let now = Date.UTC(2026, 10, 10, 12)
  const writes = (kind: string, payload: LedgerEntry['payload'] = {}) => {
    const at = new Date(now).toISOString()
    entries.push({ seq: entries.length + 1, at, actor_id: 'ana', kind, payload, previous_hash: '', hash: '' })
    return entries.length
  }
  const does = (command: Command) => {
    const result = decide(state, command, { now, newId: () => `id-${(ids += 1)}` })
    if (!result.ok) throw new Error(result.code)
    state = result.state
    const seq = writes(COMMAND_KIND, { command })
    for (const { kind, ...payload } of result.events) writes(kind, payload)
    return seq
  }
  const open = () => [...state!.donations.values()][0]!
  const pays = () => {
    const { id, donorId, receiverId } = open()
    does({ kind: 'send_receipt', donationId: id, memberId: donorId })
    does({ kind: 'confirm', donationId: id, by: { memberId: receiverId! } })
  }
  does({ kind: 'create_circle', mode: 'real', plan: rodaPlan({ amountCents: 10_000, months: 1 }), rules: 2 })
  for (const [index, memberId] of ['m1', 'm2'].entries()) {
    does({ kind: 'approve_member', memberId })
    does({ kind: 'place', memberId, level: 1, position: index + 1, isReceiver: false })
  }
  does({ kind: 'generate_pull' })
  return {
    does,
    pays,
    open,
    writes,
    closes: () => writes('circle.closed'),
    days: (count: number) => (now += count * DAY_MS),
    faults: () => checkEnding(entries, (text) => text).map(({ code, seq }) => `${code} ${seq}`),
  }
}

describe('the end of a circle in its ledger', () => {
  test('stands once everybody received what they gave, and people go on looking after their accounts', () => {
    const told = roda()
    told.pays()
    told.pays()
    told.closes()
    told.writes('member.password_changed', { memberId: 'm1' })
    told.writes('administrator.added', { userId: 'bia', role: 'ADMIN' })
    told.does({ kind: 'depart_member', memberId: 'm1', how: 'left' })
    expect(told.faults()).toEqual([])
  })

  test('is found while somebody gave and did not receive, and while something is open', () => {
    for (const paid of [0, 1]) {
      const told = roda()
      for (let n = 0; n < paid; n += 1) told.pays()
      const seq = told.closes()
      expect(told.faults()).toEqual([`circle.closed_early ${seq}`])
    }
  })

  test('is found where a decided case can still be appealed against, or its appeal waits', () => {
    const decided = (days: number, appeal: 'none' | 'waits' | 'decided') => {
      const told = roda()
      told.does({ kind: 'open_case', reportId: 'r', donationId: told.open().id })
      told.does({ kind: 'resolve_report', reportId: 'r', resolution: 'RESOLVED', outcome: 'keep' })
      told.pays()
      told.pays()
      const about = { reportId: 'r', donationId: 'd' }
      if (appeal !== 'none') told.writes('case.appealed', { ...about, memberId: 'm1' })
      if (appeal === 'decided') told.writes('appeal.decided', { ...about, decision: 'UPHELD', outcome: 'keep' })
      told.days(days)
      const seq = told.closes()
      return told.faults().map((fault) => fault.replace(` ${seq}`, ''))
    }
    expect(decided(13, 'none')).toEqual(['circle.closed_early'])
    expect(decided(14, 'none')).toEqual([])
    expect(decided(40, 'waits')).toEqual(['circle.closed_early'])
    expect(decided(1, 'decided')).toEqual([])
  })

  test.each<[string, (told: ReturnType<typeof roda>) => number]>([
    ['contributions are asked for', (told) => told.does({ kind: 'generate_pull' })],
    ['somebody comes in', (told) => told.does({ kind: 'approve_member', memberId: 'm3' })],
    ['somebody is made to leave', (told) => told.does({ kind: 'depart_member', memberId: 'm1', how: 'suspended' })],
    ['the terms change', (told) => told.writes('circle.terms_changed', { hash: 'x', what: 'text' })],
    ['it is closed again', (told) => told.closes()],
  ])('is found broken where %s afterwards', (_, breaks) => {
    const told = roda()
    told.pays()
    told.pays()
    told.closes()
    told.days(31)
    expect([breaks(told)].map((seq) => `circle.after_end ${seq}`)).toEqual(told.faults())
  })
})

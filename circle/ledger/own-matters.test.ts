import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { decide } from '#circle/circle.ts'
import { queueOf } from '#circle/decision.ts'
import { presets } from '#circle/plan.ts'
import type { CircleState } from '#circle/state.ts'
import { checkApprovals } from './approvals.ts'
import { canonicalJson, COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { RULES } from './removals.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const NOW = Date.UTC(2026, 10, 10, 12)
const HOUR_MS = 3_600_000
const PEOPLE = ['cida', 'ana', 'bia', 'davi']

/** The ledger of a real roda that Cida and Olga administer, told line by line; Cida takes part where she says so. */
function roda({ says = true }: { says?: boolean } = {}) {
  const entries: LedgerEntry[] = []
  let state: CircleState | null = null
  let ids = 0
  let hours = 0
  const write = (actor_id: string | null, kind: string, payload: Readonly<Record<string, unknown>>) => {
    const at = new Date(NOW + hours * HOUR_MS).toISOString()
    const via = actor_id === null ? 'job' : 'password'
    entries.push({
      seq: entries.length + 1,
      at,
      actor_id,
      kind,
      payload: { ...payload, via },
      previous_hash: '',
      hash: '',
    })
  }
  const does = (by: string | null, command: Command) => {
    const result = decide(state, command, { now: NOW + hours * HOUR_MS, newId: () => `id-${(ids += 1)}` })
    if (!result.ok) throw new Error(result.code)
    state = result.state
    write(by, COMMAND_KIND, { command })
    for (const { kind, ...payload } of result.events) write(by, kind, payload)
  }
  does('cida', { kind: 'create_circle', mode: 'real', plan: presets.roda, rules: RULES })
  write('cida', 'circle.terms_changed', { hash: 'a', what: 'first' })
  write('cida', 'circle.administrators_named', { userIds: 'cida,olga' })
  if (says) write('cida', 'administrator.participates', { memberId: 'cida' })
  for (const memberId of PEOPLE) does('cida', { kind: 'approve_member', memberId })
  const draw = () => does(null, { kind: 'apply_draw', drawId: 'd', memberIds: PEOPLE })
  const propose = (by: string, command: Command, change: string) => {
    const hashes = { bodyHash: 'body', actHash: sha256(canonicalJson(command)) }
    write(by, 'approval.proposed', { approvalId: 'p', change, ...hashes })
    return {
      approved: (second: string) => write(second, 'approval.approved', { approvalId: 'p', bodyHash: 'body' }),
      executed: (actor: string | null) => {
        write(actor, 'approval.executed', { approvalId: 'p', ...hashes })
        does(by, command)
      },
    }
  }
  const wait = (more: number) => (hours += more)
  const faults = () => checkApprovals(entries, sha256).faults.map(({ code }) => code)
  return { does, draw, faults, propose, wait, write, state: () => state! }
}

const suspend = (memberId: string): Command => ({ kind: 'depart_member', memberId, how: 'suspended' })

describe('an organiser who helps somebody, in the ledger', () => {
  test('decides nothing about whom they help, before and after the help alone', () => {
    const told = roda()
    told.draw()
    const help = { memberId: 'davi', helperId: 'cida' }
    told.write('olga', 'helper.named', { ...help, paper: 'ab'.repeat(32) })
    told.does('cida', suspend('davi'))
    expect(told.faults()).toContain('approval.own_matter')
    const after = roda()
    after.draw()
    after.write('olga', 'helper.named', { ...help, paper: 'ab'.repeat(32) })
    after.write('cida', 'helper.ended', help)
    after.does('cida', suspend('davi'))
    expect(after.faults()).not.toContain('approval.own_matter')
  })

  test('names nobody who does not administer: a fault', () => {
    const told = roda()
    told.write('bia', 'helper.named', { memberId: 'davi', helperId: 'ana', paper: 'ab'.repeat(32) })
    told.write('ana', 'helper.ended', { memberId: 'davi', helperId: 'ana' })
    expect(told.faults()).toEqual(['administrator.unknown'])
  })
})

describe('an organiser who takes part, in the ledger', () => {
  test('runs the roda, and decides what is nobody’s own: no fault', () => {
    const told = roda()
    told.draw()
    told.does('cida', { kind: 'generate_pull' })
    const [last] = queueOf({ state: told.state() }, 1).toReversed()
    const stranger = [...told.state().donations.values()].find(
      ({ donorId, receiverId }) => ![donorId, receiverId].includes('cida'),
    )
    expect(last && told.faults()).toEqual([])
    if (stranger) told.does('olga', { kind: 'open_case', reportId: 'r', donationId: stranger.id })
    expect(told.faults()).toEqual([])
  })

  test.each([
    ['suspends herself', suspend('cida')],
    ['takes away somebody who stands before her', { kind: 'remove', entryId: 'first' }],
    ['moves herself', { kind: 'move_to_end', memberId: 'cida', level: 1 }],
  ] as [string, Command][])('%s: a fault of its own, whoever did not approve it', (_, command) => {
    const told = roda()
    told.draw()
    const [first] = queueOf({ state: told.state() }, 1)
    told.does('cida', command.kind === 'remove' ? { ...command, entryId: first!.id } : command)
    expect(told.faults()).toContain('approval.own_matter')
  })

  test('proposes her own, and another approves: no fault; after 72 hours alone, one', () => {
    const command = suspend('cida')
    const approved = roda()
    approved.draw()
    const proposal = approved.propose('cida', command, 'suspend_member')
    proposal.approved('olga')
    proposal.executed('olga')
    expect(approved.faults()).toEqual([])
    const waited = roda()
    waited.draw()
    const alone = waited.propose('cida', command, 'suspend_member')
    waited.wait(80)
    alone.executed(null)
    expect(waited.faults()).toEqual(['approval.own_matter'])
  })

  test('approves what another proposed about her: a fault', () => {
    const told = roda()
    told.draw()
    const proposal = told.propose('olga', suspend('cida'), 'suspend_member')
    proposal.approved('cida')
    proposal.executed('cida')
    expect(told.faults()).toEqual(['approval.own_matter'])
  })

  test('asks for another key of somebody who owes her or whom she owes: a fault', () => {
    const told = roda()
    told.draw()
    told.does('cida', { kind: 'generate_pull' })
    const donation = [...told.state().donations.values()].find(({ donorId, receiverId }) =>
      [donorId, receiverId].includes('cida'),
    )!
    const other = donation.donorId === 'cida' ? donation.receiverId : donation.donorId
    told.write('cida', 'payment_key.change_asked', {
      memberId: other,
      commitment: 'c',
      by: 'administration',
      holdsAt: 'h',
    })
    expect(told.faults()).toEqual(['approval.own_matter'])
  })

  test('makes the first order by hand, or never said that she takes part: faults', () => {
    const byHand = roda()
    byHand.does('cida', { kind: 'place', memberId: 'ana', level: 1, position: 1, isReceiver: false })
    expect(byHand.faults()).toEqual(['queue.first_by_hand'])
    const unsaid = roda({ says: false })
    unsaid.does('cida', { kind: 'generate_pull' })
    expect(unsaid.faults()).toContain('administrator.unsaid')
  })
})

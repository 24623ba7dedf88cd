import { createHash } from 'node:crypto'
import type { Command } from '#circle/circle.ts'
import { decide } from '#circle/circle.ts'
import { canonicalJson, COMMAND_KIND } from '#circle/ledger/entry.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { isEventKind } from '#circle/ledger/event-kinds.ts'
import { RULES } from '#circle/ledger/rules.ts'
import { presets } from '#circle/plan.ts'
import type { CircleState } from '#circle/state.ts'
import { approvalsBothWays } from './verify-both-ways.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const NOW = Date.UTC(2026, 10, 10, 12)
const HOUR_MS = 3_600_000
const PEOPLE = ['cida', 'ana', 'bia', 'davi']

/**
 * The ledger of a real roda that Cida and Olga administer unless said otherwise, told line by line; Cida takes part where she
 * says so.
 */
export function rodaLedger({
  says = true,
  administrators = 'cida,olga',
  rules = RULES,
}: { says?: boolean; administrators?: string; rules?: number } = {}) {
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
      payload: isEventKind(kind) ? payload : { ...payload, via },
      previous_hash: '',
      hash: '',
    })
  }
  const does = (by: string | null, command: Command, more: object = {}) => {
    const taken: string[] = []
    const newId = () => {
      taken.push(`id-${(ids += 1)}`)
      return taken.at(-1)!
    }
    const result = decide(state, command, { now: NOW + hours * HOUR_MS, newId })
    if (!result.ok) throw new Error(result.code)
    state = result.state
    write(by, COMMAND_KIND, { command, ids: taken, ...more })
    for (const { kind, ...payload } of result.events) write(by, kind, payload)
  }
  does('cida', { kind: 'create_circle', mode: 'real', plan: presets.roda, rules })
  write('cida', 'circle.terms_changed', { hash: 'a', what: 'first' })
  write('cida', 'circle.administrators_named', { userIds: administrators })
  if (says) write('cida', 'administrator.participates', { memberId: 'cida' })
  for (const memberId of PEOPLE) does('cida', { kind: 'approve_member', memberId })
  const draw = () => does(null, { kind: 'apply_draw', drawId: 'd', memberIds: PEOPLE })
  const propose = (by: string, command: Command, change: string, more: object = {}) => {
    const hashes = { bodyHash: 'body', actHash: sha256(canonicalJson(command)) }
    write(by, 'approval.proposed', { approvalId: 'p', change, ...hashes, ...more })
    return {
      approved: (second: string, signed: object = {}) =>
        write(second, 'approval.approved', { approvalId: 'p', bodyHash: 'body', ...signed }),
      executed: (actor: string | null) => {
        write(actor, 'approval.executed', { approvalId: 'p', ...hashes })
        does(by, command)
      },
    }
  }
  const wait = (more: number) => (hours += more)
  const faults = () => approvalsBothWays(entries, sha256).faults.map(({ code }) => code)
  return { does, draw, entries, faults, propose, wait, write, state: () => state! }
}

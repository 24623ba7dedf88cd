import { actVerifier } from '../scripts/verifier/verify-ledger.ts'
import { decide } from '#circle/circle.ts'
import type { Command } from '#circle/circle.ts'
import { COMMAND_KIND, entryText, GENESIS_HASH } from '#circle/ledger/entry.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { RULES } from '#circle/ledger/rules.ts'
import { verifyLedger } from '#circle/ledger/verify.ts'
import { DAY_MS } from '#circle/period.ts'
import { rodaPlan } from '#circle/plan.ts'
import { awaitsRotation } from '#circle/rotation.ts'
import type { CircleState } from '#circle/state.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import type { Part } from './part.ts'
import { median } from './rounds.ts'
import { SLOWER } from './web-measure.ts'

const GOAL_MS = 100
const SIZES = [
  { people: 12, entries: 1_500 },
  { people: 100, entries: 20_000 },
]

/** So many entries have come since a device last looked. */
const NEWS = 10

/** The time of a visit’s worker over a ledger that its device has verified before, but for the last entries. */
export const verification: Part = {
  name: 'verification',
  rows: [],
  run: async ({ rounds }) => ({
    title: 'Verifying a ledger that the device knows',
    columns: ['a real roda of', 'entries', 'ms', `ms, at a ${SLOWER}th of the processor`, 'goal'],
    rows: SIZES.map(({ people, entries }) => {
      const ledger = livedLedger(people, entries)
      const times = Array.from({ length: rounds + 1 }, () => verifiedIn(ledger))
      const ms = median(times.slice(1))
      return [people, ledger.length, ms.toFixed(0), (ms * SLOWER).toFixed(0), GOAL_MS].map(String)
    }),
    notes: [
      `Processor time of one core; medians of ${rounds} rounds after one. In each month everybody pays and confirms; a rotation has eleven.`,
    ],
  }),
}

const CIRCLE = '0190a1b2-0000-7000-8000-000000000001'
const ADMINISTRATOR = idOf(1)
const TERMS = 'aa'.repeat(32)

function idOf(number: number): string {
  return `0190a1b2-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}

/** The processor time in ms. */
export function verifiedIn(entries: readonly LedgerEntry[]): number {
  const { seq, hash, at } = entries.at(-1)!
  const head = { circle_id: CIRCLE, seq, hash, at, key: 'k', signature: 's', isSigned: true }
  const before = process.cpuUsage()
  const { faults } = verifyLedger(
    { circleId: CIRCLE, entries, head, verifiedUpTo: seq - NEWS },
    { sha256, isActSigned: actVerifier() },
  )
  if (faults.length > 0) throw new Error(`The bench's own ledger has faults: ${JSON.stringify(faults[0])}`)
  return process.cpuUsage(before).user / 1_000
}

/** The ledger of a real roda in which everybody pays month after month, of at least so many entries. */
export function livedLedger(people: number, count: number): readonly LedgerEntry[] {
  const entries: LedgerEntry[] = []
  let state: CircleState | null = null
  let [now, ids] = [Date.UTC(2024, 0, 5, 12), 1_000_000]
  const write = (actor_id: string, kind: string, payload: object) => {
    const facts = {
      seq: entries.length + 1,
      at: new Date(now).toISOString(),
      actor_id,
      kind,
      payload: JSON.parse(JSON.stringify(payload)) as LedgerEntry['payload'],
      previous_hash: entries.at(-1)?.hash ?? GENESIS_HASH,
    }
    entries.push({ ...facts, hash: sha256(entryText(CIRCLE, facts)) })
  }
  const does = (by: string, command: Command): CircleState => {
    const taken: string[] = []
    const newId = () => taken[taken.push(idOf((ids += 1))) - 1]!
    const done = decide(state, command, { now, newId })
    if (!done.ok) throw new Error(`${command.kind}: ${done.code}`)
    state = done.state
    write(by, COMMAND_KIND, { command, ids: taken, via: 'password' })
    for (const { kind, ...payload } of done.events) write(by, kind, payload)
    return state
  }
  const terms = (what: string) => write(ADMINISTRATOR, 'circle.terms_changed', { hash: TERMS, what, via: 'password' })
  const accepts = (memberId: string) => write(memberId, 'terms.accepted', { memberId, hash: TERMS, via: 'password' })
  const plan = rodaPlan({ amountCents: 10_000, months: 11 })
  let circle = does(ADMINISTRATOR, { kind: 'create_circle', mode: 'real', plan, rules: RULES })
  terms('first')
  for (let number = 1; number <= people; number += 1) {
    const memberId = idOf(1_000 + number)
    does(ADMINISTRATOR, { kind: 'approve_member', memberId })
    accepts(memberId)
    circle = does(ADMINISTRATOR, { kind: 'place', memberId, level: 1, position: number, isReceiver: false })
  }
  while (entries.length < count) {
    if (awaitsRotation(circle)) {
      circle = does(ADMINISTRATOR, { kind: 'begin_rotation' })
      terms('rotation')
      for (const memberId of circle.members.keys()) accepts(memberId)
    }
    circle = does(ADMINISTRATOR, { kind: 'generate_pull', withoutConsent: [], unserved: true })
    while (circle.donations.size > 0)
      for (const { id: donationId, donorId, receiverId } of circle.donations.values()) {
        now += 60_000
        does(donorId, { kind: 'send_receipt', donationId, memberId: donorId })
        circle = does(receiverId!, { kind: 'confirm', donationId, by: { memberId: receiverId! } })
      }
    now += 28 * DAY_MS
  }
  return entries
}

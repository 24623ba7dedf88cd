import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { openTree } from '#circle/ledger/checkpoint.ts'
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
import { sha256Bytes } from '#server/lib/signing.ts'
import type { Part } from './part.ts'
import type { Visit } from './visit-worker.ts'
import { median } from './rounds.ts'
import { SLOWER } from './web-measure.ts'

const GOAL_MS = 100
const SIZES = [
  { people: 12, entries: 1_500 },
  { people: 100, entries: 20_000 },
]

/** So many entries have come since a device last looked. */
const NEWS = 10

/** The time of a visit over a ledger that its device has verified before, but for the last entries. */
export const verification: Part = {
  name: 'verification',
  rows: [],
  run: async ({ rounds }) => ({
    title: 'Verifying a ledger that the device knows',
    columns: ['a real roda of', 'entries', 'ms', slower('ms'), 'a visit’s worker, ms', slower('its ms'), 'goal'],
    rows: await inTurn(rounds),
    notes: [
      `Processor time of one core; medians of ${rounds} rounds after one. In each month everybody pays and confirms, signing on their device; a rotation has eleven.`,
      'A visit’s worker begins as a new thread each time, before anything is compiled for it, reads the bytes that are kept, and holds the day’s checkpoint too.',
    ],
  }),
}

const slower = (what: string) => `${what}, at a ${SLOWER}th of the processor`

async function inTurn(rounds: number): Promise<string[][]> {
  const rows: string[][] = []
  for (const size of SIZES) rows.push(await rowOf(size, rounds))
  return rows
}

async function rowOf({ people, entries }: (typeof SIZES)[number], rounds: number): Promise<string[]> {
  const ledger = livedLedger(people, entries)
  const visit = visitOf(ledger)
  const verifying: number[] = []
  const visiting: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    verifying.push(verifiedIn(ledger))
    visiting.push(await visitedIn(visit))
  }
  const [ms, visitMs] = [median(verifying.slice(1)), median(visiting.slice(1))]
  const measured = [ms, ms * SLOWER, visitMs, visitMs * SLOWER].map((value) => value.toFixed(0))
  return [String(people), String(ledger.length), ...measured, String(GOAL_MS)]
}

/** The ledger as a device keeps it that knows all but the last entries, and the signed end that it asks for. */
function visitOf(ledger: readonly LedgerEntry[]): Visit {
  const verifiedUpTo = ledger.length - NEWS
  const head = headOf(ledger)
  const lines = [{ ciranda_ledger: 1, head }, ...ledger].map((line) => JSON.stringify(line))
  const { blocks } = openTree(sha256Bytes, ledger.slice(0, verifiedUpTo))
  return { bytes: new TextEncoder().encode(`${lines.join('\n')}\n`), verifiedUpTo, blocks: blocks() }
}

/** The processor time of its thread in ms. */
async function visitedIn(visit: Visit): Promise<number> {
  const worker = new Worker(new URL('./visit-worker.ts', import.meta.url), { workerData: visit })
  const [ms] = (await once(worker, 'message')) as [number]
  await worker.terminate()
  return ms
}

const headOf = (entries: readonly LedgerEntry[]) => {
  const { seq, hash, at } = entries.at(-1)!
  return { circle_id: CIRCLE, seq, hash, at, key: 'k', signature: 's' }
}

const CIRCLE = '0190a1b2-0000-7000-8000-000000000001'
const ADMINISTRATOR = idOf(1)
const TERMS = 'aa'.repeat(32)

function idOf(number: number): string {
  return `0190a1b2-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}

/** The processor time in ms. */
export function verifiedIn(entries: readonly LedgerEntry[]): number {
  const head = { ...headOf(entries), isSigned: true }
  const before = process.cpuUsage()
  const { faults } = verifyLedger(
    { circleId: CIRCLE, entries, head, verifiedUpTo: entries.length - NEWS },
    { sha256, isActSigned: () => true },
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
  const counts = new Map<string, number>()
  /** A signature as a device makes it; nobody verifies it here. */
  const signs = (by: string, image: string | null = null) => {
    const nth = (counts.get(by) ?? 0) + 1
    counts.set(by, nth)
    const { hash: head } = entries.at(-1)!
    return { key: by, at: new Date(now).toISOString(), head, sig: 'a'.repeat(86), image, count: nth }
  }
  const does = (by: string, command: Command, signature?: object): CircleState => {
    const taken: string[] = []
    const newId = () => taken[taken.push(idOf((ids += 1))) - 1]!
    const done = decide(state, command, { now, newId })
    if (!done.ok) throw new Error(`${command.kind}: ${done.code}`)
    state = done.state
    write(by, COMMAND_KIND, { command, ids: taken, via: 'password', ...(signature ? { signature } : {}) })
    for (const { kind, ...payload } of done.events) write(by, kind, payload)
    return state
  }
  const terms = (what: string) => write(ADMINISTRATOR, 'circle.terms_changed', { hash: TERMS, what, via: 'password' })
  const accepts = (memberId: string) =>
    write(memberId, 'terms.accepted', { memberId, hash: TERMS, via: 'password', signature: signs(memberId, TERMS) })
  const plan = rodaPlan({ amountCents: 10_000, months: 11 })
  let circle = does(ADMINISTRATOR, { kind: 'create_circle', mode: 'real', plan, rules: RULES })
  terms('first')
  for (let number = 1; number <= people; number += 1) {
    const memberId = idOf(1_000 + number)
    does(ADMINISTRATOR, { kind: 'approve_member', memberId })
    write(memberId, 'member.key_added', { memberId, keyId: memberId, publicKey: `key${number}`, via: 'password' })
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
        does(donorId, { kind: 'send_receipt', donationId, memberId: donorId }, signs(donorId, TERMS))
        const by = { memberId: receiverId! }
        circle = does(by.memberId, { kind: 'confirm', donationId, by }, signs(by.memberId))
      }
    now += 28 * DAY_MS
  }
  return entries
}

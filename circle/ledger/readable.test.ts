import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { decide } from '#circle/circle.ts'
import { presets } from '#circle/plan.ts'
import type { CircleState } from '#circle/state.ts'
import { dose } from '#circle/testing/dose.ts'
import { verifyBothWays } from '#circle/testing/verify-both-ways.ts'
import { COMMAND_KIND, entryText, GENESIS_HASH, isSameJson } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { entryReader } from './readable.ts'
import { isRecordKind, mayRecord, recordFields } from './records.ts'
import type { RecordKind, Via } from './records.ts'
import { RULES } from './rules.ts'
import { signedTexts, verifyLedger } from './verify.ts'

const CIRCLE = '0190a1b2-0000-7000-8000-000000000001'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const uuid = (n: number) => `0190a1b2-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const [ADMIN, ROSA] = [uuid(99), uuid(1)]

type Line = Pick<LedgerEntry, 'actor_id' | 'kind' | 'payload'>

/** A field of each shape that a record can have. */
const samples = {
  id: uuid(7),
  ids: uuid(7),
  hash: 'ab'.repeat(32),
  base64url: 'abc',
  code: 'reason',
  codes: 'reason',
  seq: '2',
  cents: '100',
  day: '5',
  hour: '9',
  witness: `w+${'ab'.repeat(4)}+${'A'.repeat(44)}`,
  time: '2026-01-10T12:00:00.000Z',
} as const

/** A real roda's first month, with a record of every kind, as its replay takes them. */
function everyKind(): Line[] {
  const lines: Line[] = []
  let state: CircleState | null = null
  let count = 4096
  const newId = () => uuid((count += 1))
  const json = (value: object) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>
  const perform = (command: Command, actor_id: string) => {
    const ids: string[] = []
    const result = decide(state, command, {
      now: Date.UTC(2026, 0, 10, 12),
      newId: () => (ids.push(newId()), ids.at(-1)!),
    })
    if (!result.ok) throw new Error(result.code)
    state = result.state
    lines.push({ actor_id, kind: COMMAND_KIND, payload: json({ command, ids, via: 'password' }) })
    for (const { kind, ...rest } of result.events) lines.push({ actor_id, kind, payload: json(rest) })
  }
  perform({ kind: 'create_circle', mode: 'real', plan: presets.roda, rules: RULES }, ADMIN)
  for (let n = 1; n <= 12; n += 1) {
    perform({ kind: 'approve_member', memberId: uuid(n) }, ADMIN)
    perform({ kind: 'place', memberId: uuid(n), level: 1, position: n, isReceiver: n === 1 }, ADMIN)
  }
  perform({ kind: 'generate_pull' }, ADMIN)
  const [paid] = [...state!.donations.values()]
  const { id: donationId, donorId, receiverId } = paid!
  perform({ kind: 'send_receipt', donationId, memberId: donorId }, donorId)
  perform({ kind: 'reject_receipt', donationId, memberId: receiverId!, stays: true }, receiverId!)
  perform({ kind: 'report', reportId: uuid(77), donationId, memberId: donorId }, donorId)
  perform({ kind: 'resolve_report', reportId: uuid(77), resolution: 'RESOLVED', outcome: 'keep' }, ADMIN)
  perform({ kind: 'send_receipt', donationId, memberId: donorId }, donorId)
  perform({ kind: 'confirm', donationId, by: { memberId: receiverId! } }, receiverId!)
  for (const kind of Object.keys(recordFields).filter(isRecordKind)) lines.push(recordOf(kind, state!))
  return lines
}

function recordOf(kind: RecordKind, { members }: CircleState): Line {
  const fields = Object.entries(recordFields[kind]).map(([name, shape]) => [name, samples[shape]])
  const facts: Record<string, string> = Object.fromEntries(fields)
  if (facts['memberId']) facts['memberId'] = ROSA
  if (facts['by']) facts['by'] = 'member'
  // A place is asked for with its own sums.
  const { given, received } = members.get(ROSA)!
  if (kind === 'substitute.asked') Object.assign(facts, { given: String(given[1]), received: String(received[1]) })
  const actor_id = [ROSA, ADMIN, null].find((id) => mayRecord(kind, id, facts))!
  const via: Via = actor_id === null ? 'job' : 'password'
  return { actor_id, kind, payload: { ...facts, via } }
}

/** The verdict of lines that their keeper chained. */
function verdictOf(lines: readonly Line[], verify = verifyLedger) {
  let previous_hash = GENESIS_HASH
  const entries = lines.map((line, index) => {
    const at = new Date(Date.UTC(2026, 0, 10, 12)).toISOString()
    const facts = { ...line, seq: index + 1, at, previous_hash }
    previous_hash = sha256(entryText(CIRCLE, facts))
    return { ...facts, hash: previous_hash }
  })
  const { seq, hash, at } = entries.at(-1)!
  const head = { circle_id: CIRCLE, seq, hash, at, key: 'k', signature: 's', isSigned: true }
  const terms = { operator: null, text: '' } as never
  const own = { memberId: ROSA, donations: [], isComplete: true, consents: [] }
  const journal = { circleId: CIRCLE, logKey: 'k', memberId: ROSA, since: 1, own: uuid(5), known: [], acts: [] }
  signedTexts(CIRCLE, entries)
  return verify({ circleId: CIRCLE, entries, head, own, terms, journals: [journal] }, { sha256 })
}

/** The faults without the hashes of entries, which any change makes others. */
const toldIn = (faults: ReturnType<typeof verdictOf>['faults']) => faults.map(({ code, seq }) => [code, seq])

type Path = readonly (string | number)[]

/** Where every value stands in a payload, however deep. */
const pathsIn = (value: unknown): Path[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [[key], ...pathsIn(inner).map((path) => [key, ...path])])

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value)

function changed(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }
  Object.assign(copy, { [key]: changed((value as Record<string, unknown>)[key], rest, to) })
  return copy
}

/** Values that no rule expects, of every type that JSON has, some of which break whoever makes a text of them. */
const oddities: readonly unknown[] = [
  null,
  true,
  -1,
  1e300,
  '',
  'x',
  [],
  [null],
  {},
  { toString: null, valueOf: 1 },
  { kind: {}, by: 7 },
]

const base = everyKind()

describe('an entry of a malformed content', () => {
  test('is a fault of that very entry, or of what its rules make of it, whatever stands where in it, and the rest is read', () => {
    expect(verdictOf(base).faults.filter(({ code }) => code.startsWith('rules.'))).toEqual([])
    const places = base.flatMap(({ payload }, index) => pathsIn(payload).map((path) => ({ index, path })))
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.constantFrom(...oddities), ({ index, path }, oddity) => {
        const line = base[index]!
        fc.pre(typeof valueAt(line.payload, path) !== typeof oddity)
        const payload = changed(line.payload, path, oddity) as Line['payload']
        const { faults, money } = verdictOf(base.with(index, { ...line, payload }))
        // The same to the rules is the same: `null` where they ask for yes or no.
        if (isSameJson(toldIn(faults), toldIn(verdictOf(base).faults))) return
        // A command that says another thing is told by the first of its own events that differs, or by what follows instead.
        const next = base.findIndex(({ kind }, at) => at > index && (kind === COMMAND_KIND || isRecordKind(kind)))
        const named = faults.filter(
          ({ seq }) => seq !== null && seq > index && seq <= (next < 0 ? base.length : next + 1),
        )
        expect(named.map(({ seq }) => seq)).not.toEqual([])
        expect(money).not.toBeNull()
      }),
      { numRuns: dose(300, 4_000) },
    )
  })

  test('is one fault where it is a command, and the others are found beside it', () => {
    const index = base.findIndex(
      ({ kind, payload }) => kind === COMMAND_KIND && JSON.stringify(payload).includes('"by"'),
    )
    const broken = { ...base[index]!, payload: { command: { kind: 'confirm', by: null }, ids: [], via: 'password' } }
    const at = (code: string) => ({ code, seq: index + 1 })
    const before = verdictOf(base).faults.map(({ code, seq }) => ({ code, seq }))
    const read = () =>
      verdictOf(base.with(index, broken), verifyBothWays).faults.map(({ code, seq }) => ({ code, seq }))
    expect(read).not.toThrow()
    const after = read()
    expect(after.filter(({ seq }) => seq === index + 1)).toEqual([at('rules.unreadable')])
    for (const fault of before.filter(({ seq }) => seq !== null && seq > base.length - 20))
      expect(after).toContainEqual(fault)
  })

  test('nested so deep that reading it would break is an entry that cannot be read', () => {
    const deep = Array.from({ length: 40 }).reduce<object>((inner) => ({ inner }), {})
    const { faults } = verdictOf([...base, { actor_id: ADMIN, kind: 'circle.renamed', payload: { ...deep } }])
    expect(faults.map(({ code, line }) => ({ code, line }))).toContainEqual({
      code: 'entry.unreadable',
      line: base.length + 1,
    })
  })
})

test('a reader passes over a few malformed entries, and reads no further behind many', () => {
  const entries = Array.from({ length: 100 }, (_, index) => ({ seq: index + 1, payload: { bad: index % 2 } }))
  const told: number[] = []
  const read = entryReader(entries as never, (seq) => told.push(seq))
  const count = read((some) => {
    for (const { payload } of some) if (payload['bad'] === 1) throw new TypeError('broken')
    return some.length
  })
  expect(told).toEqual(Array.from({ length: 21 }, (_, index) => 2 * index + 2))
  expect(count).toBe(41)
})

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, evolve } from './circle.ts'
import type { Command } from './circle.ts'
import { ensureSettled, openBooks } from './testing/invariants.ts'
import { replayRules } from '#circle/ledger/replay.ts'
import type { ReplayFaultCode } from '#circle/ledger/replay.ts'
import { COMMAND_KIND, entryText, GENESIS_HASH } from '#circle/ledger/entry.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { presets } from './plan.ts'
import type { Plan } from './plan.ts'
import type { CircleState, Inverse } from './state.ts'
import { dose } from './testing/dose.ts'
import { story } from './testing/story.ts'
import { commandFrom, oneLevelPlan, shortPlan, steps } from './testing/walk.ts'
import { isQueueChange } from './queue-changes.ts'
import { inverseOf, levelOf, nextLastChange, restCounts, restsOn } from './undo.ts'
import type { LastChange } from './undo.ts'

const CIRCLE = '0190a1b2-0000-7000-8000-000000000001'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A circle recorded as the server records it, which knows its last change. */
function recorded(plan: Plan, isHonest = true) {
  const entries: LedgerEntry[] = []
  const books = openBooks()
  let now = Date.UTC(2026, 0, 10, 12)
  let count = 0
  let state: CircleState | null = null
  let before: CircleState | null = null
  let last: LastChange | null = null
  const append = (actor_id: string | null, kind: string, payload: object) => {
    const facts = {
      seq: entries.length + 1,
      at: new Date(now).toISOString(),
      actor_id,
      kind,
      payload: JSON.parse(JSON.stringify(payload)) as Record<string, unknown>,
      previous_hash: entries.at(-1)?.hash ?? GENESIS_HASH,
    }
    entries.push({ ...facts, hash: sha256(entryText(CIRCLE, facts)) })
    return facts.seq
  }
  const perform = (command: Command, actor: string | null = null) => {
    const ids: string[] = []
    const newId = () => {
      ids.push(`id-${String((count += 1)).padStart(6, '0')}`)
      return ids.at(-1)!
    }
    const result = decide(state, command, { now, newId })
    if (!result.ok || result.events.length === 0) return false
    const seq = append(actor, COMMAND_KIND, { command, ids, via: actor === null ? 'job' : 'password' })
    for (const { kind, ...payload } of result.events) append(actor, kind, payload)
    for (const event of result.events) books.record(event)
    if (isHonest) books.check(result.state)
    if (isHonest) ensureSettled(result.state)
    if (state) last = nextLastChange(last, { seq, command, events: result.events, before: state, after: result.state })
    before = state
    state = result.state
    return true
  }
  perform({ kind: 'create_circle', mode: 'demonstracao', plan }, 'admin')
  return {
    entries,
    perform,
    advance: (ms: number) => (now += ms),
    state: () => state!,
    before: () => before!,
    last: () => last,
  }
}

function actorOf(command: Command): string | null {
  if (command.kind === 'expire' || command.kind === 'apply_draw') return null
  if (command.kind === 'confirm') return command.by === 'administration' ? 'admin' : command.by.memberId
  const own = [
    'send_receipt',
    'reject_receipt',
    'report',
    'accept_upgrade',
    'serve_again',
    'swap_turns',
    'pay_ahead',
    'take_shares',
  ].includes(command.kind)
  return own ? (command as { memberId: string }).memberId : 'admin'
}

function undoing({ seq, inverse }: LastChange): Command {
  return { kind: 'undo', seq, inverse }
}

/** The state before a change with the cases that it opened, of donors whose receipt was rejected: they wait for a decision. */
function withCasesOf(before: CircleState, after: CircleState): CircleState {
  const opened = [...after.reports.values()].filter(({ id }) => !before.reports.has(id))
  const donations = new Map(before.donations)
  for (const { id, donationId } of opened) donations.set(donationId, { ...donations.get(donationId)!, reportId: id })
  return { ...before, donations, reports: after.reports }
}

const arranging = fc.sample(
  steps(400).filter((walk) => walk.some(({ kind }) => isQueueChange(kind))),
  { numRuns: dose(15, 2_000) },
)

describe('undoing the last change of a queue', () => {
  test('gives back exactly the state before it, wherever nothing rests on it, and the verifier repeats it', () => {
    let undone = 0
    let resting = 0
    for (const [index, walk] of arranging.entries()) {
      const circle = recorded([shortPlan, presets.rotativo, oneLevelPlan][index % 3]!)
      for (let n = 1; n <= 8; n += 1) circle.perform({ kind: 'approve_member', memberId: `m${n}` }, 'admin')
      for (let n = 1; n <= 6; n += 1)
        circle.perform({ kind: 'place', memberId: `m${n}`, level: 1, position: n * 2, isReceiver: false }, 'admin')
      for (const step of walk) {
        circle.advance(step.hours * 3_600_000)
        const command = commandFrom(circle.state(), step)
        if (!circle.perform(command, actorOf(command)) || !isQueueChange(command.kind)) continue
        const last = circle.last()!
        if (last.rests) {
          resting += 1
          continue
        }
        const before = withCasesOf(circle.before(), circle.state())
        expect(circle.perform(undoing(last), 'admin')).toBe(true)
        expect(circle.state(), command.kind).toEqual(before)
        expect(circle.last()).toBeNull()
        undone += 1
      }
      expect(replayRules(circle.entries)).toEqual({ fromSeq: 1, faults: [] })
    }
    expect(undone).toBeGreaterThan(arranging.length)
    expect(resting).toBeGreaterThan(10)
  })

  test('also later, when receipts and confirmations came meanwhile, and gives back the queue alone', () => {
    const told = story({ plan: shortPlan }).members(4).placed().pull().reorder('m4', 40)
    const before = told.state
    const moved = told.reorder('m3', 50)
    const inverse = inverseOf(before, moved.state, 1)
    moved.sendsReceipt('m2').confirmedFor('m2')
    const confirmed = moved.state
    moved.does({ kind: 'undo', seq: 1, inverse })
    expect(moved.state.entries).toEqual(before.entries)
    expect(moved.state.members).toEqual(confirmed.members)
    expect(moved.state.donations).toEqual(confirmed.donations)
  })

  test('a later donation, debt, turn or place in the same queue rests on it; what is in another queue does not', () => {
    const told = story({ plan: shortPlan }).members(4).placed()
    told.reorder('m4', 40)
    expect(restsOn(told.events, 1, false)).toBeNull()
    expect(restsOn(told.events, 1, true)).toEqual({ what: 'places', count: 1 })
    expect(restsOn(told.events, 2, true)).toBeNull()
    told.pull()
    expect(restsOn(told.events, 1, true)?.what).toBe('matched')
    const receiver = [...told.state.entries.values()].find(({ isReceiver }) => isReceiver)!
    told.nextReceiver(receiver.memberId)
    expect(restsOn(told.events, 1, false)?.what).toBe('cancelled')
    expect(levelOf(told.events)).toBe(1)
  })

  test('a member who left, or stands there again, is not brought back over somebody’s head', () => {
    const told = story({ plan: shortPlan }).members(3).placed()
    const before = told.state
    const inverse = inverseOf(before, told.remove('m2').state, 1)
    told.place('m2', { position: 9 })
    expect(told.refusal({ kind: 'undo', seq: 1, inverse })).toBe('queue.undo_impossible')
    told.remove('m2').suspended('m2')
    expect(told.refusal({ kind: 'undo', seq: 1, inverse })).toBe('queue.undo_impossible')
    told.reinstated('m2').does({ kind: 'undo', seq: 1, inverse })
    expect(told.state.entries).toEqual(before.entries)
  })

  test('nobody is given a part of the places that they take by now back', () => {
    const told = story({ plan: oneLevelPlan }).members(3).placed()
    const inverse = inverseOf(told.state, told.remove('m2').state, 1)
    told.does({ kind: 'take_shares', memberId: 'm2', shares: 2 })
    expect(told.refusal({ kind: 'undo', seq: 1, inverse })).toBe('queue.undo_impossible')
    told.does({ kind: 'take_shares', memberId: 'm2', shares: 1 })
    expect(told.refusal({ kind: 'undo', seq: 1, inverse })).toBeNull()
  })

  test('never puts two at one position, nor touches an entry that is not of the queue', () => {
    const told = story({ plan: shortPlan }).members(3).placed()
    const [first, second] = [told.entryId('m1'), told.entryId('m2')]
    const place = (entryId: string, position: number) => ({ entryId, position, isReceiver: false, passed: 0 })
    const empty: Inverse = { level: 1, places: [], drop: [], restore: [], reentry: [] }
    const refusal = (changed: Partial<Inverse>) =>
      told.refusal({ kind: 'undo', seq: 1, inverse: { ...empty, ...changed } })
    expect(refusal({ places: [place(first, 2)] })).toBe('queue.undo_impossible')
    expect(refusal({ places: [place(first, 2), place(second, 1)] })).toBeNull()
    expect(refusal({ places: [place('nowhere', 9)] })).toBe('queue.undo_impossible')
    expect(refusal({ places: [{ ...place(first, 9), passed: 1 }] })).toBe('queue.undo_impossible')
    expect(refusal({ drop: ['nowhere'] })).toBe('queue.undo_impossible')
    expect(refusal({ level: 2, drop: [first] })).toBe('queue.undo_impossible')
  })
})

describe('the verifier finds an undoing', () => {
  /** Six places, one moved, and what else happens; then an undoing as the dishonest operator writes it. */
  function faultOf(undone: (last: LastChange) => Command, meanwhile: (circle: ReturnType<typeof recorded>) => unknown) {
    const circle = recorded(oneLevelPlan, false)
    for (let n = 1; n <= 6; n += 1) {
      circle.perform({ kind: 'approve_member', memberId: `m${n}` }, 'admin')
      circle.perform({ kind: 'place', memberId: `m${n}`, level: 1, position: n, isReceiver: false }, 'admin')
    }
    const entryId = [...circle.state().entries.values()].find(({ memberId }) => memberId === 'm6')!.id
    circle.perform({ kind: 'reorder', entryId, position: 1 }, 'admin')
    const last = circle.last()!
    meanwhile(circle)
    expect(circle.perform(undone(last), 'admin')).toBe(true)
    return replayRules(circle.entries).faults[0]?.code ?? null
  }
  const nothing = () => {}
  const cases: readonly [string, (last: LastChange) => Command, typeof nothing | Meanwhile, ReplayFaultCode | null][] =
    [
      ['that is honest, with no fault', undoing, nothing, null],
      [
        'that gives back another order',
        (last) => undoing({ ...last, inverse: jumped(last.inverse) }),
        nothing,
        'rules.refused',
      ],
      [
        'that leaves somebody out',
        (last) => undoing({ ...last, inverse: cut(last.inverse) }),
        nothing,
        'rules.refused',
      ],
      [
        'of another entry than the last change',
        (last) => undoing({ ...last, seq: last.seq - 2 }),
        nothing,
        'rules.refused',
      ],
      [
        'of a change on which this month’s donations rest',
        undoing,
        (circle) => circle.perform({ kind: 'generate_pull' }, 'admin'),
        'rules.refused',
      ],
      [
        'of a change that was undone before',
        undoing,
        (circle) => circle.perform(undoing(circle.last()!), 'admin'),
        'rules.refused',
      ],
    ]
  test.each(cases)('%s', (_, undone, meanwhile, code) => {
    expect(faultOf(undone, meanwhile)).toBe(code)
  })
})

type Meanwhile = (circle: ReturnType<typeof recorded>) => unknown

/** The first two places exchanged: an order that nobody had. */
function jumped(inverse: Inverse): Inverse {
  const [first, second, ...rest] = inverse.places
  const places = [{ ...first!, position: second!.position }, { ...second!, position: first!.position }, ...rest]
  return { ...inverse, places }
}

/** Two places that keep what they got, so that the positions are free all the same. */
function cut(inverse: Inverse): Inverse {
  return { ...inverse, places: [], reentry: [] }
}

test('an event that says so twice is applied to the letter', () => {
  const told = story({ plan: shortPlan }).members(2).placed()
  const before = told.state
  const inverse = inverseOf(before, told.swap('m1', 'm2').state, 1)
  const event = { kind: 'queue.change_undone', seq: 9, ...inverse } as const
  const once = evolve(told.state, event, 0)
  expect(once.entries).toEqual(before.entries)
  expect(evolve(once, event, 0)).toEqual(once)
})

test('a place at a level that the plan no longer has is not given back', () => {
  const told = story({ plan: presets.rotativo }).members(2).place('m1', { level: 2 })
  const before = told.state
  told.does({ kind: 'remove', entryId: told.findEntry('m1', 2)!.id })
  const inverse = inverseOf(before, told.state, 2)
  expect(told.refusal({ kind: 'undo', seq: 1, inverse })).toBeNull()
  told.does({ kind: 'change_plan', plan: oneLevelPlan })
  expect(told.refusal({ kind: 'undo', seq: 1, inverse })).toBe('queue.undo_impossible')
})

describe('what a change replaced', () => {
  const told = story({ plan: shortPlan }).members(3).placed()
  const own = told.findEntry('m1')!
  const placesAfter = (change: Partial<typeof own>) =>
    inverseOf(told.state, { ...told.state, entries: new Map(told.state.entries).set(own.id, { ...own, ...change }) }, 1)
      .places

  test('is a position, a role or who was passed, each by itself, and nothing that stayed', () => {
    const was = { entryId: own.id, position: own.position, isReceiver: own.isReceiver, passed: 0 }
    expect(placesAfter({})).toEqual([])
    for (const change of [{ position: 9 }, { isReceiver: !own.isReceiver }, { passedMemberIds: ['m2'] }])
      expect(placesAfter(change)).toEqual([was])
  })

  test('is the leave to come back too, of those alone who used it by a new place', () => {
    const { members } = told.state
    const leave = (reentry: 'allowed' | 'none') =>
      new Map([...members].map(([id, member]) => [id, { ...member, reentry }]))
    const before = { ...told.state, entries: new Map(), members: leave('allowed') }
    const after = { ...told.state, members: leave('none') }
    expect(inverseOf(before, after, 1).reentry.toSorted()).toEqual(['m1', 'm2', 'm3'])
    expect(inverseOf({ ...before, members: leave('none') }, after, 1).reentry).toEqual([])
    expect(inverseOf(before, { ...after, members: leave('allowed') }, 1).reentry).toEqual([])
    expect(inverseOf({ ...told.state, members: leave('allowed') }, after, 1).reentry).toEqual([])
  })

  test('and what followed is counted by kind, in every queue, but for places and roles', () => {
    const pulled = story({ plan: shortPlan }).members(3).placed().pull()
    const [owed, matched] = [pulled.happened('obligation.owed').length, pulled.happened('donation.matched').length]
    expect(restCounts(pulled.events)).toMatchObject({ debts: owed, matched })
    expect(owed).toBeGreaterThan(1)
    expect(restCounts(told.swap('m2', 'm3').events)).toEqual({})
  })
})

describe('the last change', () => {
  const told = story({ plan: shortPlan }).members(3).placed()
  const before = told.state
  const { events, state: after } = told.swap('m2', 'm3')
  const following = (last: LastChange | null, kind: string, own = events) =>
    nextLastChange(last, { seq: 7, command: { kind }, events: own, before, after })

  test('is none before the first, and none after a draw or an undoing', () => {
    expect(following(null, 'generate_pull')).toBeNull()
    const last = following(null, 'swap')
    expect(last).toMatchObject({ seq: 7, inverse: { level: 1 }, rests: null })
    expect([following(last, 'apply_draw'), following(last, 'undo')]).toEqual([null, null])
  })

  test('stays through one that moved nothing, and through what does not rest on it', () => {
    const last = following(null, 'swap')!
    expect(following(last, 'reorder', [])).toBe(last)
    expect(following(last, 'approve_member', [])).toEqual(last)
    const rested = following(last, 'generate_pull')!
    expect(rested.rests).toMatchObject({ what: 'places' })
    expect(following(rested, 'generate_pull', [])).toBe(rested)
  })
})

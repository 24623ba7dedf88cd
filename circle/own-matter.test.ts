import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Command } from './circle.ts'
import { decide } from './circle.ts'
import { queueOf } from './decision.ts'
import { isOwnMatterOf, whoseMatter } from './own-matter.ts'
import { DAY_MS } from './period.ts'
import { presets } from './plan.ts'
import type { CircleState } from './state.ts'
import { dose } from './testing/dose.ts'
import { story } from './testing/story.ts'
import { commandFrom, steps } from './testing/walk.ts'

const NOW = Date.UTC(2026, 10, 10, 12)
const nobody = () => []

/** A real roda of these people in their places, and what was done in it. */
function roda(members: readonly string[], commands: readonly Command[] = []): CircleState {
  let state: CircleState | null = null
  let ids = 0
  const founding: Command[] = [
    { kind: 'create_circle', mode: 'real', plan: presets.roda },
    ...members.map((memberId): Command => ({ kind: 'approve_member', memberId })),
    ...members.map((memberId, index): Command => {
      return { kind: 'place', memberId, level: 1, position: index + 1, isReceiver: false }
    }),
  ]
  for (const command of [...founding, ...commands]) {
    const result = decide(state, command, { now: NOW, newId: () => `id-${(ids += 1)}` })
    if (!result.ok) throw new Error(result.code)
    state = result.state
  }
  return state!
}

const suspend = (memberId: string): Command => ({ kind: 'depart_member', memberId, how: 'suspended' })
const toEnd = (memberId: string): Command => ({ kind: 'move_to_end', memberId, level: 1 })
const matter = (state: CircleState, command: Command) => [...whoseMatter(state, command, NOW, nobody)].toSorted()

describe('whose own matter a decision is', () => {
  const people = ['ana', 'bia', 'cida', 'davi', 'eva']

  test('of a move: who moves, and everybody before or behind whom others come to stand', () => {
    const state = roda(people)
    expect(matter(state, toEnd('cida'))).toEqual(['cida', 'davi', 'eva'])
    const [, bia, , davi, eva] = queueOf({ state }, 1)
    // People between two that exchange their places stay, and somebody else is before them.
    expect(matter(state, { kind: 'swap', entryId: bia!.id, otherEntryId: davi!.id })).toEqual(['bia', 'cida', 'davi'])
    // Two behind her exchange their places: it is no matter of hers.
    expect(matter(state, { kind: 'swap', entryId: davi!.id, otherEntryId: eva!.id })).toEqual(['davi', 'eva'])
    expect(matter(state, { kind: 'remove', entryId: eva!.id })).toEqual(['eva'])
  })

  test('of taking somebody away: theirs, and of all who come nearer to their turn by it', () => {
    expect(matter(roda(people), suspend('bia'))).toEqual(['bia', 'cida', 'davi', 'eva'])
    expect(matter(roda(people), suspend('eva'))).toEqual(['eva'])
  })

  test('of a donation: its two parties, and who has an open donation with one of them', () => {
    const state = roda(people, [{ kind: 'generate_pull' }])
    const donations = [...state.donations.values()]
    const [donation] = donations
    const parties = donations.flatMap(({ donorId, receiverId }) =>
      [donorId, receiverId].includes(donation!.receiverId) ? [donorId, receiverId!] : [],
    )
    const command: Command = { kind: 'open_case', reportId: 'r', donationId: donation!.id }
    expect(matter(state, command)).toEqual([...new Set(parties)].toSorted())
    expect(isOwnMatterOf(state, donation!.receiverId!, donation!.donorId)).toBe(true)
    expect(isOwnMatterOf(state, donation!.donorId, donation!.donorId)).toBe(true)
    expect(isOwnMatterOf(state, donation!.donorId, donation!.receiverId!)).toBe(true)
    const others = donations.filter(({ donorId }) => ![donation!.donorId, donation!.receiverId].includes(donorId))
    expect(others.map(({ donorId }) => isOwnMatterOf(state, donation!.donorId, donorId))).toEqual([false, false, false])
  })

  test('of a move amid open donations: who moves and their other parties, and of nobody else who has one', () => {
    const state = roda(people, [{ kind: 'generate_pull' }])
    const [davi, eva] = queueOf({ state }, 1).slice(3)
    expect(matter(state, { kind: 'swap', entryId: davi!.id, otherEntryId: eva!.id })).toEqual(['ana', 'davi', 'eva'])
  })

  test('of a move into a gap behind everybody: who moves', () => {
    const state = roda(people)
    const eva = queueOf({ state }, 1).at(-1)!
    expect(matter(state, { kind: 'edit_entry', entryId: eva.id, position: 9 })).toEqual(['eva'])
  })

  test('of an undone removal: who comes back by it', () => {
    const state = roda(people)
    const { id: entryId, memberId, position } = queueOf({ state }, 1).at(-1)!
    const restored = { entryId, memberId, position, isReceiver: false, passedMemberIds: [], createdAt: NOW }
    const inverse = { level: 1, places: [], drop: [], restore: [restored], reentry: [] } as const
    const without = roda(people, [{ kind: 'remove', entryId }])
    expect(matter(without, { kind: 'undo', seq: 1, inverse })).toEqual(['eva'])
  })

  test('of a place that is handed over: who leaves it, who takes it, and who has an open donation with them', () => {
    const state = roda(people, [{ kind: 'generate_pull' }, { kind: 'approve_member', memberId: 'gil' }])
    const sums = { givenCents: 0, receivedCents: 0 }
    const handing = { kind: 'hand_over', substituteId: 's', memberId: 'bia', newcomerId: 'gil', ...sums } as const
    expect(matter(state, handing)).toEqual(['ana', 'bia', 'gil'])
  })

  test('of a role that is taken and given back at once: everybody whose donation it releases', () => {
    const state = roda(people, [{ kind: 'generate_pull' }])
    const [donation] = [...state.donations.values()]
    const receiver = [...state.entries.values()].find(({ memberId }) => memberId === donation!.receiverId)!
    const command: Command = { kind: 'edit_entry', entryId: receiver.id, isReceiver: false }
    expect(matter(state, command)).toEqual(expect.arrayContaining([donation!.donorId, donation!.receiverId]))
  })

  test('a case outlasts its donation: its parties are told from elsewhere', () => {
    const command = {
      kind: 'decide_appeal',
      reportId: 'r',
      donationId: 'd',
      decision: 'UPHELD',
      outcome: 'keep',
    } as const
    const matterOf = (asked: Command) => [...whoseMatter(roda(people), asked, NOW, () => ['ana', null])]
    expect(matterOf(command)).toEqual(['ana'])
    // Of a case that there is not, and of what is about no donation, no parties are asked for.
    expect(matterOf({ kind: 'set_report_status', reportId: 'none', status: 'INVESTIGATING' })).toEqual([])
    expect(matterOf({ kind: 'generate_pull' })).toEqual([])
  })

  test('of a case by its number: the parties of its donation, and of no other case', () => {
    const told = story({ plan: presets.roda, mode: 'real' }).members(4).placed().pull()
    told.opensCase('m2→m1', 'one').opensCase('m3→m1', 'other')
    const status = (reportId: string): Command => ({ kind: 'set_report_status', reportId, status: 'INVESTIGATING' })
    const matterOf = (command: Command) => [...whoseMatter(told.state, command, told.now, nobody)]
    expect(matterOf(status('one')).slice(0, 2)).toEqual(['m2', 'm1'])
    expect(matterOf(status('other')).slice(0, 2)).toEqual(['m3', 'm1'])
    expect(matterOf(status('none'))).toEqual([])
  })

  test('of a role: who takes it or gives it back, and everybody whom they come to stand before', () => {
    const told = story({ plan: presets.roda, mode: 'real' }).members(4).placed()
    const gives = (memberId: string, isReceiver: boolean): Command => {
      return { kind: 'edit_entry', entryId: told.entryId(memberId), isReceiver }
    }
    expect(matter(told.state, gives('m1', true))).toEqual(['m1'])
    expect(matter(told.state, gives('m3', true))).toEqual(['m1', 'm2', 'm3'])
    told.does(gives('m3', true))
    expect(matter(told.state, gives('m3', false))).toEqual(['m1', 'm2', 'm3'])
    // Before her stands another now.
    expect(matter(told.state, gives('m1', true))).toEqual(['m1', 'm3'])
  })

  test('of what the rules refuse: of nobody but whom it names', () => {
    const told = story({ plan: presets.roda, mode: 'real' }).members(3).placed()
    expect(matter(told.state, { kind: 'move_to_end', memberId: 'nobody', level: 1 })).toEqual(['nobody'])
    expect(matter(told.state, { kind: 'remove', entryId: 'none' })).toEqual([])
  })

  test('is nobody’s where the administration is paid', () => {
    const told = story({ plan: presets.termos }).members(3).placed().pull()
    const [donation] = told.state.donations.values()
    const toNobody = { ...donation!, id: 'other', receiverId: null }
    const state = { ...told.state, donations: new Map(told.state.donations).set('other', toNobody) }
    expect([...whoseMatter(state, suspend(donation!.donorId), told.now, nobody)]).not.toContain(null)
  })

  test('what asks everybody alike, and who joins, is nobody’s own', () => {
    const state = roda(people)
    expect(matter(state, { kind: 'generate_pull' })).toEqual([])
    expect(matter(state, { kind: 'change_plan', plan: presets.roda })).toEqual([])
    expect(matter(state, { kind: 'apply_draw', drawId: 'd', memberIds: people.toReversed() })).toEqual([])
    expect(matter(state, { kind: 'approve_member', memberId: 'ana' })).toEqual([])
    const strangers = roda(['ana', 'bia'], [{ kind: 'approve_member', memberId: 'gil' }])
    const behind: Command = { kind: 'place', memberId: 'gil', level: 1, position: 9, isReceiver: false }
    expect(matter(strangers, behind)).toEqual(['gil'])
  })
})

const decided = ['depart_member', 'remove', 'swap', 'move_to_end', 'reorder', 'set_receiver', 'next_receiver'] as const
const ofCases = ['edit_entry', 'pause_month', 'open_case', 'resolve_report', 'set_report_status'] as const

/** All that is a member's own: place and role, who stands before them, and what they are a party of. */
function ownOf({ entries, donations, reports }: CircleState, memberId: string, known: CircleState): unknown {
  const own = [...entries.values()].filter((entry) => entry.memberId === memberId)
  const before = own.map(({ level, position, isReceiver }) =>
    [...entries.values()]
      .filter((other) => other.level === level && other.memberId !== memberId)
      .filter((other) => (other.isReceiver === isReceiver ? other.position < position : other.isReceiver))
      .map((other) => other.memberId)
      .toSorted(),
  )
  const dealings = [...known.donations.values()]
    .filter(({ donorId, receiverId }) => donorId === memberId || receiverId === memberId)
    .map(({ id }) => [donations.get(id) ?? 'ended', [...reports.values()].filter((one) => one.donationId === id)])
  return [own.map(({ position, isReceiver }) => [position, isReceiver]), before, dealings]
}

test('over random lives, whatever a decision changes of somebody’s own is their own matter', () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(steps(150), (walk) => {
      let state = roda(['p1', 'p2', 'p3', 'p4', 'p5', 'p6'])
      let now = NOW
      let ids = 1_000
      for (const step of walk) {
        now += (step.hours * DAY_MS) / 24
        const command = commandFrom(state, step)
        const result = decide(state, command, { now, newId: () => `id-${(ids += 1)}` })
        if (!result.ok) continue
        if (([...decided, ...ofCases] as readonly string[]).includes(command.kind)) {
          const whose = whoseMatter(state, command, now, nobody)
          seen.set(command.kind, (seen.get(command.kind) ?? 0) + 1)
          for (const memberId of state.members.keys())
            if (!whose.has(memberId))
              expect([command, ownOf(result.state, memberId, state)]).toEqual([command, ownOf(state, memberId, state)])
        }
        state = result.state
      }
    }),
    { numRuns: dose(100, 1_000) },
  )
  // Walks in which nobody decides anything would prove nothing.
  expect([...decided, ...ofCases].filter((kind) => !seen.has(kind))).toEqual([])
})

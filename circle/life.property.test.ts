import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextAhead } from './ahead.ts'
import type { Command } from './circle.ts'
import { findUnfinished } from './ending.ts'
import { rodaPlan } from './plan.ts'
import { RuleRefusal } from './refusal.ts'
import { awaitsRotation, isOver } from './rotation.ts'
import { COUNTED_SINCE } from './shares.ts'
import { dose } from './testing/dose.ts'
import { story } from './testing/story.ts'
import type { Story } from './testing/story.ts'

const CONTRIBUTION = 10_000

type Choice = { readonly kind: number; readonly a: number; readonly b: number }

/** All that the pages let people and those who administer do in a roda, but to pay and to ask for the month. */
const events: readonly ((told: Story, choice: Choice) => Command | null)[] = [
  ({ state }) => ({ kind: 'approve_member', memberId: `m${state.members.size + 1}` }),
  (told, { a }) => {
    const free = [...told.state.members.values()].filter(
      ({ id, status }) => status === 'approved' && !told.findEntry(id),
    )
    return free.length === 0
      ? null
      : told.placing(free[a % free.length]!.id, { position: 40 + told.state.entries.size })
  },
  (told, { a }) => ({ kind: 'move_to_end', memberId: placeOf(told, a).memberId, level: 1 }),
  (told, { a, b }) => ({ kind: 'reorder', entryId: placeOf(told, a).id, position: placeOf(told, b).position }),
  (told, { a, b }) => ({ kind: 'swap', entryId: placeOf(told, a).id, otherEntryId: placeOf(told, b).id }),
  (told, { a, b }) => {
    const [one, other] = [placeOf(told, a), placeOf(told, b)]
    const places = { position: one.position, otherPosition: other.position }
    return { kind: 'swap_turns', swapId: 's', memberId: one.memberId, otherId: other.memberId, ...places }
  },
  (told, { a }) => ({ kind: 'next_receiver', entryId: placeOf(told, a).id }),
  (told, { a }) => {
    const { id, isReceiver } = placeOf(told, a)
    return { kind: 'edit_entry', entryId: id, isReceiver: !isReceiver }
  },
  (told, { a }) => ({ kind: 'remove', entryId: placeOf(told, a).id }),
  (told, { a }) => ({ kind: 'depart_member', memberId: placeOf(told, a).memberId, how: 'suspended' }),
  (told, { a }) => ({ kind: 'depart_member', memberId: placeOf(told, a).memberId, how: 'left' }),
  ({ state }, { a }) => {
    const out = [...state.members.values()].filter(({ status }) => status !== 'approved')
    return out.length === 0 ? null : { kind: 'reinstate_member', memberId: out[a % out.length]!.id }
  },
  (told, { a }) => {
    const { memberId } = placeOf(told, a)
    const { given, received } = told.state.members.get(memberId) ?? { given: [0, 0], received: [0, 0] }
    const newcomerId = [...told.state.members.keys()].findLast((id) => !told.findEntry(id))
    // Else most lives would have nobody to whom a place could go.
    if (newcomerId === undefined) return { kind: 'approve_member', memberId: `m${told.state.members.size + 1}` }
    const sums = { givenCents: given[1], receivedCents: received[1] }
    return { kind: 'hand_over', substituteId: 'x', memberId, newcomerId, ...sums }
  },
  (told, { a }) => {
    const donationId = donationOf(told, a)?.id
    return donationId === undefined ? null : { kind: 'pause_month', donationId }
  },
  ({ state, now }, { a }) => {
    const ids = [...state.members.keys()]
    const memberId = ids[a % ids.length]!
    try {
      return { kind: 'pay_ahead', memberId, receiverId: nextAhead(state, memberId, now).receiverId }
    } catch (error) {
      if (error instanceof RuleRefusal) return null
      throw error
    }
  },
  (told, { a, b }) => {
    const donation = donationOf(told, a)
    const cents = 1 + (b % (donation ? told.state.obligations.get(donation.obligationId)!.amountCents : 1))
    return donation ? { kind: 'send_receipt', donationId: donation.id, memberId: donation.donorId, cents } : null
  },
  (told, { a }) => {
    const donationId = donationOf(told, a)?.id
    const reportId = `r${told.now}-${a}`
    return donationId === undefined ? null : { kind: 'open_case', reportId, donationId, bounded: true }
  },
  ({ state }, { a }) => {
    const [reportId] = state.reports.keys()
    const outcome = (['cancel', 'keep', 'confirm'] as const)[a % 3]!
    return reportId === undefined ? null : { kind: 'resolve_report', reportId, resolution: 'RESOLVED', outcome }
  },
  (told, { b }) => {
    told.days(b % 40)
    return { kind: 'expire', late: true }
  },
]

function placeOf({ state }: Story, a: number) {
  const places = [...state.entries.values()].toSorted((one, other) => one.position - other.position)
  return places[a % Math.max(1, places.length)] ?? { id: '', memberId: 'nobody', position: 1, isReceiver: false }
}

function donationOf({ state }: Story, a: number) {
  const open = [...state.donations.values()].toSorted((one, other) => one.order - other.order)
  return open[a % Math.max(1, open.length)]
}

/** One step of a donation towards its confirmation. */
function pays(told: Story, donation: NonNullable<ReturnType<typeof donationOf>>): Command {
  const { id: donationId, donorId: memberId, receiverId, status, parts, sentCents } = donation
  const rest = told.state.obligations.get(donation.obligationId)!.amountCents
  if (status === 'PENDING_PAYMENT')
    return { kind: 'send_receipt', donationId, memberId, ...(parts > 0 ? { cents: rest } : {}) }
  const by = { memberId: receiverId! }
  return { kind: 'confirm', donationId, by, ...(sentCents === null ? {} : { cents: sentCents }) }
}

function asks(told: Story): void {
  if (!awaitsRotation(told.state) && told.refusal({ kind: 'generate_pull' }) === null) told.pull()
}

function everybodyPays(told: Story): void {
  for (const reportId of told.state.reports.keys())
    told.does({ kind: 'set_report_status', reportId, status: 'DISMISSED' })
  for (let steps = 0; told.state.donations.size > 0 && steps < 2_000; steps += 1)
    told.does(pays(told, donationOf(told, 0)!))
}

function everybodyPaysUntilTheEnd(told: Story, required: number): void {
  for (let month = 0; month < 6 * required && !isOver(told.state); month += 1) {
    everybodyPays(told)
    asks(told)
    everybodyPays(told)
    told.days(31)
  }
}

/** Those in no place who gave more than they received: the roda waits for them, and they can come back at any time. */
function whoIsAwaited({ state }: Story) {
  const places = new Set([...state.entries.values()].map(({ memberId }) => memberId))
  return [...state.members.values()].filter(({ id, given, received }) => !places.has(id) && given[1] > received[1])
}

/** Whether somebody who lost their place received a part of a contribution alone: only whole ones are settled. */
function isOffByCents({ state }: Story): boolean {
  return [...state.members.values()].some(({ given, received }) => (given[1] - received[1]) % CONTRIBUTION !== 0)
}

const choice = fc.record({ kind: fc.nat(events.length + 5), a: fc.nat(99), b: fc.nat(9_999) })
const lives = fc.record({
  people: fc.integer({ min: 3, max: 6 }),
  months: fc.integer({ min: 1, max: 5 }),
  twice: fc.array(fc.nat(5), { maxLength: 2 }),
  rotations: fc.integer({ min: 1, max: 2 }),
  choices: fc.array(choice, { maxLength: 30 }),
})

test('whatever people live through in a rotation, when all pay what is asked everybody ends at zero', () => {
  const done = new Map<string, number>()
  fc.assert(
    fc.property(lives, ({ people, months, twice, rotations, choices }) => {
      const required = Math.min(months, people - 1)
      const plan = rodaPlan({ amountCents: CONTRIBUTION, months: required })
      const told = story({ plan, mode: 'real', rules: COUNTED_SINCE }).members(people)
      const tries = (command: Command | null) => {
        if (command === null || told.refusal(command) !== null) return
        told.does(command)
        for (const { kind } of told.events) done.set(kind, (done.get(kind) ?? 0) + 1)
      }
      for (const n of twice) tries({ kind: 'take_shares', memberId: `m${(n % people) + 1}`, shares: 2 })
      told.placed()
      if (told.refusal({ kind: 'generate_pull' }) !== null) return
      for (let rotation = 1; rotation <= rotations; rotation += 1) {
        for (const [index, one] of choices.entries()) {
          if (index % 6 === 0) asks(told.days(20))
          const event = events[one.kind]
          if (event) tries(event(told, one))
          else if (told.state.donations.size > 0) tries(pays(told, donationOf(told, one.a)!))
        }
        everybodyPaysUntilTheEnd(told, required)
        for (const { id, status } of whoIsAwaited(told)) {
          if (status !== 'approved') told.reinstated(id)
          told.place(id)
        }
        everybodyPaysUntilTheEnd(told, required)
        if (told.state.nextOrder === told.state.rotationFrom || isOffByCents(told)) return
        if ([...told.state.members.values()].every(({ given }) => given[1] === 0)) return
        expect(findUnfinished(told.state)).toBeNull()
        expect([isOver(told.state), awaitsRotation(told.state)]).toEqual([true, true])
        tries({ kind: 'begin_rotation' })
      }
    }),
    { numRuns: dose(400, 10_000), endOnFailure: false },
  )
  for (const kind of ['member.left', 'member.reinstated', 'place.handed_over', 'rotation.begun', 'contribution.paused'])
    expect([...done.keys()]).toContain(kind)
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextAhead } from './ahead.ts'
import type { Command } from './circle.ts'
import { findUnfinished } from './ending.ts'
import { rodaPlan } from './plan.ts'
import { RuleRefusal } from './refusal.ts'
import { awaitsRotation, isOver } from './rotation.ts'
import { dose } from './testing/dose.ts'
import { story } from './testing/story.ts'
import type { Story } from './testing/story.ts'

type Choice = { readonly kind: number; readonly a: number; readonly b: number; readonly hours: number }

/** Something that happens to people, in whatever order: null where there is nobody to whom it could. */
function happening(told: Story, { kind, a, b }: Choice): Command | null {
  const { state } = told
  const donations = [...state.donations.values()].toSorted((one, other) => one.order - other.order)
  const places = [...state.entries.values()].toSorted((one, other) => one.position - other.position)
  const donation = donations[a % Math.max(1, donations.length)]
  const [one, other] = [places[a % places.length]!, places[b % places.length]!]
  const rest = donation ? state.obligations.get(donation.obligationId)!.amountCents : 0
  const image = '0'.repeat(64)
  switch (kind) {
    case 0:
      return {
        kind: 'swap_turns',
        swapId: 's',
        memberId: one.memberId,
        otherId: other.memberId,
        position: one.position,
        otherPosition: other.position,
      }
    case 1:
      return donation ? { kind: 'pause_month', donationId: donation.id } : null
    case 2:
      return donation
        ? { kind: 'send_receipt', donationId: donation.id, memberId: donation.donorId, image, cents: 1 + (b % rest) }
        : null
    case 3: {
      const gone = [...state.members.values()].find(({ status }) => status === 'left')
      if (gone && b % 2 === 0) return { kind: 'reinstate_member', memberId: gone.id }
      const free = [...state.members.values()].findLast(
        ({ id, status }) => status === 'approved' && !told.findEntry(id),
      )
      const { given, received } = state.members.get(one.memberId)!
      const sums = { givenCents: given[1], receivedCents: received[1] }
      if (free) return { kind: 'hand_over', substituteId: 'x', memberId: one.memberId, newcomerId: free.id, ...sums }
      return { kind: 'approve_member', memberId: `m${state.members.size + 1}` }
    }
    case 4:
      try {
        return {
          kind: 'pay_ahead',
          memberId: one.memberId,
          receiverId: nextAhead(state, one.memberId, told.now).receiverId,
        }
      } catch (error) {
        if (error instanceof RuleRefusal) return null
        throw error
      }
    case 5:
      return { kind: 'expire', late: true }
    default:
      if (!donation) return null
      if (donation.status === 'PENDING_PAYMENT')
        return {
          kind: 'send_receipt',
          donationId: donation.id,
          memberId: donation.donorId,
          image,
          ...(donation.parts > 0 ? { cents: rest } : {}),
        }
      return {
        kind: 'confirm',
        donationId: donation.id,
        by: { memberId: donation.receiverId! },
        ...(donation.sentCents === null ? {} : { cents: donation.sentCents }),
      }
  }
}

const choice = fc.record({ kind: fc.nat(14), a: fc.nat(999), b: fc.nat(9_999), hours: fc.nat(120) })
const lives = fc.record({
  people: fc.integer({ min: 3, max: 8 }),
  months: fc.integer({ min: 1, max: 7 }),
  twice: fc.array(fc.nat(7), { maxLength: 2 }),
  choices: fc.array(choice, { minLength: 40, maxLength: 140 }),
})

test('in whatever order people swap, pause, pay in parts, ahead and late, hand places over and come back, everybody ends at zero', () => {
  const done = new Set<string>()
  fc.assert(
    fc.property(lives, ({ people, months, twice, choices }) => {
      const required = Math.min(months, people - 1)
      const told = story({ plan: rodaPlan({ amountCents: 10_000, months: required }), mode: 'real' }).members(people)
      const tries = (command: Command | null) => {
        if (command === null || told.refusal(command) !== null) return
        told.does(command)
        for (const { kind } of told.events) done.add(kind)
      }
      for (const n of twice) tries({ kind: 'take_shares', memberId: `m${(n % people) + 1}`, shares: 2 })
      told.placed()
      for (const [index, one] of choices.entries()) {
        if (index % 12 === 0 && !awaitsRotation(told.state)) {
          tries({ kind: 'expire', late: true })
          tries({ kind: 'generate_pull' })
        }
        tries(happening(told, one))
        told.now += one.hours * 3_600_000
      }
      if (told.state.nextOrder === 1) return
      for (let month = 0; month < 4 * required && !isOver(told.state); month += 1) {
        if (!awaitsRotation(told.state)) told.pull()
        for (let at = 0; told.state.donations.size > 0 && at < 999; at += 1)
          tries(happening(told, { kind: 8, a: 0, b: 0, hours: at }))
        told.days(31)
      }
      expect(findUnfinished(told.state)).toBeNull()
    }),
    { numRuns: dose(60, 3_000), endOnFailure: true },
  )
  for (const kind of [
    'turns.swapped',
    'contribution.paused',
    'donation.part_confirmed',
    'place.handed_over',
    'member.reinstated',
    'donation.late',
    'contribution.counted',
  ])
    expect(done).toContain(kind)
})

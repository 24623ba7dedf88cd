import type { Command } from '#circle/circle.ts'
import type { Level, Plan } from '#circle/plan.ts'
import { presets } from '#circle/plan.ts'
import { broughtRows } from '#circle/testing/brought.ts'
import type { Dice } from '../frame/dice.ts'
import type { NaiveCircle, NaiveDonation } from './naive-circle.ts'
import { nameOfPlace } from './naive-circle.ts'

// Commands that move money come often, so that walks get far; the others often enough to meet every state.
const WEIGHTS: Readonly<Record<Exclude<Command['kind'], 'create_circle' | 'begin_rotation'>, number>> = {
  send_receipt: 60,
  confirm: 60,
  reject_receipt: 12,
  accept_upgrade: 20,
  generate_pull: 14,
  serve_again: 3,
  place: 12,
  remove: 2,
  swap: 3,
  swap_turns: 4,
  hand_over: 4,
  take_shares: 3,
  pause_month: 4,
  pay_ahead: 8,
  move_to_end: 3,
  reorder: 3,
  set_receiver: 3,
  next_receiver: 3,
  edit_entry: 3,
  undo: 4,
  expire: 5,
  report: 6,
  open_case: 2,
  set_report_status: 4,
  resolve_report: 6,
  decide_appeal: 3,
  depart_member: 1,
  reinstate_member: 8,
  approve_member: 2,
  change_plan: 1,
  apply_draw: 1,
  bring_in: 1,
}
const KINDS = Object.entries(WEIGHTS).flatMap(([kind, weight]) =>
  Array.from({ length: weight }, () => kind as keyof typeof WEIGHTS),
)

/** Those that a walk over HTTP gives: a roda is brought in before it begins, and a real one alone. */
export const KINDS_OF_REQUESTS: readonly (keyof typeof WEIGHTS)[] = KINDS.filter((kind) => kind !== 'bring_in')

/** A random command in the naive names: mostly one that makes sense in the state, sometimes one that does not. */
export function randomCommand(
  naive: NaiveCircle,
  dice: Dice,
  plans: readonly Plan[],
  kinds: readonly (keyof typeof WEIGHTS)[] = KINDS,
): Command {
  const kind = dice.pick(kinds)
  const wrong = dice.happens(0.06)
  const oneOf = <T>(list: readonly T[]): T | undefined => (list.length === 0 ? undefined : dice.pick(list))
  const memberId = oneOf(naive.members)?.name ?? 'nobody'
  const place = oneOf(naive.places)
  const entryId = wrong || !place ? 'N1:nobody' : nameOfPlace(place)
  const other = oneOf(dice.happens(0.1) ? naive.places : naive.places.filter(({ level }) => level === place?.level))
  const otherId = other ? nameOfPlace(other) : 'N1:nobody'
  const position = wrong ? dice.between(-1, 102) : dice.happens(0.5) && other ? other.position : dice.between(1, 30)
  const sent = naive.donations.filter(({ isSent }) => wrong || isSent)
  const reportId = `r${oneOf(naive.reports)?.number ?? 0}`

  switch (kind) {
    case 'send_receipt': {
      const donation = oneOf(naive.donations.filter(({ isSent }) => !isSent || dice.happens(0.1)))
      const image = dice.happens(0.1) ? {} : { image: String(dice.below(1e9)).padStart(64, '0') }
      return {
        kind,
        donationId: `d${donation?.number ?? 0}`,
        memberId: wrong ? memberId : (donation?.donor ?? memberId),
        ...image,
        ...(donation ? sumOf(naive, donation, dice) : {}),
      }
    }
    case 'confirm': {
      const donation = oneOf(sent)
      const by = { memberId: wrong ? memberId : (donation?.receiver ?? memberId) }
      const sum = donation?.sum && !dice.happens(0.03) ? { cents: donation.sum } : {}
      return {
        kind,
        donationId: `d${donation?.number ?? 0}`,
        by: donation?.receiver === null ? 'administration' : by,
        ...sum,
      }
    }
    case 'reject_receipt': {
      const donation = oneOf(sent)
      return {
        kind,
        donationId: `d${donation?.number ?? 0}`,
        memberId: wrong ? memberId : (donation?.receiver ?? memberId),
        // As the server says it today, and now and then as a ledger from before does.
        ...(dice.happens(0.1) ? {} : { stays: true }),
      }
    }
    case 'accept_upgrade': {
      const offer = oneOf(naive.members.flatMap(({ name }) => naive.offersOf(name).map((one) => ({ ...one, name }))))
      if (!offer || wrong)
        return { kind, memberId, fromLevel: dice.between(1, 3) as Level, toLevel: dice.between(1, 4) as Level }
      return { kind, memberId: offer.name, fromLevel: offer.from, toLevel: offer.to }
    }
    case 'generate_pull':
      if (wrong)
        return { kind, ...dice.pick([{ amountCents: dice.between(1, 99) }, { donorsCount: 98 }, { type: 'X' }]) }
      if (dice.happens(0.7)) return { kind }
      return {
        kind,
        withoutConsent: naive.members.filter(() => dice.happens(0.25)).map(({ name }) => name),
        ...(dice.happens(0.2) ? {} : { unserved: true as const }),
        ...(dice.happens(0.2) ? {} : { countsOnce: true as const }),
      }
    case 'serve_again':
      return { kind, memberId: oneOf(naive.members.filter(({ unserved }) => unserved))?.name ?? memberId }
    case 'place': {
      const level = (wrong ? dice.between(1, 3) : 1) as Level
      const outside = naive.members.filter(({ name }) => !naive.queue(1).some(({ member }) => member === name))
      return {
        kind,
        memberId: wrong ? memberId : (oneOf(outside)?.name ?? memberId),
        level,
        position,
        isReceiver: dice.happens(0.1),
      }
    }
    case 'remove':
      return { kind, entryId }
    case 'swap':
      return { kind, entryId, otherEntryId: otherId }
    case 'swap_turns': {
      const waiting = naive.queue(1).filter(({ receiver, turn }) => wrong || (!receiver && turn === null))
      const [own, others] = [oneOf(waiting) ?? place, oneOf(waiting) ?? other]
      const swap = { swapId: 'swap', memberId: wrong ? memberId : (own?.member ?? memberId) }
      const otherPosition = others?.position ?? 1
      return { kind, ...swap, otherId: others?.member ?? memberId, position: own?.position ?? 1, otherPosition }
    }
    case 'take_shares':
      return { kind, memberId, shares: dice.between(wrong ? 0 : 1, wrong ? 4 : 3) }
    case 'hand_over': {
      const leaver = naive.members.find(({ name }) => name === (wrong ? memberId : place?.member))
      const outside = naive.members.filter(({ name }) => !naive.places.some(({ member }) => member === name))
      const newcomer = oneOf(dice.happens(0.2) ? naive.members : outside)
      return {
        kind,
        substituteId: 'substitute',
        memberId: leaver?.name ?? memberId,
        newcomerId: newcomer?.name ?? 'nobody',
        givenCents: (leaver?.given[1] ?? 0) + (wrong ? 1 : 0),
        receivedCents: leaver?.received[1] ?? 0,
      }
    }
    case 'pay_ahead': {
      const donor = wrong ? memberId : (place?.member ?? memberId)
      // The naive circle itself says who it would be, but now and then.
      const expected = dice.happens(0.1) ? null : naive.payableAhead(donor)
      return { kind, memberId: donor, receiverId: expected ?? other?.member ?? memberId }
    }
    case 'pause_month':
      return { kind, donationId: `d${wrong ? 0 : (oneOf(naive.donations)?.number ?? 0)}` }
    case 'move_to_end':
      return { kind, memberId: wrong ? memberId : (place?.member ?? memberId), level: place?.level ?? 1 }
    case 'reorder':
      return { kind, entryId, position }
    case 'set_receiver':
    case 'next_receiver': {
      const receiver = oneOf(naive.places.filter((one) => wrong || one.receiver))
      const next = oneOf(naive.places.filter(({ level }) => wrong || level === receiver?.level))
      const [a, b] = [receiver, next].map((one) => (one ? nameOfPlace(one) : 'N1:nobody')) as [string, string]
      return kind === 'next_receiver' ? { kind, entryId: a } : { kind, entryId: a, nextEntryId: b }
    }
    case 'edit_entry': {
      const isReceiver = oneOf([true, false, undefined])
      return { kind, entryId, position: dice.happens(0.5) ? position : undefined, isReceiver }
    }
    case 'report': {
      const donation = oneOf(naive.donations)
      const party = dice.happens(0.5) ? donation?.donor : donation?.receiver
      return {
        kind,
        reportId: '',
        donationId: `d${donation?.number ?? 0}`,
        memberId: wrong ? memberId : (party ?? memberId),
      }
    }
    case 'open_case':
      return { kind, reportId: '', donationId: `d${oneOf(naive.donations)?.number ?? 0}`, bounded: true }
    case 'set_report_status':
      return {
        kind,
        reportId,
        status: dice.pick(['PENDING', 'INVESTIGATING', 'INVESTIGATING', 'RESOLVED', 'DISMISSED'] as const),
      }
    case 'resolve_report': {
      const resolution = dice.pick(['RESOLVED', 'RESOLVED', 'REJECTED', 'INVESTIGATING', 'NEEDS_MORE_INFO'] as const)
      const outcome = resolution === 'RESOLVED' || wrong ? dice.pick(['keep', 'confirm', 'cancel'] as const) : 'keep'
      return { kind, reportId, resolution, outcome }
    }
    case 'decide_appeal': {
      const donationId = `d${oneOf(naive.donations.filter(({ report }) => report !== null))?.number ?? 0}`
      const decision = dice.pick(['UPHELD', 'CHANGED', 'CHANGED'] as const)
      const outcome = decision === 'CHANGED' || wrong ? dice.pick(['keep', 'confirm', 'cancel'] as const) : 'keep'
      return { kind, reportId: 'r1', donationId, decision, outcome }
    }
    case 'depart_member':
      return { kind, memberId, how: dice.happens(0.12) ? 'left' : 'suspended' }
    case 'reinstate_member': {
      const gone = oneOf(naive.members.filter(({ status }) => wrong || status !== 'approved'))
      return { kind, memberId: gone?.name ?? memberId }
    }
    case 'approve_member':
      return {
        kind,
        memberId: dice.happens(0.4) && naive.members.length < 20 ? `m${naive.members.length + 1}` : memberId,
      }
    case 'change_plan':
      return { kind, plan: dice.pick([...plans, presets.tela]) }
    case 'apply_draw':
      return {
        kind,
        drawId: 'draw',
        memberIds: naive.members
          .filter(() => dice.happens(0.6))
          .flatMap(({ name, shares }) => Array.from({ length: dice.happens(0.8) ? shares : 2 }, () => name))
          .toSorted(() => dice.below(2) * 2 - 1),
      }
    case 'bring_in': {
      const names = naive.members.map(({ name }) => name)
      return { kind, rows: broughtRows(naive.plan, wrong ? names.slice(1) : names, (below) => dice.below(below)) }
    }
    case 'undo':
      return { kind, seq: 0, inverse: { level: 1, places: [], drop: [], restore: [], reentry: [] } }
    case 'expire':
      // A rotation is seldom over in a walk: then another begins.
      if (kinds === KINDS && (wrong || naive.isEven())) return { kind: 'begin_rotation' }
      return dice.happens(0.2) ? { kind } : { kind, late: true }
  }
}

/** Now and then a part of what is left, mostly all of it where a part came before, and seldom a wrong sum. */
function sumOf(naive: NaiveCircle, { debt, parts }: NaiveDonation, dice: Dice): { cents?: number } {
  const { cents } = naive.debts.find(({ number }) => number === debt)!
  const isPart = naive.plan.levels.length === 1 ? dice.happens(0.3) : dice.happens(0.01)
  if (isPart) return { cents: dice.happens(0.05) ? cents + 1 : dice.between(1, cents) }
  return parts.length > 0 && !dice.happens(0.05) ? { cents } : {}
}

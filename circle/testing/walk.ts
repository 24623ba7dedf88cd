import * as fc from 'fast-check'
import { nextAhead } from '../ahead.ts'
import type { Command } from '../circle.ts'
import { upgradesOffered } from '../levels.ts'
import type { Level, Plan } from '../plan.ts'
import { presets } from '../plan.ts'
import { takesParts } from '../parts.ts'
import { RuleRefusal } from '../refusal.ts'
import { isOver } from '../rotation.ts'
import type { CircleState } from '../state.ts'

const HUNDRED = 10_000

/**
 * A plan of the terms' shape with so few and small donations that a walk of some hundred commands reaches N3 and
 * re-entry.
 */
export const shortPlan: Plan = {
  ...presets.termos,
  name: 'curto',
  levels: [
    {
      ...presets.termos.levels[0],
      required: 2,
      owed: [
        { type: 'UPGRADE_N2', amountCents: HUNDRED, target: 2, count: 1 },
        { type: 'CASCADE_N1', amountCents: HUNDRED, target: 1, count: 1 },
      ],
    },
    {
      ...presets.termos.levels[1],
      donationCents: HUNDRED,
      required: 2,
      owed: [
        { type: 'UPGRADE_N3', amountCents: HUNDRED, target: 3, count: 1 },
        { type: 'REINJECTION_N2', amountCents: HUNDRED, target: 1, count: 1 },
      ],
    },
    {
      ...presets.termos.levels[2],
      donationCents: HUNDRED,
      required: 3,
      owed: [
        { type: 'ADM_N3', amountCents: HUNDRED, target: 'administration', count: 1 },
        { type: 'REINFORCEMENT_N3', amountCents: HUNDRED, target: 3, count: 1 },
        { type: 'FINAL_PAYMENT_N3', amountCents: HUNDRED, target: 3, count: 1 },
      ],
    },
  ],
}

/** A rotation of one level, with turns so short that a walk completes many. */
export const oneLevelPlan: Plan = { ...presets.rotativo, name: 'um nível', levels: [presets.rotativo.levels[0]] }

/** Two levels: what a turn pays leads up once, and from the second level nobody goes further. */
export const twoLevelPlan: Plan = {
  ...shortPlan,
  name: 'dois níveis',
  levels: [shortPlan.levels[0], { ...shortPlan.levels[1]!, owed: [], onCompletion: 'back_of_queue' }],
}

/** One random step: which kind of command, which of the things there are, and how many hours pass before it. */
export type Step = {
  readonly kind: string
  readonly a: number
  readonly b: number
  readonly c: number
  readonly hours: number
}

// Commands that move money come often, so that walks get far; the others often enough to meet every state.
const weights: Readonly<Record<string, number>> = {
  send_receipt: 30,
  confirm: 30,
  reject_receipt: 6,
  accept_upgrade: 10,
  generate_pull: 8,
  serve_again: 2,
  place: 6,
  remove: 1,
  swap: 1,
  swap_turns: 2,
  hand_over: 2,
  take_shares: 2,
  pause_month: 4,
  pay_ahead: 5,
  move_to_end: 1,
  reorder: 1,
  set_receiver: 1,
  next_receiver: 1,
  edit_entry: 1,
  expire: 2,
  report: 3,
  open_case: 1,
  set_report_status: 2,
  resolve_report: 3,
  depart_member: 0.5,
  reinstate_member: 4,
  approve_member: 1,
  change_plan: 1,
}

export function steps(length: number): fc.Arbitrary<Step[]> {
  const kinds = Object.entries(weights).map(([kind, weight]) => ({ weight: weight * 2, arbitrary: fc.constant(kind) }))
  const step = fc.record({
    // A path gets shorter by leaving steps out: smaller numbers would only choose other things, not fewer.
    kind: fc.noShrink(fc.oneof(...kinds)),
    a: fc.noShrink(fc.nat(1_000_000)),
    b: fc.noShrink(fc.nat(1_000_000)),
    c: fc.noShrink(fc.nat(100)),
    // Mostly minutes apart, now and then a month, so that deadlines and periods pass.
    hours: fc.oneof({ weight: 60, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(800) }),
  })
  return fc.array(step, { maxLength: length, size: 'max' })
}

function pick<T>(list: readonly T[], n: number): T | undefined {
  return list[n % Math.max(1, list.length)]
}

/** The command a step stands for in a state: mostly one that makes sense there, sometimes one that does not. */
export function commandFrom(state: CircleState, { kind, a, b, c }: Step, now = 0): Command {
  const members = [...state.members.keys()].sort()
  const entries = [...state.entries.values()].sort((x, y) => x.level - y.level || x.position - y.position)
  const donations = [...state.donations.values()].sort((x, y) => x.order - y.order)
  const reports = [...state.reports.values()].sort((x, y) => (x.id < y.id ? -1 : 1))
  const wrong = c < 5
  const memberId = pick(members, a) ?? 'nobody'
  const entry = pick(entries, a)
  const entryId = wrong ? 'no-entry' : (entry?.id ?? 'no-entry')
  const other = pick(
    entries.filter((candidate) => c >= 20 || candidate.level === entry?.level),
    b,
  )
  const level = (wrong ? (b % 3) + 1 : 1) as Level

  switch (kind) {
    case 'send_receipt': {
      const donation = pick(
        donations.filter((candidate) => wrong || c > 92 || candidate.status === 'PENDING_PAYMENT'),
        a,
      )
      const sent = {
        donationId: donation?.id ?? 'none',
        memberId: c < 3 ? memberId : (donation?.donorId ?? memberId),
      }
      const owed = donation && state.obligations.get(donation.obligationId)
      // Now and then a part, once in a while more than is left.
      const isPart = donation && (donation.parts > 0 ? c > 8 : takesParts(state) && c > 70)
      if (isPart) {
        const cents = c > 90 ? owed!.amountCents : 1 + (b % (c === 71 ? 20_000 : owed!.amountCents))
        return { kind, ...sent, image: String(b).padStart(64, '0'), cents }
      }
      // As a ledger from before pictures were recorded says it, too.
      return c % 8 === 0 ? { kind, ...sent } : { kind, ...sent, image: String(b).padStart(64, '0') }
    }
    case 'confirm': {
      const donation = pick(
        donations.filter((candidate) => wrong || candidate.status === 'PENDING_CONFIRMATION'),
        a,
      )
      const by =
        donation && donation.receiverId !== null
          ? { memberId: c < 3 ? memberId : donation.receiverId }
          : ('administration' as const)
      const cents = donation?.sentCents ?? null
      return { kind, donationId: donation?.id ?? 'none', by, ...(cents === null || wrong ? {} : { cents }) }
    }
    case 'reject_receipt': {
      const donation = pick(
        donations.filter((candidate) => wrong || candidate.status === 'PENDING_CONFIRMATION'),
        a,
      )
      return {
        kind,
        donationId: donation?.id ?? 'none',
        memberId: c < 3 ? memberId : (donation?.receiverId ?? memberId),
        stays: true,
      }
    }
    case 'accept_upgrade': {
      const offers = members.flatMap((id) => upgradesOffered(state, id).map((offer) => ({ id, offer })))
      const chosen = pick(offers, a)
      if (!chosen || wrong) return { kind, memberId, fromLevel: level, toLevel: ((b % 4) + 1) as Level }
      return { kind, memberId: chosen.id, fromLevel: chosen.offer.fromLevel, toLevel: chosen.offer.toLevel }
    }
    case 'generate_pull':
      if (wrong) return { kind, amountCents: 1 + a }
      // Now and then some have not accepted the terms.
      return c > 80
        ? {
            kind,
            withoutConsent: members.filter((_, index) => (b >> (index % 16)) % 4 === 0),
            // As a ledger from before says it, too.
            ...(c % 4 === 0 ? {} : { unserved: true as const }),
            ...(c % 3 === 0 ? {} : { countsOnce: true as const }),
          }
        : { kind }
    case 'serve_again': {
      const unserved = members.filter((id) => state.members.get(id)!.isPassedOver)
      return { kind, memberId: wrong ? memberId : (pick(unserved, a) ?? memberId) }
    }
    case 'place': {
      const outside = members.filter((id) => !entries.some((held) => held.memberId === id && held.level === 1))
      return {
        kind,
        memberId: wrong ? memberId : (pick(outside, a) ?? memberId),
        level,
        position: wrong ? b % 103 : (b % 30) + 1,
        isReceiver: c > 90,
      }
    }
    case 'remove':
      return { kind, entryId }
    case 'swap':
      return { kind, entryId, otherEntryId: other?.id ?? 'no-entry' }
    case 'swap_turns':
      return {
        kind,
        swapId: `swap-${a}`,
        memberId: wrong ? memberId : (entry?.memberId ?? memberId),
        otherId: other?.memberId ?? memberId,
        position: (entry?.position ?? 1) + (c > 95 ? 1 : 0),
        otherPosition: other?.position ?? 1,
      }
    case 'take_shares':
      return { kind, memberId, shares: (b % 3) + 1 + (c > 97 ? 1 : 0) }
    case 'hand_over': {
      const leaver = (wrong ? null : entry?.memberId) ?? memberId
      const { given, received } = state.members.get(leaver) ?? { given: { 1: 0 }, received: { 1: 0 } }
      // Every other time somebody who has no place yet, so that walks get through.
      const outside = members.filter((id) => !entries.some((held) => held.memberId === id))
      const newcomerId = (b % 2 === 0 ? pick(outside, b) : pick(members, b)) ?? memberId
      const sums = { givenCents: given[1] + (c > 95 ? 1 : 0), receivedCents: received[1] }
      return { kind, substituteId: `substitute-${a}`, memberId: leaver, newcomerId, ...sums }
    }
    case 'pay_ahead': {
      const donor = (wrong ? null : entry?.memberId) ?? memberId
      return { kind, memberId: donor, receiverId: payableAhead(state, donor, now) ?? other?.memberId ?? memberId }
    }
    case 'pause_month':
      return { kind, donationId: wrong ? 'none' : (pick(donations, b)?.id ?? 'none') }
    case 'move_to_end':
      return { kind, memberId: entry?.memberId ?? memberId, level: entry?.level ?? level }
    case 'reorder':
      return { kind, entryId, position: wrong ? b % 103 : c > 50 ? (other?.position ?? 1) : (b % 30) + 1 }
    case 'set_receiver': {
      const receiver = pick(
        entries.filter((candidate) => candidate.isReceiver),
        a,
      )
      return { kind, entryId: wrong ? entryId : (receiver?.id ?? entryId), nextEntryId: other?.id ?? 'no-entry' }
    }
    case 'next_receiver':
      return {
        kind,
        entryId:
          pick(
            entries.filter((candidate) => wrong || candidate.isReceiver),
            a,
          )?.id ?? entryId,
      }
    case 'edit_entry':
      return {
        kind,
        entryId,
        position: c > 50 ? (b % 30) + 1 : undefined,
        isReceiver: c % 3 === 0 ? undefined : c % 3 === 1,
      }
    case 'report': {
      const donation = pick(donations, a)
      return {
        kind,
        reportId: `report-${a}-${b}-${c}-${now}`,
        donationId: donation?.id ?? 'none',
        memberId: wrong ? memberId : b % 2 ? (donation?.receiverId ?? memberId) : (donation?.donorId ?? memberId),
      }
    }
    case 'open_case':
      return {
        kind,
        reportId: `case-${a}-${b}-${c}-${now}`,
        donationId: pick(donations, a)?.id ?? 'none',
        bounded: true,
      }
    case 'set_report_status':
      return {
        kind,
        reportId: pick(reports, a)?.id ?? 'none',
        status: (['PENDING', 'INVESTIGATING', 'INVESTIGATING', 'RESOLVED', 'DISMISSED'] as const)[b % 5]!,
      }
    case 'resolve_report': {
      const resolution = (['RESOLVED', 'RESOLVED', 'REJECTED', 'INVESTIGATING', 'NEEDS_MORE_INFO'] as const)[b % 5]!
      const outcome = resolution === 'RESOLVED' || wrong ? (['keep', 'confirm', 'cancel'] as const)[c % 3]! : 'keep'
      return { kind, reportId: pick(reports, a)?.id ?? 'none', resolution, outcome }
    }
    case 'depart_member':
      return { kind, memberId, how: b % 8 === 0 ? 'left' : 'suspended' }
    case 'reinstate_member':
      return {
        kind,
        memberId:
          pick(
            members.filter((id) => state.members.get(id)!.status !== 'approved'),
            a,
          ) ?? memberId,
      }
    case 'approve_member':
      return { kind, memberId: b % 3 === 0 && members.length < 20 ? `m${members.length + 1}` : memberId }
    case 'change_plan':
      return { kind, plan: presets.tela }
    default:
      // A rotation is seldom over in a walk: then another begins.
      if (state.plan.levels.length === 1 && isOver(state)) return { kind: 'begin_rotation' }
      return { kind: 'expire', late: true }
  }
}

/** To whom somebody would pay ahead; null where they may not. */
function payableAhead(state: CircleState, memberId: string, now: number): string | null {
  try {
    return nextAhead(state, memberId, now).receiverId
  } catch (error) {
    if (error instanceof RuleRefusal) return null
    throw error
  }
}

/** A command in one line of names instead of ids, for the path that a failure prints. */
export function describeCommand(state: CircleState | null, { kind, ...facts }: Command, now: number): string {
  const words = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${describeValue(state, value)}`],
  )
  return `${new Date(now).toISOString().slice(0, 16)} ${[kind, ...words].join(', ')}`
}

function describeValue(state: CircleState | null, value: unknown): string {
  const entry = state?.entries.get(String(value))
  if (entry) return `${entry.memberId} (N${entry.level} #${entry.position})`
  const donation = state?.donations.get(String(value))
  if (donation) return `${donation.donorId}→${donation.receiverId ?? 'administration'} ${donation.type}`
  const named = value as { name?: string; memberId?: string } | null
  return named?.name ?? named?.memberId ?? String(value)
}

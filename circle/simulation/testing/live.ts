import * as fc from 'fast-check'
import { decide } from '../../circle.ts'
import { upgradesOffered } from '../../levels.ts'
import { DAY_MS } from '../../period.ts'
import { isBalanced } from '../../plan.ts'
import type { Level, Plan } from '../../plan.ts'
import { COUNTED_SINCE } from '../../shares.ts'
import type { CircleState } from '../../state.ts'
import { broughtRows } from '../../testing/brought.ts'
import { commandFrom, oneLevelPlan, steps, twoLevelPlan } from '../../testing/walk.ts'
import type { Step } from '../../testing/walk.ts'
import { anyPlan, balancedPlan, presetOrAny } from './settings.ts'

const HOUR_MS = 3_600_000
const BEGIN = Date.parse('2026-01-05T12:00:00Z')

/** A circle that has lived: its state, and an instant at which somebody asks what comes. */
export type Lived = { readonly state: CircleState; readonly now: number }

const anyLevels: fc.Arbitrary<Plan> = fc.oneof(
  presetOrAny,
  anyPlan,
  balancedPlan,
  fc.constantFrom(oneLevelPlan, twoLevelPlan),
)

/**
 * A circle of any plan and up to so many members after a random history: months in which most, some or few pay, and every
 * other thing that can happen in a circle between.
 */
export function livedCircle(members: number): fc.Arbitrary<Lived> {
  return fc
    .record({
      plan: anyLevels,
      members: fc.integer({ min: 1, max: members }),
      /** Where such a circle can come in from paper: it does, and is real then. */
      isBrought: fc.boolean(),
      placed: fc.integer({ min: 0, max: 100 }),
      months: fc.array(
        fc.record({
          paying: fc.constantFrom(0, 50, 90, 100),
          salt: fc.nat(10_000),
          disorder: steps(40),
          days: fc.nat(70),
        }),
        { maxLength: 8 },
      ),
      restHours: fc.nat(60 * 24),
    })
    .map((drawn) => live(drawn))
}

function live({
  plan,
  members,
  placed,
  isBrought,
  months,
  restHours,
}: {
  plan: Plan
  members: number
  placed: number
  isBrought: boolean
  months: readonly { paying: number; salt: number; disorder: readonly Step[]; days: number }[]
  restHours: number
}): Lived {
  let now = BEGIN
  let ids = 0
  let state: CircleState | null = null
  const does = (command: Parameters<typeof decide>[1]) => {
    const result = decide(state, command, { now, newId: () => `id-${String((ids += 1)).padStart(6, '0')}` })
    if (result.ok) state = result.state
  }
  const comesIn = isBrought && plan.levels.length === 1 && isBalanced(plan) && members > plan.levels[0].required
  // Most rodas are counted person by person.
  const isCounted = plan.levels.length === 1 && isBalanced(plan) && restHours % 4 > 0
  const rules = isCounted ? COUNTED_SINCE : 1
  does({ kind: 'create_circle', mode: comesIn || isCounted ? 'real' : 'demonstracao', plan, rules })
  for (let member = 1; member <= members; member += 1) {
    const memberId = `m${member}`
    does({ kind: 'approve_member', memberId })
    if ((member * 37) % 100 < Math.max(placed, 50) || member <= 3)
      does({ kind: 'place', memberId, level: 1, position: (member * 7) % 101 || 1, isReceiver: false })
  }
  // In some rodas people take several places before anything is asked of them.
  if (!comesIn && placed % 3 === 0)
    for (let member = 1; member <= members; member += 1)
      does({ kind: 'take_shares', memberId: `m${member}`, shares: (((member * 7 + placed) % 5) % 3) + 1 })
  if (comesIn)
    does({ kind: 'bring_in', rows: broughtRows(plan, [...state!.members.keys()], (below) => (placed * 7) % below) })
  for (const { paying, salt, disorder, days } of months) {
    const withoutConsent =
      salt % 4 === 0 ? [...state!.members.keys()].filter((_, index) => (index + salt) % 5 === 0) : []
    does({ kind: 'generate_pull', withoutConsent, unserved: true })
    for (const step of disorder) {
      now += step.hours * HOUR_MS
      if (step.kind !== 'change_plan') does(commandFrom(state!, step, now))
    }
    for (const { id, donorId, receiverId, order, status } of [...state!.donations.values()].sort(
      (a, b) => a.order - b.order,
    )) {
      if ((order * 31 + salt) % 100 >= paying) continue
      if (status === 'PENDING_PAYMENT') does({ kind: 'send_receipt', donationId: id, memberId: donorId })
      const sent = state!.donations.get(id)?.sentCents ?? null
      const sum = sent === null ? {} : { cents: sent }
      if ((order + salt) % 5 > 0)
        does({
          kind: 'confirm',
          donationId: id,
          by: receiverId === null ? 'administration' : { memberId: receiverId },
          ...sum,
        })
    }
    // Some go up and pay late, so that what they owe is overdue.
    for (const memberId of salt % 3 === 0 ? [...state!.members.keys()] : [])
      for (const { fromLevel } of upgradesOffered(state!, memberId))
        does({ kind: 'accept_upgrade', memberId, fromLevel, toLevel: (fromLevel + 1) as Level })
    now += days * DAY_MS
    if (salt % 2 === 0) does({ kind: 'expire', ...(salt % 8 === 0 ? {} : { late: true }) })
  }
  return { state: state!, now: now + restHours * HOUR_MS }
}

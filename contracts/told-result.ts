import { findUnfinished } from '#circle/ending.ts'
import { levelsOf } from '#circle/plan.ts'
import { awaitsRotation, isOver } from '#circle/rotation.ts'
import { mayEndShort, openAccounts } from '#circle/short-ending.ts'
import type { CircleState, Member } from '#circle/state.ts'
import { reais } from './money.ts'

/**
 * The sums of all of a circle's members so far, and of those who went after giving or receiving, and the member's own line, in
 * confirmed reais: the part of `GET /circle/result` that follows from the state alone, so that a device can tell it too.
 */
export function toldResult(state: CircleState, memberId: string) {
  // Somebody who went, and neither gave nor received, counts as little as one who never came.
  const members = [...state.members.values()].filter(
    (member) => member.status === 'approved' || givenCents(member) + receivedCents(member) > 0,
  )
  const balances = members.map((member) => receivedCents(member) - givenCents(member))
  const settlements = [...state.obligations.values()].filter((owed) => owed.type === 'SETTLEMENT')
  return {
    members: members.length,
    occupied: levelsOf(state.plan).map((level) => ({
      level,
      places: [...state.entries.values()].filter((entry) => entry.level === level).length,
    })),
    given: reais(sum(members.map(givenCents))),
    received: reais(sum(members.map(receivedCents))),
    administration: reais(sum(members.map((member) => member.given.administration))),
    completed: levelsOf(state.plan).map((level) => ({
      level,
      members: members.filter((member) => member.completedAt[level] !== undefined).length,
    })),
    ahead: balances.filter((balance) => balance > 0).length,
    even: balances.filter((balance) => balance === 0).length,
    behind: balances.filter((balance) => balance < 0).length,
    median: reais(median(balances)),
    shortfall: reais(sum(settlements.map((owed) => owed.amountCents))),
    over: findUnfinished(state) === null,
    rotation_over: isOver(state),
    all_asked: awaitsRotation(state),
    lacking: lackingIn(state),
    own: ownLine(state, memberId),
  }
}

function ownLine({ members, entries }: CircleState, memberId: string) {
  const member = members.get(memberId)
  if (!member) return null
  return {
    given: reais(givenCents(member)),
    received: reais(receivedCents(member)),
    balance: reais(receivedCents(member) - givenCents(member)),
    positions: [...entries.values()]
      .filter((entry) => entry.memberId === memberId)
      .map(({ level, position }) => ({ level, position }))
      .toSorted((one, other) => one.level - other.level || one.position - other.position),
  }
}

/** The median. For an even number of values it is the lower of the middle two, so that it is a real member's value. */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0
}

function givenCents({ given }: Member): number {
  return given[1] + given[2] + given[3] + given.administration
}

function receivedCents({ received }: Member): number {
  return received[1] + received[2] + received[3]
}

function lackingIn(state: CircleState) {
  if (!mayEndShort(state)) return null
  const owed = openAccounts(state).filter(({ cents }) => cents > 0)
  return { members: owed.length, amount: reais(sum(owed.map(({ cents }) => cents))) }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

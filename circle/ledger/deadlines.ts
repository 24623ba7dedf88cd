import { isPastDeadline } from '#circle/clock.ts'
import { isLeftLate } from '#circle/donation.ts'
import { takesParts } from '#circle/parts.ts'
import { DAY_MS } from '#circle/period.ts'
import type { CircleState } from '#circle/state.ts'
import type { LedgerEntry } from './entry.ts'

/** An unpaid donation that stayed on time past its deadline: its donor keeps a turn before those who paid. */
export type DeadlineFaultCode = 'deadline.spared'

/** How long a ledger may go on before it says that a deadline is over: the clock looks every minute, also after a standstill. */
const SAID_WITHIN_MS = DAY_MS

/** Follows the unpaid donations that are past their deadline, of which the clock (`expire`) has not said so. */
export function openDeadlines() {
  /** By donation, when (epoch ms) the ledger first went on without it. */
  const unsaid = new Map<string, number>()
  const told = new Set<string>()
  let nextAt = Infinity
  return {
    /** Takes an event: those that set a deadline say so. */
    note({ payload }: Pick<LedgerEntry, 'payload'>): void {
      if (typeof payload['deadlineAt'] === 'number') nextAt = Math.min(nextAt, payload['deadlineAt'])
    },
    /** Whether a command of this time goes on while a donation has been spared for too long; once for each. */
    spares(state: CircleState, now: number): boolean {
      if (now < nextAt) return false
      nextAt = Infinity
      let isSpared = false
      for (const donation of state.donations.values()) {
        const { id, status, isLate, isUndecided, deadlineAt } = donation
        if (status !== 'PENDING_PAYMENT' || (isLate && !isUndecided && takesParts(state))) continue
        if (isLeftLate(state, donation)) continue
        nextAt = Math.min(nextAt, deadlineAt)
        if (!isPastDeadline(state, donation, now)) {
          unsaid.delete(id)
          continue
        }
        const since = unsaid.get(id) ?? now
        unsaid.set(id, since)
        if (now - since <= SAID_WITHIN_MS || told.has(id)) continue
        told.add(id)
        isSpared = true
      }
      return isSpared
    },
  }
}

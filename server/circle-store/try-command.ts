import { decide } from '#circle/circle.ts'
import type { Command } from '#circle/circle.ts'
import type { CircleState } from '#circle/state.ts'
import { errorMessage } from '#contracts/errors.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Present = { readonly state: CircleState; readonly now: number }

const UNKNOWN = '00000000-0000-0000-0000-000000000000'

/** How the rules would refuse a command now; null where they would not. Nothing is done. */
function refusalOf({ state, now }: Present, command: Command) {
  const decision = decide(state, command, { now, newId: () => UNKNOWN })
  return decision.ok ? null : decision
}

/** Why the rules would refuse a command now, in Portuguese; null where they would not. */
export function whyRefused(present: Present, command: Command): string | null {
  const refused = refusalOf(present, command)
  return refused && errorMessage(refused.code, refused.details)
}

/** Refuses a command that the rules would refuse now. */
export function ensureAccepted(present: Present, command: Command): void {
  const refused = refusalOf(present, command)
  if (refused) throw new Refusal(refused.code, { details: refused.details })
}

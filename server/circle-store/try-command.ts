import { decide } from '#circle/circle.ts'
import type { Command } from '#circle/circle.ts'
import type { CircleState } from '#circle/state.ts'
import { errorMessage } from '#contracts/errors.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Present = { readonly state: CircleState; readonly now: number }

/** How the rules would decide a command now. Nothing is done: what it would make has ids of no meaning. */
export function tryCommand({ state, now }: Present, command: Command) {
  let ids = 0
  return decide(state, command, { now, newId: () => `tried-${(ids += 1)}` })
}

/** Why the rules would refuse a command now, in Portuguese; null where they would not. */
export function whyRefused(present: Present, command: Command): string | null {
  const tried = tryCommand(present, command)
  return tried.ok ? null : errorMessage(tried.code, tried.details)
}

/** Refuses a command that the rules would refuse now. */
export function ensureAccepted(present: Present, command: Command): void {
  const tried = tryCommand(present, command)
  if (!tried.ok) throw new Refusal(tried.code, { details: tried.details })
}

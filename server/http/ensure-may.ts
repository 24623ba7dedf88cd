import type { CallDefinition, Method } from '#contracts/call.ts'
import { isClosed } from '#contracts/labels.ts'
import type { Actor } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'

/**
 * Checks that a session may make a call, above all one that writes. One opened with a password that an administrator set may read,
 * choose a new password and sign out, and is refused everything else with `session.temporary_password`: nobody acts in
 * a member's name with a password that somebody else knows. Somebody suspended or removed in a real circle reads, objects, speaks in
 * their open cases, appeals, pays what they owe, and takes or erases their data; the rest is refused with `session.reading_only`. A
 * helper does what the call allows (`byHelper`); the rest is refused with `helper.not_allowed`.
 */
export function ensureMayWrite(
  method: Method,
  {
    byHelper,
    stepUp,
    withTemporaryPassword,
    whileClosed,
  }: Pick<CallDefinition, 'byHelper' | 'stepUp' | 'withTemporaryPassword' | 'whileClosed'>,
  actor: Actor | null,
): void {
  if (actor?.helperId && !(byHelper ?? (method === 'GET' && !stepUp))) refuse('helper.not_allowed')
  if (method !== 'GET' && actor && isClosed(actor.status) && !whileClosed) refuse('session.reading_only')
  if (method !== 'GET' && actor?.via === 'temporary' && !withTemporaryPassword) refuse('session.temporary_password')
}

/**
 * Checks that the actor may make a call. Refuses with 401 when not signed in, with 403 for the wrong role, an unapproved
 * member, or an auditor where something would change.
 */
export function ensureMay(
  { access, auditor, fiscal }: Pick<CallDefinition, 'access' | 'auditor' | 'fiscal'>,
  actor: Actor | null,
  isRead: boolean,
): void {
  if (access === 'public' || access === 'signed') return
  if (!actor) refuse('session.required')
  if (actor.isAuditor && !isRead && !auditor) refuse('access.read_only')
  if (access === 'signed-in') return
  if (access === 'admin') return actor.administers || (fiscal && actor.isFiscal) ? undefined : refuse('access.denied')
  if (access === 'participant' && actor.administers) return
  if (!actor.takesPart) refuse('access.denied')
  if ((access === 'approved' || access === 'participant') && !actor.adminApproved) refuse('access.not_approved')
}

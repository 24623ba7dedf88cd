import type { Access } from '#contracts/call.ts'
import type { Actor } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'

/**
 * Checks that the actor may make a call. Refuses with 401 when not signed in, with 403 for the wrong role or an
 * unapproved member.
 */
export function ensureMay(access: Access, actor: Actor | null): void {
  if (access === 'public' || access === 'signed') return
  if (!actor) refuse('session.required')
  if (access === 'signed-in') return
  if (access === 'admin') return actor.role === 'ADMIN' ? undefined : refuse('access.denied')
  if (access === 'participant' && actor.role === 'ADMIN') return
  if (access !== 'participant' && actor.role !== 'USER') refuse('access.denied')
  if ((access === 'approved' || access === 'participant') && !actor.adminApproved) refuse('access.not_approved')
}

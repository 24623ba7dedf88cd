import { fiscalsOf } from '#server/circle-store/fiscals.ts'
import type { Actor, Services } from '#server/context.ts'

/** The same person, of whom it is said where they are a fiscal of their circle. */
export async function asFiscal({ db }: Pick<Services, 'db'>, actor: Actor): Promise<Actor> {
  if (actor.administers || !actor.takesPart || !actor.adminApproved) return actor
  return (await fiscalsOf(db, actor.circleId)).isFiscal(actor.id) ? { ...actor, isFiscal: true } : actor
}

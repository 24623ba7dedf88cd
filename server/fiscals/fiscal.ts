import { FISCALS_MAX } from '#circle/ledger/fiscals.ts'
import type { Fiscal } from '#circle/ledger/fiscals.ts'
import type { Fiscals } from '#contracts/fiscals.ts'
import { fiscalsOf } from '#server/circle-store/fiscals.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { usersById } from '#server/members/view.ts'
import { notifyAll } from '#server/notify/notify.ts'
import { waitingFor } from './waiting.ts'

/** The fiscals of a circle and those who are named to be one, with the names under which everybody confirms them. */
export async function listFiscals(context: Context): Promise<Fiscals> {
  const { actor, db } = context
  const { state } = await readCircle(context, actor.circleId)
  const fiscals = await fiscalsOf(db, actor.circleId)
  const standing = fiscals.standing()
  const people = await usersById(
    db,
    standing.map(({ memberId }) => memberId),
  )
  return {
    members: fiscals.members(),
    has_word: state.members.get(actor.id)?.status === 'approved' && fiscals.hasWord(actor.id),
    is_real: state.mode === 'real',
    waiting: await waitingFor(context),
    people: standing.map(({ memberId, confirmedBy, endedBy, since }) => {
      const { firstName = '', lastName = '' } = people.get(memberId) ?? {}
      return {
        member_id: memberId,
        name: `${firstName} ${lastName}`.trim(),
        confirmed: confirmedBy.length,
        ended: endedBy.length,
        since: since === null ? null : new Date(since).toISOString(),
        withdrawable: actor.administers && !actor.isAuditor && fiscals.mayWithdraw(memberId, actor.id),
        mine: confirmedBy.includes(actor.id) ? 'confirmed' : endedBy.includes(actor.id) ? 'ended' : null,
      }
    }),
  }
}

/**
 * An administrator of a real circle names a member of it for the second signature; everybody is told, and confirms. Refused for
 * who administers, helps one of those or is helped by them, a sixth, and who is named already.
 */
export async function nameFiscal(context: Context, { memberId }: { memberId: string }): Promise<void> {
  await withCircle(context, context.actor.circleId, async (circle) => {
    const { tx, id, state } = circle
    if (state.mode !== 'real') refuse('fiscal.demonstration')
    if (state.members.get(memberId)?.status !== 'approved') refuse('resource.not_found')
    const fiscals = await fiscalsOf(tx, id)
    if (fiscals.isOfOrganiser(memberId)) refuse('fiscal.is_organisers')
    const standing = fiscals.standing()
    if (standing.some((one) => one.memberId === memberId)) refuse('fiscal.already')
    if (standing.length >= FISCALS_MAX) refuse('fiscal.too_many')
    await circle.note({ kind: 'fiscal.named', memberId })
    await tellAll(context, circle, 'fiscal.named')
  })
}

/** Takes a naming of the caller's own back; everybody is told. Refused once the members confirmed, and of another's naming. */
export async function withdrawFiscal(context: Context, { memberId }: { memberId: string }): Promise<void> {
  const { actor } = context
  await withCircle(context, actor.circleId, async (circle) => {
    const { since } = await getNamed(circle, memberId)
    if (since !== null) refuse('fiscal.is_confirmed')
    if (!(await fiscalsOf(circle.tx, circle.id)).mayWithdraw(memberId, actor.id)) refuse('fiscal.of_another')
    await circle.note({ kind: 'fiscal.withdrawn', memberId })
    await tellAll(context, circle, 'fiscal.withdrawn')
  })
}

/**
 * A member says under their device's signature that they trust somebody named, or do not want them; said twice it is written
 * once. With more than half of the members somebody becomes a fiscal, or is one no more, and everybody is told.
 */
export async function sayOfFiscal(
  context: Context,
  { memberId, isConfirmed }: { memberId: string; isConfirmed: boolean },
): Promise<void> {
  const { actor, signed } = context
  if (!signed) refuse('signature.needed')
  if (memberId === actor.id) refuse('fiscal.oneself')
  await withCircle(context, actor.circleId, async (circle) => {
    if (!(await fiscalsOf(circle.tx, circle.id)).hasWord(actor.id)) refuse('fiscal.no_word')
    const before = await getNamed(circle, memberId)
    if ((isConfirmed ? before.confirmedBy : before.endedBy).includes(actor.id)) return
    const kind = isConfirmed ? 'fiscal.confirmed' : 'fiscal.unconfirmed'
    await circle.note({ kind, memberId: actor.id, subjectId: memberId })
    const isFiscal = (await fiscalsOf(circle.tx, circle.id)).isFiscal(memberId)
    if (isFiscal !== (before.since !== null)) await tellAll(context, circle, isFiscal ? 'fiscal.begun' : 'fiscal.over')
  })
}

/** The caller is a fiscal no more, or is not to be one. Everybody is told of a fiscal who goes. */
export async function resignAsFiscal(context: Context): Promise<void> {
  const { actor } = context
  await withCircle(context, actor.circleId, async (circle) => {
    const { since } = await getNamed(circle, actor.id)
    await circle.note({ kind: 'fiscal.resigned', memberId: actor.id })
    if (since !== null) await tellAll(context, circle, 'fiscal.over')
  })
}

async function getNamed({ tx, id }: LockedCircle, memberId: string): Promise<Fiscal> {
  const standing = (await fiscalsOf(tx, id)).standing()
  return standing.find((one) => one.memberId === memberId) ?? refuse('resource.not_found')
}

async function tellAll(
  context: Context,
  { tx, id, state }: LockedCircle,
  kind: 'fiscal.named' | 'fiscal.withdrawn' | 'fiscal.begun' | 'fiscal.over',
): Promise<void> {
  const members = [...state.members.values()].filter(({ status }) => status === 'approved').map((one) => one.id)
  const others = members.filter((memberId) => memberId !== context.actor.id)
  await notifyAll(context, tx, id, others.toSorted(), { kind, facts: {} })
}

import type { CircleState } from '#circle/state.ts'
import { upgradesOffered } from '#circle/levels.ts'
import { updateOf } from '#server/database/prepared-rows.ts'
import { together } from '#server/database/together.ts'
import { withHelped } from '#server/circle-store/own-matter.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Actor, Context } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { cents } from '#contracts/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { donations } from '#server/tables/donations.ts'
import { getOpenDonation } from './find.ts'

/**
 * The receiver confirms that the money arrived; an administrator confirms for the administrative account. Refuses a
 * second confirmation, a confirmation before the receipt or of another sum than its, any other person, and a helper of what they
 * pay themselves, or for another whom they help.
 */
export async function confirmDonation(
  context: Context,
  { donationId, amount }: { donationId: string; amount?: number | undefined },
) {
  const { actor } = context
  return withCircle(context, actor.circleId, async (circle) => {
    const { donorId, receiverId } = await getOpenDonation(circle, actor, donationId)
    if ((await ownPayers(circle.tx, actor)).includes(donorId)) refuse('helper.own_payment')
    // An administrator confirms for the administrative account, and for themselves as every receiver does.
    const confirmationSigned = Boolean(context.signed)
    ensureNextPart(context, circle.state, { donationId, amount })
    const by = actor.administers && receiverId !== actor.id ? 'administration' : { memberId: actor.id }
    // Before it is confirmed, for then the row stays as it is; a refusal takes this back too.
    const [, events] = await together(
      by === 'administration'
        ? Promise.resolve(0)
        : noteSigned(circle.tx, circle.id, [{ id: donationId, confirmationSigned }]),
      circle.perform({ kind: 'confirm', donationId, by, ...(amount === undefined ? {} : { cents: cents(amount) }) }),
    )
    return {
      level_completed: events.some((event) => event.kind === 'turn.completed' && event.memberId === receiverId),
      upgrade_available: receiverId !== null && upgradesOffered(circle.state, receiverId).length > 0,
    }
  })
}

/** Those whose payments a helper confirms for nobody: their own, and of whom they help. */
export async function ownPayers(db: Db | Tx, { circleId, helperId }: Actor): Promise<readonly string[]> {
  return helperId === null ? [] : withHelped(db, circleId, helperId)
}

/** A device signs which part it confirms: a signature kept back from one part is of no other. */
function ensureNextPart(
  { signed }: Pick<Context, 'signed'>,
  state: CircleState,
  { donationId, amount }: { donationId: string; amount: number | undefined },
): void {
  if (signed?.act !== 'confirm' || amount === undefined) return
  if (signed.signature.part !== (state.donations.get(donationId)?.parts ?? 0) + 1) refuse('signature.invalid')
}

const noteSigned = updateOf('confirmation signed', donations, ['confirmationSigned'])

import type { AnswerOf } from '#contracts/contract.ts'
import { record } from '#server/access/record-access.ts'
import { fiscalsOf } from '#server/circle-store/fiscals.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { holdImages } from '#server/files/hold-images.ts'
import { keepImage } from '#server/files/keep.ts'
import { countUpload } from '#server/files/quota.ts'
import type { Commit } from '#server/handler.ts'
import { newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { helpers } from '#server/tables/helpers.ts'
import { getMember, readHelpers, showHelper } from './queries.ts'

type Naming = { readonly memberId: string; readonly helperId: string }

/** Refuses who may not be named, with the reason in a sentence, and whoever would name themselves. */
export async function ensureMayHelp(
  db: Db | Tx,
  { actor }: Pick<Context, 'actor'>,
  { memberId, helperId }: Naming,
): Promise<void> {
  if (helperId === actor.id && memberId !== helperId) refuse('helper.by_oneself')
  const why = (await readHelpers(db, actor.circleId)).whyNot(memberId, helperId)
  if (why) refuse(`helper.${why}`)
  if ((await fiscalsOf(db, actor.circleId)).endsFiscal(memberId, helperId)) refuse('helper.is_fiscal')
}

/**
 * An administrator names who acts for a member without a device, with the picture of the paper that the member signed: its hash stands
 * in the ledger. Both are told.
 */
export async function prepareNaming(
  context: Context,
  { paperBase64, ...naming }: Naming & { readonly paperBase64: string },
): Promise<Commit<Context, AnswerOf<'POST /users/{id}/helper'>>> {
  const { actor } = context
  for (const id of [naming.memberId, naming.helperId]) await getMember(context.db, actor.circleId, id)
  await ensureMayHelp(context.db, context, naming)
  await countUpload(context)
  const { image, sha256 } = await keepImage(context, paperBase64, 'receipt', 'paperBase64')
  return (within) => nameHelper(within, naming, { sha256, bytes: image.bytes })
}

async function nameHelper(
  context: Context,
  { memberId, helperId }: Naming,
  paper: { readonly sha256: string; readonly bytes: Buffer },
) {
  const { actor, clock } = context
  return withCircle(context, actor.circleId, async ({ tx, id: circleId, note }) => {
    const [member, helper] = await Promise.all([getMember(tx, circleId, memberId), getMember(tx, circleId, helperId)])
    await ensureMayHelp(tx, context, { memberId, helperId })
    await holdImages(context, tx, [paper])
    const namedAt = new Date(clock.now())
    await tx
      .insert(helpers)
      .values({ id: newId(clock), circleId, memberId, helperId, paperSha256: paper.sha256, namedAt })
    await note({ kind: 'helper.named', memberId, helperId, paper: paper.sha256 })
    const [toMember, toHelper] = [helper, member].map(({ id, firstName: name }) => ({ id, name }))
    await notify(context, tx, { userId: memberId, kind: 'helper.named', facts: { other: toMember!, isHelper: false } })
    await notify(context, tx, { userId: helperId, kind: 'helper.named', facts: { other: toHelper!, isHelper: true } })
    await record(context, tx, 'helper.named', { circleId, actorId: actor.id, subjectId: memberId })
    return showHelper({ ...context, db: tx }, { memberId })
  })
}

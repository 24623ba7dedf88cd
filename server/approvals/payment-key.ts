import type { ApprovalChange } from '#contracts/approvals.ts'
import { PAYMENT_FIELDS } from '#contracts/profile-fields.ts'
import type { CallName } from '#contracts/contract.ts'
import type { Context } from '#server/context.ts'
import type { Input } from '#server/handler.ts'
import { openPersonal } from '#server/members/personal.ts'
import { getUserView, memberRoutes } from '#server/members/routes.ts'
import { findUser } from '#server/members/view.ts'
import { ownCircle } from './change.ts'
import type { Change } from './change.ts'
import { mask } from './mask.ts'
import { othersFor } from './own-matter.ts'
import { isParticipant } from '#server/tables/users.ts'

/** Another key on which a member is paid. */
export const paymentKey: Change<'PATCH /users/{id}'> = {
  kind: 'payment_key',
  handler: memberRoutes['PATCH /users/{id}'],
  circles: ownCircle,
  applies,
  isNeeded: async (context, input) => {
    if (!(await applies(context, input))) return false
    // One administrator alone waits by the key's own 72 hours, in which its member confirms or objects (key-changes.ts).
    return (await othersFor(context, paymentKey as Change<CallName>, input as Input<CallName>)).length > 0
  },
  touched: async (_context, { params }) => [params.id],
  act: async () => null,
  changes: (context, input) => changedKeys(context, input),
  present: (context, { params }) => getUserView(context, params.id),
}

/** One's own key is changed as every member changes theirs, and told to all whom it concerns (key-changes.ts). */
async function applies(context: Context, input: Input<'PATCH /users/{id}'>): Promise<boolean> {
  const { actor, db } = context
  if (input.params.id === actor.id) return false
  const found = await findUser(db, actor.circleId, input.params.id)
  return found !== null && isParticipant(found.user) && (await changedKeys(context, input)).length > 0
}

/** The payment details that an edit would change, old beside new, masked. A picture is only said to be another. */
export async function changedKeys(
  { actor, db, secrets }: Context,
  { params, body }: Input<'PATCH /users/{id}'>,
): Promise<ApprovalChange[]> {
  const found = await findUser(db, actor.circleId, params.id)
  if (!found) return []
  const present: Readonly<Record<string, string | null>> = {
    ...openPersonal(secrets, found.user),
    pixQrCode: found.user.pixQrSha256,
    btcQrCode: found.user.btcQrSha256,
    usdtQrCode: found.user.usdtQrSha256,
  }
  return PAYMENT_FIELDS.flatMap((field) => {
    const after = body[field]
    const before = present[field] ?? null
    if (after === undefined || after === before) return []
    if (field.endsWith('QrCode'))
      return [{ field, before: before === null ? null : 'imagem', after: after === null ? null : 'outra imagem' }]
    const shown = (text: string | null) => (text === null || field === 'pixKeyType' ? text : mask(text))
    return [{ field, before: shown(before), after: shown(after) }]
  })
}

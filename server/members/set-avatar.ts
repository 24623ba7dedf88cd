import { and, eq, isNull } from 'drizzle-orm'
import { holdImages } from '#server/files/hold-images.ts'
import { storeImage } from '#server/files/keep.ts'
import { countUpload } from '#server/files/quota.ts'
import { scheduleDeletion } from '#server/files/remove.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { users } from '#server/tables/users.ts'

/** Sets the actor's picture: PNG, JPEG or WebP by content, exactly 400×400, at most 5 MB. */
export async function setAvatar(context: Context, { avatar }: { avatar: string }): Promise<void> {
  await countUpload(context)
  const image = await storeImage(context, avatar, 'avatar', 'avatar')
  await transaction(context.db, async (tx) => {
    const [user] = await tx
      .select({ avatar: users.avatar })
      .from(users)
      .where(and(eq(users.id, context.actor.id), isNull(users.erasedAt)))
      .for('update')
    // The person was erased while the picture was uploading. No row references it, so the clean-up deletes it.
    if (!user) refuse('session.invalid')
    await holdImages(context, tx, [image])
    await scheduleDeletion(context, tx, [user.avatar])
    await tx
      .update(users)
      .set({ avatar: image!.sha256, updatedAt: new Date(context.clock.now()) })
      .where(eq(users.id, context.actor.id))
  })
}

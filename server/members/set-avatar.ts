import { eq } from 'drizzle-orm'
import { storeImage } from '#server/files/keep.ts'
import { countUpload } from '#server/files/quota.ts'
import type { Context } from '#server/lib/http/context.ts'
import { users } from './table.ts'

/** A person gives themselves a picture: PNG, JPEG or WebP by content, exactly 400×400, at most 5 MB. */
export async function setAvatar(context: Context, { avatar }: { avatar: string }): Promise<void> {
  await countUpload(context)
  const sha256 = await storeImage(context, avatar, 'avatar', 'avatar')
  await context.db
    .update(users)
    .set({ avatar: sha256!, updatedAt: new Date(context.clock.now()) })
    .where(eq(users.id, context.actor.id))
}

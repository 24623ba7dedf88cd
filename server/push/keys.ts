import { eq, isNull } from 'drizzle-orm'
import webPush from 'web-push'
import { PUSH_KEY } from '#server/database/seal-anew.ts'
import type { Services } from '#server/context.ts'
import { seal, unseal } from '#server/lib/sealing.ts'
import { installation } from '#server/tables/installation.ts'

export type PushKeys = { readonly publicKey: string; readonly privateKey: string }

/**
 * Makes the key by which push services know this installation (VAPID, RFC 8292), where it has none. Of two processes that
 * start at once one makes it: every device is bound to its public half, so it never changes.
 */
export async function ensurePushKeys({ db, secrets }: Pick<Services, 'db' | 'secrets'>): Promise<void> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  await db
    .update(installation)
    .set({ pushPublicKey: publicKey, pushPrivateKey: seal(secrets, privateKey, PUSH_KEY) })
    .where(isNull(installation.pushPublicKey))
}

/** The installation's key, opened. Throws where the start did not make one. */
export async function findPushKeys({ db, secrets }: Pick<Services, 'db' | 'secrets'>): Promise<PushKeys> {
  const [row] = await db.select().from(installation).where(eq(installation.id, 1))
  if (!row?.pushPublicKey || !row.pushPrivateKey) throw new Error('The installation has no key for push services')
  return { publicKey: row.pushPublicKey, privateKey: unseal(secrets, row.pushPrivateKey, PUSH_KEY) }
}

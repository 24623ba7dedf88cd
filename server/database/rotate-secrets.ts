import { sql } from 'drizzle-orm'
import { unseal } from '#server/lib/sealing.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import { installation } from '#server/tables/installation.ts'
import { keepFingerprint } from './recognize-secret.ts'
import { transaction } from './transaction.ts'
import type { Db } from './types.ts'
import { HEAD_SEED, sealAnew } from './seal-anew.ts'

/** Any number that nothing else locks, next to the migrations' own. */
const ADVISORY_LOCK = 2472634

/**
 * Makes these the database's secrets. Where it was sealed with one of the previous ones, everything is sealed and indexed anew
 * in one transaction: ended anywhere, nothing has changed and the next start repeats it. Answers the secrets to work with,
 * whose ledger key is the one that readers know.
 */
export async function takeOverSecrets(db: Db, secrets: Secrets): Promise<Secrets> {
  await transaction(db, async (tx) => {
    // Of two processes that start at once, the second finds it done.
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`)
    const [known] = await tx.select().from(installation)
    const old = secrets.previous?.find(({ fingerprint }) => fingerprint === known?.secretFingerprint)
    if (old) await sealAnew(tx, old, secrets)
  })
  await keepFingerprint(db, secrets)
  return { ...secrets, headSeed: await findHeadSeed(db, secrets) }
}

/** The seed of the key by which readers know the ledger: kept from before a rotation, else of the database's own secret. */
export async function findHeadSeed(db: Db, secrets: Secrets): Promise<Uint8Array> {
  const [row] = await db.select().from(installation)
  if (row?.headSeed) return new Uint8Array(Buffer.from(unseal(secrets, row.headSeed, HEAD_SEED), 'base64url'))
  const own = secrets.previous?.find(({ fingerprint }) => fingerprint === row?.secretFingerprint)
  return (own ?? secrets).headSeed
}

import { count, eq } from 'drizzle-orm'
import type { Db } from './types.ts'
import { unseal } from '#server/lib/sealing.ts'
import { ensureSameSecret, type KnownSecret, type Secrets } from '#server/lib/secrets.ts'
import { circles } from '#server/tables/circles.ts'
import { installation } from '#server/tables/installation.ts'
import { users } from '#server/tables/users.ts'

/** The fingerprint that the database has of its secret, read before anything is opened with one. */
export async function findKnownSecret(db: Db): Promise<KnownSecret> {
  const [row] = await db.select().from(installation)
  const [made] = await db.select({ circles: count() }).from(circles)
  return { fingerprint: row?.secretFingerprint ?? null, isNew: row === undefined && made!.circles === 0 }
}

/** Lets the database recognise its secret from now on. Throws when another process came first, with another one. */
export async function keepFingerprint(db: Db, secrets: Secrets): Promise<void> {
  const [known] = await db.select().from(installation)
  if (!known) {
    await ensureOpens(db, secrets)
    await db.insert(installation).values({ secretFingerprint: secrets.fingerprint }).onConflictDoNothing()
  }
  const [row] = await db.select().from(installation)
  ensureSameSecret(secrets, row!.secretFingerprint)
}

/** A database from before there were fingerprints knows its secret by what was sealed with it. */
async function ensureOpens(db: Db, secrets: Secrets): Promise<void> {
  const [administrator] = await db.select().from(users).where(eq(users.role, 'ADMIN')).limit(1)
  if (!administrator) return
  try {
    unseal(secrets, administrator.sealed, `person:${administrator.id}`)
  } catch {
    ensureSameSecret(secrets, 'another')
  }
}

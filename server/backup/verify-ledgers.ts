import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import type { LedgerEntry, SignedHead } from '#circle/ledger/entry.ts'
import { findKnownSecret } from '#server/database/recognize-secret.ts'
import { findHeadSeed } from '#server/database/rotate-secrets.ts'
import type { Db } from '#server/database/types.ts'
import { signHead } from '#server/ledger/head.ts'
import { readLedger } from '#server/ledger/queries.ts'
import type { Clock } from '#server/lib/clock.ts'
import { loadSecrets } from '#server/lib/secrets.ts'
import { circles } from '#server/tables/circles.ts'
import { BackupFault } from './faults.ts'

/** Verifies a whole ledger from nothing; `kept` are heads that it has to continue. */
export type VerifyLedger = (asked: { entries: LedgerEntry[]; head: SignedHead; kept: SignedHead[] }) => {
  readonly faults: readonly unknown[]
}

/** Everything needed to sign and verify the ledgers of a database that was moved or restored. */
export type VerifyOptions = {
  readonly dataDir: string
  readonly jwtSecret: string | undefined
  readonly previousSecrets?: readonly string[]
  readonly clock: Clock
  /** The stand-alone verifier, which trusts nothing here. */
  readonly verify: VerifyLedger
}

/** The signed head of every ledger, as the installation itself would give it out. */
export async function signHeads(options: VerifyOptions, client: Client): Promise<SignedHead[]> {
  const { clock, dataDir, jwtSecret, previousSecrets = [] } = options
  const db: Db = drizzle({ client })
  const known = await findKnownSecret(db)
  if (known.isNew) return []
  const secrets = await loadSecrets({ dataDir, jwtSecret, previousSecrets }, known)
  const headSeed = await findHeadSeed(db, secrets)
  const heads: SignedHead[] = []
  for (const { id } of await db.select({ id: circles.id }).from(circles).orderBy(circles.id))
    heads.push(await signHead({ clock, db, secrets: { ...secrets, headSeed }, actor: { circleId: id } }))
  return heads
}

/** Asks the stand-alone verifier about every ledger as it arrived; answers how many entries there are. */
export async function verifyLedgers(
  options: VerifyOptions,
  client: Client,
  kept: readonly SignedHead[],
): Promise<number> {
  const db: Db = drizzle({ client })
  const arrived = new Map((await signHeads(options, client)).map((head) => [head.circle_id, head]))
  let count = 0
  for (const head of kept) {
    const entries: LedgerEntry[] = []
    for await (const chunk of readLedger(db, head.circle_id, { upTo: head.seq })) entries.push(...chunk)
    const now = arrived.get(head.circle_id)
    if (!now || options.verify({ entries, head: now, kept: [head] }).faults.length > 0)
      throw new BackupFault('ledger_fault', head.circle_id)
    count += entries.length
  }
  return count
}

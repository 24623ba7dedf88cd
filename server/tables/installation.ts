import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** One row of facts about the whole installation. */
export const installation = pgTable(
  'installation',
  {
    id: integer().primaryKey().default(1),
    /** By which the secret that everything here was sealed with is recognised; it tells nothing of the secret. */
    secretFingerprint: text('secret_fingerprint').notNull(),
    /**
     * The seed of the key that signs ledger heads and checkpoints, sealed, once the secret it was derived from was replaced:
     * readers and witnesses know that key. Null as long as it is derived from the secret.
     */
    headSeed: text('head_seed'),
    /** The key by which push services know this installation, and its private half, sealed. Made at the first start. */
    pushPublicKey: text('push_public_key'),
    pushPrivateKey: text('push_private_key'),
    /** The logins that the first start made and has yet to print, sealed. Null once they were printed. */
    unprintedLogins: text('unprinted_logins'),
  },
  (table) => [check('installation_one', sql`${table.id} = 1`)],
)

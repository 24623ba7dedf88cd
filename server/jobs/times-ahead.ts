import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { transaction } from '#server/database/transaction.ts'
import type { Db } from '#server/database/types.ts'

/** Nothing of the queue lies so far ahead: its passes note the present, and a run that failed is tried again within seconds. */
const soon = sql`now() + interval '2 minutes'`
const notAhead = (column: SQL) => sql`case when ${column} > ${soon} then null else ${column} end`

/**
 * Forgets the times that the queue noted while the database's clock was ahead of what it is now: until they come again its schedule
 * would send nothing, nor would a run that was sent then begin. True where there were any.
 */
export async function forgetTimesAhead(db: Db): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.execute(sql`update pgboss.version set cron_on = null where cron_on > ${soon} returning 1`)
    if (rows.length === 0) return false
    await tx.execute(
      sql`update pgboss.version set bam_on = ${notAhead(sql`bam_on`)}, flow_on = ${notAhead(sql`flow_on`)},
        reindex_on = ${notAhead(sql`reindex_on`)}, monitor_backoff_on = ${notAhead(sql`monitor_backoff_on`)}`,
    )
    await tx.execute(
      sql`update pgboss.queue set monitor_claim_on = ${notAhead(sql`monitor_claim_on`)}, monitor_on = ${notAhead(sql`monitor_on`)},
        maintain_on = ${notAhead(sql`maintain_on`)}, delta_on = ${notAhead(sql`delta_on`)}`,
    )
    await tx.execute(
      sql`update pgboss.job set start_after = now() where state in ('created', 'retry') and start_after > ${soon}`,
    )
    return true
  })
}

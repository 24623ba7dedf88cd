import { and, asc, eq } from 'drizzle-orm'
import { end } from '#server/approvals/execute.ts'
import { noteInCircles } from '#server/approvals/note.ts'
import type { CircleContext } from '#server/circle-store/with-circle.ts'
import type { Services } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { approvals } from '#server/tables/approvals.ts'

/**
 * Takes back what a person proposed and nobody has decided, as their phone is lost: it may have been whoever stole it, and where
 * nobody else decides, time alone would do it in their name.
 */
export async function withdrawProposals(author: Services & CircleContext, userId: string): Promise<void> {
  await transaction(author.db, async (tx) => {
    const open = await tx
      .select()
      .from(approvals)
      .where(and(eq(approvals.proposedBy, userId), eq(approvals.state, 'proposed')))
      .orderBy(asc(approvals.id))
      .for('update')
    for (const row of open) {
      await noteInCircles(author, tx, row.circleIds, { kind: 'approval.withdrawn', approvalId: row.id })
      await end(author, tx, row, { state: 'withdrawn' })
    }
  })
}

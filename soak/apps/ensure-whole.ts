import { text } from 'node:stream/consumers'
import type { Actor, Context } from '#server/context.ts'
import { exportLedger } from '#server/ledger/export.ts'
import { checkCircle } from '#server/scrubber/check-circle.ts'
import { checkFiles } from '#server/scrubber/check-files.ts'
import { circles } from '#server/tables/circles.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'
import type { App } from './test-server.ts'

/** Throws where the scrubber or the verifier finds anything in any circle: counters, replay, files, chain, rules. */
export async function ensureWhole({ services }: Pick<App, 'services'>): Promise<void> {
  const found: unknown[] = await checkFiles(services)
  for (const { id } of await services.db.select({ id: circles.id }).from(circles)) {
    found.push(...(await checkCircle(services.db, id)))
    const reader = { ...services, actor: { circleId: id }, actorId: null } as unknown as Context<Actor>
    const lines = await text(await exportLedger(reader, { format: 'ndjson', after: 0 }))
    found.push(...verify(readLedger(lines)).faults)
  }
  if (found.length > 0) throw new Error(`The scrubber or the verifier found ${JSON.stringify(found, null, 1)}`)
}

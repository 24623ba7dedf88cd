import { text } from 'node:stream/consumers'
import { isSameJson } from '#circle/ledger/entry.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { stateAfter } from '#circle/ledger/known-entries.ts'
import { foresee } from '#circle/simulation/foreseen.ts'
import type { CircleState } from '#circle/state.ts'
import { toldResult } from '#contracts/told-result.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { Actor, Context } from '#server/context.ts'
import { exportLedger } from '#server/ledger/export.ts'
import { checkCircle } from '#server/scrubber/check-circle.ts'
import { checkFiles } from '#server/scrubber/check-files.ts'
import { circles } from '#server/tables/circles.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'
import type { App } from './test-server.ts'

/**
 * Throws where the scrubber or the verifier finds anything in any circle: counters, replay, files, chain, rules; or where the turns
 * and sums that the server tells are not those that a device tells from the ledger.
 */
export async function ensureWhole({ services }: Pick<App, 'services'>): Promise<void> {
  const found: unknown[] = await checkFiles(services)
  for (const { id } of await services.db.select({ id: circles.id }).from(circles)) {
    found.push(...(await checkCircle(services.db, id)))
    const reader = { ...services, actor: { circleId: id }, actorId: null } as unknown as Context<Actor>
    const lines = await text(await exportLedger(reader, { format: 'ndjson', after: 0 }))
    const ledger = readLedger(lines)
    found.push(...verify(ledger).faults)
    const { state } = await readCircle(services, id)
    const entries = ledger.entries as readonly LedgerEntry[]
    const now = services.clock.now()
    const [told, foreseen] = [shownOf(state, now), shownOf(stateAfter(entries)!, now)]
    if (!isSameJson(told, foreseen)) found.push({ code: 'turns or sums', told, foreseen })
  }
  if (found.length > 0) throw new Error(`The scrubber or the verifier found ${JSON.stringify(found, null, 1)}`)
}

/** All that a device holds to its ledger of what is shown: turns, sums, and everybody's own line. */
function shownOf(state: CircleState, now: number) {
  const { places } = foresee(state, { now, calendar: null })
  return {
    turns: places.map(({ entry: { id, position, isReceiver }, had, turns }) => ({
      id,
      position,
      isReceiver,
      had,
      turns,
    })),
    sums: [...state.members.keys()].toSorted().map((id) => toldResult(state, id)),
  }
}

import { text } from 'node:stream/consumers'
import { isSameJson } from '#circle/ledger/entry.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { stateAfter } from '#circle/ledger/known-entries.ts'
import { isEventKind } from '#circle/ledger/replay.ts'
import { foresee } from '#circle/simulation/foreseen.ts'
import type { CircleState } from '#circle/state.ts'
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
 * that the server foresees are not those that a device foresees from the ledger.
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
    const [told, foreseen] = [turnsOf(state, now), turnsOf(stateAfter(entries, isEventKind)!, now)]
    if (!isSameJson(told, foreseen)) found.push({ code: 'turns', told, foreseen })
  }
  if (found.length > 0) throw new Error(`The scrubber or the verifier found ${JSON.stringify(found, null, 1)}`)
}

function turnsOf(state: CircleState, now: number) {
  return foresee(state, { now, calendar: null }).places.map(({ entry: { id, position, isReceiver }, had, turns }) => {
    return { id, position, isReceiver, had, turns }
  })
}

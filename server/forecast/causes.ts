import { and, eq, gt, gte, inArray, lte, or, sql } from 'drizzle-orm'
import { nextPeriod, periodOf, periodStart } from '#circle/period.ts'
import type { Level } from '#circle/plan.ts'
import type { TurnCause } from '#contracts/turn-moves.ts'
import type { Db } from '#server/database/types.ts'
import { ledger } from '#server/tables/ledger.ts'
import { obligations } from '#server/tables/obligations.ts'

type Since = { readonly seq: number; readonly at: Date }
type Place = { readonly circleId: string; readonly memberId: string; readonly level: Level }
type Payload = Readonly<Record<string, unknown>>

/** The commands that say by themselves why a turn moved; the first are those by which an administrator changes who comes when. */
const BY_COMMAND = {
  reordered: ['swap', 'move_to_end', 'reorder', 'set_receiver', 'next_receiver', 'edit_entry', 'undo'],
  drawn: ['apply_draw', 'bring_in'],
  swapped: ['swap_turns'],
} as const

/**
 * Why a place's turn moved, from the ledger's entries behind `since`, up to `seq`; null when a turn of the place, or another rotation,
 * began meanwhile: what comes then is another turn, and nothing moved.
 */
export async function findCauses(
  db: Db,
  { circleId, memberId, level }: Place,
  since: Since,
  { seq, now }: { seq: number; now: number },
): Promise<TurnCause[] | null> {
  const rows = await db
    .select({ kind: ledger.kind, payload: ledger.payload })
    .from(ledger)
    .where(
      and(
        eq(ledger.circleId, circleId),
        gt(ledger.seq, since.seq),
        lte(ledger.seq, seq),
        or(
          inArray(ledger.kind, [
            'turn.started',
            'entry.placed',
            'entry.removed',
            'donation.late',
            'rotation.begun',
            'command',
          ]),
          and(eq(ledger.kind, 'obligation.void'), sql`${ledger.payload} ->> 'reason' = 'period_expired'`),
        ),
      ),
    )
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map((row): Payload => row.payload)
  if (of('rotation.begun').length > 0) return null
  const here = (kind: string) => of(kind).filter((payload) => payload['level'] === level)
  if (here('turn.started').some((payload) => payload['memberId'] === memberId)) return null
  const causes: TurnCause[] = await missed(
    db,
    circleId,
    memberId,
    [...of('obligation.void'), ...of('donation.late')].filter((p) => p['target'] === level),
  )
  const left = here('entry.removed').filter(({ reason }) => reason !== 'completed').length
  const joined = here('entry.placed').length
  if (left > 0) causes.push({ kind: 'left', count: left })
  if (joined > 0) causes.push({ kind: 'joined', count: joined })
  causes.push(...byCommand(of('command')))
  for (const period of await notAsked(db, circleId, since.at.getTime(), now)) causes.push({ kind: 'not_asked', period })
  return causes.length > 0 ? causes : [{ kind: 'order' }]
}

/** Contributions that were not paid, by their month. */
async function missed(db: Db, circleId: string, memberId: string, voided: readonly Payload[]): Promise<TurnCause[]> {
  if (voided.length === 0) return []
  const ids = voided.map((payload) => String(payload['obligationId']))
  const rows = await db
    .select({ period: obligations.period, memberId: obligations.memberId })
    .from(obligations)
    .where(and(eq(obligations.circleId, circleId), inArray(obligations.id, ids)))
  const byPeriod = Map.groupBy(rows, ({ period }) => period ?? '')
  return [...byPeriod.keys()].toSorted().map((period) => {
    const own = byPeriod.get(period)!
    return { kind: 'missed', period, count: own.length, own: own.some((row) => row.memberId === memberId) }
  })
}

function byCommand(payloads: readonly Payload[]): TurnCause[] {
  const kinds = payloads.map(({ command }) => (command as { kind?: string } | undefined)?.kind ?? '')
  const count = (of: keyof typeof BY_COMMAND) =>
    kinds.filter((kind) => BY_COMMAND[of].some((one) => one === kind)).length
  const swapped = count('swapped')
  return [
    ...(['reordered', 'drawn'] as const).flatMap((kind) => (count(kind) > 0 ? [{ kind }] : [])),
    ...(swapped > 0 ? [{ kind: 'swapped' as const, count: swapped }] : []),
  ]
}

/** The months that passed since then without a pull. */
async function notAsked(db: Db, circleId: string, from: number, now: number): Promise<string[]> {
  const present = periodOf(now)
  const first = periodOf(from)
  if (first === present) return []
  const pulls = await db
    .select({ payload: ledger.payload })
    .from(ledger)
    .where(
      and(
        eq(ledger.circleId, circleId),
        eq(ledger.kind, 'pull.generated'),
        gte(ledger.at, new Date(periodStart(first))),
      ),
    )
  const asked = new Set(pulls.map(({ payload }) => payload['period']))
  const passed: string[] = []
  for (let period = first; period < present; period = nextPeriod(period)) if (!asked.has(period)) passed.push(period)
  return passed
}

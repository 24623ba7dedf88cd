import { and, eq, isNull } from 'drizzle-orm'
import { queueOf } from '#circle/decision.ts'
import { DAY_MS } from '#circle/period.ts'
import { levelsOf } from '#circle/plan.ts'
import { forecast } from '#circle/simulation/forecast.ts'
import { BEFORE } from '#circle/simulation/turn-log.ts'
import type { Entry } from '#circle/state.ts'
import type { Services } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { notify } from '#server/notify/notify.ts'
import { circles } from '#server/tables/circles.ts'
import { entries } from '#server/tables/entries.ts'
import { turnForecasts } from '#server/tables/turn-forecasts.ts'
import { findCauses } from './causes.ts'
import { hadTurns } from '#circle/simulation/had-turns.ts'
import { loadLive } from './live-circle.ts'
import { pullAtOf } from '#circle/simulation/calendar.ts'

/** The circles whose members may be told of a turn that moved. */
export async function currentCircles({ db }: Services): Promise<string[]> {
  const rows = await db
    .select({ id: circles.id })
    .from(circles)
    .where(and(isNull(circles.endedAt), isNull(circles.closedAt)))
  return rows.map(({ id }) => id)
}

/**
 * Tells each member of a circle, once, that their next turn moved by a month or more with everybody paying, and why. A
 * place that was never told of begins with what is foreseen now; a turn that began is told of by its own notice.
 */
export async function tellTurns(services: Services, circleId: string): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  const live = await loadLive(services, circleId)
  if (live.waits) return
  const { periods, places } = forecast({ state: live.state, now, pullAt: pullAtOf(live.calendar) })
  const known = await db.select().from(turnForecasts).where(eq(turnForecasts.circleId, circleId))
  const byEntry = new Map(known.map((row) => [row.entryId, row]))
  const queued = levelsOf(live.state.plan).flatMap((level) => queueOf(live, level))
  const had = hadTurns(live.state, queued, places)
  for (const [index, { memberId, level, turns }] of places.entries()) {
    const entry = queued[index]!
    const begins = turns[0]?.begins ?? null
    // A turn of the next rotation, which nobody has agreed on, is no news.
    if (had[index]) continue
    const month = begins === null || begins === BEFORE ? null : periods[begins]!
    const row = byEntry.get(entry.id)
    if (row && row.toldMonth === month && begins !== BEFORE) continue
    const since = row && { seq: row.toldSeq, at: row.toldAt }
    const causes =
      since && begins !== BEFORE
        ? await findCauses(db, { circleId, memberId, level }, since, { seq: live.seq, now })
        : null
    await keep(services, entry, {
      circleId,
      seq: live.seq,
      at: new Date(now),
      month,
      from: row?.toldMonth ?? null,
      causes,
      isNew: !row,
      ...(live.state.plan.levels.length === 1 ? { isOnly: true } : {}),
    })
  }
}

type Told = {
  readonly circleId: string
  readonly seq: number
  readonly at: Date
  readonly month: string | null
  readonly from: string | null
  readonly causes: Awaited<ReturnType<typeof findCauses>>
  readonly isNew: boolean
  /** The plan has one level, which no notice names then. */
  readonly isOnly?: boolean
}

/** Writes what is told now, and the notice with it; nothing where another process told it first or the place is gone. */
async function keep(services: Services, entry: Entry, told: Told): Promise<void> {
  const { circleId, seq, at, month, from, causes } = told
  const values = { toldMonth: month, toldSeq: seq, toldAt: at }
  const move = causes && { movedFrom: from, movedAt: at, causes }
  await transaction(services.db, async (tx) => {
    const [place] = await tx
      .select({ id: entries.id })
      .from(entries)
      .where(and(eq(entries.circleId, circleId), eq(entries.id, entry.id)))
      .for('update')
    if (!place) return
    const own = and(eq(turnForecasts.circleId, circleId), eq(turnForecasts.entryId, entry.id))
    if (told.isNew) {
      await tx
        .insert(turnForecasts)
        .values({ circleId, entryId: entry.id, ...values })
        .onConflictDoNothing()
      return
    }
    const known = from === null ? isNull(turnForecasts.toldMonth) : eq(turnForecasts.toldMonth, from)
    const changed = await tx
      .update(turnForecasts)
      .set({ ...values, ...(move ?? { movedFrom: null, movedAt: null, causes: [] }) })
      .where(and(own, known))
      .returning({ entryId: turnForecasts.entryId })
    if (!move || changed.length === 0) return
    const level = { level: entry.level, ...(told.isOnly ? { isOnly: true } : {}) }
    const facts = { ...level, from, to: month, causes: move.causes }
    await notify(services, tx, { userId: entry.memberId, kind: 'turn.moved', facts })
  })
}

/** Whether a move is still news: it was told in the last 31 days. */
export function isNews(movedAt: Date, now: number): boolean {
  return now - movedAt.getTime() < 31 * DAY_MS
}

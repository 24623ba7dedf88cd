import { and, eq, isNull } from 'drizzle-orm'
import { drawOrder, hasBegun } from '#circle/draw.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Services } from '#server/context.ts'
import { unseal } from '#server/lib/sealing.ts'
import { notifyAll } from '#server/notify/notify.ts'
import { performChange } from '#server/queue/journal.ts'
import { circles } from '#server/tables/circles.ts'
import { draws } from '#server/tables/draws.ts'
import { listNumbers, phaseOf } from './find.ts'
import type { DrawRow } from './find.ts'

/** The current circles in which a draw runs. */
export async function circlesWithDraws({ db }: Services): Promise<string[]> {
  const rows = await db
    .select({ circleId: draws.circleId })
    .from(draws)
    .innerJoin(circles, and(eq(circles.id, draws.circleId), isNull(circles.endedAt)))
    .where(eq(draws.state, 'running'))
  return rows.map(({ circleId }) => circleId)
}

/**
 * Takes the running draw of a circle as far as its rule goes now: tells those who joined that it is time to show their
 * numbers, reveals the secret and applies the order, or lets the draw lapse. By nobody's order, so that nobody chooses
 * the moment; however often it runs, each step is taken once.
 */
export async function settleDraw(services: Services, circleId: string): Promise<void> {
  const system = { ...services, actorId: null, actor: null, signed: null }
  const { clock } = services
  await withCircle(system, circleId, async (circle) => {
    const { tx, state } = circle
    const running = and(eq(draws.circleId, circleId), eq(draws.state, 'running'))
    const [draw] = await tx.select().from(draws).where(running)
    if (!draw) return
    const numbers = await listNumbers(tx, circleId, draw.id)
    const phase = phaseOf(draw, numbers, circle.now)
    if (hasBegun(state)) return lapse(services, circle, draw, 'begun')
    if (phase === 'late') return lapse(services, circle, draw, 'unrevealed')
    if (phase === 'stopped') return lapse(services, circle, draw, 'unopened')
    if (phase === 'opening' && !draw.openingTold) {
      const waited = numbers.filter(({ number }) => number === null).map(({ memberId }) => memberId)
      const facts = { openUntil: draw.openUntil.getTime() }
      await notifyAll(services, tx, circleId, waited, { kind: 'draw.opening', facts })
      await tx.update(draws).set({ openingTold: true }).where(running)
    }
    if (phase !== 'due') return
    const { memberIds } = draw
    const secret = unseal(services.secrets, draw.sealed, `draw:${draw.id}`)
    const shown = new Map(numbers.flatMap(({ memberId, number }) => (number === null ? [] : [[memberId, number]])))
    const order = drawOrder({ circleId, drawId: draw.id }, { memberIds, secret, numbers: shown }, sha256)
    await circle.note({ kind: 'draw.revealed', drawId: draw.id, secret })
    const command = { kind: 'apply_draw', drawId: draw.id, memberIds: order } as const
    await performChange(circle, command, { at: clock.now(), actorId: null })
    await end(services, circle, draw, { state: 'done', secret, order })
  })
}

type LapseReason = 'begun' | 'unrevealed' | 'unopened'

async function lapse(services: Services, circle: LockedCircle, draw: DrawRow, reason: LapseReason) {
  await circle.note({ kind: 'draw.lapsed', drawId: draw.id, reason })
  await end(services, circle, draw, { state: 'lapsed' })
  await notifyAll(services, circle.tx, circle.id, [...new Set(draw.memberIds)], { kind: 'draw.lapsed', facts: {} })
}

async function end(
  { clock }: Services,
  { tx, id: circleId, seq: endSeq }: LockedCircle,
  draw: DrawRow,
  how: Partial<DrawRow>,
): Promise<void> {
  await tx
    .update(draws)
    .set({ ...how, sealed: '', endedAt: new Date(clock.now()), endSeq })
    .where(and(eq(draws.circleId, circleId), eq(draws.id, draw.id)))
}

import { REVEAL_WITHIN_MS } from '#circle/draw.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import type { Context } from '#server/context.ts'
import { listNumbers, phaseOf } from './find.ts'
import type { DrawRow } from './find.ts'

export type Answer = AnswerOf<'GET /draws'>

export async function drawView(
  { actor, clock, db }: Context,
  draw: DrawRow,
  names: ReadonlyMap<string, string> | null,
): Promise<Answer['data'][number]> {
  const numbers = await listNumbers(db, draw.circleId, draw.id)
  const byMember = new Map(numbers.map((row) => [row.memberId, row]))
  const phase = draw.state === 'running' ? phaseOf(draw, numbers, clock.now()) : draw.state
  return {
    circle_id: draw.circleId,
    id: draw.id,
    seq: draw.seq,
    end_seq: draw.endSeq,
    begun_at: draw.begunAt.toISOString(),
    ended_at: draw.endedAt?.toISOString() ?? null,
    // Over without an order, and not said so yet: the next minute's job does.
    phase: phase === 'late' || phase === 'stopped' ? 'lapsed' : phase,
    join_until: draw.joinUntil.toISOString(),
    open_until: draw.openUntil.toISOString(),
    reveal_until: new Date(draw.openUntil.getTime() + REVEAL_WITHIN_MS).toISOString(),
    commitment: draw.commitment,
    secret: draw.secret,
    members: [...Map.groupBy(draw.memberIds, (id) => id)].map(([id, places]) => {
      const part = byMember.get(id)
      return {
        id,
        own: id === actor.id && actor.helperId === null,
        places: places.length,
        name: names && (names.get(id) ?? 'Participante que saiu'),
        commitment: part?.commitment ?? null,
        signed: part?.isSigned ?? null,
        number: part?.number ?? null,
      }
    }),
    order: draw.order,
  }
}

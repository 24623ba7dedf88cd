import { randomBytes } from 'node:crypto'
import { secretText } from '#circle/committed-texts.ts'
import { CAPACITY } from '#circle/queue.ts'
import type { BodyOf } from '#contracts/contract.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { seal } from '#server/lib/sealing.ts'
import { notifyAll } from '#server/notify/notify.ts'
import { draws } from '#server/tables/draws.ts'
import { ensureMayBegin } from './ensure-may-begin.ts'
import { isOrderMade, ticketsIn } from './find-order.ts'

const HOUR_MS = 3_600_000

/**
 * Begins a draw of the first order among everybody who is approved at this moment: the list and the commitment to the
 * secret stand in the ledger before anybody chooses a number. Refused once contributions were asked for, while another
 * draw runs or an order is proposed, and with fewer than two people or more than a queue holds.
 */
export async function beginDraw(context: Context, body: BodyOf<'POST /draws'>): Promise<void> {
  const { actor, clock, secrets } = context
  const secret = randomBytes(32).toString('hex')
  const drawId = newId(clock)
  await withCircle(context, actor.circleId, async (circle) => {
    const { tx, id: circleId, state } = circle
    await ensureMayBegin(circle)
    const memberIds = ticketsIn(state)
    if (new Set(memberIds).size < 2 || memberIds.length > CAPACITY) refuse('draw.members')
    const begunAt = new Date(circle.now)
    const joinUntil = new Date(begunAt.getTime() + body.join_hours * HOUR_MS)
    const openUntil = new Date(joinUntil.getTime() + body.open_hours * HOUR_MS)
    const commitment = sha256(secretText({ circleId, drawId }, secret))
    await circle.note({
      kind: 'draw.begun',
      drawId,
      commitment,
      joinUntil: joinUntil.toISOString(),
      openUntil: openUntil.toISOString(),
      memberIds: memberIds.join(','),
    })
    const sealed = seal(secrets, secret, `draw:${drawId}`)
    const begun = { circleId, id: drawId, seq: circle.seq, begunAt, begunBy: actor.id, commitment }
    await tx.insert(draws).values({ ...begun, joinUntil, openUntil, memberIds, sealed, state: 'running' })
    const isAgain = (await isOrderMade(tx, circleId)) ? ({ isAgain: true } as const) : {}
    const facts = { joinUntil: joinUntil.getTime(), ...isAgain }
    await notifyAll(context, tx, circleId, [...new Set(memberIds)], { kind: 'draw.begun', facts })
  })
}

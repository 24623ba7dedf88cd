import type { Services } from '#server/context.ts'
import type { Logger } from '#server/database/logger.ts'
import { CHANNEL } from '#server/events/publish.ts'
import type { CircleChanged } from '#server/events/publish.ts'
import { loadLive } from './live-circle.ts'
import { keptRanges, renewRanges } from './ranges.ts'

/** A decision often comes with another. */
const SOON_MS = 250
/** In a month's days of paying changes never cease: the futures then take a twentieth of one core at most. */
const REST_MS = 10_000

/**
 * Computes a circle's futures again soon after a change, if somebody asked this process for its forecast within a day: the
 * next who asks finds them ready. What is computed meanwhile is shared with whoever does not want to wait.
 */
export async function keepRangesAhead(
  { database, clock, ...services }: Services,
  logger: Pick<Logger, 'warn'>,
): Promise<{ stop(): Promise<void> }> {
  const waiting = new Map<string, NodeJS.Timeout>()
  const computed = new Map<string, number>()
  const renew = async (circleId: string) => {
    waiting.delete(circleId)
    try {
      await renewRanges(await loadLive({ database, clock, ...services }, circleId), clock.now())
    } catch (error) {
      logger.warn({ err: error }, 'the futures of a forecast are computed when somebody asks')
    }
    computed.set(circleId, performance.now())
  }
  const unlisten = await database.listen(CHANNEL, (payload) => {
    const { circleId } = JSON.parse(payload) as CircleChanged
    if (waiting.has(circleId) || !keptRanges(circleId, clock.now())) return
    const rest = (computed.get(circleId) ?? -REST_MS) + REST_MS - performance.now()
    waiting.set(circleId, setTimeout(() => void renew(circleId), Math.max(SOON_MS, rest)).unref())
  })
  return {
    stop: async () => {
      await unlisten()
      for (const timer of waiting.values()) clearTimeout(timer)
    },
  }
}

import type { Logger } from '#server/database/logger.ts'
import type { Services } from '#server/context.ts'

/** Everything that time alone causes, as the queue and a test's clock run it. */
export type Job = (services: Services, logger: Logger) => Promise<unknown>

/**
 * A job that is done circle by circle: `find` answers the circles with something due, `run` does it for one. A circle that fails
 * is logged and keeps nobody else waiting; the job fails at the end, so that the queue tries again and shows it.
 */
export function forEachCircle(
  find: (services: Services) => Promise<readonly string[]>,
  run: (services: Services, circleId: string) => Promise<unknown>,
): Job {
  return async (services, logger) => {
    const failures: unknown[] = []
    for (const circleId of await find(services)) {
      try {
        await run(services, circleId)
      } catch (error) {
        logger.error({ err: error, circleId }, 'a job failed in one circle; the others go on')
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `The job failed in ${failures.length} circles`)
  }
}

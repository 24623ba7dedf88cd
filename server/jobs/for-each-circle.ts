import type { Logger } from '#server/database/logger.ts'
import type { Services } from '#server/context.ts'

/** A scheduled job, as the queue and a test clock run it. */
export type Job = (services: Services, logger: Logger) => Promise<unknown>

/**
 * Makes a job that runs circle by circle: `find` returns the circles with something due, `run` handles one. A failing
 * circle is logged and does not delay the others; the job then fails at the end, so that the queue retries it and shows
 * the failure.
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

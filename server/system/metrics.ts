import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from '#server/context.ts'
import type { EventHub } from '#server/events/stream.ts'
import { oncePer } from '#server/lib/once-per.ts'

const REQUESTS = 'ciranda_request_seconds'

/**
 * Counts and times every answer by route, method and status. The route's pattern is used instead of its address, so
 * that no id becomes a label.
 */
export function measureRequests(app: FastifyInstance, services: Services): void {
  const registry = registryOf(services.events)
  const known = registry.getSingleMetric(REQUESTS) as Histogram | undefined
  const duration =
    known ??
    new Histogram({
      name: REQUESTS,
      help: 'Answered requests by route, method and status',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ route, method: request.method, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    done()
  })
}

/** Every metric in Prometheus text format. */
export function metricsText(services: Services): Promise<string> {
  return registryOf(services.events).metrics()
}

/** One registry per server of the process: process metrics, the number of open streams, and the requests. */
const registryOf = oncePer((events: EventHub) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'ciranda_' })
  const streams: Gauge = new Gauge({
    name: 'ciranda_event_streams',
    help: 'Open event streams',
    registers: [registry],
    collect: (): void => streams.set(events.size()),
  })
  return registry
})

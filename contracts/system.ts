import { z } from 'zod'
import { archiveFaults } from './backups.ts'
import { defineCall } from './call.ts'

const tag = 'system'

export const systemCalls = {
  'GET /events': defineCall({
    access: 'signed-in',
    tag,
    summary: 'Server-sent events: `changed` when something changed for the caller.',
    produces: 'text/event-stream',
  }),
  'GET /cep/{cep}': defineCall({
    access: 'public',
    tag,
    summary: 'The address of a postal code, where a service is configured.',
    params: z.strictObject({ cep: z.string().regex(/^\d{8}$/) }),
    answer: z.object({ street: z.string(), neighbourhood: z.string(), city: z.string(), state: z.string() }),
    refusals: ['cep.unavailable', 'cep.not_found'],
  }),
  'GET /health': defineCall({
    access: 'public',
    tag,
    summary: 'Whether the server and its database answer.',
    answer: z.object({
      status: z.literal('ok'),
      /** The version that answers, as releases are called: 1.0.0. */
      version: z.string(),
      /** Where backups are made every night: hours since the last one; null where there is none yet. */
      backup_age_hours: z.int().nullable().optional(),
      /** Where the log is archived: minutes since the newest archived segment; null where none is there, or that is unknown. */
      archive_age_minutes: z.int().nullable().optional(),
      /** Why the archive stands still; absent where it goes. */
      archive_fault: z.enum(archiveFaults).optional(),
      /** How many things that are kept twice differ, by the latest comparison; absent where none does. */
      differences: z.int().optional(),
    }),
    refusals: ['server.unavailable'],
  }),
  'GET /metrics': defineCall({
    access: 'public',
    tag,
    summary: 'Figures in Prometheus text, from this machine or with the token.',
    produces: 'text/plain',
    refusals: ['resource.not_found'],
  }),
}

/** Deadlines, months and sessions are counted from a clock's instant on: beyond these years they leave what tables can hold. */
function isWithinReach(now: string): boolean {
  const year = new Date(now).getUTCFullYear()
  return year >= 2000 && year < 3000
}

/** There only where the clock is a test's. */
export const testCalls = {
  'POST /test/clock': defineCall({
    access: 'public',
    tag: 'test',
    summary: 'Moves the clock and runs what is then due.',
    body: z.strictObject({ now: z.iso.datetime({ offset: true }).refine(isWithinReach, 'Data inválida') }),
    answer: z.object({ now: z.string() }),
  }),
}

import { z } from 'zod'
import { defineCall } from './call.ts'
import { QUEUE_CAPACITY } from './limits.ts'

const tag = 'beginnings'
const AMOUNT = 'Escreva um valor em reais, de zero para cima.'
const amount = z.number(AMOUNT).min(0, AMOUNT).max(100_000_000, AMOUNT).multipleOf(0.01, AMOUNT)
const hash = z.string().regex(/^[\da-f]{64}$/, 'São 64 letras e algarismos, de 0 a f.')
const sums = z.object({ given: z.number(), received: z.number() })

const row = sums.extend({
  member_id: z.string(),
  accepted: z.boolean(),
  /** The sums that the person says are right instead; null where they said nothing. */
  said: sums.nullable(),
})

const beginning = z.object({
  circle_id: z.string(),
  /** Whether rows were entered and wait for their people; else there is one of zeros for each person approved. */
  waits: z.boolean(),
  /** Why nothing can be brought in now, in Portuguese; null while it can. */
  why_not: z.string().nullable(),
  /** In the order of the turns. */
  rows: z.array(row),
  /** Of rows that wait, whose person left since, so that they cannot be brought in; and who was approved since. */
  left: z.array(z.string()),
  newcomers: z.array(z.string()),
  /** Why the rows do not hold, as sentences. */
  faults: z.array(z.object({ turn: z.int().nullable(), reason: z.string() })),
})

const own = z.object({
  circle_id: z.string(),
  member_id: z.string(),
  turn: z.int(),
  people: z.int(),
  given: z.number(),
  received: z.number(),
  accepted: z.boolean(),
  said: sums.nullable(),
})

const rowSent = z.strictObject({ member_id: z.uuid('Escolha pessoas desta roda.'), given: amount, received: amount })
const refusals = [
  'beginning.not_here',
  'beginning.late',
  'beginning.people',
  'beginning.shares',
  'draw.running',
  'circle.closed',
] as const

/** Beyond the specification: a roda that ran on paper comes in (docs/decisions/075). */
export const beginningCalls = {
  'GET /admin/beginning': defineCall({
    access: 'admin',
    tag,
    summary: 'What each person gave and received before, and who accepted it.',
    answer: beginning,
    auditAs: 'queue',
  }),
  'POST /admin/beginning': defineCall({
    access: 'admin',
    tag,
    summary: 'Enters the rows in the order of the turns; each person whose row is another one is asked for a yes.',
    body: z.strictObject({ rows: z.array(rowSent).min(2, 'Ponha uma linha para cada pessoa.').max(QUEUE_CAPACITY) }),
    bodyLimit: 32_768,
    answer: beginning,
    refusals: ['beginning.rows', ...refusals],
  }),
  'DELETE /admin/beginning': defineCall({
    access: 'admin',
    tag,
    summary: 'Gives the rows up: the roda begins from zero.',
    answer: beginning,
    refusals: ['beginning.none'],
  }),
  'POST /admin/beginning/open': defineCall({
    access: 'admin',
    tag,
    summary: 'Brings the roda in, once each person accepted their row.',
    signs: 'administer',
    stepUp: 'real',
    answer: beginning,
    refusals: [
      'beginning.none',
      'beginning.waited',
      'beginning.rows',
      'pull.off_plan',
      'signature.needed',
      ...refusals,
    ],
  }),
  'GET /me/beginning': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller’s own row of a roda that is to come in; null where none waits for them.',
    answer: z.object({ row: own.nullable() }),
  }),
  'POST /me/beginning/accept': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller accepts their row, by its hash, under their device’s signature.',
    signs: 'accept_beginning',
    byHelper: true,
    body: z.strictObject({ hash }),
    answer: z.object({ row: own.nullable() }),
    refusals: ['signature.needed', 'beginning.none', 'beginning.changed'],
  }),
  'POST /me/beginning/contest': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller says that their row is wrong, and what is right.',
    signs: 'contest_beginning',
    body: z.strictObject({ given: amount, received: amount }),
    answer: z.object({ row: own.nullable() }),
    refusals: ['beginning.none'],
  }),
}

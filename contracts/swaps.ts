import { z } from 'zod'
import { defineCall } from './call.ts'
import { QUEUE_CAPACITY } from './limits.ts'
import { idParam } from './query.ts'

const tag = 'swaps'
const WHO = 'Escolha com quem trocar.'
const place = z.int(WHO).min(1, WHO).max(QUEUE_CAPACITY, WHO)

const ask = z.object({
  id: z.string(),
  /** Whether the caller asked; else the other did. */
  mine: z.boolean(),
  member_id: z.string(),
  /** The caller's position now, and after the swap. */
  position: z.int(),
  other_position: z.int(),
  until: z.iso.datetime(),
  /** Why it could not be accepted now, in Portuguese; null where it can. */
  why_not: z.string().nullable(),
})

const swaps = z.object({
  /** The caller's position while they may swap; null where they receive, have received, or have none. */
  position: z.int().nullable(),
  people: z.array(z.object({ member_id: z.string(), position: z.int() })),
  asks: z.array(ask),
})

const refusals = [
  'swap.not_here',
  'swap.oneself',
  'swap.no_place',
  'swap.receiving',
  'swap.received',
  'swap.owing',
  'swap.changed',
  'swap.shares',
  'member.not_in_circle',
] as const

/** Beyond the specification: two members of a roda exchange their turns, without an administrator (docs/decisions/067). */
export const swapCalls = {
  'GET /me/swaps': defineCall({
    access: 'approved',
    tag,
    summary: 'With whom the caller may exchange turns, and the requests to and by them.',
    answer: swaps,
  }),
  'POST /me/swaps': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller asks another member to exchange turns, with the positions that they see.',
    status: 201,
    signs: 'ask_swap',
    body: z.strictObject({
      id: z.uuid(WHO),
      member_id: z.uuid(WHO),
      position: place,
      other_position: place,
    }),
    answer: swaps,
    refusals: ['signature.needed', 'swap.too_many', 'swap.too_often', 'resource.not_found', ...refusals],
  }),
  'POST /me/swaps/{id}/accept': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller accepts a request: the two exchange their places, and everybody is told.',
    signs: 'accept_swap',
    params: idParam,
    // The hash of the request as the caller's page shows it, which their device signs.
    body: z.strictObject({ hash: z.string().regex(/^[\da-f]{64}$/, WHO) }),
    answer: swaps,
    refusals: ['signature.needed', 'resource.not_found', ...refusals],
  }),
  'DELETE /me/swaps/{id}': defineCall({
    access: 'approved',
    tag,
    summary: 'Takes back the caller’s request, or declines one to them.',
    signs: 'end_swap',
    params: idParam,
    answer: swaps,
    refusals: ['resource.not_found'],
  }),
}

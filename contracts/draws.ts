import { z } from 'zod'
import { defineCall } from './call.ts'
import { idParam } from './query.ts'
import { drawList } from './entities/draw.ts'

const tag = 'draws'
const hash = z.string().regex(/^[\da-f]{64}$/, 'São 64 letras e algarismos, de 0 a f.')
const hours = (fallback: number) =>
  z
    .int('Escolha de 1 a 336 horas.')
    .min(1, 'Escolha de 1 a 336 horas.')
    .max(336, 'Escolha de 1 a 336 horas.')
    .default(fallback)

/** The draw of the first order, beyond the specification (docs/decisions/025). */
export const drawCalls = {
  'GET /draws': defineCall({
    access: 'participant',
    tag,
    summary: 'Every draw that was begun in the circle, newest first, with all that is needed to repeat it.',
    answer: drawList,
  }),
  'POST /draws': defineCall({
    access: 'admin',
    tag,
    summary: 'Begins a draw of the first order among everybody who is approved; the secret is committed to at once.',
    status: 201,
    idempotent: true,
    body: z.strictObject({ join_hours: hours(48), open_hours: hours(48) }),
    answer: drawList,
    refusals: ['draw.not_first', 'draw.running', 'beginning.waits', 'draw.members', 'order.stands'],
  }),
  'POST /draws/{id}/join': defineCall({
    access: 'approved',
    tag,
    summary: 'Takes part with a number, by its commitment; sent again while members join, it replaces the one before.',
    signs: 'join_draw',
    params: idParam,
    body: z.strictObject({ commitment: hash }),
    answer: drawList,
    refusals: ['resource.not_found', 'draw.not_in_list', 'draw.closed'],
  }),
  'POST /draws/{id}/open': defineCall({
    access: 'approved',
    tag,
    summary: 'Shows the number that was committed to. With the last one the order follows at once.',
    signs: 'open_draw',
    params: idParam,
    body: z.strictObject({ number: hash }),
    answer: drawList,
    refusals: ['resource.not_found', 'draw.not_in_list', 'draw.not_opening', 'draw.number_differs'],
  }),
  'POST /orders': defineCall({
    access: 'admin',
    tag,
    summary: 'Proposes a first order of everybody who is approved; it holds once every one of them accepted it.',
    status: 201,
    idempotent: true,
    body: z.strictObject({ member_ids: z.array(z.uuid('Falta dizer quem.')).min(2).max(100) }),
    answer: drawList,
    refusals: ['draw.not_first', 'draw.running', 'beginning.waits', 'order.stands', 'order.people', 'order.helped'],
  }),
  'POST /orders/{id}/accept': defineCall({
    access: 'approved',
    tag,
    summary: 'Accepts the proposed order by its hash. With the last member’s word it holds at once.',
    signs: 'accept_order',
    params: idParam,
    body: z.strictObject({ hash }),
    answer: drawList,
    refusals: ['signature.needed', 'resource.not_found', 'order.over'],
  }),
  'POST /orders/{id}/withdraw': defineCall({
    access: 'admin',
    tag,
    summary: 'Takes a proposed order back before it holds.',
    params: idParam,
    answer: drawList,
    refusals: ['resource.not_found', 'order.over'],
  }),
}

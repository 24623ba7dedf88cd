import { z } from 'zod'
import { defineCall } from './call.ts'
import { queueEntry } from './entities.ts'
import { idParam, levelNumber, levelParam } from './query.ts'

const tag = 'queue'
const position = z
  .int('A posição deve ir de 1 a 100.')
  .min(1, 'A posição deve ir de 1 a 100.')
  .max(100, 'A posição deve ir de 1 a 100.')
const userId = z.string().max(100)
const queue = z.array(queueEntry)

export const queueCalls = {
  'GET /queue': defineCall({
    access: 'admin',
    auditAs: 'queue',
    tag,
    summary: 'Every entry of every queue, or of one, by queue and position.',
    status: 200,
    query: z.strictObject({ donation_number: levelParam.optional() }),
    answer: queue,
    refusals: [],
  }),
  'POST /queue': defineCall({
    access: 'admin',
    tag,
    summary: 'Gives an approved member a free position.',
    status: 201,
    idempotent: true,
    body: z.strictObject({
      position,
      donation_number: levelNumber.default(1),
      user_id: userId,
      is_receiver: z.boolean().default(false),
      passed_user_ids: z.array(userId).max(0).default([]),
    }),
    answer: queueEntry,
    refusals: [
      'resource.not_found',
      'queue.position_taken',
      'queue.member_already_in',
      'queue.member_not_approved',
      'queue.member_is_admin',
      'queue.reentry_pending',
      'level.not_in_plan',
      'member.not_in_circle',
    ],
  }),
  'PATCH /queue/{id}': defineCall({
    access: 'admin',
    tag,
    summary: 'Moves an entry to a free position, or gives or takes its role.',
    status: 200,
    params: idParam,
    body: z.strictObject({ position: position.optional(), is_receiver: z.boolean().optional() }),
    answer: queueEntry,
    refusals: ['queue.entry_not_found', 'queue.position_taken'],
  }),
  'DELETE /queue/{id}': defineCall({
    access: 'admin',
    tag,
    summary: 'Empties a position.',
    status: 200,
    params: idParam,
    answer: z.object({ id: z.string() }),
    refusals: ['queue.entry_not_found'],
  }),
  'PATCH /queue/set-receiver/{a}/{b}': defineCall({
    access: 'admin',
    tag,
    summary: 'Passes the role of receiver from entry a to entry b.',
    status: 200,
    params: z.strictObject({ a: userId, b: userId }),
    answer: queueEntry,
    refusals: [
      'queue.entry_not_found',
      'queue.not_receiver',
      'queue.already_receiver',
      'queue.other_queue',
      'queue.same_entry',
    ],
  }),
  'PATCH /queue/next-receiver/{id}': defineCall({
    access: 'admin',
    tag,
    summary: 'Passes the role of receiver on to the next entry.',
    status: 200,
    params: idParam,
    answer: queueEntry,
    refusals: ['queue.entry_not_found', 'queue.not_receiver', 'queue.no_next_receiver'],
  }),
  'PATCH /queue/reorder/{id}': defineCall({
    access: 'admin',
    tag,
    summary: 'Moves an entry to a position.',
    status: 200,
    params: idParam,
    body: z.strictObject({ position }),
    answer: queueEntry,
    refusals: ['queue.entry_not_found'],
  }),
  'PATCH /queue/swap-positions': defineCall({
    access: 'admin',
    tag,
    summary: 'Two members exchange places; roles stay with the positions.',
    status: 200,
    body: z.strictObject({ firstUserId: userId, secondUserId: userId, donation_number: levelNumber.default(1) }),
    answer: queue,
    refusals: ['queue.member_not_in_queue', 'queue.same_entry'],
  }),
  'POST /queue/godown/move-user-to-end': defineCall({
    access: 'admin',
    tag,
    summary: 'Moves a member behind everybody else.',
    status: 201,
    body: z.strictObject({ user_id: userId, donation_number: levelNumber }),
    answer: queue,
    refusals: ['queue.member_not_in_queue'],
  }),
}

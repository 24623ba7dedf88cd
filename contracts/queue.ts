import { z } from 'zod'
import { JOURNAL_KINDS } from '#circle/queue-changes.ts'
import type { Rest, RestKind } from '#circle/undo.ts'
import { approvalSummary } from './approvals.ts'
import { defineCall } from './call.ts'
import { queueEntry } from './entities/queue-entry.ts'
import { cleanText } from './forms/clean-text.ts'
import { QUEUE_CHANGES_PAGE_SIZE, QUEUE_REASON_MAX } from './limits.ts'
import { entryNumber, idParam, levelNumber, levelParam, pageFields } from './query.ts'

const tag = 'queue'

/** Why a queue is changed: beyond the specification, and never asked for by its plain calls. */
export const reason = cleanText({ missing: 'Escreva o motivo.', max: QUEUE_REASON_MAX })
const because = { reason: reason.optional() }

const rests: Readonly<Record<RestKind, readonly [one: string, many: string]>> = {
  cancelled: ['uma doação foi cancelada', 'doações foram canceladas'],
  matched: ['uma doação ganhou receptor', 'doações ganharam receptor'],
  debts: ['uma doação passou a ser devida ou deixou de ser', 'doações passaram a ser devidas ou deixaram de ser'],
  turns: ['a vez de alguém começou ou terminou', 'vezes começaram ou terminaram'],
  places: ['um lugar mudou', 'lugares mudaram'],
}

/** Says why a change cannot be undone: something rests on it, by the change itself, or by a later entry of the ledger. */
export function restText({ what, count }: Rest, laterSeq: number | null): string {
  const [one, many] = rests[what]
  const fact = count === 1 ? one : `${count} ${many}`
  return laterSeq === null ? `com esta mudança, ${fact}.` : `depois desta mudança, ${fact} (lançamento ${laterSeq}).`
}

const seq = z.int()
const person = z.object({ id: z.string(), name: z.string() })

/** One line of the journal. Positions are null outside of the queue. */
const queueChange = z.object({
  seq,
  at: z.string(),
  kind: z.enum(JOURNAL_KINDS),
  level: z.int(),
  /** The name of the administrator, or of the member who accepted a swap; null for a draw, which nobody orders. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
  /**
   * Opens the hash of the reason, which the ledger's entry `entry` holds: whoever reads compares it with their own ledger. Without its
   * salt, erased with a person, nobody can tell.
   */
  proof: z.object({ circle_id: z.string(), seq, salt: z.string().nullable(), entry: seq }).nullable(),
  moves: z.array(person.extend({ from: z.int().nullable(), to: z.int().nullable() })),
  roles: z.array(person.extend({ receiver: z.boolean() })),
  followed: z.object({ cancelled: z.int(), matched: z.int(), debts: z.int(), turns: z.int() }),
  undone_by: seq.nullable(),
  undoes: seq.nullable(),
  can_undo: z.boolean(),
  /** Of the last change: why it cannot be undone. */
  why_not: z.string().nullable(),
})
const position = z
  .int('A posição deve ir de 1 a 100.')
  .min(1, 'A posição deve ir de 1 a 100.')
  .max(100, 'A posição deve ir de 1 a 100.')
const userId = z.string().max(100)
const queue = z.array(queueEntry)

/**
 * In a real circle whose rotation has begun a change is proposed: the answer says so, beside the entry as it still is, or,
 * where the call answers with another thing, alone.
 */
const proposed = z.object({ approval: approvalSummary })
const changedEntry = queueEntry.extend({ approval: approvalSummary.optional() })
const changedQueue = z.union([queue, proposed])

export const queueCalls = {
  'GET /queue': defineCall({
    access: 'admin',
    auditAs: 'queue',
    tag,
    summary: 'Every entry of every queue, or of one, by queue and position.',
    query: z.strictObject({ donation_number: levelParam.optional() }),
    answer: queue,
  }),
  'POST /queue': defineCall({
    access: 'admin',
    approval: 'real',
    tag,
    signs: 'administer',
    summary: 'Gives an approved member a free position.',
    status: 201,
    idempotent: true,
    body: z.strictObject({
      position,
      donation_number: levelNumber.default(1),
      user_id: userId,
      is_receiver: z.boolean().default(false),
      passed_user_ids: z.array(userId).max(0).default([]),
      ...because,
    }),
    answer: z.union([queueEntry, proposed]),
    refusals: [
      'queue.reason_required',
      'queue.order_drawn',
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
    approval: 'real',
    tag,
    signs: 'administer',
    summary: 'Moves an entry to a free position, or gives or takes its role.',
    params: idParam,
    body: z.strictObject({ position: position.optional(), is_receiver: z.boolean().optional(), ...because }),
    answer: changedEntry,
    refusals: ['queue.reason_required', 'queue.order_drawn', 'queue.entry_not_found', 'queue.position_taken'],
  }),
  'DELETE /queue/{id}': defineCall({
    access: 'admin',
    approval: 'real',
    tag,
    signs: 'administer',
    summary: 'Empties a position.',
    params: idParam,
    body: z.strictObject(because),
    answer: z.object({ id: z.string(), approval: approvalSummary.optional() }),
    refusals: ['queue.reason_required', 'queue.order_drawn', 'queue.entry_not_found'],
  }),
  'PATCH /queue/set-receiver/{a}/{b}': defineCall({
    access: 'admin',
    approval: 'real',
    tag,
    signs: 'administer',
    summary: 'Passes the role of receiver from entry a to entry b.',
    params: z.strictObject({ a: userId, b: userId }),
    body: z.strictObject(because),
    answer: changedEntry,
    refusals: [
      'queue.reason_required',
      'queue.order_drawn',
      'queue.entry_not_found',
      'queue.not_receiver',
      'queue.already_receiver',
      'queue.other_queue',
      'queue.same_entry',
    ],
  }),
  'PATCH /queue/next-receiver/{id}': defineCall({
    access: 'admin',
    approval: 'real',
    tag,
    signs: 'administer',
    summary: 'Passes the role of receiver on to the next entry.',
    idempotent: true,
    params: idParam,
    body: z.strictObject(because),
    answer: changedEntry,
    refusals: [
      'queue.reason_required',
      'queue.order_drawn',
      'queue.entry_not_found',
      'queue.not_receiver',
      'queue.no_next_receiver',
    ],
  }),
  'PATCH /queue/reorder/{id}': defineCall({
    access: 'admin',
    approval: 'real',
    tag,
    signs: 'administer',
    summary: 'Moves an entry to a position.',
    params: idParam,
    body: z.strictObject({ position, ...because }),
    answer: changedEntry,
    refusals: ['queue.reason_required', 'queue.order_drawn', 'queue.entry_not_found'],
  }),
  'PATCH /queue/swap-positions': defineCall({
    access: 'admin',
    approval: 'real',
    tag,
    signs: 'administer',
    summary: 'Two members exchange places; roles stay with the positions.',
    idempotent: true,
    body: z.strictObject({
      firstUserId: userId,
      secondUserId: userId,
      donation_number: levelNumber.default(1),
      ...because,
    }),
    answer: changedQueue,
    refusals: [
      'queue.reason_required',
      'queue.order_drawn',
      'queue.member_not_in_queue',
      'queue.same_entry',
      'shares.which',
    ],
  }),
  'POST /queue/godown/move-user-to-end': defineCall({
    access: 'admin',
    approval: 'real',
    tag,
    signs: 'administer',
    summary: 'Moves a member behind everybody else.',
    status: 201,
    idempotent: true,
    body: z.strictObject({ user_id: userId, donation_number: levelNumber, ...because }),
    answer: changedQueue,
    refusals: ['queue.reason_required', 'queue.order_drawn', 'queue.member_not_in_queue'],
  }),
  'GET /queue/changes': defineCall({
    access: 'admin',
    auditAs: 'queue',
    tag,
    summary: 'The journal of the queues, newest first: who changed what, why, and what followed.',
    query: z.strictObject({ before: entryNumber.optional(), limit: pageFields(QUEUE_CHANGES_PAGE_SIZE).limit }),
    answer: z.object({ data: z.array(queueChange), next: seq.nullable() }),
  }),
  'POST /queue/changes/undo': defineCall({
    access: 'admin',
    approval: 'real',
    tag,
    signs: 'administer',
    summary: 'Undoes the last change, named by its ledger entry, when nothing rests on it.',
    body: z.strictObject({ seq: z.int('Escolha a mudança a desfazer.').min(1), ...because }),
    answer: changedQueue,
    refusals: [
      'resource.not_found',
      'queue.undo_not_last',
      'queue.undo_done',
      'queue.undo_rests',
      'queue.undo_impossible',
    ],
  }),
}

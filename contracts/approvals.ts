import { DAY_MS } from '#circle/period.ts'
import { SHORT_ENDING_DAYS } from '#circle/short-ending.ts'
import { PROPOSAL_DAYS } from '#circle/two-people.ts'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { ADMIN_PAGE_SIZE } from './limits.ts'
import { idParam, pageFields } from './query.ts'

const tag = 'approvals'
const time = z.string()

/**
 * The changes that two people decide in a real circle, or one after 72 hours; the end of a roda in which some lose, those whose
 * silence lets it happen.
 */
export const approvalKinds = [
  'payment_key',
  'resolve_report',
  'decide_appeal',
  'change_plan',
  'change_operator',
  'close_circle',
  'add_administrator',
  'suspend_member',
  'change_queue',
  'pause_month',
  'hand_over',
] as const
export type ApprovalKind = (typeof approvalKinds)[number]

export const approvalStates = ['proposed', 'executed', 'rejected', 'withdrawn', 'expired', 'failed'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** The changes that nobody approves: they happen after so many days in which nobody whom they touch objects. */
export const silenceDays: { readonly [K in ApprovalKind]?: number } = { close_circle: SHORT_ENDING_DAYS }
/** How long a proposal holds that is neither decided nor due: what it is about may end sooner. */
export const APPROVAL_MS = PROPOSAL_DAYS * DAY_MS

/** One thing that would be another: keys masked, money written out. `before` is null where there was nothing. */
export const approvalChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type ApprovalChange = z.infer<typeof approvalChange>

export const approvalSummary = z.object({
  id: z.string(),
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  proposed_at: time,
  /** When it happens by itself unless somebody objects; null where a second person has to approve it. */
  due_at: time.nullable(),
  expires_at: time,
})
export type ApprovalSummary = z.infer<typeof approvalSummary>

const shared = {
  ...approvalSummary.shape,
  changes: z.array(approvalChange),
  proposed_by: z.string(),
  decided_by: z.string().nullable(),
  ended_at: time.nullable(),
  /** Why it could not be done any more. */
  failure: z.string().nullable(),
  /** The text of the command that it asks for, whose hash the ledger has; null where there is none, or it ended. */
  act: z.string().nullable(),
}

/** A proposal as administrators see it, and what the reader may do with it. */
export const adminApproval = z.object({
  ...shared,
  touched: z.object({ count: z.int(), names: z.array(z.string()) }),
  objections: z.array(z.object({ name: z.string(), at: time })),
  is_own: z.boolean(),
  /** The hash by which the ledger knows what is proposed, which the device of whoever approves signs. */
  body_hash: z.string(),
  may_approve: z.boolean(),
  /** Whether it is a matter of the reader's own, which they neither approve nor reject. */
  is_own_matter: z.boolean(),
})
export type AdminApproval = z.infer<typeof adminApproval>

/** A proposal as a member whom it touches sees it. */
export const memberApproval = z.object({ ...shared, objected_at: time.nullable(), may_object: z.boolean() })
export type MemberApproval = z.infer<typeof memberApproval>

const decision = { access: 'admin', fiscal: true, tag, params: idParam, answer: adminApproval } as const

export const approvalCalls = {
  'GET /admin/approvals': defineCall({
    access: 'admin',
    fiscal: true,
    tag,
    summary: 'What waits for a second person or its time, and what was decided, newest first.',
    query: z.strictObject({ ...pageFields(ADMIN_PAGE_SIZE), state: z.enum(['open', 'ended']).default('open') }),
    answer: z.object({ data: z.array(adminApproval), total: z.int() }),
  }),
  'GET /admin/approvals/{id}/opening': defineCall({
    access: 'admin',
    fiscal: true,
    tag,
    summary:
      'The texts whose hashes the ledger has of a proposal, which the device of whoever approves holds to it before it signs.',
    params: idParam,
    answer: z.object({
      /** The command, whose SHA-256 is the record’s `actHash`; null where there is none. */
      act: z.string().nullable(),
      /** All that was asked, with its salt, whose SHA-256 is `bodyHash`; null where the command says it all. */
      body: z.string().nullable(),
      people: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    refusals: ['resource.not_found', 'approval.ended', 'approval.own', 'approval.too_new', 'approval.by_silence'],
  }),
  'POST /admin/approvals/{id}/approve': defineCall({
    ...decision,
    stepUp: 'real',
    signs: 'approve',
    summary: 'A second person approves the change, and it is made.',
    refusals: ['resource.not_found', 'approval.ended', 'approval.own', 'approval.too_new', 'approval.by_silence'],
  }),
  'POST /admin/approvals/{id}/reject': defineCall({
    ...decision,
    signs: 'reject',
    summary: 'A second person refuses the change.',
    refusals: ['resource.not_found', 'approval.ended', 'approval.own'],
  }),
  'POST /admin/approvals/{id}/withdraw': defineCall({
    ...decision,
    summary: 'Who proposed a change takes it back.',
    refusals: ['resource.not_found', 'approval.ended', 'approval.not_own'],
  }),
  'GET /me/approvals': defineCall({
    access: 'approved',
    tag,
    summary: 'The changes that are proposed and touch the caller: those that wait first, newest first.',
    answer: z.array(memberApproval),
  }),
  'POST /me/approvals/{id}/object': defineCall({
    access: 'approved',
    tag,
    whileClosed: true,
    summary: 'The caller objects: what one administrator alone wants does not happen until the objection is withdrawn.',
    signs: 'object',
    params: idParam,
    answer: memberApproval,
    refusals: ['resource.not_found', 'approval.ended'],
  }),
  'POST /me/approvals/{id}/withdraw-objection': defineCall({
    access: 'approved',
    tag,
    whileClosed: true,
    summary: 'The caller withdraws their objection.',
    signs: 'withdraw_objection',
    params: idParam,
    answer: memberApproval,
    refusals: ['resource.not_found', 'approval.ended'],
  }),
}

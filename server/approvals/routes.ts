import type { approvalCalls } from '#contracts/approvals.ts'
import type { Routes } from '#server/handler.ts'
import { approve, reject, withdraw } from './decide.ts'
import { object, withdrawObjection } from './object.ts'
import { openForApproval } from './opening.ts'
import { listApprovals, listOwnApprovals } from './queries.ts'

export const approvalRoutes: Routes<keyof typeof approvalCalls> = {
  'GET /admin/approvals': (context, { query }) => listApprovals(context, query),
  'GET /admin/approvals/{id}/opening': (context, { params }) => openForApproval(context, { approvalId: params.id }),
  'POST /admin/approvals/{id}/approve': (context, { params }) => approve(context, { approvalId: params.id }),
  'POST /admin/approvals/{id}/reject': (context, { params }) => reject(context, { approvalId: params.id }),
  'POST /admin/approvals/{id}/withdraw': (context, { params }) => withdraw(context, { approvalId: params.id }),
  'GET /me/approvals': (context) => listOwnApprovals(context),
  'POST /me/approvals/{id}/object': (context, { params }) => object(context, { approvalId: params.id }),
  'POST /me/approvals/{id}/withdraw-objection': (context, { params }) =>
    withdrawObjection(context, { approvalId: params.id }),
}

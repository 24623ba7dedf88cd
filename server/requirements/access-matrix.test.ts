import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import type { CallDefinition } from '#contracts/call.ts'
import { contract } from '#contracts/contract.ts'
import { planFormOf } from '#contracts/plans.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { registrationOf } from '#server/seed/people.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { ADMINISTRATOR, createTestApp, NOON, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

// The matrix of calls and callers, asked of a listening server: one line for each route that it has, one column for each
// kind of caller. Every call asks for something of the first circle. Callers whom the call concerns send a field that no call
// knows, so that a 400 says that they were let in and that nothing happened; a fellow member and those of the other
// circle send what would be done, so that a 404 says that it is not there for them.

/** The columns of the table, in their order. */
const CALLERS = [
  'nobody',
  'an outlived token',
  'somebody not approved',
  'somebody suspended',
  'a party to the donation',
  'a fellow member',
  'a member of the other circle',
  'an administrator',
  'an administrator in the other circle',
  'an auditor',
  'the holder of the metrics token',
] as const
type Caller = (typeof CALLERS)[number]

const TABLE = `
GET    /admin/backups                                 401 401 403 401 403 403 403 200 200 200 401
POST   /admin/backups                                 401 401 403 401 403 403 403 400 400 403 401
GET    /admin/first-steps                             401 401 403 401 403 403 403 200 200 200 401
POST   /auth/login                                    400 400 400 400 400 400 400 400 400 400 400
POST   /auth/register                                 400 400 400 400 400 400 400 400 400 400 400
POST   /auth/join                                     400 400 400 400 400 400 400 400 400 400 400
POST   /auth/refresh                                  400 400 400 400 400 400 400 400 400 400 400
POST   /auth/forgot-password                          400 400 400 400 400 400 400 400 400 400 400
POST   /auth/reset-password                           400 400 400 400 400 400 400 400 400 400 400
POST   /users/{id}/recovery-code                      401 401 403 401 403 403 403 400 404 403 401
GET    /me/sessions                                   401 401 200 401 200 200 200 200 200 200 401
DELETE /me/sessions/{id}                              401 401 400 401 400 404 404 400 404 400 401
DELETE /me/sessions                                   401 401 400 401 400 400 400 400 400 400 401
POST   /auth/confirm                                  401 401 400 401 400 400 400 400 400 400 401
POST   /auth/logout                                   401 401 400 401 400 400 400 400 400 400 401
POST   /auth/verify-email                             401 401 400 401 400 400 400 400 400 400 401
POST   /auth/verify-phone                             401 401 400 401 400 400 400 400 400 400 401
POST   /auth/resend-email-verification                401 401 400 401 400 400 400 400 400 400 401
POST   /auth/resend-phone-verification                401 401 400 401 400 400 400 400 400 400 401
GET    /me/passkeys                                   401 401 200 401 200 200 200 200 200 200 401
POST   /me/passkeys/options                           401 401 400 401 400 400 400 400 400 400 401
POST   /me/passkeys                                   401 401 400 401 400 400 400 400 400 400 401
DELETE /me/passkeys/{id}                              401 401 400 401 400 404 404 400 404 400 401
POST   /me/recovery-codes                             401 401 400 401 400 400 400 400 400 400 401
POST   /auth/passkey/options                          400 400 400 400 400 400 400 400 400 400 400
POST   /auth/passkey                                  400 400 400 400 400 400 400 400 400 400 400
POST   /auth/confirm/passkey                          401 401 400 401 400 400 400 400 400 400 401
POST   /auth/lost-phone                               400 400 400 400 400 400 400 400 400 400 400
POST   /auth/lost-phone/return                        400 400 400 400 400 400 400 400 400 400 400
POST   /known/{id}/lost-phone-code                    401 401 403 401 400 404 404 403 403 403 401
POST   /auth/recovery-code                            400 400 400 400 400 400 400 400 400 400 400
GET    /users/profile                                 401 401 200 401 200 200 200 200 200 200 401
GET    /users                                         401 401 403 401 403 403 403 200 200 200 401
GET    /admin/names                                   401 401 403 401 403 403 403 200 200 200 401
PATCH  /users/{id}                                    401 401 403 401 403 403 403 400 404 403 401
PATCH  /users/{id}/approve                            401 401 403 401 403 403 403 400 404 403 401
POST   /users/{id}/suspend                            401 401 403 401 403 403 403 400 404 403 401
POST   /users/{id}/remove                             401 401 403 401 403 403 403 400 404 403 401
POST   /users/{id}/reinstate                          401 401 403 401 403 403 403 400 404 403 401
POST   /users/profile/avatar                          401 401 400 401 400 400 400 400 400 400 401
GET    /me/preferences                                401 401 200 401 200 200 200 200 200 200 401
PATCH  /me/preferences                                401 401 400 401 400 400 400 400 400 400 401
POST   /me/pix-key                                    401 401 403 401 400 400 400 403 403 403 401
POST   /me/pix-key/{id}/confirm                       401 401 403 401 400 404 404 403 403 403 401
POST   /me/pix-key/{id}/object                        401 401 403 401 400 404 404 403 403 403 401
POST   /me/password                                   401 401 400 401 400 400 400 400 400 400 401
GET    /donations/stats                               401 401 200 401 200 200 200 403 403 403 401
GET    /donations/to-send                             401 401 200 401 200 200 200 403 403 403 401
GET    /donations/to-receive                          401 401 200 401 200 200 200 403 403 403 401
GET    /donations/history                             401 401 200 401 200 200 200 403 403 403 401
POST   /donations/{id}/comprovante                    401 401 400 401 400 404 404 403 403 403 401
GET    /donations/{id}/comprovante                    401 401 404 401 200 404 404 200 404 200 401
PATCH  /donations/{id}/confirm                        401 401 400 401 400 404 404 400 404 403 401
PATCH  /donations/{id}/schedule                       401 401 403 401 400 404 404 403 403 403 401
POST   /donations/{id}/reject-receipt                 401 401 403 401 400 404 404 403 403 403 401
GET    /donations/{id}/rejected-receipts/{attempt}    401 401 404 401 409 404 404 409 404 409 401
GET    /donations/{id}/parts/{part}                   401 401 404 401 409 404 404 409 404 409 401
GET    /admin/donations/list                          401 401 403 401 403 403 403 200 200 200 401
GET    /admin/donations/export                        401 401 403 401 403 403 403 200 200 200 401
GET    /admin/donations/stats                         401 401 403 401 403 403 403 200 200 200 401
POST   /admin/donations/remind                        401 401 403 401 403 403 403 400 400 403 401
GET    /admin/standing                                401 401 403 401 403 403 403 200 200 200 401
GET    /admin/donations/{id}                          401 401 403 401 403 403 403 200 404 200 401
POST   /donations/admin/generate-monthly-pull         401 401 403 401 403 403 403 400 400 403 401
POST   /donations/admin/cycle/{cycle}/start           401 401 403 401 403 403 403 400 400 403 401
POST   /donations/{id}/report                         401 401 403 401 400 404 404 403 403 403 401
GET    /admin/donations/{id}/pause                    401 401 403 401 403 403 403 409 404 409 401
POST   /admin/donations/{id}/pause                    401 401 403 401 403 403 403 400 404 403 401
POST   /admin/donations/{id}/open-case                401 401 403 401 403 403 403 400 400 403 401
GET    /donations/reports                             401 401 403 401 200 200 200 403 403 403 401
GET    /donations/reports/{id}                        401 401 403 401 200 404 404 403 403 403 401
GET    /reports/{id}                                  401 401 403 401 200 404 404 200 404 200 401
POST   /reports/{id}/statements                       401 401 403 401 400 404 404 403 403 403 401
POST   /reports/{id}/appeal                           401 401 403 401 400 404 404 403 403 403 401
POST   /admin/donations/reports/{id}/decide-appeal    401 401 403 401 403 403 403 400 404 403 401
POST   /admin/donations/reports/{id}/ask              401 401 403 401 403 403 403 400 404 403 401
GET    /admin/donations/reports                       401 401 403 401 403 403 403 200 200 200 401
GET    /admin/donations/reports/stats                 401 401 403 401 403 403 403 200 200 200 401
GET    /admin/donations/reports/{id}                  401 401 403 401 403 403 403 200 404 200 401
PATCH  /admin/donations/reports/{id}/status           401 401 403 401 403 403 403 400 404 403 401
POST   /admin/donations/reports/{id}/resolve          401 401 403 401 403 403 403 400 404 403 401
GET    /donations/{id}/recibo                         401 401 403 401 409 404 404 409 404 409 401
GET    /donations/{id}/pause/paper                    401 401 403 401 404 404 404 404 404 404 401
GET    /me/statement                                  401 401 403 401 200 200 200 403 403 403 401
GET    /admin/circle/month                            401 401 403 401 403 403 403 200 200 200 401
GET    /reports/{id}/export                           401 401 403 401 200 404 404 200 404 200 401
GET    /donations/my-level-progress                   401 401 200 401 200 200 200 403 403 403 401
POST   /donations/accept-upgrade                      401 401 403 401 400 400 400 403 403 403 401
GET    /donations/admin/level-stats/{level}           401 401 403 401 403 403 403 200 200 200 401
GET    /admin/tasks                                   401 401 403 401 403 403 403 200 200 200 401
GET    /queue                                         401 401 403 401 403 403 403 200 200 200 401
POST   /queue                                         401 401 403 401 403 403 403 400 400 403 401
PATCH  /queue/{id}                                    401 401 403 401 403 403 403 400 404 403 401
DELETE /queue/{id}                                    401 401 403 401 403 403 403 400 404 403 401
PATCH  /queue/set-receiver/{a}/{b}                    401 401 403 401 403 403 403 400 404 403 401
PATCH  /queue/next-receiver/{id}                      401 401 403 401 403 403 403 400 404 403 401
PATCH  /queue/reorder/{id}                            401 401 403 401 403 403 403 400 404 403 401
PATCH  /queue/swap-positions                          401 401 403 401 403 403 403 400 400 403 401
POST   /queue/godown/move-user-to-end                 401 401 403 401 403 403 403 400 400 403 401
GET    /queue/changes                                 401 401 403 401 403 403 403 200 200 200 401
POST   /queue/changes/undo                            401 401 403 401 403 403 403 400 400 403 401
GET    /draws                                         401 401 403 401 200 200 200 200 200 200 401
POST   /draws                                         401 401 403 401 403 403 403 400 400 403 401
POST   /draws/{id}/join                               401 401 403 401 400 404 404 403 403 403 401
POST   /draws/{id}/open                               401 401 403 401 400 404 404 403 403 403 401
POST   /orders                                        401 401 403 401 403 403 403 400 400 403 401
POST   /orders/{id}/accept                            401 401 403 401 400 400 400 403 403 403 401
POST   /orders/{id}/withdraw                          401 401 403 401 403 403 403 400 404 403 401
GET    /me/helping                                    401 401 403 401 200 200 200 403 403 403 401
POST   /me/helping/{id}/session                       401 401 403 401 400 404 404 403 403 403 401
DELETE /me/helping/{id}                               401 401 403 401 400 404 404 403 403 403 401
GET    /users/{id}/helper                             401 401 403 401 403 403 403 200 404 200 401
POST   /users/{id}/helper                             401 401 403 401 403 403 403 400 404 403 401
DELETE /users/{id}/helper                             401 401 403 401 403 403 403 400 404 403 401
GET    /users/{id}/helper/paper                       401 401 403 401 403 403 403 200 404 200 401
GET    /me/substitutes                                401 401 403 401 200 200 200 403 403 403 401
POST   /me/substitutes                                401 401 403 401 400 400 400 403 403 403 401
POST   /me/substitutes/{id}/accept                    401 401 403 401 400 400 400 403 403 403 401
DELETE /me/substitutes/{id}                           401 401 403 401 400 404 404 403 403 403 401
GET    /admin/substitutes                             401 401 403 401 403 403 403 200 200 200 401
GET    /substitutes/{id}/paper                        401 401 403 401 404 404 404 404 404 404 401
POST   /admin/substitutes/{id}/approve                401 401 403 401 403 403 403 400 404 403 401
GET    /admin/beginning                               401 401 403 401 403 403 403 200 200 200 401
POST   /admin/beginning                               401 401 403 401 403 403 403 400 400 403 401
DELETE /admin/beginning                               401 401 403 401 403 403 403 400 400 403 401
POST   /admin/beginning/open                          401 401 403 401 403 403 403 400 400 403 401
GET    /me/beginning                                  401 401 403 401 200 200 200 403 403 403 401
POST   /me/beginning/accept                           401 401 403 401 400 400 400 403 403 403 401
POST   /me/beginning/contest                          401 401 403 401 400 400 400 403 403 403 401
GET    /me/ahead                                      401 401 403 401 200 200 200 403 403 403 401
POST   /me/ahead                                      401 401 403 401 400 400 400 403 403 403 401
GET    /me/shares                                     401 401 403 401 200 200 200 403 403 403 401
POST   /me/shares                                     401 401 403 401 400 400 400 403 403 403 401
GET    /me/swaps                                      401 401 403 401 200 200 200 403 403 403 401
POST   /me/swaps                                      401 401 403 401 400 400 400 403 403 403 401
POST   /me/swaps/{id}/accept                          401 401 403 401 400 400 400 403 403 403 401
DELETE /me/swaps/{id}                                 401 401 403 401 400 404 404 403 403 403 401
GET    /fiscals                                       401 401 403 401 200 200 200 200 200 200 401
POST   /fiscals                                       401 401 403 401 403 403 403 400 400 403 401
POST   /fiscals/withdraw                              401 401 403 401 403 403 403 400 400 403 401
GET    /fiscals/donations                             401 401 403 401 403 403 403 200 200 200 401
POST   /me/fiscals/confirm                            401 401 403 401 400 400 400 403 403 403 401
POST   /me/fiscals/end                                401 401 403 401 400 400 400 403 403 403 401
POST   /me/fiscals/resign                             401 401 403 401 400 400 400 403 403 403 401
POST   /me/vouches                                    401 401 403 401 400 400 400 403 403 403 401
POST   /me/vouches/withdraw                           401 401 403 401 400 400 400 403 403 403 401
POST   /me/witnesses                                  401 401 403 401 400 400 400 403 403 403 401
POST   /me/witnesses/drop                             401 401 403 401 400 400 400 403 403 403 401
GET    /circle                                        200 200 200 200 200 200 200 200 200 200 200
GET    /circle/result                                 401 401 403 401 200 200 200 200 200 200 401
GET    /circle/changes                                401 401 403 401 200 200 200 200 200 200 401
GET    /admin/circles                                 401 401 403 401 403 403 403 200 200 200 401
POST   /admin/circles                                 401 401 403 401 403 403 403 400 400 403 401
POST   /admin/circles/{id}/select                     401 401 403 401 403 403 403 400 200 400 401
POST   /admin/circles/{id}/open                       401 401 403 401 403 403 403 400 200 403 401
GET    /admin/circle                                  401 401 403 401 403 403 403 200 200 200 401
PATCH  /admin/circle                                  401 401 403 401 403 403 403 400 400 403 401
PATCH  /admin/circle/plan                             401 401 403 401 403 403 403 400 400 403 401
PATCH  /admin/circle/calendar                         401 401 403 401 403 403 403 400 400 403 401
PATCH  /admin/circle/answer-days                      401 401 403 401 403 403 403 400 400 403 401
POST   /admin/circle/rotation                         401 401 403 401 403 403 403 400 400 403 401
POST   /admin/circle/take-part                        401 401 403 401 403 403 403 400 400 403 401
POST   /admin/circle/close                            401 401 403 401 403 403 403 400 400 403 401
POST   /admin/circle/reset                            401 401 403 401 403 403 403 400 400 403 401
GET    /circle/forecast                               401 401 403 401 200 200 200 200 200 200 401
GET    /circle/known-places                           401 401 403 401 200 200 200 200 200 200 401
GET    /admin/administrators                          401 401 403 401 403 403 403 200 200 200 401
POST   /admin/administrators                          401 401 403 401 403 403 403 400 400 403 401
DELETE /admin/administrators/{id}                     401 401 403 401 403 403 403 400 404 403 401
DELETE /admin/administrators/invitations/{id}         401 401 403 401 403 403 403 400 404 403 401
POST   /invitations/show                              400 400 400 400 400 400 400 400 400 400 400
POST   /invitations/accept                            400 400 400 400 400 400 400 400 400 400 400
GET    /admin/approvals                               401 401 403 401 403 403 403 200 200 200 401
GET    /admin/approvals/{id}/opening                  401 401 403 401 403 403 403 404 404 404 401
POST   /admin/approvals/{id}/approve                  401 401 403 401 403 403 403 400 404 403 401
POST   /admin/approvals/{id}/reject                   401 401 403 401 403 403 403 400 404 403 401
POST   /admin/approvals/{id}/withdraw                 401 401 403 401 403 403 403 400 404 403 401
GET    /me/approvals                                  401 401 403 401 200 200 200 403 403 403 401
POST   /me/approvals/{id}/object                      401 401 403 401 400 404 404 403 403 403 401
POST   /me/approvals/{id}/withdraw-objection          401 401 403 401 400 404 404 403 403 403 401
GET    /admin/join-links                              401 401 403 401 403 403 403 200 200 200 401
POST   /admin/join-links                              401 401 403 401 403 403 403 400 400 403 401
POST   /admin/join-links/check                        401 401 403 401 403 403 403 400 400 403 401
POST   /admin/join-links/people                       401 401 403 401 403 403 403 400 400 403 401
POST   /admin/join-links/{id}/revoke                  401 401 403 401 403 403 403 400 404 403 401
POST   /join-links/show                               400 400 400 400 400 400 400 400 400 400 400
GET    /admin/outbox                                  401 401 403 401 403 403 403 200 200 200 401
POST   /admin/outbox/{id}/open                        401 401 403 401 403 403 403 400 404 403 401
POST   /admin/mail-test                               401 401 403 401 403 403 403 400 400 403 401
GET    /admin/scrub                                   401 401 403 401 403 403 403 200 200 200 401
POST   /admin/scrub                                   401 401 403 401 403 403 403 400 400 403 401
GET    /simulation                                    200 200 200 200 200 200 200 200 200 200 200
POST   /admin/simulation                              401 401 403 401 403 403 403 400 400 400 401
GET    /ledger                                        401 401 403 401 200 200 200 200 200 200 401
GET    /ledger/head                                   401 401 403 401 200 200 200 200 200 200 401
GET    /ledger/payment-keys                           401 401 403 401 200 200 200 200 200 200 401
GET    /ledger/export                                 401 401 403 401 200 200 200 200 200 200 401
GET    /ledger/checkpoint                             401 401 403 401 200 200 200 200 200 200 401
GET    /ledger/pages                                  401 401 403 401 200 200 200 200 200 200 401
POST   /ledger/checkpoint                             401 401 403 401 400 400 400 400 400 403 401
GET    /me/notices                                    401 401 200 401 200 200 200 200 200 200 401
GET    /me/notices/unread                             401 401 200 401 200 200 200 200 200 200 401
POST   /me/notices/read                               401 401 400 401 400 400 400 400 400 400 401
GET    /me/push-subscriptions                         401 401 200 401 200 200 200 200 200 200 401
POST   /me/push-subscriptions                         401 401 400 401 400 400 400 400 400 400 401
DELETE /me/push-subscriptions/{id}                    401 401 400 401 400 404 404 400 404 400 401
GET    /logs/{id}                                     200 200 200 200 200 200 200 200 200 200 200
GET    /logs/{id}/checkpoint                          200 200 200 200 200 200 200 200 200 200 200
GET    /logs/{id}/consistency                         200 200 200 200 200 200 200 200 200 200 200
GET    /logs/{id}/inclusion                           200 200 200 200 200 200 200 200 200 200 200
GET    /me/privacy                                    401 401 200 401 200 200 200 200 200 200 401
GET    /me/access-log                                 401 401 200 401 200 200 200 200 200 200 401
GET    /me/export                                     401 401 200 401 200 200 200 200 200 200 401
GET    /me/export/archive                             401 401 200 401 200 200 200 200 200 200 401
GET    /me/leaving                                    401 401 200 401 200 200 200 200 200 200 401
POST   /me/leave                                      401 401 403 401 400 400 400 403 403 403 401
DELETE /me                                            401 401 400 401 400 400 400 403 403 403 401
POST   /users/{id}/erase                              401 401 403 401 403 403 403 400 404 403 401
GET    /me/acts/ground                                401 401 403 401 200 200 200 200 200 200 401
GET    /me/acts/receipt                               401 401 403 401 400 400 400 400 400 400 401
GET    /me/device-keys                                401 401 403 401 200 200 200 200 200 200 401
POST   /me/device-keys                                401 401 403 401 400 400 400 400 400 403 401
POST   /me/device-keys/{id}/admit                     401 401 403 401 400 400 400 400 400 403 401
DELETE /me/device-keys/{id}                           401 401 403 401 400 404 404 400 404 403 401
GET    /me/terms                                      401 401 200 401 200 200 200 403 403 403 401
GET    /me/terms/accepted                             401 401 200 401 200 200 200 403 403 403 401
POST   /me/terms                                      401 401 400 401 400 400 400 403 403 403 401
GET    /admin/terms                                   401 401 403 401 403 403 403 200 200 200 401
GET    /files/{sha256}                                404 404 404 404 404 404 404 404 404 404 404
GET    /docs                                          200 200 200 200 200 200 200 200 200 200 200
GET    /events                                        401 401 200 401 200 200 200 200 200 200 401
GET    /cep/{cep}                                     503 503 503 503 503 503 503 503 503 503 503
GET    /health                                        200 200 200 200 200 200 200 200 200 200 200
GET    /metrics                                       404 404 404 404 404 404 404 404 404 404 200
POST   /test/clock                                    400 400 400 400 400 400 400 400 400 400 400
`

type Cell = { readonly route: string; readonly caller: Caller; readonly expected: number }

const rows = TABLE.trim()
  .split('\n')
  .filter(Boolean)
  .map((line) => {
    const [method, path, ...statuses] = line.split(/\s+/)
    return { route: `${method} ${path}`, statuses: statuses.map(Number) }
  })
const cells: Cell[] = rows.flatMap(({ route, statuses }) =>
  CALLERS.map((caller, column) => ({ route, caller, expected: statuses[column]! })),
)

const ROUTES_BETWEEN = 12
const METRICS_TOKEN = 'um-token-bem-comprido'
const UNKNOWN = '01234567-89ab-7def-8123-456789abcdef'
const NO_FIELD_OF_ANY_CALL = { campoQueNaoExiste: 1 }

/** The bodies of calls as somebody sends them whom the call does not concern. */
const WISHES: Readonly<Record<string, unknown>> = {
  'PATCH /users/{id}': { firstName: 'Outra' },
  'POST /users/{id}/helper': { helper_id: UNKNOWN, paperBase64: 'x' },
  'POST /users/{id}/suspend': { reason: 'x' },
  'POST /users/{id}/remove': { reason: 'x' },
  'POST /users/{id}/reinstate': { reason: 'x' },
  'POST /users/{id}/erase': { password: ADMINISTRATOR.password },
  'PATCH /donations/{id}/schedule': { day: null },
  'POST /donations/{id}/reject-receipt': { reason: 'x' },
  'POST /donations/{id}/report': { reason: 'x' },
  'POST /reports/{id}/statements': { text: 'x' },
  'POST /reports/{id}/appeal': { reason: 'x' },
  'POST /admin/donations/reports/{id}/decide-appeal': { decision: 'UPHELD', message: 'x' },
  'POST /admin/donations/{id}/open-case': { reason: '' },
  'POST /admin/donations/reports/{id}/ask': { of: 'donor', text: 'x', until: '2026-11-20' },
  'PATCH /admin/donations/reports/{id}/status': { status: 'INVESTIGATING' },
  'POST /admin/donations/reports/{id}/resolve': { resolution_message: 'x', admin_notes: 'x' },
  'PATCH /queue/{id}': { position: 60 },
  'PATCH /queue/reorder/{id}': { position: 60 },
  'POST /draws/{id}/join': { commitment: randomBytes(32).toString('hex') },
  'POST /draws/{id}/open': { number: randomBytes(32).toString('hex') },
  'POST /orders/{id}/accept': { hash: 'ab'.repeat(32) },
}

const QUERIES: Readonly<Record<string, string>> = {
  'GET /me/statement': '?period=2026&format=json',
  'GET /admin/circle/month': '?period=2026-11&format=json',
  'GET /donations/{id}/recibo': '?format=json',
  'GET /donations/{id}/pause/paper': '?format=json',
  'GET /logs/{id}/consistency': '?from=0&to=0',
  'GET /logs/{id}/inclusion': '?seq=1',
  'GET /files/{sha256}': '?kind=receipt&expires=9999999999999&signature=nenhuma',
}

describe('the access matrix', () => {
  let testApp: TestApp
  let address: string
  const tokens = new Map<Caller, string>()
  const ids = { user: '', donation: '', report: '', entry: '', other: '', circle: '', link: '', session: '' }

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }), { METRICS_TOKEN })
    address = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
    const tokenOf = async (email: string, password: string) =>
      (await testApp.call('POST /auth/login', null, { body: { email, password } })).body.access_token as string
    const loggedIn = (number: number, firstName: string) =>
      tokenOf(registrationOf({ firstName, lastName: 'de Teste', number }).email, PASSWORD)

    const people = await testApp.placed(4)
    tokens.set('an outlived token', people[0]!.token)
    testApp.clock.moveTo(NOON + 16 * 60_000)
    const admin = await tokenOf(ADMINISTRATOR.email, ADMINISTRATOR.password)
    tokens.set('an administrator', admin)
    tokens.set('the holder of the metrics token', METRICS_TOKEN)
    ids.circle = (await testApp.call('GET /circle', admin)).body.id as string

    tokens.set('somebody not approved', (await testApp.registers(20)).token)
    const suspended = await testApp.registers(21)
    tokens.set('somebody suspended', suspended.token)
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: suspended.id } })
    await testApp.call('PATCH /users/{id}', admin, { params: { id: suspended.id }, body: { status: 'SUSPENDED' } })

    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    const all = (await testApp.call('GET /admin/donations/list', admin)).body.data as Record<string, string>[]
    const donation = all.find(({ donorId }) => donorId === people[0]!.id)!
    const numberOf = (id: string) => people.findIndex((person) => person.id === id) + 1
    const nameOf = (number: number) => `Pessoa${String.fromCharCode(65 + number)}A`
    const login = (id: string) => loggedIn(numberOf(id), nameOf(numberOf(id)))
    const fellow = people.find(({ id }) => ![donation['donorId'], donation['receiverId']].includes(id))!
    const party = await login(people[0]!.id)
    tokens.set('a party to the donation', party)
    tokens.set('a fellow member', await login(fellow.id))
    await testApp.pays(donation['id']!, party)
    const report = await testApp.call('POST /donations/{id}/report', party, {
      params: { id: donation['id']! },
      body: { reason: 'Paguei e ninguém responde.' },
    })
    const queue = (await testApp.call('GET /queue', admin)).body as { id: string }[]
    const link = await testApp.call('POST /admin/join-links', admin, {
      body: { label: 'Grupo da rua', uses: 2, days: 7 },
    })
    const sessions = (await testApp.call('GET /me/sessions', party)).body as { id: string; current: boolean }[]
    Object.assign(ids, {
      user: people[0]!.id,
      donation: donation['id'],
      report: report.body.report?.id ?? report.body.id,
      entry: queue[0]!.id,
      other: queue[1]!.id,
      link: link.body.id,
      session: sessions.find(({ current }) => current)!.id,
    })

    const elsewhere = await tokenOf(ADMINISTRATOR.email, ADMINISTRATOR.password)
    tokens.set('an administrator in the other circle', elsewhere)
    const circle = await testApp.call('POST /admin/circles', elsewhere, {
      body: { name: 'Roda da serra', mode: 'demonstracao', plan: planFormOf(presets.termos) },
    })
    await testApp.call('POST /admin/circles/{id}/select', elsewhere, { params: { id: circle.body.id } })
    await testApp.call('POST /admin/circles/{id}/open', elsewhere, { params: { id: circle.body.id } })
    const foreign = await testApp.registers(22)
    tokens.set('a member of the other circle', foreign.token)
    await testApp.call('PATCH /users/{id}/approve', elsewhere, { params: { id: foreign.id } })

    const lia = { firstName: 'Lia', lastName: 'Moura', email: 'lia@exemplo.org', role: 'AUDITOR' }
    await testApp.call('POST /admin/administrators', admin, { body: lia })
    await runDueJobs(testApp.services)
    const letter = readOutbox(testApp.services.config.dataDir).findLast((text) => text.includes(`Para: ${lia.email}`))!
    const secret = /convite#([\w-]{43})/.exec(letter)![1]!
    const accepted = await testApp.call('POST /invitations/accept', null, {
      body: { secret, cpf: '11144477735', password: PASSWORD },
    })
    tokens.set('an auditor', accepted.body.access_token)
    await testApp.call('POST /admin/circles/{id}/select', accepted.body.access_token, { params: { id: ids.circle } })
    expect([Object.entries(ids).filter(([, id]) => !id), tokens.size]).toEqual([[], CALLERS.length - 1])
  })

  /** The path of a route with what it names in the first circle. */
  function pathOf(route: string): string {
    const id = () => {
      if (route.includes('/reports/{id}')) return ids.report
      if (route.includes('/donations/{id}')) return ids.donation
      if (route.includes('/queue/')) return ids.entry
      if (route.includes('/users/{id}')) return ids.user
      if (route.includes('/join-links/{id}')) return ids.link
      if (route.includes('/me/sessions/{id}')) return ids.session
      if (route.includes('/circles/{id}') || route.includes('/logs/{id}')) return ids.circle
      return UNKNOWN
    }
    const given: Record<string, () => string> = {
      '{id}': id,
      '{a}': () => ids.entry,
      '{b}': () => ids.other,
      '{level}': () => '1',
      '{cycle}': () => '1',
      '{attempt}': () => '1',
      '{part}': () => '1',
      '{cep}': () => '01001000',
      '{sha256}': () => 'a'.repeat(64),
    }
    const path = route.split(' ')[1]!.replaceAll(/\{\w+\}/g, (name) => given[name]!())
    return `${address}/api${path}${QUERIES[route] ?? ''}`
  }

  const isOutside = (caller: Caller) => caller === 'a fellow member' || caller.includes('other circle')

  async function bodyOf(route: string, caller: Caller): Promise<unknown> {
    if (!/\{(id|a)\}/.test(route) || !isOutside(caller)) return NO_FIELD_OF_ANY_CALL
    if (route === 'POST /donations/{id}/comprovante') return { comprovanteBase64: await receiptPicture('x') }
    return WISHES[route] ?? {}
  }

  async function ask(route: string, caller: Caller, method = route.split(' ')[0]!): Promise<number> {
    const token = tokens.get(caller)
    const ended = new AbortController()
    const answer = await fetch(pathOf(route), {
      method,
      signal: ended.signal,
      headers: {
        // As a proxy passes on what comes from elsewhere: nobody is on this machine because they say so.
        'x-forwarded-for': '203.0.113.7',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(method === 'GET' || method === 'HEAD' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' || method === 'HEAD' ? {} : { body: JSON.stringify(await bodyOf(route, caller)) }),
    })
    if (String(answer.headers.get('content-type')).includes('event-stream')) ended.abort()
    else await answer.arrayBuffer()
    return answer.status
  }

  /** The cells, asked at once, whose answers are not the table's. */
  async function differing(asked: readonly Cell[]): Promise<unknown[]> {
    const statuses = await Promise.all(asked.map(({ route, caller }) => ask(route, caller)))
    return asked.flatMap(({ route, caller, expected }, at) =>
      statuses[at] === expected ? [] : [[route, caller, statuses[at]]],
    )
  }

  /** The number of rows of every table and a checksum of what is in them, and with it the head of each ledger. */
  async function everything(): Promise<string[]> {
    const { db } = testApp.services
    const tables = await db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    )
    const sums = tables.rows.map(
      ({ name }) =>
        `select '${name} ' || count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from "${name}" t`,
    )
    const found = await db.execute<{ sum: string }>(sql.raw(sums.join(' union all ')))
    return found.rows.map(({ sum }) => sum)
  }

  const routes = () =>
    [...testApp.app.liveRoutes]
      .filter((route) => !route.startsWith('OPTIONS '))
      .map((route) => route.replace(' /api', ' ').replaceAll(/:(\w+)/g, '{$1}'))

  test('has one row for each route of the running server, and no other', () => {
    const docs = ['GET /docs/try.js', 'GET /docs/*', 'HEAD /docs/try.js', 'HEAD /docs/*']
    const live = routes().filter((route) => !docs.includes(route))
    const listed = rows.map(({ route }) => route)
    expect(live.filter((route) => !route.startsWith('HEAD ')).toSorted()).toEqual(listed.toSorted())
    const heads = live.filter((route) => route.startsWith('HEAD ')).map((route) => route.replace('HEAD', 'GET'))
    expect(heads.filter((route) => !listed.includes(route))).toEqual([])
    expect(rows.filter(({ statuses }) => statuses.length !== CALLERS.length)).toEqual([])
  })

  test('says of each row what the contract says', () => {
    const wrong = cells.filter(({ route, caller, expected }) => {
      const call: CallDefinition = contract[route as keyof typeof contract]
      const refused = refusalOf(call, route.startsWith('GET '), caller)
      return refused === null ? expected === 401 || expected === 403 : expected !== refused
    })
    expect(wrong).toEqual([])
  })

  test('refuses whoever it says, and a refused call changes nothing in any table', async () => {
    const refused = cells.filter(({ expected }) => expected >= 400)
    const other: unknown[] = []
    const ofRoutes = [...Map.groupBy(refused, (cell) => cell.route)]
    let before = await everything()
    // All tables are read after some routes each: the changed tables tell which of them it was.
    for (let from = 0; from < ofRoutes.length; from += ROUTES_BETWEEN) {
      const some = ofRoutes.slice(from, from + ROUTES_BETWEEN)
      for (const [, ofRoute] of some) other.push(...(await differing(ofRoute)))
      const after = await everything()
      const changed = after.filter((sum) => !before.includes(sum))
      if (changed.length > 0) other.push([some.map(([route]) => route), changed])
      before = after
    }
    expect(other).toEqual([])
    expect(refused.length).toBeGreaterThan(900)
  })

  test('lets in whoever it says', async () => {
    const other: unknown[] = []
    const allowed = cells.filter(({ expected }) => expected < 400)
    // Reading first: what the rest changes is the circle that an administrator's session has selected.
    const [reading, rest] = [true, false].map((reads) =>
      allowed.filter(({ route }) => route.startsWith('GET ') === reads),
    )
    for (const ofRoute of Map.groupBy(reading!, ({ route }) => route).values())
      other.push(...(await differing(ofRoute)))
    for (const cell of rest!) other.push(...(await differing([cell])))
    expect(other).toEqual([])
  })

  test('answers HEAD as it answers GET to somebody without a token', async () => {
    const other: unknown[] = []
    const heads = routes().filter((route) => route.startsWith('HEAD ') && !route.includes('/docs'))
    for (const head of heads) {
      const route = head.replace('HEAD', 'GET')
      const status = await ask(route, 'nobody', 'HEAD')
      if (status !== rows.find((row) => row.route === route)!.statuses[0]) other.push([head, status])
    }
    expect(other).toEqual([])
  })
})

/** The meaning of `access` in the contract for a caller: the status of the refusal, or null where they are let in. */
function refusalOf({ access, auditor }: CallDefinition, isRead: boolean, caller: Caller): 401 | 403 | null {
  if (access === 'public' || access === 'signed') return null
  if (['nobody', 'an outlived token', 'somebody suspended', 'the holder of the metrics token'].includes(caller))
    return 401
  const isAdministrator = caller.includes('administrator') || caller === 'an auditor'
  if (caller === 'an auditor' && !isRead && !auditor) return 403
  if (access === 'signed-in') return null
  if (access === 'admin') return isAdministrator ? null : 403
  if (access !== 'participant' && isAdministrator) return 403
  return (access === 'approved' || access === 'participant') && caller === 'somebody not approved' ? 403 : null
}

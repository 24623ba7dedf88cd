import { z } from 'zod'
import { accessKinds } from './access-kinds.ts'
import { defineCall } from './call.ts'
import { deviceKey } from './device-keys.ts'
import { helping } from './helpers.ts'
import { reportCase } from './entities/case.ts'
import { donation } from './entities/donation.ts'
import { ledgerEntry } from './entities/ledger-entry.ts'
import { paged } from './entities/page.ts'
import { queueEntry } from './entities/queue-entry.ts'
import { report } from './entities/report.ts'
import { user } from './entities/user.ts'
import { ACCESS_LOG_PAGE_SIZE } from './limits.ts'
import { notice } from './notices.ts'
import { passkey } from './passkeys.ts'
import { idParam, pageFields } from './query.ts'
import { ownPassword } from './members.ts'
import { session } from './sessions.ts'

const tag = 'privacy'
const time = z.string()
const reais = z.number()

/** The terms a person accepted on joining: the plan in force, the figures shown beside it, and when. */
const consent = z.object({ terms_version: z.string(), accepted_at: time, shown: z.record(z.string(), z.unknown()) })

const access = z.object({
  id: z.int(),
  at: time,
  kind: z.enum(accessKinds),
  /** The fields that an edit changed, by name. */
  fields: z.array(z.string()),
  /**
   * The one who did it: the person themselves, the administration (by name), or somebody who could not show who they
   * are.
   */
  by: z.enum(['self', 'administration', 'unknown']),
  name: z.string().nullable(),
})
export type Access = z.infer<typeof access>

const circlePart = z.object({
  donations: z.array(donation),
  reports: z.array(report),
  /** Every report about a donation of theirs, whoever made it, with all that was said. */
  cases: z.array(reportCase),
  ledger: z.array(ledgerEntry),
  /** The changes of the queue that named the person, with the reason that the administration wrote. */
  queue_changes: z.array(
    z.object({ seq: z.int(), at: time, kind: z.string(), level: z.int(), reason: z.string().nullable() }),
  ),
})

export const memberExport = z.object({
  exported_at: time,
  /** The invitation by which the person registered; null for who came without one. */
  invitation: z
    .object({ id: z.string(), kind: z.enum(['shared', 'personal']), made_at: time, used_at: time })
    .nullable(),
  user,
  terms: z.array(consent),
  queue: z.array(queueEntry.omit({ user: true })),
  ...circlePart.shape,
  /** Circles that the person belonged to before a demonstration was begun anew. */
  earlier: z.array(circlePart.extend({ circle_id: z.string() })),
  notices: z.array(notice),
  access_log: z.array(access),
  device_keys: z.array(deviceKey),
  /** Where the person is signed in, and their passkeys by device and date; no token and no key. */
  sessions: z.array(session),
  helping,
  passkeys: z.array(passkey),
})

const counted = z.object({ count: z.int(), amount: reais })

/** The consequences of leaving now, and the blockers of erasing everything. Money in reais. */
export const leaving = z.object({
  /** Whether the person has left the circle already, and only the account is still there. */
  left: z.boolean(),
  can_erase: z.boolean(),
  places: z.array(z.object({ level: z.int(), position: z.int() })),
  /** Owed and not paid, which leaving cancels. */
  cancelled: counted,
  open: z.object({
    /** Sent, with a receipt, until the other side confirms. */
    sent: counted,
    /** To be confirmed by the person. */
    received: counted,
    /** The amount a balanced plan still gets back from a member who received more than they gave. */
    settlements: counted,
    reports: z.int(),
  }),
})
export type Leaving = z.infer<typeof leaving>

/** Beyond the specification: what the law on personal data (LGPD) gives everybody. */
export const privacyCalls = {
  'GET /me/privacy': defineCall({
    access: 'signed-in',
    tag,
    summary: 'What the caller consented to and when, and whom to ask about their data.',
    status: 200,
    answer: z.object({ contact: z.string().nullable(), operator: z.string().nullable(), consents: z.array(consent) }),
    refusals: [],
  }),
  'GET /me/access-log': defineCall({
    byHelper: false,
    access: 'signed-in',
    tag,
    summary: 'Who looked at the caller’s data and what happened to their account, newest first.',
    status: 200,
    query: z.strictObject(pageFields(ACCESS_LOG_PAGE_SIZE)),
    answer: paged(access),
    refusals: [],
  }),
  'GET /me/export': defineCall({
    access: 'signed-in',
    tag,
    summary: 'Everything kept of the caller, to take along.',
    stepUp: 'real',
    status: 200,
    answer: memberExport,
    refusals: [],
  }),
  'GET /me/export/archive': defineCall({
    access: 'signed-in',
    tag,
    summary: 'The same with the caller’s pictures and receipts, as one ZIP.',
    stepUp: 'real',
    status: 200,
    produces: 'application/zip',
    refusals: [],
  }),
  'GET /me/leaving': defineCall({
    byHelper: false,
    access: 'signed-in',
    tag,
    summary: 'The consequences of leaving now, and the blockers of erasing everything.',
    status: 200,
    answer: leaving,
    refusals: [],
  }),
  'POST /me/leave': defineCall({
    access: 'approved',
    tag,
    summary:
      'Leaves the circle: every place and what is not paid is given up; the account stays for what is still to be settled.',
    status: 200,
    signs: 'leave',
    body: ownPassword,
    answer: leaving,
    refusals: ['user.wrong_password', 'member.left', 'member.not_in_circle', 'privacy.rejected_waits'],
  }),
  'DELETE /me': defineCall({
    access: 'member',
    tag,
    whileClosed: true,
    summary: 'Leaves for good: everything kept of the caller is erased, once nothing is open.',
    status: 200,
    signs: 'leave',
    body: ownPassword,
    answer: z.strictObject({}),
    refusals: ['user.wrong_password', 'privacy.open_matters', 'privacy.rejected_waits'],
  }),
  'POST /users/{id}/erase': defineCall({
    access: 'admin',
    tag,
    summary:
      'In a demonstration, erases a person who asked for it without signing in, once nothing of theirs is open; the caller gives their own password.',
    status: 200,
    params: idParam,
    body: ownPassword,
    answer: z.strictObject({}),
    refusals: [
      'resource.not_found',
      'user.wrong_password',
      'privacy.own_choice',
      'privacy.open_matters',
      'privacy.rejected_waits',
    ],
  }),
}

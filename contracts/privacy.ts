import { z } from 'zod'
import { defineCall } from './call.ts'
import { paged } from './entities/page.ts'
import { ACCESS_LOG_PAGE_SIZE } from './limits.ts'
import { idParam, pageFields } from './query.ts'
import { ownPassword } from './members.ts'
import { consent, access, memberExport } from './entities/member-export.ts'

const tag = 'privacy'
const reais = z.number()

const counted = z.object({ count: z.int(), amount: reais })

/** The consequences of leaving now, and the blockers of erasing everything. Money in reais. */
export const leaving = z.object({
  /** Whether the person has left the circle already, and only the account is still there. */
  left: z.boolean(),
  can_erase: z.boolean(),
  /** False while a receipt that they rejected is undecided. */
  can_leave: z.boolean(),
  places: z.array(z.object({ level: z.int(), position: z.int() })),
  /** Owed and not paid, which leaving cancels. */
  cancelled: counted,
  /** Given in a roda beyond what was received, which leaving does not bring back. */
  unreturned: reais,
  open: z.object({
    /** Sent, with a receipt, until the other side confirms. */
    sent: counted,
    /** To be confirmed by the person. */
    received: counted,
    /** Still to be paid to the person by who paid a part, or whose receipt they rejected. */
    awaited: counted,
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
    answer: z.object({ contact: z.string().nullable(), operator: z.string().nullable(), consents: z.array(consent) }),
  }),
  'GET /me/access-log': defineCall({
    byHelper: false,
    access: 'signed-in',
    tag,
    summary: 'Who looked at the caller’s data and what happened to their account, newest first.',
    query: z.strictObject(pageFields(ACCESS_LOG_PAGE_SIZE)),
    answer: paged(access),
  }),
  'GET /me/export': defineCall({
    access: 'signed-in',
    tag,
    summary: 'Everything kept of the caller, to take along.',
    stepUp: 'real',
    answer: memberExport,
  }),
  'GET /me/export/archive': defineCall({
    access: 'signed-in',
    tag,
    summary: 'The same with the caller’s pictures and receipts, as one ZIP.',
    stepUp: 'real',
    produces: 'application/zip',
  }),
  'GET /me/leaving': defineCall({
    byHelper: false,
    access: 'signed-in',
    tag,
    summary: 'The consequences of leaving now, and the blockers of erasing everything.',
    answer: leaving,
  }),
  'POST /me/leave': defineCall({
    access: 'approved',
    tag,
    summary:
      'Leaves the circle: every place and what is not paid is given up; the account stays for what is still to be settled.',
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

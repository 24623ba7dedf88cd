import { z } from 'zod'
import { approvalSummary } from './approvals.ts'
import { defineCall } from './call.ts'
import { authAnswer } from './entities/session.ts'
import { acceptInvitationForm, invitationSecret, inviteForm } from './forms/administrators.ts'
import { idParam } from './query.ts'

const tag = 'administrators'
const time = z.string()
const role = z.enum(['ADMIN', 'AUDITOR'])

/** The installation's administrators and auditors, and those invited to be. */
export const administrators = z.object({
  administrators: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role,
      since: time,
      is_self: z.boolean(),
      /** Whether their CPF is known; without it only the e-mail holds that they are no member. */
      has_cpf: z.boolean(),
      /** False where removing them would leave nobody who administers. */
      removable: z.boolean(),
    }),
  ),
  invitations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role,
      invited_by: z.string(),
      created_at: time,
      expires_at: time,
    }),
  ),
  /** A circle is real: who administers concerns it, and is proposed first, whichever circle is on screen. */
  is_proposed: z.boolean(),
})
export type Administrators = z.infer<typeof administrators>

export const administratorCalls = {
  'GET /admin/administrators': defineCall({
    access: 'admin',
    tag,
    summary: 'Who administers the installation, and the invitations that still hold.',
    answer: administrators,
  }),
  'POST /admin/administrators': defineCall({
    access: 'admin',
    approval: 'real',
    signs: 'administer',
    stepUp: 'always',
    tag,
    summary: 'Invites an administrator or auditor, who gets a letter with a link to choose their own password.',
    status: 201,
    idempotent: true,
    body: inviteForm,
    answer: administrators.extend({ approval: approvalSummary.optional() }),
    refusals: [
      'administrator.is_member',
      'administrator.takes_part',
      'administrator.already',
      'administrator.circle_founded',
    ],
  }),
  'DELETE /admin/administrators/{id}': defineCall({
    access: 'admin',
    stepUp: 'always',
    tag,
    signs: 'administer',
    summary: 'Ends somebody’s administration, at once; never that of the last one.',
    params: idParam,
    answer: administrators,
    refusals: ['resource.not_found', 'administrator.last'],
  }),
  'DELETE /admin/administrators/invitations/{id}': defineCall({
    access: 'admin',
    tag,
    summary: 'Revokes an invitation: its link no longer works.',
    params: idParam,
    answer: administrators,
    refusals: ['resource.not_found'],
  }),
  'POST /invitations/show': defineCall({
    access: 'public',
    tag,
    summary: 'What an invitation says, to whoever holds its link.',
    body: z.strictObject({ secret: invitationSecret }),
    answer: z.object({
      name: z.string(),
      email: z.string(),
      role,
      invited_by: z.string(),
      expires_at: time,
      takes_part: z.boolean(),
    }),
    refusals: ['administrator.invitation_over'],
  }),
  'POST /invitations/accept': defineCall({
    access: 'public',
    tag,
    summary: 'Accepts an invitation with a password of one’s own, and opens a session.',
    status: 201,
    body: acceptInvitationForm,
    answer: authAnswer,
    refusals: [
      'administrator.invitation_over',
      'administrator.is_member',
      'administrator.not_own',
      'session.phone_lost',
      'user.weak_password',
    ],
  }),
}

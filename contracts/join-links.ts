import { z } from 'zod'
import { defineCall } from './call.ts'
import { circle } from './entities/circle.ts'
import { pagination } from './entities/page.ts'
import { checkPeopleForm, invitePeopleForm, joinLinkForm, joinSecret } from './forms/join-links.ts'
import { PAGE_LIMIT_MAX } from './limits.ts'
import { idParam, pageFields } from './query.ts'
import { planOutcome } from './simulation.ts'

const tag = 'join-links'
const time = z.string()
const text = z.string().nullable()

/** Room for a hundred people of a list. */
const LIST_BYTES = 128 * 1024

export const joinLinkStates = ['open', 'used_up', 'expired', 'revoked'] as const
export type JoinLinkState = (typeof joinLinkStates)[number]

/** An invitation to become a member: a shared one has a label, a personal one says whom it is for. */
export const joinLink = z.object({
  id: z.string(),
  state: z.enum(joinLinkStates),
  /** Null for a personal one, and where it was emptied. */
  label: text,
  invited: z.object({ name: z.string(), email: text, phone: text }).nullable(),
  personal: z.boolean(),
  uses: z.int(),
  uses_max: z.int(),
  created_by: z.string(),
  created_at: time,
  expires_at: time,
  /** The address to hand over; null where it holds no more, for an auditor, and where it cannot be computed any more. */
  link: text,
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      at: time,
      approved: z.boolean(),
      /** Whether a personal invitation was used by the one whom it was for; null for a shared one. */
      as_invited: z.boolean().nullable(),
    }),
  ),
})
export type JoinLink = z.infer<typeof joinLink>

/** The fate of a person of a list: invited, or passed over because they are invited already or have an account. */
const checkedRow = z.object({
  state: z.enum(['new', 'invited', 'has_account', 'faulty']),
  faults: z.record(z.string(), z.string()),
  /** The place in the list, from 0, of the first one who is the same person. */
  same_as: z.int().nullable(),
})
export type CheckedRow = z.infer<typeof checkedRow>

export const joinLinkCalls = {
  'GET /admin/join-links': defineCall({
    access: 'admin',
    auditAs: 'users',
    tag,
    summary: 'The circle’s invitations to become a member, newest first, and who came through each.',
    query: z.strictObject({
      ...pageFields(PAGE_LIMIT_MAX),
      state: z.enum(['open', 'ended', 'all']).default('all'),
    }),
    answer: z.object({ data: z.array(joinLink), pagination, letters: z.boolean() }),
  }),
  'POST /admin/join-links': defineCall({
    access: 'admin',
    tag,
    summary: 'Makes an invitation to become a member that so many people may use.',
    status: 201,
    idempotent: true,
    body: joinLinkForm,
    answer: joinLink,
    refusals: ['circle.none', 'circle.closed'],
  }),
  'POST /admin/join-links/check': defineCall({
    access: 'admin',
    tag,
    summary: 'What would become of each person of a list, and what is wrong with it; nothing changes.',
    body: checkPeopleForm,
    bodyLimit: LIST_BYTES,
    answer: z.object({ rows: z.array(checkedRow) }),
  }),
  'POST /admin/join-links/people': defineCall({
    access: 'admin',
    tag,
    summary: 'Makes a personal invitation for each person of a list who has neither one nor an account; all, or none.',
    status: 201,
    idempotent: true,
    body: invitePeopleForm,
    bodyLimit: LIST_BYTES,
    answer: z.object({ made: z.int(), already_invited: z.int(), have_accounts: z.int(), letters: z.int() }),
    refusals: ['circle.none', 'circle.closed'],
  }),
  'POST /admin/join-links/{id}/revoke': defineCall({
    access: 'admin',
    tag,
    summary: 'Revokes an invitation: its link no longer works.',
    params: idParam,
    answer: joinLink,
    refusals: ['resource.not_found', 'join.over'],
  }),
  'POST /join-links/show': defineCall({
    access: 'public',
    tag,
    summary: 'What an invitation to become a member says, to whoever holds its link.',
    body: z.strictObject({ secret: joinSecret }),
    answer: z.object({
      circle,
      outcome: planOutcome,
      expires_at: time,
      /**
       * How many were approved and are in it, the first names of those who let them be read by whoever is invited, how many places they
       * take, and whether anything was asked of anybody already.
       */
      people: z.object({
        count: z.int(),
        first_names: z.array(z.string()),
        places: z.int(),
        begun: z.boolean(),
      }),
      /** The person of a personal invitation, to begin the registration with. */
      invited: z.object({ firstName: z.string(), lastName: text, email: text, phone: text }).nullable(),
    }),
    refusals: ['join.unknown', 'join.revoked', 'join.used_up', 'join.expired', 'join.circle_over'],
  }),
}

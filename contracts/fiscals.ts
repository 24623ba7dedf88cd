import { z } from 'zod'
import { defineCall } from './call.ts'
import { donation } from './entities/donation.ts'
import { paged } from './entities/page.ts'
import { HISTORY_PAGE_SIZE } from './limits.ts'
import { pageFields } from './query.ts'

const tag = 'fiscals'

const person = z.strictObject({ member_id: z.uuid('Falta dizer quem.') })

const fiscal = z.object({
  member_id: z.string(),
  name: z.string(),
  confirmed: z.int(),
  /** How many want this to end. */
  ended: z.int(),
  /** Since when they are a fiscal; null while they are only named. */
  since: z.iso.datetime().nullable(),
  /** Whether the caller may take their naming back. */
  withdrawable: z.boolean(),
  /** The caller’s own word about them. */
  mine: z.enum(['confirmed', 'ended']).nullable(),
})

/** A donation without anybody’s contact, key, document or picture. */
const money = donation
  .pick({
    id: true,
    type: true,
    status: true,
    amount: true,
    paid: true,
    createdAt: true,
    deadline: true,
    endedAt: true,
  })
  .extend({ donor: z.string(), receiver: z.string(), overdue: z.boolean(), is_reported: z.boolean() })

const fiscals = z.object({
  people: z.array(fiscal),
  /** How many members there are whose word counts: more than half of them confirm, or end. */
  members: z.int(),
  /** Whether the caller’s own word counts: not that of who has no place, once a month was asked for. */
  has_word: z.boolean(),
  /** False in a demonstration, which has none. */
  is_real: z.boolean(),
  /** The caller's own decisions as a fiscal that wait: cases and appeals by their report, and how many proposals. */
  waiting: z.object({ cases: z.array(z.string()), proposals: z.int() }),
})
export type Fiscals = z.infer<typeof fiscals>

/** Beyond the specification: members whom a real circle trusts with the second signature (docs/decisions/064). */
export const fiscalCalls = {
  'GET /fiscals': defineCall({
    access: 'participant',
    fiscal: true,
    tag,
    summary: 'Who is a fiscal, who is named to be one, and how many members confirmed them.',
    answer: fiscals,
  }),
  'POST /fiscals': defineCall({
    access: 'admin',
    tag,
    signs: 'administer',
    summary: 'Names a member to be a fiscal; the members confirm.',
    status: 201,
    stepUp: 'real',
    body: person,
    answer: fiscals,
    refusals: [
      'resource.not_found',
      'fiscal.demonstration',
      'fiscal.is_organisers',
      'fiscal.already',
      'fiscal.too_many',
    ],
  }),
  'POST /fiscals/withdraw': defineCall({
    access: 'admin',
    tag,
    signs: 'administer',
    summary: 'Whoever named somebody takes it back, as long as the members did not confirm them.',
    stepUp: 'real',
    body: person,
    answer: fiscals,
    refusals: ['resource.not_found', 'fiscal.is_confirmed', 'fiscal.of_another'],
  }),
  'GET /fiscals/donations': defineCall({
    access: 'admin',
    fiscal: true,
    auditAs: 'donations',
    tag,
    summary: 'The circle’s donations as a fiscal reads them: names, amounts and how they stand, newest first.',
    query: z.strictObject(pageFields(HISTORY_PAGE_SIZE)),
    answer: paged(money),
  }),
  'POST /me/fiscals/confirm': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller trusts somebody named with the second signature; said twice it is said once.',
    signs: 'confirm_fiscal',
    body: person,
    answer: fiscals,
    refusals: ['signature.needed', 'resource.not_found', 'fiscal.oneself', 'fiscal.no_word'],
  }),
  'POST /me/fiscals/end': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller does not want this fiscal, or takes their confirmation back.',
    signs: 'end_fiscal',
    body: person,
    answer: fiscals,
    refusals: ['signature.needed', 'resource.not_found', 'fiscal.oneself', 'fiscal.no_word'],
  }),
  'POST /me/fiscals/resign': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller is a fiscal no more, or is not to be one.',
    signs: 'resign_fiscal',
    answer: fiscals,
    refusals: ['resource.not_found'],
  }),
}

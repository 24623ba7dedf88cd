import { z } from 'zod'
import { defineCall } from './call.ts'

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
  /** The caller’s own word about them. */
  mine: z.enum(['confirmed', 'ended']).nullable(),
})

const fiscals = z.object({
  people: z.array(fiscal),
  /** How many members there are: more than half of them confirm, or end. */
  members: z.int(),
  /** False in a demonstration, which has none. */
  is_real: z.boolean(),
})
export type Fiscals = z.infer<typeof fiscals>

/** Beyond the specification: members whom a real circle trusts with the second signature (docs/decisions/064). */
export const fiscalCalls = {
  'GET /fiscals': defineCall({
    access: 'participant',
    tag,
    summary: 'Who is a fiscal, who is named to be one, and how many members confirmed them.',
    status: 200,
    answer: fiscals,
    refusals: [],
  }),
  'POST /fiscals': defineCall({
    access: 'admin',
    tag,
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
  'POST /me/fiscals/confirm': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller trusts somebody named with the second signature; said twice it is said once.',
    status: 200,
    signs: 'confirm_fiscal',
    body: person,
    answer: fiscals,
    refusals: ['signature.needed', 'resource.not_found', 'fiscal.oneself'],
  }),
  'POST /me/fiscals/end': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller does not want this fiscal, or takes their confirmation back.',
    status: 200,
    signs: 'end_fiscal',
    body: person,
    answer: fiscals,
    refusals: ['signature.needed', 'resource.not_found', 'fiscal.oneself'],
  }),
  'POST /me/fiscals/resign': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller is a fiscal no more, or is not to be one.',
    status: 200,
    signs: 'resign_fiscal',
    answer: fiscals,
    refusals: ['resource.not_found'],
  }),
}

import { z } from 'zod'
import { approvalSummary } from './approvals.ts'
import { defineCall } from './call.ts'
import { id, reais, time } from './entities/fields.ts'
import { idParam } from './query.ts'

const tag = 'substitutes'
const WHO = 'Escolha quem vem no seu lugar.'
const sum = z.number().min(0).max(10_000_000).multipleOf(0.01)
const hash = z.string().regex(/^[\da-f]{64}$/)

/** The two people, and the sums that the place gave and received when they agreed, in reais. */
const between = { id, member_id: id, newcomer_id: id, given: reais, received: reais }

const ask = z.object({
  ...between,
  /** Null to the other of the two until the newcomer has accepted. */
  name: z.string().nullable(),
  newcomer_name: z.string().nullable(),
  accepted: z.boolean(),
  /** If everybody pays: what the place has still to give and to receive in this rotation, and the months of its turns. */
  still: z.object({ give: reais, receive: reais, turns: z.array(z.string()) }).nullable(),
  /** How many places go along: all that the leaver has. */
  places: z.int(),
  /** Why it could not be done now, in Portuguese; null where it can. */
  why_not: z.string().nullable(),
  hash,
  until: time,
})

const substitutes = z.object({
  /** The entry of the ledger, and the time, of which this is told. */
  seq: z.int(),
  at: time,
  /** The caller's place, the first of so many, with what they gave and received; null without one that may be handed over. */
  place: z.object({ position: z.int(), places: z.int(), given: reais, received: reais }).nullable(),
  /**
   * Why it cannot be now: a receipt waits, for the caller's answer or that of somebody who is named; one of its donations was
   * paid in part; or a case is about one.
   */
  waits: z.object({ why: z.enum(['receipt', 'own_receipt', 'part', 'case']), name: z.string().nullable() }).nullable(),
  /** The approved members without a place whom nothing in the roda was ever about. */
  people: z.array(z.object({ member_id: id })),
  asks: z.array(ask),
  /** The places handed over by the caller or to them. */
  done: z.array(z.object({ ...between, name: z.string(), newcomer_name: z.string(), at: time })),
})

const waiting = z.object({
  asks: z.array(
    z.object({
      ...between,
      name: z.string(),
      newcomer_name: z.string(),
      position: z.int().nullable(),
      /** How many places go along. */
      places: z.int(),
      /** Why the rules would refuse it now, in Portuguese; null where they would not. */
      why_not: z.string().nullable(),
      /** How many donations, and how much, the place owes and is owed now. */
      owes: z.object({ count: z.int(), amount: reais }),
      owed: z.object({ count: z.int(), amount: reais }),
      /** Whether the others could lose by it, so that two people decide. */
      takes_two: z.boolean(),
      /** It is proposed already, and waits for a second person or its time. */
      is_proposed: z.boolean(),
      until: time,
    }),
  ),
})

const refusals = [
  'substitute.not_here',
  'substitute.no_place',
  'substitute.not_approved',
  'substitute.suspended',
  'substitute.in_roda',
  'substitute.not_new',
  'substitute.receipt_waits',
  'substitute.part_paid',
  'substitute.case_open',
  'substitute.changed',
  'member.not_in_circle',
] as const

/**
 * Beyond the specification: a newcomer takes a member's place over as it stands, by the signatures of the two and the decision of
 * somebody else (docs/decisions/074).
 */
export const substituteCalls = {
  'GET /me/substitutes': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller’s place and who could take it over, the requests by and to them, and what was handed over.',
    status: 200,
    answer: substitutes,
    refusals: [],
  }),
  'POST /me/substitutes': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller asks a newcomer to take their place over, with its sums as they see them.',
    status: 201,
    signs: 'ask_substitute',
    body: z.strictObject({ id: z.uuid(WHO), member_id: z.uuid(WHO), given: sum, received: sum, hash }),
    answer: substitutes,
    refusals: [
      'signature.needed',
      'signature.invalid',
      'substitute.asked',
      'substitute.too_often',
      'resource.not_found',
      ...refusals,
    ],
  }),
  'POST /me/substitutes/{id}/accept': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller accepts a request to them; somebody who administers, and is none of the two, decides it then.',
    status: 200,
    signs: 'accept_substitute',
    params: idParam,
    body: z.strictObject({ hash }),
    answer: substitutes,
    refusals: ['signature.needed', 'signature.invalid', 'terms.not_accepted', 'resource.not_found', ...refusals],
  }),
  'DELETE /me/substitutes/{id}': defineCall({
    access: 'approved',
    tag,
    summary: 'Takes back the caller’s request, or declines one to them.',
    status: 200,
    signs: 'end_substitute',
    params: idParam,
    answer: substitutes,
    refusals: ['resource.not_found'],
  }),
  'GET /admin/substitutes': defineCall({
    access: 'admin',
    tag,
    auditAs: 'users',
    summary: 'The places that a newcomer has accepted to take over, which wait for a decision.',
    status: 200,
    answer: waiting,
    refusals: [],
  }),
  'POST /admin/substitutes/{id}/approve': defineCall({
    access: 'admin',
    tag,
    stepUp: 'real',
    approval: 'real',
    summary: 'Decides that the place goes to the newcomer: everybody is told, and who handed it over has left.',
    status: 200,
    signs: 'administer',
    params: idParam,
    answer: waiting.extend({ approval: approvalSummary.optional() }),
    refusals: [
      'substitute.over',
      'approval.too_late',
      'substitute.not_accepted',
      'terms.not_accepted',
      'resource.not_found',
      ...refusals,
    ],
  }),
}

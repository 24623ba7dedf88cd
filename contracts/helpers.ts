import { z } from 'zod'
import { defineCall } from './call.ts'
import { authAnswer } from './entities/session.ts'
import { IMAGE_BODY_BYTES } from './limits.ts'
import { anyId, idParam } from './query.ts'

const tag = 'helpers'
const WHO = 'Escolha quem ajuda.'
const person = z.object({ id: z.string(), name: z.string() })

export const helping = z.object({
  /** The person who acts for the caller, who has no device; null for nobody. */
  helper: person.nullable(),
  /** For whom the caller may act. */
  helped: z.array(person),
})

const helped = z.object({
  helper: person.extend({ named_at: z.iso.datetime(), paper_url: z.string().nullable() }).nullable(),
  /** The people who may be named now. */
  may_help: z.array(person),
  /** Why nobody may be, in a sentence; null where somebody may. */
  why_not: z.string().nullable(),
})

const mayNotHelp = [
  'helper.oneself',
  'helper.not_member',
  'helper.has_device',
  'helper.has_helper',
  'helper.is_helper',
  'helper.too_many',
  'helper.half',
  'helper.is_fiscal',
  'helper.by_oneself',
] as const

const pictureRefusals = [
  'file.not_image',
  'file.too_large',
  'file.bad_base64',
  'file.too_many_pixels',
  'file.quota',
  'file.disk_full',
] as const

/** Beyond the specification: somebody without a device takes part with another member's help (docs/decisions/081). */
export const helperCalls = {
  'GET /me/helping': defineCall({
    access: 'approved',
    tag,
    summary: 'Who acts for the caller, and for whom the caller may act.',
    answer: helping,
  }),
  'POST /me/helping/{id}/session': defineCall({
    access: 'approved',
    tag,
    summary:
      'Opens a session in which the caller acts for somebody who named them, with the signature of their own device.',
    status: 201,
    stepUp: 'always',
    params: idParam,
    answer: authAnswer,
    refusals: ['resource.not_found', 'session.account_closed', 'session.phone_lost'],
  }),
  'DELETE /me/helping/{id}': defineCall({
    access: 'approved',
    tag,
    summary: 'Ends the help at once: by who helps, of this person, or by who is helped, of this helper.',
    params: idParam,
    answer: helping,
    refusals: ['resource.not_found'],
  }),
  'GET /users/{id}/helper': defineCall({
    access: 'admin',
    auditAs: 'users',
    tag,
    summary: 'Who helps a member, with the picture of the paper, or who may be named.',
    params: idParam,
    answer: helped,
    refusals: ['resource.not_found'],
  }),
  'POST /users/{id}/helper': defineCall({
    access: 'admin',
    tag,
    signs: 'administer',
    summary: 'Names who acts for a member without a device, with the picture of the paper that the member signed.',
    status: 201,
    idempotent: true,
    stepUp: 'always',
    params: idParam,
    body: z.strictObject({
      helper_id: z.uuid(WHO),
      paperBase64: z.string().min(1, 'Tire uma foto do papel assinado.'),
    }),
    bodyLimit: IMAGE_BODY_BYTES,
    answer: helped,
    refusals: ['resource.not_found', ...mayNotHelp, ...pictureRefusals],
  }),
  'DELETE /users/{id}/helper': defineCall({
    access: 'admin',
    tag,
    signs: 'administer',
    summary: 'Ends the help of a member who asked for it.',
    params: idParam,
    answer: helped,
    refusals: ['resource.not_found'],
  }),
  'GET /users/{id}/helper/paper': defineCall({
    access: 'admin',
    auditAs: 'users',
    tag,
    summary:
      'The paper on which a member names who acts for them, to print and sign, with a line to fill in where no helper is said: PDF.',
    params: idParam,
    query: z.strictObject({ helper_id: anyId.optional() }),
    produces: 'application/pdf',
    refusals: ['resource.not_found', ...mayNotHelp],
  }),
}

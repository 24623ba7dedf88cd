import { z } from 'zod'
import { defineCall } from './call.ts'

const tag = 'vouches'

const person = z.strictObject({ member_id: z.uuid('Falta dizer quem.') })
const known = z.object({ member_id: z.string(), known: z.boolean() })

const witness = z.strictObject({
  witness: z
    .string()
    .trim()
    .regex(/^[\w./-]{1,80}\+[\da-f]{8}\+[A-Za-z\d+/]{44}$/, 'Esta não é a chave de uma testemunha.'),
})
const chosen = z.object({ witness: z.string(), chosen: z.boolean() })

/**
 * Beyond the specification: a member's word, signed by their device and kept in the ledger, for a person whom they know
 * and for a witness of the ledger. Who said what is read from the ledger (circle/ledger/member-words.ts).
 */
export const vouchCalls = {
  'POST /me/vouches': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller knows another member in person; said twice it is said once.',
    signs: 'vouch',
    body: person,
    answer: known,
    refusals: ['signature.needed', 'vouch.oneself', 'resource.not_found'],
  }),
  'POST /me/vouches/withdraw': defineCall({
    access: 'approved',
    tag,
    summary: 'Takes back that the caller knows another member.',
    signs: 'unvouch',
    body: person,
    answer: known,
    refusals: ['signature.needed', 'resource.not_found'],
  }),
  'POST /me/witnesses': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller chooses a witness of the ledger by its C2SP verifier key; chosen twice it is chosen once.',
    signs: 'choose_witness',
    body: witness,
    answer: chosen,
    refusals: ['signature.needed', 'witness.unreadable', 'witness.too_many'],
  }),
  'POST /me/witnesses/drop': defineCall({
    access: 'approved',
    tag,
    summary: 'Takes back the caller’s choice of a witness.',
    signs: 'drop_witness',
    body: witness,
    answer: chosen,
    refusals: ['signature.needed', 'witness.unreadable'],
  }),
}

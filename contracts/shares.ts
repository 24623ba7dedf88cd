import { z } from 'zod'
import { SHARES_MAX } from '#circle/shares.ts'
import { defineCall } from './call.ts'

const tag = 'shares'
const HOW_MANY = 'Escolha de um a três lugares.'

const shares = z.object({
  /** The places that the caller takes, and the most that they may. */
  shares: z.int(),
  most: z.int(),
  /** Why the number cannot change now, in Portuguese; null while it can. */
  why: z.string().nullable(),
  /** The contribution of one place a month, in reais, and for how many months. */
  amount: z.number(),
  months: z.int(),
})

const refusals = [
  'shares.not_here',
  'shares.late',
  'shares.too_many',
  'shares.no_room',
  'shares.same',
  'beginning.waits',
  'member.not_in_circle',
] as const

/** Beyond the specification: a member takes up to three places of a roda (docs/decisions/086). */
export const shareCalls = {
  'GET /me/shares': defineCall({
    access: 'approved',
    tag,
    summary: 'How many places of the roda the caller takes, and how many they may.',
    answer: shares,
  }),
  'POST /me/shares': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller takes so many places, each with its own turn and contribution, before anything is asked.',
    signs: 'take_shares',
    body: z.strictObject({ shares: z.int(HOW_MANY).min(1, HOW_MANY).max(SHARES_MAX, HOW_MANY) }),
    answer: shares,
    refusals: ['signature.needed', ...refusals],
  }),
}

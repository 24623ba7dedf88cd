import type { vouchCalls } from '#contracts/vouches.ts'
import type { Routes } from '#server/handler.ts'
import { chooseWitness } from './choose-witness.ts'
import { vouch } from './vouch.ts'

export const vouchRoutes: Routes<keyof typeof vouchCalls> = {
  'POST /me/vouches': async (context, { body }) => {
    await vouch(context, { memberId: body.member_id, isKnown: true })
    return { ...body, known: true }
  },
  'POST /me/vouches/withdraw': async (context, { body }) => {
    await vouch(context, { memberId: body.member_id, isKnown: false })
    return { ...body, known: false }
  },
  'POST /me/witnesses': async (context, { body }) => {
    await chooseWitness(context, { ...body, isChosen: true })
    return { ...body, chosen: true }
  },
  'POST /me/witnesses/drop': async (context, { body }) => {
    await chooseWitness(context, { ...body, isChosen: false })
    return { ...body, chosen: false }
  },
}

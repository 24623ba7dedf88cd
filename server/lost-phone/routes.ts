import type { lostPhoneCalls } from '#contracts/lost-phone.ts'
import type { Routes } from '#server/handler.ts'
import { giveCode } from './give-code.ts'
import { losePhone } from './lose.ts'
import { comeBack } from './return.ts'

export const lostPhoneRoutes: Routes<keyof typeof lostPhoneCalls> = {
  'POST /auth/lost-phone': async (context, { body }) => {
    await losePhone(context, body)
    return {}
  },
  'POST /auth/lost-phone/return': (context, { body }) => comeBack(context, body),
  'POST /known/{id}/lost-phone-code': (context, { params }) => giveCode(context, { memberId: params.id }),
}

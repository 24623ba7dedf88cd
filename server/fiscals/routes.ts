import type { fiscalCalls } from '#contracts/fiscals.ts'
import type { Routes } from '#server/handler.ts'
import { listFiscals, nameFiscal, resignAsFiscal, sayOfFiscal, withdrawFiscal } from './fiscal.ts'
import { listMoney } from './money.ts'

export const fiscalRoutes: Routes<keyof typeof fiscalCalls> = {
  'GET /fiscals': (context) => listFiscals(context),
  'POST /fiscals': async (context, { body }) => {
    await nameFiscal(context, { memberId: body.member_id })
    return listFiscals(context)
  },
  'POST /fiscals/withdraw': async (context, { body }) => {
    await withdrawFiscal(context, { memberId: body.member_id })
    return listFiscals(context)
  },
  'GET /fiscals/donations': (context, { query }) => listMoney(context, query),
  'POST /me/fiscals/confirm': async (context, { body }) => {
    await sayOfFiscal(context, { memberId: body.member_id, isConfirmed: true })
    return listFiscals(context)
  },
  'POST /me/fiscals/end': async (context, { body }) => {
    await sayOfFiscal(context, { memberId: body.member_id, isConfirmed: false })
    return listFiscals(context)
  },
  'POST /me/fiscals/resign': async (context) => {
    await resignAsFiscal(context)
    return listFiscals(context)
  },
}

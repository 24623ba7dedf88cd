import { z } from 'zod'
import { defineCall } from './call.ts'
import { memberExport } from './entities.ts'

const tag = 'users'

/** Beyond the specification: what the law on personal data (LGPD) gives everybody. */
export const memberCalls = {
  'GET /me/export': defineCall({ who: 'signed-in', tag, summary: 'Everything kept of the caller, to take along.', status: 200, answer: memberExport, refusals: [] }),
  'DELETE /me': defineCall({
    who: 'member', tag, summary: 'The caller leaves the circle and is erased; the ledger keeps ids and amounts, and still verifies.', status: 204,
    body: z.strictObject({ password: z.string('Informe sua senha').min(1, 'Informe sua senha').max(1024) }), refusals: ['user.wrong_password'],
  }),
}

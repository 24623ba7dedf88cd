import { defineCall } from './call.ts'
import { memberExport } from './entities.ts'

const tag = 'users'

/** Beyond the specification: what the law on personal data (LGPD) gives everybody. */
export const memberCalls = {
  'GET /me/export': defineCall({ who: 'signed-in', tag, summary: 'Everything kept of the caller, to take along.', status: 200, answer: memberExport, refusals: [] }),
}

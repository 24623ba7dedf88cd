import type { ledgerCalls } from '#contracts/ledger.ts'
import type { Routes } from '#server/handler.ts'
import { exportLedger } from './export.ts'
import { signHead } from './head.ts'
import { listLedger } from './queries.ts'

export const ledgerRoutes: Routes<keyof typeof ledgerCalls> = {
  'GET /ledger': (context, { query }) => listLedger(context, query),
  'GET /ledger/head': (context) => signHead(context),
  'GET /ledger/export': async (context, { query: { format } }, { reply }) => {
    const stream = await exportLedger(context, format)
    void reply
      .header('Content-Disposition', `attachment; filename="livro-da-ciranda.${format}"`)
      .type(format === 'json' ? 'application/json' : 'application/x-ndjson')
      .send(stream)
    return undefined
  },
}

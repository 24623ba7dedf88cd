import { Readable } from 'node:stream'
import type { Routes } from '#server/lib/http/routes.ts'
import { listLedger, readLedger } from './queries.ts'

export const ledgerRoutes: Routes<'GET /ledger' | 'GET /ledger/export'> = {
  'GET /ledger': (context, { query }) => listLedger(context, query),
  'GET /ledger/export': async ({ actor, db }, _, { reply }) => {
    async function* lines() {
      for await (const entry of readLedger(db, actor.circleId)) yield `${JSON.stringify({ circle_id: actor.circleId, ...entry })}\n`
    }
    void reply.header('Content-Disposition', 'attachment; filename="livro-da-ciranda.ndjson"').type('application/x-ndjson').send(Readable.from(lines()))
    return undefined
  },
}

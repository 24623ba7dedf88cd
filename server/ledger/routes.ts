import type { ledgerCalls } from '#contracts/ledger.ts'
import type { Routes } from '#server/handler.ts'
import { exportLedger } from './export.ts'
import { signHead } from './head.ts'
import {
  describeLog,
  latestNote,
  showConsistency,
  showDayCheckpoint,
  showInclusion,
  showPresentCheckpoint,
} from './log.ts'
import { listPagesSeen } from './pages-seen.ts'
import { listPaymentKeys } from './payment-keys.ts'
import { listLedger } from './queries.ts'
import type { logCalls } from '#contracts/logs.ts'

export const ledgerRoutes: Routes<keyof typeof ledgerCalls> = {
  'GET /ledger': (context, { query }) => listLedger(context, query),
  'GET /ledger/head': (context) => signHead(context),
  'GET /ledger/payment-keys': (context) => listPaymentKeys(context),
  'GET /ledger/export': async (context, { query }, { reply }) => {
    const stream = await exportLedger(context, query)
    void reply
      .header('Content-Disposition', `attachment; filename="livro-da-ciranda.${query.format}"`)
      .type(query.format === 'json' ? 'application/json' : 'application/x-ndjson')
      .send(stream)
    return undefined
  },
  'GET /ledger/checkpoint': (context) => showDayCheckpoint(context),
  'GET /ledger/pages': (context) => listPagesSeen(context),
  'POST /ledger/checkpoint': (context) => showPresentCheckpoint(context),
}

/** A ledger as anybody may read it: sizes and hashes, which name nobody. */
export const logRoutes: Routes<keyof typeof logCalls> = {
  'GET /logs/{id}': (context, { params }) => describeLog(context, params.id),
  'GET /logs/{id}/checkpoint': async (context, { params }, { reply }) => {
    void reply.type('text/plain; charset=utf-8').send(await latestNote(context, params.id))
    return undefined
  },
  'GET /logs/{id}/consistency': (context, { params, query }) => showConsistency(context, params.id, query),
  'GET /logs/{id}/inclusion': (context, { params, query }) => showInclusion(context, params.id, query),
}

import type { FastifyReply } from 'fastify'
import type { paperCalls } from '#contracts/papers.ts'
import type { Routes } from '#server/handler.ts'
import { makeCasePaper } from './case.ts'
import { makeHandingOver } from './handing-over.ts'
import { makeMonth } from './month.ts'
import { fileOf } from './paper.ts'
import type { PaperFile } from './paper.ts'
import { makePause } from './pause.ts'
import { makeRecibo } from './recibo.ts'
import { makeStatement } from './statement.ts'

export const paperRoutes: Routes<keyof typeof paperCalls> = {
  'GET /donations/{id}/recibo': async (context, { params, query }, { reply }) =>
    send(reply, await fileOf(await makeRecibo(context, params.id), query.format)),
  'GET /donations/{id}/pause/paper': async (context, { params, query }, { reply }) =>
    send(reply, await fileOf(await makePause(context, params.id), query.format)),
  'GET /me/statement': async (context, { query }, { reply }) =>
    send(reply, await fileOf(await makeStatement(context, query.period), query.format)),
  'GET /substitutes/{id}/paper': async (context, { params, query }, { reply }) =>
    send(reply, await fileOf(await makeHandingOver(context, params.id), query.format)),
  'GET /admin/circle/month': async (context, { query }, { reply }) =>
    send(reply, await fileOf(await makeMonth(context, query.period), query.format)),
  'GET /reports/{id}/export': async (context, { params }, { reply }) =>
    send(reply, await makeCasePaper(context, params.id)),
}

function send(reply: FastifyReply, { name, type, body }: PaperFile): undefined {
  void reply.header('Content-Disposition', `attachment; filename="${name}"`).type(type).send(body)
}

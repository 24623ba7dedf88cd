import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CHANGED_NOTHING } from '#contracts/call.ts'
import type { CallDefinition, Method } from '#contracts/call.ts'
import { contract } from '#contracts/contract.ts'
import type { CallName } from '#contracts/contract.ts'
import { canonicalJson } from '#circle/ledger/entry.ts'
import { asFiscal } from '#server/access/as-fiscal.ts'
import { ensureProven } from '#server/access/step-up.ts'
import { recordAccess } from '#server/access/record-access.ts'
import { deviceLabel } from '#server/lib/device.ts'
import { lookupIndex } from '#server/lib/sealing.ts'
import { isEntered } from '#server/circle-store/append-ledger.ts'
import type { SignedAct } from '#server/circle-store/append-ledger.ts'
import { readSignature } from '#server/access/read-signature.ts'
import { findActor, readAsker } from '#server/access/find-actor.ts'
import type { AskedAnswer, AskedHandler, Handler, Input, Routes } from '#server/handler.ts'
import { ensureMay, ensureMayWrite } from './ensure-may.ts'
import type { Actor, Context, Services } from '#server/context.ts'
import { withIdempotency } from './idempotency.ts'
import { inputOf, idempotencyKey } from './read-input.ts'
import { prepareAnswer, isProposed } from './prepare-answer.ts'

const DEFAULT_BODY_BYTES = 16 * 1024

/** Mounts the handlers with their access checks, strict input parsing and allow-listed output. */
export function mountRoutes(app: FastifyInstance, services: Services, routes: Partial<Routes>): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('asked', null)
  for (const [name, handler] of Object.entries(routes))
    mount(app, services, name as CallName, handler as Handler<CallName>)
}

function mount(app: FastifyInstance, services: Services, name: CallName, handler: Handler<CallName>): void {
  const call: CallDefinition = contract[name]
  const [method, path] = name.split(' ') as [Method, string]
  app.route({
    method,
    url: `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: call.bodyLimit ?? DEFAULT_BODY_BYTES,
    // Runs before the body is read, so that a wrong or missing token is answered early.
    onRequest: async (request) => {
      if ('read' in handler) request.asked = await readAsked(services, call, handler, request)
      // On public calls an expired token is no reason to refuse, least of all on the call that renews it.
      const found =
        call.access === 'signed' || call.access === 'public'
          ? null
          : (request.asked?.actor ?? (await findActor(services, request.headers.authorization)))
      const actor = call.fiscal && found ? await asFiscal(services, found) : found
      ensureMayWrite(method, call, actor)
      ensureMay(call, actor, method === 'GET')
      request.actor = actor
    },
    handler: async (request, reply) => {
      const input = inputOf(call, request)
      const { actor } = request
      const context = {
        ...services,
        actor,
        actorId: actor?.id ?? null,
        address: request.ip,
        device: deviceLabel(request.headers['user-agent']),
      } as Context<Actor>
      const need = typeof call.stepUp === 'function' ? call.stepUp(input.body ?? {}) : call.stepUp
      if (need && actor) await ensureProven(context, need)
      const key = call.idempotent ? idempotencyKey(request) : null
      const { signs } = call
      const sent: { signed: SignedAct | null } = { signed: null }
      const prepare = async () => {
        // Only when the work is to be done: a repeated request gets its first answer, however old its signature is.
        const signed = signs ? await readSignature(context, signs, input, request.headers['ciranda-signature']) : null
        sent.signed = signed
        const commit = await prepareAnswer(name, handler, { ...context, signed }, input, { request, reply })
        return (within: Context<Actor>) => commit({ ...within, signed })
      }
      const answer =
        key === null
          ? await (
              await prepare()
            )(context)
          : await withIdempotency(
              context,
              { key, call: name, bodyHash: lookupIndex(services.secrets, 'body', canonicalJson({ ...input })) },
              prepare,
            )
      const looksAt = call.auditAs ?? (actor?.isAuditor && call.access === 'admin' ? 'console' : undefined)
      if (looksAt && (actor?.administers || actor?.isFiscal)) await recordAccess(context, looksAt)
      if (sent.signed && !isEntered(sent.signed)) void reply.header(CHANGED_NOTHING, 'true')
      // The handler itself sent any answer that is not JSON. A stream may still be under way, with `sent` not yet true.
      if (call.produces !== undefined || reply.sent) return reply
      void reply.status(isProposed(call, answer) ? 202 : (call.status ?? 200))
      if (call.status === 204) return reply.send()
      return reply.send(call.answer ? call.answer.parse(answer) : answer)
    },
  })
}

/**
 * Does a read for the session that a token names; whether its person may have it is decided after this, as for every call. Null
 * without a token, and where there is nothing to read for this input: both are refused later, in the order of every call.
 */
async function readAsked(
  services: Services,
  call: CallDefinition,
  handler: AskedHandler<CallName>,
  request: FastifyRequest,
): Promise<AskedAnswer<CallName> | null> {
  const asker = await readAsker(services, request.headers.authorization)
  if (asker === null) return null
  let input: Input<CallName>
  try {
    input = inputOf(call, request)
  } catch {
    return null
  }
  return handler.read(services, asker, input)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The person who makes the call; null where nobody signed in, or it does not matter. */
    actor: Actor | null
    /** The call's read, done before it is known whether the actor may have it; null for every other call. */
    asked: AskedAnswer<CallName> | null
  }
}

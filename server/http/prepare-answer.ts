import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallDefinition } from '#contracts/call.ts'
import type { CallName } from '#contracts/contract.ts'
import { refuse } from '#server/lib/refusal.ts'
import { needsApproval, prepareProposal } from '#server/approvals/propose.ts'
import type { Commit, Handler, Input } from '#server/handler.ts'
import type { Actor, Context } from '#server/context.ts'

/**
 * Runs the slow part of a call, if it has one, and returns the part that may run inside a transaction: the call's own
 * work, or, where two people decide, the proposal of it.
 */
export async function prepareAnswer(
  name: CallName,
  handler: Handler<CallName>,
  context: Context<Actor>,
  input: Input<CallName>,
  http: { request: FastifyRequest; reply: FastifyReply },
): Promise<Commit<Context<Actor>, unknown>> {
  if (needsApproval(name, input)) {
    const propose = await prepareProposal(context, name, input)
    if (propose) return propose
  }
  if (typeof handler === 'function') return (within) => handler(within as never, input, http)
  if ('read' in handler) {
    const { asked } = http.request
    return (within) => asked?.answer(within as never) ?? refuse('resource.not_found')
  }
  return (await handler.prepare(context as never, input as never, http)) as Commit<Context<Actor>, unknown>
}

/** Whether a call was answered with a proposal instead of being done. */
export function isProposed(call: CallDefinition, answer: unknown): boolean {
  return call.approval !== undefined && typeof answer === 'object' && answer !== null && 'approval' in answer
}

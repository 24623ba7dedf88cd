import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallName } from '#contracts/contract.ts'
import type { Context } from '#server/context.ts'
import type { Commit, Input } from '#server/handler.ts'
import { changesOf } from './changes.ts'

/** The calls that two people decide answer in JSON, and none looks at its request. */
const NO_HTTP = {} as { request: FastifyRequest; reply: FastifyReply }

/**
 * The slow part of the direct call; returns the part that runs in a transaction. The verb is told that this is a proposal
 * tried or carried out, for a direct call may have become one that two people decide while it waited for a lock.
 */
export async function prepareChange(
  context: Context,
  name: string,
  input: Input<CallName>,
): Promise<Commit<Context, unknown>> {
  const { handler } = changesOf(name)[0]!
  const proposed = (within: Context) => ({ ...within, isProposal: true }) as never
  if (typeof handler === 'function') return (within) => handler(proposed(within), input, NO_HTTP)
  const commit = (await handler.prepare(proposed(context), input as never, NO_HTTP)) as Commit<Context, unknown>
  return (within) => commit(proposed(within))
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallName } from '#contracts/contract.ts'
import type { Context } from '#server/context.ts'
import type { Commit, Input } from '#server/handler.ts'
import { changeOf } from './changes.ts'

/** The calls that two people decide answer in JSON, and none looks at its request. */
const NO_HTTP = {} as { request: FastifyRequest; reply: FastifyReply }

/** The slow part of the direct call; returns the part that runs in a transaction. */
export async function prepareChange(
  context: Context,
  name: string,
  input: Input<CallName>,
): Promise<Commit<Context, unknown>> {
  const { handler } = changeOf(name)
  if (typeof handler === 'function') return (within) => handler(within as never, input, NO_HTTP)
  return (await handler.prepare(context as never, input as never, NO_HTTP)) as Commit<Context, unknown>
}

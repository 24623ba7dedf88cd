import type { FastifyReply, FastifyRequest } from 'fastify'
import type { contract } from '#contracts/contract.ts'
import type { AnswerOf, BodyOf, CallName, ParamsOf, QueryOf } from '#contracts/contract.ts'
import type { Actor, Context } from './context.ts'

/** The actor is null when a public call is made without signing in. */
type ActorOf<N extends CallName> = (typeof contract)[N]['access'] extends 'public' | 'signed' ? Actor | null : Actor

export type Input<N extends CallName> = { params: ParamsOf<N>; query: QueryOf<N>; body: BodyOf<N> }

/** Answers one call: a verb or a query, given the actor and the input, both already checked. */
export type Handler<N extends CallName> = (
  context: Context<ActorOf<N>>,
  input: Input<N>,
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<AnswerOf<N>>

/** Handlers by call name, as each noun exports them. */
export type Routes<N extends CallName = CallName> = { readonly [K in N]: Handler<K> }

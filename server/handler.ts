import type { FastifyReply, FastifyRequest } from 'fastify'
import type { contract } from '#contracts/contract.ts'
import type { AnswerOf, BodyOf, CallName, ParamsOf, QueryOf } from '#contracts/contract.ts'
import type { Actor, Context } from './context.ts'

/** The actor is null when a public call is made without signing in. */
type ActorOf<N extends CallName> = (typeof contract)[N]['access'] extends 'public' | 'signed' ? Actor | null : Actor

export type Input<N extends CallName> = { params: ParamsOf<N>; query: QueryOf<N>; body: BodyOf<N> }

type Http = { request: FastifyRequest; reply: FastifyReply }

/** Answers one call: a verb or a query, given the actor and the input, both already checked. */
export type DirectHandler<N extends CallName> = (
  context: Context<ActorOf<N>>,
  input: Input<N>,
  http: Http,
) => Promise<AnswerOf<N>>

/**
 * A call with slow work (hashes, pictures). `prepare` does that work and returns the rest, which runs in the
 * transaction that also stores the answer for a repeated request. Nothing slow ever happens while rows are locked.
 */
export type TwoPhaseHandler<N extends CallName> = {
  prepare(context: Context<ActorOf<N>>, input: Input<N>, http: Http): Promise<Commit<Context<ActorOf<N>>, AnswerOf<N>>>
}

/** The second phase of a verb: given the context whose `db` may be an open transaction. */
export type Commit<C, T> = (within: C) => Promise<T>

export type Handler<N extends CallName> = DirectHandler<N> | TwoPhaseHandler<N>

/** Handlers by call name, as each noun exports them. */
export type Routes<N extends CallName = CallName> = { readonly [K in N]: Handler<K> }

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { contract } from '#contracts/contract.ts'
import type { AnswerOf, BodyOf, CallName, ParamsOf, QueryOf } from '#contracts/contract.ts'
import type { Actor, Claims, Context, Services } from './context.ts'

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

/** Reads a row for whoever a token names, and who that is. Refuses a session that is not live. */
export type AskedRead<Row> = (
  services: Services,
  asker: Claims,
  values: Readonly<Record<string, unknown>>,
) => Promise<{ readonly actor: Actor; readonly row: Row }>

/**
 * A read whose one statement also finds out who asks (server/access/read-as-asked.ts). `read` answers the actor, and what
 * makes the answer once they may have it; null where the input names nothing that there could be.
 */
export type AskedHandler<N extends CallName> = {
  read(services: Services, asker: Claims, input: Input<N>): Promise<AskedAnswer<N>> | null
}

export type AskedAnswer<N extends CallName> = {
  readonly actor: Actor
  answer(context: Context<ActorOf<N>>): Promise<AnswerOf<N>>
}

/** Makes a handler of a read, the values that it takes from the input, and the view of what it read. */
export function asked<N extends CallName, Row>({
  reads,
  values,
  answer,
}: {
  reads: AskedRead<Row>
  values(input: Input<N>): Readonly<Record<string, unknown>> | null
  answer(context: Context<ActorOf<N>>, row: Row): Promise<AnswerOf<N>>
}): AskedHandler<N> {
  return {
    read(services, asker, input) {
      const given = values(input)
      return (
        given &&
        reads(services, asker, given).then(({ actor, row }) => ({ actor, answer: (context) => answer(context, row) }))
      )
    },
  }
}

/** Only a read may be done before it is known whether the actor may have it: nothing comes of it. */
export type Handler<N extends CallName> =
  | DirectHandler<N>
  | TwoPhaseHandler<N>
  | (N extends `GET ${string}` ? AskedHandler<N> : never)

/** Handlers by call name, as each noun exports them. */
export type Routes<N extends CallName = CallName> = { readonly [K in N]: Handler<K> }

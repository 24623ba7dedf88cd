import type { Via } from '#circle/ledger/records.ts'
import type { UserStatus } from '#server/tables/users.ts'
import type { Config } from '#server/lib/config.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Db } from '#server/database/types.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import type { FileStore } from '#server/file-store/file-store.ts'
import type { SignedAct } from '#server/circle-store/append-ledger.ts'
import type { StateCache } from '#server/circle-store/state-cache.ts'
import type { EventHub } from '#server/events/stream.ts'

/** The signed-in person of a request, as the database knows them now. */
export type Actor = {
  readonly id: string
  /** Administers, or audits: reads the console. */
  readonly administers: boolean
  /** Takes part in the circle they act in, approved or not; an administrator may do both. */
  readonly takesPart: boolean
  /** Reads what administrators read, and changes nothing. */
  readonly isAuditor: boolean
  /** A fiscal of the circle they act in; asked only for the calls that a fiscal may make. */
  readonly isFiscal?: true
  readonly status: UserStatus
  readonly adminApproved: boolean
  readonly circleId: string
  readonly sessionId: string
  /** How this session was opened. */
  readonly via: Via
  /** The helper who acts in it for its person (docs/decisions/081); null where the person does. */
  readonly helperId: string | null
  /** When the person last proved in this session that they are there. */
  readonly confirmedAt: Date
}

/** The session that a token names, and its person. */
export type Claims = { readonly userId: string; readonly sessionId: string }

/** The services that every verb may use, created once at the start. */
export type Services = {
  readonly database: Database
  readonly db: Db
  readonly clock: Clock
  readonly files: FileStore
  readonly secrets: Secrets
  readonly config: Config
  readonly stateCache: StateCache
  readonly events: EventHub
  /** The base of absolute URLs, without a trailing slash. */
  readonly publicUrl: () => string
}

/** The argument of every verb: the services and the actor. */
export type Context<A extends Actor | null = Actor> = Services & {
  readonly actor: A
  readonly actorId: A extends Actor ? string : string | null
  /** The part of this request that the member's own device signed; null, or absent in jobs, for nothing. */
  readonly signed?: SignedAct | null
  readonly address: string
  /** A short label of the request's device, made by `deviceLabel`. */
  readonly device: string
  /** The second person, where this call was proposed and approved; absent where the actor decides alone. */
  readonly approvedBy?: string
  /** True where this call carries out a proposal, or tries it before it is written down: two people or the time decide it. */
  readonly isProposal?: true
  /** True where a proposal is only tried: others will decide it. */
  readonly isTried?: true
}

import type { Role, UserStatus } from '#server/tables/users.ts'
import type { Config } from '#server/lib/config.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Db } from '#server/database/types.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import type { FileStore } from '#server/lib/file-store.ts'
import type { StateCache } from '#server/circle-store/with-circle.ts'
import type { EventHub } from '#server/events/stream.ts'

/** Who is asking, as the database knows them at this request. */
export type Actor = {
  readonly id: string
  readonly role: Role
  readonly status: UserStatus
  readonly adminApproved: boolean
  readonly circleId: string
  readonly sessionId: string
}

/** The services that every verb may use, made once. */
export type Services = {
  readonly database: Database
  readonly db: Db
  readonly clock: Clock
  readonly files: FileStore
  readonly secrets: Secrets
  readonly config: Config
  readonly stateCache: StateCache
  readonly events: EventHub
  /** Base of absolute URLs, without a slash at the end. */
  readonly publicUrl: () => string
}

/** What a verb is called with: the services, and who asks. */
export type Context<A extends Actor | null = Actor> = Services & {
  readonly actor: A
  readonly actorId: A extends Actor ? string : string | null
  readonly address: string
}

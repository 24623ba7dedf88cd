import type { z } from 'zod'
import type { ActKind } from '#circle/ledger/act-kinds.ts'
import type { ErrorCode } from './errors.ts'

/**
 * The callers who may make a call.
 * - public: anybody
 * - signed-in: any live session, approved or not, member or administrator
 * - member: who takes part in the circle, approved or not; somebody who only administers is refused
 * - approved: who takes part, and was approved
 * - participant: who administers, or takes part and was approved
 * - admin: who administers
 * - signed: the URL itself carries a short-lived signature
 */
export type Access = 'public' | 'signed-in' | 'member' | 'approved' | 'participant' | 'admin' | 'signed'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A call's name: method and path, as in the specification, section 7, without the /api prefix. */
export type CallName = `${Method} /${string}`

/**
 * Where a call needs a proof, not older than ten minutes, that the person themselves is there: always, or only in a
 * real circle. A stolen token alone is then not enough.
 */
export type StepUp = 'always' | 'real'

export type CallDefinition = {
  readonly access: Access
  /** One sentence, in English, for the OpenAPI document. */
  readonly summary: string
  readonly tag: string
  /** 200 unless said otherwise. */
  readonly status?: 200 | 201 | 204
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Absent for 204 and for answers that are not JSON. */
  readonly answer?: z.ZodType
  /** The content type of the answer when it is not JSON. */
  readonly produces?: string
  /** Refusals beyond the ones every call shares (malformed, unauthenticated, forbidden, rate limited). */
  readonly refusals?: readonly ErrorCode[]
  /** Largest body in bytes; 16 KB unless said otherwise. */
  readonly bodyLimit?: number
  /** The kind under which access is recorded, where the answer shows people’s data to administrators. */
  readonly auditAs?: 'users' | 'queue' | 'donations' | 'reports'
  /** When the call needs a fresh proof of who is there; a function where that depends on the body. */
  readonly stepUp?: StepUp | ((body: Readonly<Record<string, unknown>>) => StepUp | null)
  /** True where a session opened with a password that an administrator set may make the call although it writes. */
  readonly withTemporaryPassword?: true
  /** True where somebody suspended or removed in a real circle may make the call although it writes. */
  readonly whileClosed?: true
  /** The act of a member’s own that the call is, which their device may sign (header `Ciranda-Signature`). */
  readonly signs?: ActKind
  /** In a real circle a second person approves this change, or it waits 72 hours: always, or where the body says so. */
  readonly approval?: 'real' | ((body: Readonly<Record<string, unknown>>) => boolean)
  /**
   * Whether a member’s helper may make it for them (docs/decisions/081): where nothing is said, every call that reads and needs no
   * fresh proof, and none that writes.
   */
  readonly byHelper?: boolean
  /** True where an auditor may call although it is no GET: it concerns their own account, or computes and changes nothing. */
  readonly auditor?: true
  /** True where a fiscal of the circle may make the call too. */
  readonly fiscal?: true
  /** True where a repeated request with the same Idempotency-Key gets the first answer. */
  readonly idempotent?: boolean
}

/** The header of an answer to a signed act that changed nothing, so that no entry of the ledger has it. */
export const CHANGED_NOTHING = 'Ciranda-Changed-Nothing'

/** Keeps a call's exact type while holding it to CallDefinition. */
export function defineCall<const T extends CallDefinition>(definition: T): T {
  return definition
}

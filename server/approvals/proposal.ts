import { canonicalJson } from '#circle/ledger/entry.ts'
import type { ApprovalChange } from '#contracts/approvals.ts'
import type { CallName } from '#contracts/contract.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import type { Context } from '#server/context.ts'
import type { Input } from '#server/handler.ts'
import { seal, unseal } from '#server/lib/sealing.ts'
import type { approvals } from '#server/tables/approvals.ts'

export type ApprovalRow = typeof approvals.$inferSelect

/** A proposal's sealed part: the input until it ends, and the changes as its readers see them. */
export type SealedProposal = {
  readonly salt: string
  readonly input: Input<CallName> | null
  readonly changes: readonly ApprovalChange[]
  /** The text of the command; absent in proposals of before, null where there is none. */
  readonly act?: string | null
}

export function sealProposal({ secrets }: Pick<Context, 'secrets'>, id: string, proposal: SealedProposal): string {
  return seal(secrets, JSON.stringify(proposal), `approval:${id}`)
}

/** A proposal's sealed part; null once it was emptied with an erased person's data. */
export function openProposal(
  { secrets }: Pick<Context, 'secrets'>,
  { id, sealed }: Pick<ApprovalRow, 'id' | 'sealed'>,
): SealedProposal | null {
  return sealed === null ? null : (JSON.parse(unseal(secrets, sealed, `approval:${id}`)) as SealedProposal)
}

/** The salted hash of exactly what was asked. The salt keeps a short key from being guessed from the public ledger. */
export function hashOfBody(salt: string, name: string, input: Input<CallName>): string {
  return sha256(bodyText(salt, name, input))
}

/** The text of what was asked, whose hash that is. */
export function bodyText(salt: string, name: string, input: Input<CallName>): string {
  return canonicalJson({ salt, call: name, ...asStored(input) })
}

/** As JSON keeps it, so that the hash is the same after the input was stored. */
function asStored(input: Input<CallName>): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(input)) as Readonly<Record<string, unknown>>
}

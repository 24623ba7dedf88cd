import { eq } from 'drizzle-orm'
import type { Command } from '#circle/circle.ts'
import { canonicalJson } from '#circle/ledger/entry.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import type { ApprovalChange, ApprovalKind } from '#contracts/approvals.ts'
import type { CallName } from '#contracts/contract.ts'
import { rowsOfCommand } from '#contracts/proposed-rows.ts'
import type { Parties } from '#contracts/proposed-rows.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { Context } from '#server/context.ts'
import type { DirectHandler, Input, TwoPhaseHandler } from '#server/handler.ts'
import { usersById } from '#server/members/view.ts'
import { circles } from '#server/tables/circles.ts'

/** A call that two people decide: what it changes, for whom, and what answers it while it is only proposed. */
export type Change<N extends CallName> = {
  readonly kind: ApprovalKind
  /** The very handler of the direct call. */
  readonly handler: DirectHandler<N> | TwoPhaseHandler<N>
  /** Whether this very input is such a change; absent where every input is. */
  applies?(context: Context, input: Input<N>): Promise<boolean>
  /** Whether this very input changes what two people decide. */
  isNeeded(context: Context, input: Input<N>): Promise<boolean>
  /** The real circles whose ledgers tell of it; none where the change concerns no real circle. */
  circles(context: Context): Promise<string[]>
  /** The members whose money, place, key or administration it touches. */
  touched(context: Context, input: Input<N>, circleIds: readonly string[]): Promise<string[]>
  /** The act as the verifier knows it from the ledger: the rules' command, or a new administrator's role; else null. */
  act(context: Context, input: Input<N>): Promise<string | null>
  changes(context: Context, input: Input<N>): Promise<ApprovalChange[]>
  /**
   * Until when (epoch ms) it can be done, where that ends by itself; null once it has, and its proposal ends with the next run of the
   * jobs, saying why.
   */
  until?(context: Context, input: Input<N>): Promise<number | null>
  /** The refusal to one who is alone where that is in less than their 72 hours. */
  readonly tooLate?: ErrorCode
  /** The call's answer as things still are. */
  present(context: Context, input: Input<N>): Promise<object>
}

/** A command as the ledger names it for its approval. */
export const actOf = (command: Command): string => canonicalJson(command)

export async function ownCircle(context: Context): Promise<string[]> {
  const { mode, id } = await getCircle(context)
  return mode === 'real' ? [id] : []
}

/** The rows of a command, as its circle stands; `donation`: the one that it is about. */
export async function rowsNow(
  { actor, clock, db, ...services }: Context,
  command: Command,
  donation?: Parties,
): Promise<ApprovalChange[]> {
  const { state } = await readCircle({ ...services, db }, actor.circleId)
  const named = donation ? [donation.donorId, donation.receiverId] : []
  const people = await usersById(
    db,
    [...state.members.keys(), ...named].filter((id) => id !== null),
  )
  const nameById = (id: string | null) => nameOf(id === null ? undefined : people.get(id))
  return rowsOfCommand({ state, now: clock.now(), nameOf: nameById, donation }, command)
}

export async function getCircle({ actor, db }: Context) {
  const [circle] = await db.select().from(circles).where(eq(circles.id, actor.circleId))
  return circle!
}

export function nameOf(person: { firstName: string; lastName: string } | undefined): string {
  return person ? `${person.firstName} ${person.lastName}`.trim() : 'Conta administrativa'
}

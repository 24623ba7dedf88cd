import type { CircleEvent, CircleState } from '#circle/state.ts'
import type { OtherPerson } from '#contracts/notices/helpers.ts'
import type { Notice, NoticeFacts, NoticeKind } from '#contracts/notices/notice.ts'

export type NoticeFor = Notice & { readonly userId: string }

/** A decision, and who caused it. */
export type Decided = {
  readonly events: readonly CircleEvent[]
  readonly before: CircleState
  readonly after: CircleState
  readonly actorId: string | null
  readonly told?: Told
  /** The helper who acted for the actor. */
  readonly helper?: OtherPerson
  /** The sum of each payment for several places, by the donation that is acted on; null where another act tells of it. */
  readonly payments?: Payments
  /** The people of donations that ended before, and that the states therefore do not hold, by the donation's id. */
  readonly endedParties?: ReadonlyMap<string, readonly (string | null)[]>
}

export type Payments = ReadonlyMap<string, { readonly count: number; readonly amountCents: number } | null>

/** The administration's own words on what it did, for those whom it concerns. */
export type Told = { readonly reason?: string; readonly isRemoval?: boolean }

type Say = <K extends NoticeKind>(userId: string | null | undefined, kind: K, facts: NoticeFacts[K]) => void

/** A decision while its events are told one by one. */
export type Telling = Decided & {
  readonly told: Told
  /** The words of the administration, as facts of a notice. */
  readonly because: Pick<Told, 'reason'>
  /** Tells somebody, except of what they did themselves. */
  readonly tell: Say
  /** Tells somebody, whoever did it. */
  readonly say: Say
}

/** Donor and receiver of a donation, also of one that ended before. */
export function partiesOf({ before, after, endedParties }: Decided, donationId: string): readonly (string | null)[] {
  const donation = before.donations.get(donationId) ?? after.donations.get(donationId)
  return donation ? [donation.donorId, donation.receiverId] : (endedParties?.get(donationId) ?? [])
}

import type { DonationType, Level, Plan, Target } from './plan.ts'

/**
 * The live state of one circle: what the rules need to decide, and nothing that has ended. Times are epoch
 * milliseconds.
 */
export type CircleState = {
  readonly mode: CircleMode
  readonly plan: Plan
  /** The rules that a real circle was founded by, where decisions depend on them (circle/course.ts); 1 in every other. */
  readonly rules: number
  /** Number the next obligation gets; the order of this number is the order in which obligations were first owed. */
  readonly nextOrder: number
  /** Which rotation of a roda runs, from 1, and the number of its first obligation (circle/rotation.ts). */
  readonly rotation: number
  readonly rotationFrom: number
  /** Whether its first rotation began on paper, and came in with what each had given and received (circle/beginning.ts). */
  readonly isBroughtIn: boolean
  readonly donationsMade: number
  /** The last period that was pulled, and who has a PULL in it, as `level:memberId`. */
  readonly pulledPeriod: string | null
  readonly pulled: ReadonlySet<string>
  readonly members: ReadonlyMap<string, Member>
  readonly entries: ReadonlyMap<string, Entry>
  readonly turns: ReadonlyMap<string, Turn>
  readonly obligations: ReadonlyMap<string, Obligation>
  readonly donations: ReadonlyMap<string, Donation>
  readonly reports: ReadonlyMap<string, Report>
}

export type CircleMode = 'demonstracao' | 'real'

export type Member = {
  readonly id: string
  readonly status: 'approved' | 'suspended' | 'left'
  /** When each level was completed for the first time. */
  readonly completedAt: Readonly<Partial<Record<Level, number>>>
  readonly n3CompletedAt: number | null
  /** After N3: what is owed must be paid before a new N1 place can be given. */
  readonly reentry: 'none' | 'owing' | 'allowed'
  /** The last pull passed over them because they had not accepted the terms: until they do, nobody is asked to pay them. */
  readonly isPassedOver: boolean
  /** How many places of a roda they take, each with its own turn and contribution (circle/shares.ts). */
  readonly shares: number
  /** How many months of their rotation they left out, and which of their rotations that is, from 0 (circle/pause.ts). */
  readonly pauses: number
  readonly pausedRotation: number
  /** The contributions that they owe or gave ahead of their month's asking, by month (circle/ahead.ts). */
  readonly ahead: readonly { readonly obligationId: string; readonly period: string }[]
  /** How many centavos they had given to a roda when its present rotation began, and received as many. */
  readonly givenBefore: number
  /** Confirmed centavos, by where they went and where they came in. */
  readonly given: Readonly<Record<Target, number>>
  readonly received: Readonly<Record<Level, number>>
}

export type Entry = {
  readonly id: string
  readonly level: Level
  readonly position: number
  readonly memberId: string
  readonly isReceiver: boolean
  readonly passedMemberIds: readonly string[]
  /** The running turn: it belongs to the member and the level, and ends when the place is left. */
  readonly turnId: string | null
  readonly createdAt: number
}

export type Turn = {
  readonly id: string
  readonly memberId: string
  readonly level: Level
  readonly required: number
  readonly confirmed: number
  readonly open: number
  readonly receivedCents: number
  /** A complete turn stays live until it is used for an upgrade, or nothing needs it any more. */
  readonly status: 'running' | 'complete'
  readonly startedAt: number
}

export type Obligation = {
  readonly id: string
  readonly memberId: string
  readonly type: DonationType
  /** The centavos still owed, and those that were confirmed in parts before. */
  readonly amountCents: number
  readonly paidCents: number
  readonly target: Target
  readonly period: string | null
  readonly order: number
  readonly owedAt: number
  /** Its donation expired once: it keeps its age, and its member is served last. */
  readonly overdue: boolean
  /** A contribution left out is asked for again then (epoch ms); null for one that is due as every other. */
  readonly pausedUntil: number | null
  /** Owed ahead of its month, which has not been asked for yet. */
  readonly isAhead: boolean
  readonly status: 'waiting' | 'open'
}

export type Donation = {
  readonly id: string
  readonly obligationId: string
  readonly donorId: string
  /** Null: the administrative account. */
  readonly receiverId: string | null
  readonly turnId: string | null
  readonly type: DonationType
  readonly amountCents: number
  readonly target: Target
  readonly status: 'PENDING_PAYMENT' | 'PENDING_CONFIRMATION'
  readonly order: number
  readonly deadlineAt: number
  /** Its deadline passed in a roda, where it stays owed between the same two (`expireDue`). */
  readonly isLate: boolean
  readonly reportId: string | null
  /** How many receipts of it the receiver has rejected, and when the last one was. */
  readonly rejections: number
  readonly rejectedAt: number | null
  /** The time that the donor had left, in ms, when the receipt that waits was first sent; null while none waits. */
  readonly leftMs: number | null
  /**
   * A receipt of it was rejected and no person has decided since, or a part of it was confirmed: it does not end by itself
   * (`endsUnpaid`).
   */
  readonly isUndecided: boolean
  /** How many parts of it were confirmed, and for how many centavos the receipt that waits is; null for the whole, or none. */
  readonly parts: number
  readonly sentCents: number | null
}

export type Report = {
  readonly id: string
  readonly donationId: string
  /** Null where neither party opened it: the administration did, or the rules. */
  readonly reporterId: string | null
  readonly status: 'PENDING' | 'INVESTIGATING'
  readonly reportedAt: number
  /** How long it stops the deadline at most (ms); null: by who opened it (`circle/clock.ts`). */
  readonly holdsMs: number | null
}

export type ReportStatus = 'PENDING' | 'INVESTIGATING' | 'RESOLVED' | 'DISMISSED'

type EventOf<K extends string, P> = { readonly kind: K } & Readonly<P>

/**
 * Every event of a circle's ledger. Payloads hold ids and amounts, never a name or a key, so that a person can be
 * erased.
 */
export type CircleEvent =
  /** `rules`: by which each rotation is counted person by person; absent in circles of before. */
  | EventOf<'circle.created', { mode: CircleMode; plan: Plan; rules?: number }>
  | EventOf<'circle.plan_changed', { plan: Plan }>
  | EventOf<'member.approved', { memberId: string }>
  | EventOf<'member.suspended' | 'member.left' | 'member.reinstated', { memberId: string }>
  | EventOf<'member.completed_circle' | 'member.reentry_allowed', { memberId: string }>
  | EventOf<'member.passed_over' | 'member.served_again', { memberId: string }>
  /** How many places of the roda a member takes. */
  | EventOf<'shares.taken', { memberId: string; shares: number }>
  | EventOf<'entry.placed', { entryId: string; memberId: string; level: Level; position: number }>
  | EventOf<'entry.removed', { entryId: string; memberId: string; level: Level; reason: EntryRemovalReason }>
  | EventOf<'entry.moved', { level: Level; moves: readonly EntryMove[] }>
  | EventOf<'receiver.set' | 'receiver.unset', { entryId: string; memberId: string; level: Level }>
  /** Two members exchanged their turns by their own agreement; that their places moved follows. */
  | EventOf<'turns.swapped', { swapId: string; memberId: string; otherId: string; level: Level }>
  /** A place goes to a newcomer as it stands; its open donations follow, each with its new parties. */
  | EventOf<
      'place.handed_over',
      {
        substituteId: string
        memberId: string
        newcomerId: string
        entryId: string
        turnId: string | null
        level: Level
        givenCents: number
        receivedCents: number
      }
    >
  /** The same people begin another rotation, with new consent. */
  | EventOf<'rotation.begun', { rotation: number }>
  /** A month left out by somebody in need: it is asked for again at `until`; the `pauses`th of that rotation of theirs. */
  | EventOf<
      'contribution.paused',
      {
        donationId: string
        obligationId: string
        memberId: string
        rotation: number
        pauses: number
        until: number
        deadlineAt: number
      }
    >
  /** A month is asked for that its member owes or gave ahead. */
  | EventOf<'contribution.counted', { obligationId: string; memberId: string; level: Level; period: string }>
  /** Of `seq`, the entry of the command that is undone. */
  | EventOf<'queue.change_undone', Inverse & { seq: number }>
  | EventOf<
      'queue.drawn',
      { drawId: string; level: Level; places: readonly { entryId: string; memberId: string; position: number }[] }
    >
  /** The sums that each gave and received before, in centavos, in the order of the queue that begins here. */
  | EventOf<
      'circle.brought_in',
      {
        level: Level
        places: readonly {
          entryId: string
          memberId: string
          position: number
          givenCents: number
          receivedCents: number
        }[]
      }
    >
  | EventOf<'turn.started', { turnId: string; entryId: string; memberId: string; level: Level; required: number }>
  | EventOf<
      'turn.completed',
      { turnId: string; entryId: string; memberId: string; level: Level; first: boolean; receivedCents: number }
    >
  | EventOf<'turn.ended', { turnId: string; memberId: string; level: Level }>
  | EventOf<'obligation.owed', OwedFacts>
  | EventOf<
      'obligation.void',
      {
        obligationId: string
        memberId: string
        type: DonationType
        amountCents: number
        target: Target
        reason: VoidReason
      }
    >
  | EventOf<'donation.matched', MatchedFacts>
  /** It goes on between its present parties, with its age and deadline. */
  | EventOf<'donation.handed_over', MatchedFacts>
  /**
   * `image`: the SHA-256 of the picture as it is kept; absent in entries from before it was recorded. `payment`: that of the PIX
   * transaction's id in capitals, where the donor gave it; `cents`: the sum paid, where it is not the whole.
   */
  | EventOf<
      'donation.receipt_sent',
      { donationId: string; donorId: string; image?: string; payment?: string; cents?: number }
    >
  | EventOf<
      'donation.receipt_replaced',
      { donationId: string; donorId: string; image: string; payment?: string; cents?: number }
    >
  /** `stays`: the donation does not end by itself from here on; absent in entries from before that was so. */
  | EventOf<
      'donation.receipt_rejected',
      { donationId: string; receiverId: string; attempt: number; deadlineAt: number; stays?: true }
    >
  /** A part came: it counts as given and received, and the donation waits for the rest of its amount. */
  | EventOf<'donation.part_confirmed', DonationFacts & { cents: number; part: number; deadlineAt: number }>
  /** `cents`: what came last, where parts came before. */
  | EventOf<'donation.confirmed', DonationFacts & { cents?: number }>
  | EventOf<'donation.expired', DonationFacts>
  /** Its deadline passed, and it stays owed between the same two. */
  | EventOf<'donation.late', DonationFacts>
  | EventOf<'donation.cancelled', DonationFacts & { reason: CancelReason }>
  | EventOf<'donation.deadline_moved', { donationId: string; deadlineAt: number }>
  | EventOf<'donation.reported', { reportId: string; donationId: string; reporterId: string | null; holdsMs?: number }>
  | EventOf<'report.status_changed', { reportId: string; donationId: string; status: 'PENDING' | 'INVESTIGATING' }>
  | EventOf<
      'report.ended',
      { reportId: string; donationId: string; status: 'RESOLVED' | 'DISMISSED'; outcome: DonationOutcome }
    >
  | EventOf<
      'appeal.decided',
      { reportId: string; donationId: string; decision: AppealDecision; outcome: DonationOutcome }
    >
  | EventOf<
      'upgrade.accepted',
      { memberId: string; turnId: string; fromLevel: Level; toLevel: Level; balanceCents: number }
    >
  | EventOf<
      'pull.generated',
      {
        period: string
        created: number
        receivers: number
        skipped: number
        /** Members passed over because they had not accepted the terms; absent in entries from before this was asked. */
        skippedWithoutConsent?: number
      }
    >

export type EventKind = CircleEvent['kind']
export type EventOfKind<K extends EventKind> = Extract<CircleEvent, { kind: K }>

export type EntryRemovalReason = 'removed' | 'completed' | 'left' | 'suspended'
export type VoidReason = 'period_expired' | 'place_lost' | 'left' | 'suspended' | 'nobody_left'
export type CancelReason =
  | 'receiver_replaced'
  | 'receiver_removed'
  | 'donor_left'
  | 'donor_suspended'
  | 'place_lost'
  | 'report'
export type DonationOutcome = 'keep' | 'confirm' | 'cancel'
/** Whether the first decision of a case stands, or another takes its place. */
export type AppealDecision = 'UPHELD' | 'CHANGED'
export type EntryMove = {
  readonly entryId: string
  readonly position: number
  readonly passedMemberIds: readonly string[]
}

/** The inverse of a change: it gives one queue back as it was before a change of it (circle/undo.ts). */
export type Inverse = {
  readonly level: Level
  /** Where entries that are still there stood; `passed` is how many had passed them. */
  readonly places: readonly {
    readonly entryId: string
    readonly position: number
    readonly isReceiver: boolean
    readonly passed: number
  }[]
  /** The entries that the change placed. */
  readonly drop: readonly string[]
  /** The entries that the change took away; no turn of theirs was running. */
  readonly restore: readonly {
    readonly entryId: string
    readonly memberId: string
    readonly position: number
    readonly isReceiver: boolean
    readonly passedMemberIds: readonly string[]
    readonly createdAt: number
  }[]
  /** Members whose right to return the change used up. */
  readonly reentry: readonly string[]
}

export type OwedFacts = {
  readonly obligationId: string
  readonly memberId: string
  readonly type: DonationType
  readonly amountCents: number
  readonly target: Target
  readonly period: string | null
  readonly order: number
  /** A month that is not asked for yet. */
  readonly ahead?: true
  /** For which of a member's places a contribution is, from the second on. */
  readonly share?: number
}

export type DonationFacts = {
  readonly donationId: string
  readonly obligationId: string
  readonly donorId: string
  readonly receiverId: string | null
  readonly turnId: string | null
  readonly type: DonationType
  readonly amountCents: number
  readonly target: Target
}

export type MatchedFacts = DonationFacts & { readonly deadlineAt: number }

export function emptyState(mode: CircleMode, plan: Plan, rules = 1): CircleState {
  return {
    mode,
    plan,
    rules,
    nextOrder: 1,
    rotation: 1,
    rotationFrom: 1,
    isBroughtIn: false,
    donationsMade: 0,
    pulledPeriod: null,
    pulled: new Set(),
    members: new Map(),
    entries: new Map(),
    turns: new Map(),
    obligations: new Map(),
    donations: new Map(),
    reports: new Map(),
  }
}

import type { Sha256 } from '#circle/bytes.ts'
import type { PaymentKey } from '#circle/payment-key.ts'
import type { Plan } from '#circle/plan.ts'
import type { CircleMode } from '#circle/state.ts'
import type { TermsDocument } from '#circle/terms.ts'
import type { AppealFaultCode } from './appeals.ts'
import type { EndingFaultCode } from './endings.ts'
import type { FoundingFaultCode } from './founding.ts'
import type { ApprovalFaultCode, KnownAdministrators } from './approvals.ts'
import type { BeginningFaultCode } from './beginnings.ts'
import type { Money } from './books.ts'
import type { WaitingDebt } from './books-debts.ts'
import type { OwnDonation } from './books-donations.ts'
import type { BooksFaultCode } from './books-facts.ts'
import type { CalendarFaultCode } from './calendar.ts'
import type { WordsFaultCode } from './case-records.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { ConsentFaultCode, OwnConsent } from './consent.ts'
import type { DrawFaultCode } from './draws.ts'
import type { OrderSource } from './order-source.ts'
import type { SignedHead } from './entry.ts'
import type { Journal, JournalFaultCode } from './journal.ts'
import type { ShownWords } from './held-words.ts'
import type { Foresee, Retell, ShownAhead, ShownResult, ShownTurns } from './shown-state.ts'
import type { ShownDevice, ShownPaidOn } from './own-access.ts'
import type { ShownCase } from './own-cases.ts'
import type { RowsOf, ShownAct } from './own-rows.ts'
import type { ShownProposal } from './own-proposals.ts'
import type { HelperFaultCode } from './helpers.ts'
import type { SubstituteFaultCode } from './substitutes.ts'
import type { SwapFaultCode } from './swaps.ts'
import type { MemberWordFaultCode } from './member-words.ts'
import type { PaymentKeyFaultCode } from './payment-keys.ts'
import type { PixIdFaultCode } from './pix-ids.ts'
import type { ReplayFaultCode } from './replay.ts'
import type { RecordedKey } from './device-keys.ts'
import type { IsSigned, SignatureFaultCode, Signatures } from './signatures.ts'

/**
 * The faults that a ledger can have. `seq` is the entry's number, `line` where it stands in what was given, both from
 * 1.
 */
export type LedgerFaultCode =
  | 'entry.unreadable'
  | 'entry.missing'
  | 'entry.repeated'
  | 'entry.moved'
  | 'entry.altered'
  | 'entry.unlinked'
  | 'head.unsigned'
  | 'head.differs'
  | 'kept.unsigned'
  | 'kept.other_circle'
  | 'kept.other_key'
  | 'kept.cut'
  | 'kept.rewritten'
  | 'time.dated_back'
  | 'time.ahead'
  | 'time.stale'
  | 'time.moved_by_hand'
  | 'checkpoint.unreadable'
  | 'checkpoint.unsigned'
  | 'checkpoint.other_circle'
  | 'checkpoint.cut'
  | 'checkpoint.rewritten'
  | 'own.missing'
  | 'own.differs'
  | 'own.unlisted'
  | 'own.not_offered'
  | 'own.other_key'
  | 'own.consent_differs'
  | 'own.words_differ'
  | 'own.shut_out'
  | 'own.turns_differ'
  | 'own.result_differs'
  | 'own.proposal_hidden'
  | 'own.proposal_differs'
  | 'own.case_differs'
  | 'own.appeal_hidden'
  | 'own.paid_elsewhere'
  | 'own.device_hidden'
  | 'own.terms_hidden'
  | 'own.draw_hidden'
  | 'terms.differ'
  | 'terms.mode'
  | 'terms.closed'
  | ConsentFaultCode
  | DrawFaultCode
  | MemberWordFaultCode
  | SwapFaultCode
  | HelperFaultCode
  | SubstituteFaultCode
  | BeginningFaultCode
  | BooksFaultCode
  | PaymentKeyFaultCode
  | ApprovalFaultCode
  | CalendarFaultCode
  | PixIdFaultCode
  | AppealFaultCode
  | EndingFaultCode
  | FoundingFaultCode
  | WordsFaultCode
  | ReplayFaultCode
  | SignatureFaultCode
  | JournalFaultCode

export type LedgerFault = {
  readonly code: LedgerFaultCode
  readonly seq: number | null
  readonly line: number | null
  readonly id: string | null
}

/** A head, and whether its signature is that of its own key. */
export type CheckedHead = SignedHead & {
  readonly isSigned: boolean
  /** When (epoch ms) the device that keeps it had it, by its own clock; absent where none says so. */
  readonly keptAt?: number
}

/** A checkpoint kept from earlier, and whether the key that signs this ledger signed it, under the name of its log. */
export type CheckedCheckpoint = Checkpoint & {
  readonly isSigned: boolean
  /** When (epoch ms) witnesses that count for the reader say that they saw it, each signature verified. */
  readonly seenAt?: readonly number[]
}

/** A donation as the member's own data has it, without the ledger. */
export type KnownDonation = {
  readonly id: string
  readonly amountCents: number
  readonly paidCents?: number
  readonly status: string
  /** Until when (epoch ms) it is to be paid, as the member was shown, and null where no time was; absent once it is paid. */
  readonly deadlineAt?: number | null
  /** Whether it was shown as one whose clock a report stops, and as left out until a time (epoch ms). */
  readonly isStopped?: boolean
  /** Until when (epoch ms) it is said that it may be paid once a report that stops its clock comes to nothing. */
  readonly stopEndsAt?: number
  /** The day (YYYY-MM-DD) for which its payment was shown as scheduled, and since when (epoch ms) there is said to be this donation. */
  readonly scheduledFor?: string | null
  readonly madeAt?: number
  /** Whether it was shown with a case that is open. */
  readonly isReported?: boolean
  /** The case about it that it leads to, the latest; null where it leads to none. */
  readonly caseId?: string | null
  /** Why each of its receipts was rejected, in order: the text that is shown, null where it is gone, and the salt that opens its hash. */
  readonly rejections?: readonly { readonly text: string | null; readonly salt: string | null }[]
  readonly pausedUntil?: number | null
  /** The sum of the receipt that waits, and the PIX transaction shown with it, as its hash in the ledger is made of it; null for none. */
  readonly sentCents?: number
  /** When (epoch ms) that receipt, or the last one of a donation that was confirmed, is said to have been sent. */
  readonly sentAt?: number
  readonly payment?: string | null
  /** Until when (epoch ms) that receipt is said to be answered; null where no time is said. */
  readonly answerDueAt?: number | null
  /** The end that the administration is said to have given it, `confirm` or `cancel`; null where others ended it. */
  readonly settled?: string | null
  /** The sum that is said to be left of it while it is open. */
  readonly missingCents?: number
  /** Its parts that were confirmed, in order, each with when (epoch ms) it was sent, and its PIX transaction as above; null for none. */
  readonly parts?: readonly { readonly cents: number; readonly sentAt: number; readonly payment: string | null }[]
  /** Whether its donor was offered to pay it, or its receiver to confirm it; absent where the member's data does not say. */
  readonly isOffered?: boolean
  /** Whether they were offered to tell of a problem with it, and to reject its receipt; absent as above, and for a helper. */
  readonly mayReport?: boolean
  readonly mayReject?: boolean
  /** Whether it was shown as one of a demonstration, which nobody is to pay. */
  readonly isDemonstration?: boolean
  /** Absent where the member's data does not say; `receiverId` is null for the administrative account. */
  readonly donorId?: string
  readonly receiverId?: string | null
  /** The commitment of the payment key that was shown for it, or that key itself with its salt; absent where unknown. */
  readonly paymentCommitment?: string | null
  readonly paymentKey?: PaymentKey & { readonly salt: string }
}

/** A draw of the first order, as it was shown. `isIn`: as one of its people. */
export type ShownDraw = {
  readonly id: string
  readonly phase: string
  readonly joinUntil: number
  readonly isIn: boolean
}

/** A place that goes from one member to another, as it was shown. */
export type ShownSubstitute = {
  readonly id: string
  readonly memberId: string
  readonly newcomerId: string
  readonly givenCents: number
  readonly receivedCents: number
  /** As accepted by who comes, or as handed over; absent where it is only asked for. */
  readonly stage?: 'accepted' | 'done'
  /** Its future as it was shown; absent where nothing says, or once it was handed over. */
  readonly ahead?: ShownAhead
}

/** The answers on a page. `upTo`: none of its answers is older than this entry of the ledger; Infinity where they are to be of now. */
export type ShownOnPage = {
  readonly upTo: number
  /** Their open donations, all of them; absent where the page shows none, or one side alone. */
  readonly donations?: readonly KnownDonation[]
  /** The debts without a receiver yet that they are said to have; absent where the page shows nothing of it. */
  readonly waiting?: readonly WaitingDebt[]
  /** Of those that ended as many as it shows. */
  readonly ended?: readonly KnownDonation[]
  /** The ids in each list of these that begins with the newest, and whether that is the whole list. */
  readonly endedLists?: readonly { readonly ids: readonly string[]; readonly isWhole: boolean }[]
  /** As in `OwnRecords`. */
  readonly proposals?: readonly ShownProposal[]
  readonly hasAccepted?: boolean
  /** The draws of the first order; null where they could not be read. */
  readonly draws?: readonly ShownDraw[] | null
  /** Where the order of the first queue is said to come from. */
  readonly order?: OrderSource
}

/**
 * The member's own records, which the ledger is held to. `isComplete`: these are all of their donations, so the ledger may
 * have no other.
 */
export type OwnRecords = {
  readonly memberId: string
  readonly donations?: readonly KnownDonation[]
  readonly isComplete?: boolean
  /** The same as their page has it, from answers of its own, which may be others than those that this verification asked for. */
  readonly onPage?: ShownOnPage
  /** Whether they are shown as suspended, removed or never approved: nothing is asked of who is. */
  readonly isOut?: boolean
  /** The order and the turns as they were shown; absent where they were not. */
  readonly turns?: ShownTurns
  /** The sums of the circle so far, as they were shown. */
  readonly result?: ShownResult
  /**
   * The entry up to which their device had verified the ledger before they were shown turns, sums and cases: none of these follows from
   * an older one.
   */
  readonly knownUpTo?: number
  /** The key on which they are paid, and their devices, as they were shown. */
  readonly paidOn?: ShownPaidOn
  readonly devices?: readonly ShownDevice[]
  /** Their cases, as they were shown. */
  readonly cases?: readonly ShownCase[]
  /** The proposals that they were shown as touching them; absent where their data does not say. */
  readonly proposals?: readonly ShownProposal[]
  /** The proposals that they were shown as waiting for their own decision. */
  readonly decides?: readonly (ShownAct & { readonly id: string })[]
  /** Whether they were shown as having accepted the terms in force, or as not being asked to; absent where they were shown nothing. */
  readonly hasAccepted?: boolean
  /** The places handed over by them or to them, and those asked for, with the sums by which the two settle. */
  readonly substitutes?: readonly ShownSubstitute[]
  /** Everything that they accepted, in any circle; absent where their data does not say. */
  readonly consents?: readonly OwnConsent[]
  /** The words of their cases, with what opens their hashes; absent where their data does not say. */
  readonly words?: readonly ShownWords[]
}

export type LedgerQuestion = {
  readonly circleId: string
  /** The entries as they came, in the order in which they came: anything at all. */
  readonly entries: readonly unknown[]
  readonly head: CheckedHead
  /**
   * Entries up to this number are the asker's own copy, which this very program found right before: their hashes are not computed
   * anew, nor is what they decided decided again.
   */
  readonly verifiedUpTo?: number
  /** Heads kept from earlier, in any order. */
  readonly kept?: readonly CheckedHead[]
  /** The time (epoch ms) of the machine that asks; absent where it is not to be held to that. */
  readonly now?: number
  /** The head was asked for just now, so that it was signed now; absent for a file. */
  readonly isFresh?: true
  /** Checkpoints kept from earlier, and what computes the tree over the entries. */
  readonly checkpoints?: {
    readonly kept: readonly CheckedCheckpoint[]
    readonly sha256: Sha256
    /** The hash of a complete block of that tree, where it is known. */
    readonly block?: (index: number) => Uint8Array
    /** Whether the day's, as the server shows it, is no checkpoint. */
    readonly isDayUnreadable?: boolean
  }
  readonly own?: OwnRecords
  /** Other people's records, of any number of them, to which the ledger is held like one's own. */
  readonly others?: readonly OwnRecords[]
  /** Journals of members' devices, of any number of them. */
  readonly journals?: readonly Journal[]
  /**
   * The operator and the words that the circle's terms show; with the ledger's plan they are what is in force. `mode`: as what the
   * circle is shown; `isClosed`: whether it is shown as one that ended.
   */
  readonly terms?: Pick<TermsDocument, 'operator' | 'text' | 'administrators'> & {
    /** The plan as it is shown, null where the sums beside it are another's; absent where nothing shows it. */
    readonly plan?: Plan | null
    readonly mode?: CircleMode
    readonly isClosed?: boolean
  }
}

export type LedgerVerdict = {
  readonly entries: number
  /** The first faults found, in order; `faultsFound` counts all. */
  readonly faults: readonly LedgerFault[]
  readonly faultsFound: number
  /** Null while the chain is broken: sums over altered entries say nothing. */
  readonly money: Money | null
  /** From which entry on the rules were replayed; null where the chain is broken, or commands were not recorded yet. */
  readonly replayedFrom: number | null
  /** The rules to which a real circle was founded (circle/ledger/removals.ts); null for a demonstration. */
  readonly rules: number | null
  /** The acts that members' devices signed, and those that they did not; null while the chain is broken. */
  readonly signatures: Signatures | null
  /** From which entry on every debt was held to its member's consent; null where that was not recorded yet. */
  readonly consentFrom: number | null
  /** From where on the ledger says who administers the circle; null for a demonstration, or while the chain is broken. */
  readonly administrators: KnownAdministrators
  readonly own: {
    readonly entries: number
    readonly givenCents: number
    readonly receivedCents: number
    readonly donations: readonly OwnDonation[]
    /** The devices that ever signed, or could have, in this member's name. */
    readonly keys: readonly RecordedKey[]
  } | null
}

export type LedgerTools = {
  /** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
  readonly sha256: (text: string) => string
  /** Absent where signatures of acts cannot be verified. */
  readonly isActSigned?: IsSigned
  /** Absent where nobody was shown turns. */
  readonly foresee?: Foresee
  /** And where nobody was shown sums. */
  readonly retell?: Retell
  /** And where nobody was shown a proposal's rows. */
  readonly rowsOf?: RowsOf
  /** Told now and then how many entries are done. */
  readonly onProgress?: (done: number, total: number) => void
}

/** Names a fault. */
export type Found = (code: LedgerFaultCode, where?: Partial<Omit<LedgerFault, 'code'>>) => void

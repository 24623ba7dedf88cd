import { z } from 'zod'
import { approvalKinds } from './approvals.ts'
import {
  appealDecisions,
  donationStatuses,
  donationTypes,
  pixKeyTypes,
  reportStatuses,
  resolutions,
  userStatuses,
} from './labels.ts'
import { imageFields, sealedFields } from './profile-fields.ts'
import type { ImageField, SealedField } from './profile-fields.ts'

// Fields and spellings are the specification's, section 3. Money in reais, times ISO 8601 in UTC.

const id = z.string()
const time = z.string()
const text = z.string().nullable()
const reais = z.number()

export const pagination = z.strictObject({
  currentPage: z.int(),
  totalPages: z.int(),
  totalItems: z.int(),
  pageSize: z.int(),
})

export function paged<T extends z.ZodType>(entity: T) {
  return z.strictObject({ data: z.array(entity), pagination })
}

const sealedTexts = Object.fromEntries(sealedFields.map((name) => [name, text])) as Record<SealedField, typeof text>
const imageAddresses = Object.fromEntries(imageFields.map((name) => [name, text])) as Record<ImageField, typeof text>

/** A person's whole profile. Images are addresses, signed and short-lived, or the name of a built-in picture. */
export const user = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  ...sealedTexts,
  email: z.string(),
  pixKeyType: z.enum(pixKeyTypes).nullable(),
  ...imageAddresses,
  avatar: z.string(),
  role: z.enum(['USER', 'ADMIN']),
  /** Beyond the specification, and only on administrators who may read and change nothing. */
  auditor: z.literal(true).optional(),
  status: z.enum(userStatuses),
  adminApproved: z.boolean(),
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
  remindersOff: z.boolean(),
  /** Whether an administrator set the password, and its person has not chosen another yet. */
  passwordTemporary: z.boolean(),
  createdAt: time,
  updatedAt: time,
  current_level: z.int(),
  can_reenter: z.boolean(),
  n3_completed_at: time.nullable(),
})
export type User = z.infer<typeof user>

/** A person's own profile, and the change of their payment key that waits to hold. */
export const profile = user.extend({
  pixKeyPending: z
    .object({
      id,
      /** The new key as far as one's own is recognized by it: 'm•••@exemplo.com'. */
      key: z.string(),
      ownerName: z.string(),
      by: z.enum(['member', 'administration']),
      since: time,
      holds_at: time,
    })
    .nullable(),
})
export type Profile = z.infer<typeof profile>

export const tokens = z.object({ access_token: z.string(), refresh_token: z.string() })
export const authAnswer = tokens.extend({ user })

/** Donor or receiver on a donation. Contact and payment details only for the other party, while it is open. */
export const party = z.object({
  id: id.nullable(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatarUrl: text,
  email: text,
  phone: text,
  pixKey: text,
  pixOwnerName: text,
  pixCopyPaste: text,
  pixQrCode: text,
  btcAddress: text,
  btcQrCode: text,
  usdtAddress: text,
  usdtQrCode: text,
})
export type Party = z.infer<typeof party>

/**
 * Everything that the reader's device needs to hold words of a case to the ledger (circle/case-words.ts): the words as they are
 * hashed, the salt, and the hash with the number of its entry. Null where the words are covered, or were said before the
 * ledger held their hash.
 */
const wordsProof = z.object({
  circle_id: id,
  report_id: id,
  words_id: id,
  what: z.enum(['reason', 'statement', 'request', 'message', 'decision', 'appeal', 'appeal_decision']),
  more: text,
  of: z.enum(['donor', 'receiver']).nullable(),
  until: text,
  picture: text,
  /** Null where it is gone: the words were erased, or cannot be held to the ledger any more. */
  salt: z.string().nullable(),
  hash: z.string(),
  seq: z.int(),
})
export type WordsProof = z.infer<typeof wordsProof>

/** The actions that a party or an administrator may take on a donation. */
export const donationActions = ['send_receipt', 'confirm', 'reject_receipt', 'report', 'view_receipt'] as const

export const donation = z.object({
  id,
  donationId: id,
  type: z.enum(donationTypes),
  status: z.enum(donationStatuses),
  amount: reais,
  createdAt: time,
  created_at: time,
  deadline: time.nullable(),
  completedAt: time.nullable(),
  endedAt: time.nullable(),
  donorId: id,
  receiverId: id.nullable(),
  donor: party,
  /** Null while the obligation waits for a receiver. */
  receiver: party.nullable(),
  donor_queue_level: z.int().nullable(),
  donor_queue_position: z.int().nullable(),
  receiver_queue_level: z.int().nullable(),
  receiver_queue_position: z.int().nullable(),
  level: z.int().nullable(),
  is_reported: z.boolean(),
  report_resolved: z.boolean(),
  receipt_sent_at: time.nullable(),
  /** The receipts that the receiver rejected, in order. `reason` and the picture are gone once a party is erased. */
  rejections: z.array(
    z.object({
      attempt: z.int(),
      sent_at: time,
      rejected_at: time,
      reason: text,
      pix_transaction: text,
      has_picture: z.boolean(),
      receipt_signed: z.boolean().nullable(),
      rejection_signed: z.boolean(),
    }),
  ),
  /**
   * Null while the clock runs. An open report stops it: the donor’s own until `until`, so that the deadline is `ends` if
   * nothing is decided by then; the receiver’s until it is decided (both null).
   */
  clock_stopped: z.object({ until: time.nullable(), ends: time.nullable() }).nullable(),
  receipt_reused: z.boolean(),
  /** Whether the donor’s own device signed the receipt, and the receiver’s the confirmation; null where nobody did yet. */
  receipt_signed: z.boolean().nullable(),
  confirmation_signed: z.boolean().nullable(),
  waiting: z.boolean(),
  overdue: z.boolean(),
  /** Until when its receiver has to confirm or reject the receipt; null while none waits, and for the administrative account. */
  answer_due: time.nullable(),
  /** The id of the PIX transaction (E2E) that the donor named with the receipt. */
  pix_transaction: text,
  /** It has a receipt, so it never expires, and the time to answer it is over: the administration was told. */
  late: z.boolean(),
  /** The code made for exactly this donation, and its QR picture (base64); for its donor alone. */
  pixCopyPaste: text,
  pixQrCode: text,
  /**
   * The commitment of the key that it was matched with, as the ledger holds it, and, for its parties while it is open, the salt with
   * which they check the key that they are shown (circle/payment-key.ts). Null without a key.
   */
  payment_commitment: text,
  payment_salt: text,
  /** The actions that the caller may take on it now. */
  allowed: z.array(z.enum(donationActions)),
  demonstration: z.boolean(),
  /** The report about it, which both of its parties may read as a case. */
  report_id: text,
  /** How the administration ended it, and the reason that it gave; null where it did not. */
  settlement: z
    .object({ outcome: z.enum(['confirm', 'cancel']), reason: text, at: time, proof: wordsProof.nullable() })
    .nullable(),
})
export type Donation = z.infer<typeof donation>

export const historyDonation = donation.extend({ role: z.enum(['DONOR', 'RECEIVER']) })

export const memberDonationStats = z.object({
  totalDonated: reais,
  totalReceived: reais,
  pendingToSend: z.int(),
  pendingToReceive: z.int(),
  nextMonthlyContribution: time.nullable(),
})

export const adminDonationStats = z.object({
  totalDonations: z.int(),
  pendingPayment: z.int(),
  pendingConfirmation: z.int(),
  confirmed: z.int(),
  expired: z.int(),
  cancelled: z.int(),
  totalAmount: reais,
})

const named = z.object({ id: id.nullable(), name: z.string(), firstName: z.string(), lastName: z.string() })

export const report = z.object({
  id,
  donationId: id,
  /** Null where neither party opened it: `reporter` is the administration then. */
  reporterId: id.nullable(),
  reporter: named,
  donor: named,
  receiver: named,
  amount: reais,
  type: z.enum(donationTypes),
  status: z.enum(reportStatuses),
  donation_status: z.enum(donationStatuses),
  reported_at: time,
  created_at: time,
  updated_at: time,
  report_reason: z.string(),
  report_additional_info: text,
  report_resolved: z.boolean(),
  /** Until when a donor’s own report stops the deadline of their donation; null where it stops none, or until decided. */
  deadline_stopped_until: time.nullable(),
  report_resolution: z.enum(resolutions).nullable(),
  report_resolution_message: text,
  donation_outcome: text,
})
export type Report = z.infer<typeof report>

/** With the notes that administrators keep to themselves. */
export const adminReport = report.extend({ admin_notes: text })

/** One word of the administration about a report, and the status that came of it. `by` null: before each was kept. */
export const reportStep = z.object({
  id,
  at: time,
  by: named.nullable(),
  status: z.enum(reportStatuses),
  message: text,
  notes: text,
  outcome: text,
})

/** One line of the ledger about a donation, with what it set. `by` null: the circle's own clock. */
export const donationEvent = z.object({
  seq: z.int(),
  at: time,
  kind: z.string(),
  by: named.nullable(),
  deadline: time.nullable(),
  status: text,
  outcome: text,
  reason: text,
})
export type DonationEvent = z.infer<typeof donationEvent>

const caseSide = z.enum(['donor', 'receiver'])

/** One thing that happened in a case, oldest first. `by` is a role: administrators are not named to members. */
export const caseItem = z.object({
  id,
  at: time,
  kind: z.enum(['opened', 'statement', 'request', 'message', 'status', 'decision', 'appeal', 'appeal_decision']),
  by: z.enum(['donor', 'receiver', 'administration']),
  is_own: z.boolean(),
  text,
  more: text,
  /** An address, signed and short-lived. */
  picture: text,
  status: z.enum(reportStatuses).nullable(),
  outcome: text,
  of: caseSide.nullable(),
  until: text,
  /** Whether the party said something since they were asked; null for what asks nothing. */
  answered: z.boolean().nullable(),
  /** Of the decision on an appeal: whether the first one stands, and whether somebody who took part in that gave it. */
  decision: z.enum(appealDecisions).nullable(),
  by_same: z.boolean().nullable(),
  proof: wordsProof.nullable(),
  /** For administrators alone: the name of the one who wrote it, and their notes. */
  author: text,
  notes: text,
})
export type CaseItem = z.infer<typeof caseItem>

/** A report as both parties of its donation read it. */
export const reportCase = z.object({
  id,
  donationId: id,
  type: z.enum(donationTypes),
  amount: reais,
  donor: named,
  receiver: named,
  /** The reader's side; null for administrators. */
  side: caseSide.nullable(),
  reported_by: z.enum(['donor', 'receiver', 'administration']),
  reported_at: time,
  status: z.enum(reportStatuses),
  report_resolved: z.boolean(),
  report_resolution: z.enum(resolutions).nullable(),
  donation_status: z.enum(donationStatuses),
  donation_outcome: text,
  /** The id of the PIX transaction (E2E) that the donor named with the last receipt. */
  pix_transaction: text,
  timeline: z.array(caseItem),
  /** Until when either party may appeal against the decision; null before it, and once somebody has. */
  appeal_until: time.nullable(),
  appeal: z.enum(['open', 'decided']).nullable(),
  /** A decision that was proposed and waits for a second person, or until `due_at`. */
  proposal: z.object({ of: z.enum(['report', 'appeal']), outcome: text, due_at: time.nullable() }).nullable(),
  allowed: z.array(z.enum(['add', 'ask', 'appeal', 'decide_appeal'])),
})
export type ReportCase = z.infer<typeof reportCase>

/** The endings of a person's donations of one side, given or received, so far, and how many of them were reported. */
export const standing = z.object({ confirmed: z.int(), expired: z.int(), cancelled: z.int(), reported: z.int() })
export type Standing = z.infer<typeof standing>

/** A report with all there is to decide it by. `receiver` of the standing is null for the administrative account. */
export const reportDetails = adminReport.extend({
  donation,
  steps: z.array(reportStep),
  history: z.array(donationEvent),
  standing: z.object({ donor: standing, receiver: standing.nullable() }),
  case: reportCase,
})
export type ReportDetails = z.infer<typeof reportDetails>

export const reportStats = z.object({
  totalReports: z.int(),
  totalAmountReported: reais,
  reportsThisWeek: z.int(),
  reportsThisMonth: z.int(),
  averageReportAmount: reais,
})

export const queueEntry = z.object({
  id,
  position: z.int(),
  donation_number: z.int(),
  user_id: id,
  user,
  is_receiver: z.boolean(),
  passed_user_ids: z.array(id),
  created_at: time,
  updated_at: time,
})
export type QueueEntry = z.infer<typeof queueEntry>

export const levelProgress = z.object({
  level: z.int(),
  level_completed: z.boolean(),
  level_completed_at: time.nullable(),
  donations_received: z.int(),
  donations_required: z.int(),
  progress_percentage: z.number(),
  total_received: reais,
})
export type LevelProgress = z.infer<typeof levelProgress>

export const upgradeInfo = z.object({
  can_upgrade: z.boolean(),
  can_afford: z.boolean(),
  from_level: z.int(),
  to_level: z.int(),
  user_balance: reais,
  requirements: z.object({
    upgrade_amount: reais,
    cascade_amount: reais,
    reinjection_amount: reais,
    total: reais,
    description: z.string(),
  }),
})
export type UpgradeInfo = z.infer<typeof upgradeInfo>

export const myLevelProgress = z.object({
  current_level: z.int(),
  levels: z.array(levelProgress),
  upgrade: upgradeInfo.nullable(),
  upgrades: z.array(upgradeInfo),
})

export const levelStats = z.object({
  level: z.int(),
  totalUsers: z.int(),
  activeUsers: z.int(),
  completedUsers: z.int(),
  averageProgress: z.number(),
  totalDonationsReceived: z.int(),
  totalAmountReceived: reais,
})

export const monthlyPullResult = z.object({
  createdCount: z.int(),
  receiversProcessed: z.int(),
  skippedExisting: z.int(),
  /** Members passed over because they have not accepted the terms in force. */
  skippedWithoutConsent: z.int(),
})

/** The present month: when its contributions were first asked for, and how many places a pull would still ask. */
export const presentMonth = z.object({
  period: z.string(),
  asked_at: time.nullable(),
  would_ask: z.int(),
  /** The first contributions wait: how many people the plan was shown for, and how many have a place (pull.off_plan). */
  off_plan: z.object({ people: z.int(), places: z.int() }).nullable(),
})
export type PresentMonth = z.infer<typeof presentMonth>

const tasksOf = <T extends z.ZodType>(item: T) => z.object({ count: z.int(), items: z.array(item) })

/** The tasks that wait for a person to act: everything is counted, the first few that waited longest are named. */
export const pendingTasks = z.object({
  at: time,
  approvals: tasksOf(z.object({ id, name: z.string(), since: time })),
  /** Changes that somebody else proposed, which the reader may approve or refuse (contracts/approvals.ts). */
  proposals: tasksOf(
    z.object({ id, kind: z.enum(approvalKinds), proposed_by: z.string(), since: time, due_at: time.nullable() }),
  ),
  /** Approved members who have not accepted the terms in force: they are asked for nothing. */
  consents: tasksOf(z.object({ id, name: z.string(), since: time })),
  /** They have a receipt, so they never expire, and the time to answer it is over; those under a report stand there. */
  late_confirmations: tasksOf(
    z.object({
      id,
      receipt_sent_at: time,
      /** Until when the receiver had to answer; null for the administrative account. */
      answer_due: time.nullable(),
      rejections: z.int(),
      donor: z.string(),
      receiver: z.string(),
      amount: reais,
      type: z.enum(donationTypes),
      deadline: time,
    }),
  ),
  /** Also those whose decision somebody appealed against: then with the appellant, and since their appeal. */
  open_reports: tasksOf(
    z.object({ id, donation_id: id, reporter: z.string(), status: z.enum(reportStatuses), since: time }),
  ),
  /** Free places of the first queue, which administrators fill, and the approved members who could take them. */
  free_places: z.object({
    count: z.int(),
    first_position: z.int().nullable(),
    members: tasksOf(z.object({ id, name: z.string(), since: time })),
  }),
  obligations_without_receiver: tasksOf(
    z.object({ id, member: z.string(), type: z.enum(donationTypes), amount: reais, level: z.int(), since: time }),
  ).extend({ amount: reais }),
  month: presentMonth,
})
export type PendingTasks = z.infer<typeof pendingTasks>

const operator = z
  .object({ name: z.string(), document: z.string(), contact: z.string(), dataProtectionContact: z.string() })
  .nullable()

/** A plan as pages show it, in reais, with the sums that follow from it. */
const toldPlan = z.object({
  name: z.string(),
  version: z.int(),
  balanced: z.boolean(),
  deadline_days: z.int(),
  monthly_contribution: reais,
  levels: z.array(
    z.object({
      level: z.int(),
      donation: reais,
      required: z.int(),
      contributes: z.boolean(),
      pays: reais,
      owed_total: reais,
      owed: z.array(
        z.object({
          type: z.enum(donationTypes),
          amount: reais,
          target: z.union([z.int(), z.literal('administration')]),
          count: z.int(),
        }),
      ),
      owed_when: z.enum(['upgrade_accepted', 'level_completed']),
      on_completion: z.enum(['back_of_queue', 'leave_queue', 'leave_circle_queues']),
    }),
  ),
})

/** A version of a circle's terms, whole: whoever reads it can compute its hash again. */
export const toldTerms = z.object({
  circle_id: id,
  plan: toldPlan,
  operator,
  text: z.array(z.object({ key: z.string(), text: z.string() })),
})

export const circle = z.object({
  id,
  name: z.string(),
  mode: z.enum(['demonstracao', 'real']),
  operator,
  /** The contact for questions about personal data. */
  privacy_contact: text,
  /** The hash of the terms in force, over circle, plan, operator and text (circle/terms.ts). */
  terms_version: z.string(),
  capacity: z.int(),
  plan: toldPlan,
  /** Whether its time was ever set by hand (CLOCK): from then on no time in it is the world's. */
  test_clock: z.boolean(),
  /** When it was made. */
  since: time,
})
export type CircleInfo = z.infer<typeof circle>

/**
 * The circle's result so far; money in reais. Ahead: received more than given. A shortfall is shown to all, never
 * hidden.
 */
export const circleResult = z.object({
  at: time,
  members: z.int(),
  occupied: z.array(z.object({ level: z.int(), places: z.int() })),
  given: reais,
  received: reais,
  administration: reais,
  completed: z.array(z.object({ level: z.int(), members: z.int() })),
  ahead: z.int(),
  even: z.int(),
  behind: z.int(),
  /** The median member's received amount less the given amount; half of the circle stands below. */
  median: reais,
  shortfall: reais,
  /** The caller's own result if the circle stopped today. Null for administrators, who take no part. */
  own: z
    .object({
      given: reais,
      received: reais,
      balance: reais,
      positions: z.array(z.object({ level: z.int(), position: z.int() })),
    })
    .nullable(),
  /** The hundred places of the first queue, without names: who gives to whom this month is told by positions. */
  ring: z.object({
    period: z.string(),
    places: z.array(z.object({ position: z.int(), receiver: z.boolean(), own: z.boolean() })),
    gifts: z.array(
      z.object({
        from: z.int().nullable(),
        to: z.int().nullable(),
        status: z.enum(donationStatuses),
        own: z.boolean(),
      }),
    ),
  }),
})

/** One line of a circle's ledger, as its hash covers it. */
export const ledgerEntry = z.object({
  seq: z.int(),
  at: time,
  actor_id: id.nullable(),
  kind: z.string(),
  payload: z.record(z.string(), z.unknown()),
  previous_hash: z.string(),
  hash: z.string(),
})

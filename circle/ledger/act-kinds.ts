// Every act that somebody does for themselves, or decides, and signs on their own device: one line each.

/** The shape of an act. */
type Shape = {
  /** The record that the act is; absent where a command or several kinds of it are. */
  readonly record?: string
  /** The field of its record that says whom or what it is about. */
  readonly about?: 'subjectId' | 'approvalId' | 'keyId' | 'reportId' | 'swapId' | 'substituteId' | 'orderId'
  /**
   * The SHA-256 of the thing that goes with it: `true` where its command does not hold it, else the field of the record, which is
   * the very thing that was signed.
   */
  readonly image?: true | 'hash' | 'commitment' | 'number' | 'bodyHash'
  /**
   * In a real circle a member who ever had a device does this by a device's signature alone: it moves money, place, debts or the
   * key that is paid.
   */
  readonly isDemanded?: true
  /** It is about a donation, whose amount, parties and origin are signed with it. */
  readonly isOfDonation?: true
  /** It may be about a part of that amount. */
  readonly hasSum?: true
  /** Words go with it, by their hash (circle/case-words.ts); devices of before signed it without. */
  readonly hasWords?: true
  /** The hash of its page goes with it; devices of before signed it without. */
  readonly mayHaveImage?: true
}

const acts = {
  send_receipt: { image: true, isOfDonation: true, hasSum: true, isDemanded: true },
  reject_receipt: { isOfDonation: true, isDemanded: true, hasWords: true },
  confirm: { isOfDonation: true, hasSum: true, isDemanded: true },
  report: { isOfDonation: true, isDemanded: true, hasWords: true },
  accept_upgrade: { isDemanded: true },
  /** By the member to whom it is paid; month and amount are the plan's. */
  pay_ahead: { isDemanded: true },
  leave: { isDemanded: true },
  accept_terms: { record: 'terms.accepted', image: 'hash', isDemanded: true },
  join_draw: { record: 'draw.joined', image: 'commitment', isDemanded: true },
  open_draw: { record: 'draw.opened', image: 'number', isDemanded: true },
  accept_order: { record: 'order.accepted', about: 'orderId', image: 'hash', isDemanded: true },
  confirm_key: { record: 'payment_key.confirmed', image: 'commitment', isDemanded: true },
  object_key: { record: 'payment_key.objected', image: 'commitment' },
  object: { record: 'approval.objected', about: 'approvalId' },
  withdraw_objection: { record: 'approval.objection_withdrawn', about: 'approvalId', isDemanded: true },
  appeal: { record: 'case.appealed', about: 'reportId', hasWords: true },
  /** A party's words in a case. */
  say: { record: 'case.words', about: 'reportId', image: true, isDemanded: true },
  remove_key: { record: 'member.key_removed', about: 'keyId' },
  admit_key: { record: 'member.key_admitted', about: 'keyId', image: 'hash', isDemanded: true },
  vouch: { record: 'member.vouched', about: 'subjectId' },
  unvouch: { record: 'member.vouch_withdrawn', about: 'subjectId' },
  confirm_fiscal: { record: 'fiscal.confirmed', about: 'subjectId', isDemanded: true },
  end_fiscal: { record: 'fiscal.unconfirmed', about: 'subjectId', isDemanded: true },
  resign_fiscal: { record: 'fiscal.resigned', isDemanded: true },
  choose_witness: { record: 'witness.chosen', image: 'hash' },
  drop_witness: { record: 'witness.dropped', image: 'hash' },
  ask_swap: { record: 'swap.asked', about: 'subjectId', image: 'hash' },
  accept_swap: { mayHaveImage: true },
  /** Taken back, or declined: who did that relies on it, as on a word against their row. */
  end_swap: { record: 'swap.ended', about: 'swapId' },
  end_substitute: { record: 'substitute.ended', about: 'substituteId' },
  contest_beginning: { record: 'beginning.contested' },
  /** How many places of the roda. */
  take_shares: { isDemanded: true },
  ask_substitute: { record: 'substitute.asked', about: 'subjectId', image: 'hash' },
  accept_substitute: { record: 'substitute.accepted', about: 'substituteId', image: 'hash' },
  accept_beginning: { record: 'beginning.accepted', image: 'hash', isDemanded: true },
  /** A decision of somebody who administers, by the hash of it (deeds.ts): a command, a record, or what is proposed. */
  administer: { record: 'approval.proposed', image: true, isDemanded: true },
  approve: { record: 'approval.approved', about: 'approvalId', image: 'bodyHash', isDemanded: true },
  reject: { record: 'approval.rejected', about: 'approvalId' },
} as const satisfies Readonly<Record<string, Shape>>

export type ActKind = keyof typeof acts

export const ACT_KINDS = Object.keys(acts) as readonly ActKind[]

export function shapeOf(act: ActKind): Shape {
  return acts[act]
}

const byRecord = new Map(
  ACT_KINDS.flatMap((act) => {
    const { record } = shapeOf(act)
    return record ? [[record, act] as const] : []
  }),
)

/** The act that a record of this kind is; null for every other record. */
export function actOfKind(kind: string): ActKind | null {
  return byRecord.get(kind) ?? null
}

// Every act that a member does for themselves and signs on their own device: one line each.

/** The shape of an act. */
type Shape = {
  /** The record that the act is; absent where a command or several kinds of it are. */
  readonly record?: string
  /** The field of its record that says whom or what it is about. */
  readonly about?: 'subjectId' | 'donationId' | 'approvalId' | 'keyId'
  /**
   * The SHA-256 of the thing that goes with it: `true` where its command does not hold it, else the field of the record, which is
   * the very thing that was signed.
   */
  readonly image?: true | 'hash' | 'commitment' | 'number'
  /** It is about a donation, whose amount, parties and origin are signed with it. */
  readonly isOfDonation?: true
}

const acts = {
  send_receipt: { image: true, isOfDonation: true },
  reject_receipt: { isOfDonation: true },
  confirm: { isOfDonation: true },
  report: { isOfDonation: true },
  accept_upgrade: {},
  leave: {},
  accept_terms: { record: 'terms.accepted', image: 'hash' },
  join_draw: { record: 'draw.joined', image: 'commitment' },
  open_draw: { record: 'draw.opened', image: 'number' },
  vouch: { record: 'member.vouched', about: 'subjectId' },
  unvouch: { record: 'member.vouch_withdrawn', about: 'subjectId' },
  choose_witness: { record: 'witness.chosen', image: 'hash' },
  drop_witness: { record: 'witness.dropped', image: 'hash' },
  ask_swap: { record: 'swap.asked', about: 'subjectId', image: 'hash' },
  accept_swap: {},
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

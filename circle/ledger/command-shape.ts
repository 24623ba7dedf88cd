import type { Command } from '#circle/circle.ts'

// The rules take a command's fields for what their types say. In a ledger anything may stand there: a text where a list is
// expected, or a word that no rule knows, would be read as something else by the rules than by the checks around them.

type Holds = (value: unknown) => boolean

const isText: Holds = (value) => typeof value === 'string'
const isWhole: Holds = (value) => Number.isSafeInteger(value)
const isFlag: Holds = (value) => typeof value === 'boolean'
const isYes: Holds = (value) => value === true
const isObject: Holds = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTexts: Holds = (value) => Array.isArray(value) && value.every(isText)
/** A sum in whole centavos. */
const isSum: Holds = (value) => isWhole(value) && (value as number) > 0
/** The SHA-256 of a picture or a payment: never words. */
const isHash: Holds = (value) => typeof value === 'string' && /^[\da-f]{64}$/.test(value)
const isOneOf =
  (...words: string[]): Holds =>
  (value) =>
    words.includes(value as string)
const maybe =
  (holds: Holds): Holds =>
  (value) =>
    value === undefined || holds(value)
const isRow: Holds = (value) =>
  isObject(value) && hasShape({ memberId: isText, givenCents: isWhole, receivedCents: isWhole }, value as object)
const isReceiver: Holds = (value) =>
  value === 'administration' || (isObject(value) && isText((value as { memberId?: unknown }).memberId))

/** All that a case can be decided as. */
export const OUTCOMES = ['keep', 'confirm', 'cancel'] as const
export const RESOLUTIONS = ['RESOLVED', 'REJECTED', 'INVESTIGATING', 'NEEDS_MORE_INFO'] as const
export const APPEAL_DECISIONS = ['UPHELD', 'CHANGED'] as const

const outcome = isOneOf(...OUTCOMES)
const member = { memberId: isText }
const entry = { entryId: isText }
const donation = { donationId: isText }

const shapes: {
  readonly [K in Command['kind']]: Readonly<Record<Exclude<keyof Extract<Command, { kind: K }>, 'kind'>, Holds>>
} = {
  create_circle: { mode: isOneOf('demonstracao', 'real'), plan: isObject, rules: maybe(isWhole) },
  change_plan: { plan: isObject },
  approve_member: member,
  depart_member: { ...member, how: isOneOf('left', 'suspended') },
  reinstate_member: member,
  place: { ...member, level: isWhole, position: isWhole, isReceiver: isFlag },
  remove: entry,
  swap: { ...entry, otherEntryId: isText },
  move_to_end: { ...member, level: isWhole },
  reorder: { ...entry, position: isWhole },
  set_receiver: { ...entry, nextEntryId: isText },
  next_receiver: entry,
  edit_entry: { ...entry, position: maybe(isWhole), isReceiver: maybe(isFlag) },
  apply_draw: { drawId: isText, memberIds: isTexts },
  undo: { seq: isWhole, inverse: isObject },
  generate_pull: {
    donorsCount: maybe(isWhole),
    amountCents: maybe(isWhole),
    type: maybe(isText),
    deadlineDays: maybe(isWhole),
    withoutConsent: maybe(isTexts),
    unserved: maybe(isYes),
    countsOnce: maybe(isYes),
  },
  serve_again: member,
  send_receipt: { ...donation, ...member, image: maybe(isHash), payment: maybe(isHash), cents: maybe(isSum) },
  reject_receipt: { ...donation, ...member, stays: maybe(isYes) },
  confirm: { ...donation, by: isReceiver, cents: maybe(isSum) },
  expire: { late: maybe(isYes) },
  report: { reportId: isText, ...donation, ...member },
  open_case: { reportId: isText, ...donation, bounded: maybe(isYes) },
  set_report_status: { reportId: isText, status: isOneOf('PENDING', 'INVESTIGATING', 'RESOLVED', 'DISMISSED') },
  resolve_report: {
    reportId: isText,
    resolution: isOneOf(...RESOLUTIONS),
    outcome,
  },
  decide_appeal: { reportId: isText, ...donation, decision: isOneOf(...APPEAL_DECISIONS), outcome },
  swap_turns: { swapId: isText, ...member, otherId: isText, position: isWhole, otherPosition: isWhole },
  hand_over: { substituteId: isText, ...member, newcomerId: isText, givenCents: isWhole, receivedCents: isWhole },
  begin_rotation: {},
  take_shares: { ...member, shares: isWhole },
  bring_in: { rows: (value) => Array.isArray(value) && value.every(isRow) },
  pause_month: donation,
  pay_ahead: { ...member, receiverId: isText },
  accept_upgrade: { ...member, fromLevel: isWhole, toLevel: isWhole },
}

function hasShape(shape: Readonly<Record<string, Holds>>, value: object): boolean {
  return Object.entries(shape).every(([field, holds]) => holds((value as Readonly<Record<string, unknown>>)[field]))
}

/** Whether what a ledger has as a command is one, each field of its type. */
export function isCommand(value: unknown): value is Command {
  if (!isObject(value)) return false
  const { kind } = value as { readonly kind?: unknown }
  return (
    typeof kind === 'string' &&
    Object.hasOwn(shapes, kind) &&
    hasShape(shapes[kind as Command['kind']], value as object)
  )
}

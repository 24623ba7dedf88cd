import { canonicalJson } from './entry.ts'

/** The records that are decisions of the administration, and the fields that are signed: those that a device knows beforehand. */
const SIGNED: Readonly<Record<string, readonly string[]>> = {
  'administrator.removed': ['userId', 'role'],
  'circle.answer_days_set': ['days'],
  'circle.calendar_removed': [],
  'circle.calendar_set': ['day', 'hour'],
  'circle.closed': [],
  'fiscal.named': ['memberId'],
  'fiscal.withdrawn': ['memberId'],
  'helper.ended': ['memberId', 'helperId'],
  'helper.named': ['memberId', 'helperId'],
  'member.access_reset': ['memberId'],
  'member.email_changed': ['memberId'],
  'payment_key.change_asked': ['memberId'],
}

/** Such a record as a device signs it, before it is written. */
export type DecidedRecord = { readonly kind: `${string}.${string}` } & Readonly<Record<string, string>>

type Fields = Readonly<Record<string, unknown>>

/** Whether records of this kind can be decisions. */
export const mayBeDecided = (kind: string): boolean => Object.hasOwn(SIGNED, kind)

/** Whether a record of this actor is a decision of the administration's; what somebody does for themselves is none. */
export function isDecidedRecord(kind: string, fields: Fields, actorId: string | null): boolean {
  const isOwn = fields['memberId'] === actorId || fields['helperId'] === actorId
  return actorId !== null && !isOwn && mayBeDecided(kind)
}

/** The text whose SHA-256 a device signs of it. */
export function recordText(kind: string, fields: Fields): string {
  const signed = Object.fromEntries((SIGNED[kind] ?? []).map((name) => [name, fields[name]]))
  return canonicalJson({ kind, ...signed })
}

import type { Command } from '#circle/circle.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import type { Level } from '#circle/plan.ts'

/** The acts that a member does for themselves and signs on their own device. */
export type ActKind =
  | 'send_receipt'
  | 'reject_receipt'
  | 'confirm'
  | 'report'
  | 'accept_upgrade'
  | 'accept_terms'
  | 'leave'
  | 'join_draw'
  | 'vouch'
  | 'unvouch'
  | 'choose_witness'
  | 'drop_witness'

/**
 * One act as its signature covers it. `donationId`: the donation, or the person that it is about. `image` is the SHA-256 of
 * what goes with it: the picture as it was sent, the terms that are accepted, the commitment to a number in a draw, or the
 * key of a witness.
 */
export type Act = {
  readonly act: ActKind
  readonly donationId: string | null
  readonly level: Level | null
  readonly image: string | null
}

/**
 * A signature as the ledger keeps it, so that everybody can rebuild the text: which key, when (ISO, by the device), the
 * ledger's head that the device had last seen, the picture's SHA-256, and r‖s in base64url.
 */
export type ActSignature = {
  readonly key: string
  readonly at: string
  readonly head: string
  readonly sig: string
  readonly image: string | null
}

/** A signature counts for ten minutes, so that nobody can keep one and use it later. */
export const SIGNATURE_AGE_MAX_MS = 10 * 60_000

/** How far the signing device's clock may be ahead. */
export const SIGNATURE_AHEAD_MAX_MS = 60_000

/** The text that is signed: ECDSA with P-256 and SHA-256 over its UTF-8 bytes. */
export function actText(
  circleId: string,
  { act, donationId, level, image }: Act,
  { at, head }: Pick<ActSignature, 'at' | 'head'>,
): string {
  return ['ciranda-act-v1', circleId, act, donationId ?? '-', level ?? '-', image ?? '-', at, head].join('\n')
}

/** Whether a signature of this moment counts at that one, both in epoch ms. */
export function isTimely(signedAt: number, at: number): boolean {
  return at - signedAt <= SIGNATURE_AGE_MAX_MS && signedAt - at <= SIGNATURE_AHEAD_MAX_MS
}

/** The member's own act in a command, without the picture, which no command holds; null for everything else. */
export function actOf(command: Command): (Omit<Act, 'image'> & { readonly memberId: string }) | null {
  switch (command.kind) {
    case 'send_receipt':
    case 'reject_receipt':
    case 'report':
      return { act: command.kind, memberId: command.memberId, donationId: command.donationId, level: null }
    case 'confirm':
      return command.by === 'administration'
        ? null
        : { act: 'confirm', memberId: command.by.memberId, donationId: command.donationId, level: null }
    case 'accept_upgrade':
      return { act: 'accept_upgrade', memberId: command.memberId, donationId: null, level: command.toLevel }
    case 'depart_member':
      return command.how === 'left' ? { act: 'leave', memberId: command.memberId, donationId: null, level: null } : null
    default:
      return null
  }
}

const actsOfRecords: Readonly<Record<string, ActKind>> = {
  'terms.accepted': 'accept_terms',
  'draw.joined': 'join_draw',
  'member.vouched': 'vouch',
  'member.vouch_withdrawn': 'unvouch',
  'witness.chosen': 'choose_witness',
  'witness.dropped': 'drop_witness',
}

/** The member's own act in a record: their acceptance of the terms, their word for somebody …; null for every other record. */
export function actOfRecord(kind: string, fields: object): ReturnType<typeof actOf> {
  const { memberId, subjectId } = fields as { readonly memberId?: unknown; readonly subjectId?: unknown }
  const act = Object.hasOwn(actsOfRecords, kind) ? actsOfRecords[kind] : undefined
  if (typeof memberId !== 'string' || !act) return null
  return { act, memberId, donationId: typeof subjectId === 'string' ? subjectId : null, level: null }
}

/** The act that a ledger entry records in the name of its own actor; null for every other entry. */
export function actOfEntry({ kind, payload, actor_id }: LedgerEntry): ReturnType<typeof actOf> {
  const { command } = payload
  const isCommand = kind === COMMAND_KIND && typeof command === 'object' && command !== null
  const act = isCommand ? actOf(command as Command) : actOfRecord(kind, payload)
  return act && act.memberId === actor_id ? act : null
}

const shapes: Readonly<Record<Exclude<keyof ActSignature, 'image'>, RegExp>> = {
  key: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  at: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  head: /^[\da-f]{64}$/,
  sig: /^[\w-]{86}$/,
}

const withImage: readonly ActKind[] = ['send_receipt', 'accept_terms', 'join_draw', 'choose_witness', 'drop_witness']

/** Whether a value has exactly the fields of a signature for this act, each of its shape: a receipt has its picture's hash. */
export function isActSignature(value: unknown, act: ActKind): value is ActSignature {
  if (typeof value !== 'object' || value === null) return false
  const { image, ...rest } = value as Record<string, unknown>
  const hasImage = withImage.includes(act)
  const isImage = hasImage ? typeof image === 'string' && shapes.head.test(image) : image === null
  return (
    isImage &&
    Object.keys(rest).length === Object.keys(shapes).length &&
    Object.entries(shapes).every(([name, shape]) => typeof rest[name] === 'string' && shape.test(rest[name])) &&
    !Number.isNaN(Date.parse(rest['at'] as string))
  )
}

import { actOfKind, shapeOf } from './act-kinds.ts'
import type { ActKind } from './act-kinds.ts'
import type { Command } from '#circle/circle.ts'
import { isDecidedRecord } from './decided-records.ts'
import { isDeed, isProposedDeed } from './deeds.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import type { Level } from '#circle/plan.ts'

/**
 * One act as its signature covers it. `donationId`: the donation, or the person or thing that it is about. `image` is the SHA-256 of
 * what goes with it: the picture as it was sent, the terms that are accepted, the commitment to a number in a draw, or the
 * key of a witness.
 */
export type Act = {
  readonly act: ActKind
  readonly donationId: string | null
  /** The level, or how many places of a roda are taken. */
  readonly level: Level | null
  readonly image: string | null
  /** The sum that is paid or confirmed, where it is not the donation's whole amount. */
  readonly cents?: number
  /** Which part of the donation is confirmed, from 1, so that no second signature of one confirmation is of another part. */
  readonly part?: number
}

/** A donation as the entry that made it has it; `entry` is that entry's hash, `receiverId` null for the administrative account. */
export type Debt = {
  readonly entry: string
  readonly amountCents: number
  readonly donorId: string
  readonly receiverId: string | null
}

/**
 * A signature as the ledger keeps it, so that everybody can rebuild the text: which key, when (ISO, by the device's own clock), the
 * end of the ledger that the device had proven, the picture's SHA-256, the device's count of its acts, and r‖s in
 * base64url. One without a count is of the first format, from before counts, amounts and parties were signed. `cents`: of a part;
 * `part`: which of them is confirmed.
 */
export type ActSignature = {
  readonly key: string
  readonly at: string
  readonly head: string
  readonly sig: string
  readonly image: string | null
  readonly count?: number
  readonly cents?: number
  readonly part?: number
}

/** An entry of the ledger as a device signed that it stood at its end: its number, and until when (epoch ms) it did. */
export type SignedEnd = { readonly seq: number; readonly endedAt: number }

/** A signature of the first format counts for ten minutes, so that nobody can keep one and use it later. */
const SIGNATURE_AGE_MAX_MS = 10 * 60_000

/** How far the clock of a device of the first format may be ahead. */
const SIGNATURE_AHEAD_MAX_MS = 60_000

/** How far a device's own clock and its act's entry may be apart: a day that is wrong, and the time zones. */
export const APART_MAX_MS = 26 * 3_600_000

/** How long before its entry the end that a device signed may have ceased to be it, and how many entries ago. */
const END_AGE_MAX_MS = 24 * 3_600_000
const END_AGE_MAX_ENTRIES = 200

/** The text of the first format: ECDSA with P-256 and SHA-256 over its UTF-8 bytes. */
export function firstActText(
  circleId: string,
  { act, donationId, level, image }: Act,
  { at, head }: Pick<ActSignature, 'at' | 'head'>,
): string {
  return ['ciranda-act-v1', circleId, act, donationId ?? '-', level ?? '-', image ?? '-', at, head].join('\n')
}

/** Where and when a device stood as it signed: its own clock, its own proven end of the ledger, and its count. */
export type Moment = Required<Pick<ActSignature, 'at' | 'head' | 'count'>> & { readonly seq: number }

/**
 * The text that a device signs: the act, what it is about with amount and parties and the entry that made the debt, and where the
 * device stood. ECDSA with P-256 and SHA-256 over its UTF-8 bytes. `helped`: the member for whom a helper signs, so that what one
 * signed for oneself is no act of another.
 */
export function actText(
  circleId: string,
  { act, donationId, level, image, cents, part }: Act,
  debt: Debt | null,
  { at, head, seq, count }: Moment,
  helped: string | null = null,
): string {
  const sum = cents === undefined ? debt?.amountCents : `${cents}/${debt?.amountCents}`
  const amount = part === undefined ? sum : `${sum} part ${part}`
  const of = debt ? [amount, debt.donorId, debt.receiverId ?? '-', debt.entry] : ['-', '-', '-', '-']
  const about = [act, donationId ?? '-', level ?? '-', image ?? '-', ...of]
  const by = helped === null ? [] : [`helper of ${helped}`]
  return ['ciranda-act-v3', circleId, ...about, seq, head, at, count, ...by].join('\n')
}

/** The text of a signature in the format in which it was made. */
export function signedTextOf(
  circleId: string,
  act: Act,
  debt: Debt | null,
  { at, head, count, seq }: Pick<ActSignature, 'at' | 'head' | 'count'> & { readonly seq: number },
  helped: string | null = null,
): string {
  return count === undefined
    ? firstActText(circleId, act, { at, head })
    : actText(circleId, act, debt, { at, head, seq, count }, helped)
}

/** The entries that say between whom a donation is: the last one counts. */
export const madeBetween: readonly string[] = ['donation.matched', 'donation.handed_over']

/** The donation that an entry made, or gave other parties; null for every other entry. */
export function debtOf({ kind, payload, hash }: Pick<LedgerEntry, 'kind' | 'payload' | 'hash'>): Debt | null {
  if (!madeBetween.includes(kind)) return null
  const { amountCents, donorId, receiverId } = payload as Omit<Debt, 'entry'>
  return { entry: hash, amountCents, donorId, receiverId }
}

/** The donation with this id as a ledger last made it or gave it other parties; null where it did neither. */
export function debtWithId(entries: readonly LedgerEntry[], donationId: unknown): Debt | null {
  const made = entries.findLast(
    ({ kind, payload }) => madeBetween.includes(kind) && payload['donationId'] === donationId,
  )
  return made ? debtOf(made) : null
}

/** The signature that an entry has, whether it is right or not. */
export const signatureIn = ({ payload }: Pick<LedgerEntry, 'payload'>) =>
  payload['signature'] as ActSignature | undefined

/**
 * Whether a signature is of the time of its act's entry, which has this number and time: the device's clock is not far from it, and
 * the end that it signed has not ceased to be it for long.
 */
export function isTimely(
  { at, count }: Pick<ActSignature, 'at' | 'count'>,
  entry: { readonly seq: number; readonly at: number },
): boolean {
  const late = entry.at - Date.parse(at)
  return count === undefined
    ? late <= SIGNATURE_AGE_MAX_MS && -late <= SIGNATURE_AHEAD_MAX_MS
    : Math.abs(late) <= APART_MAX_MS
}

/** Whether the end of the ledger that a device signed is that of its act's time. */
export function isFresh(
  end: SignedEnd,
  entry: { readonly seq: number; readonly at: number },
  { count }: Pick<ActSignature, 'count'>,
): boolean {
  const between = entry.seq - 1 - end.seq
  return entry.at - end.endedAt <= END_AGE_MAX_MS && (count === undefined || between <= END_AGE_MAX_ENTRIES)
}

/** Whose act something is, without what goes with it. */
export type OwnAct = Omit<Act, 'image'> & { readonly memberId: string }

/**
 * The act that a command of this actor is: a member's own, without the picture, which no command holds, or a decision of whoever
 * administers; null for everything else.
 */
export function actOf(command: Command, actorId: string | null): OwnAct | null {
  if (actorId !== null && isDeed(command, actorId))
    return { act: 'administer', memberId: actorId, donationId: null, level: null }
  switch (command.kind) {
    case 'send_receipt':
      return { ...ofDonation(command, command.memberId), ...sumOf(command) }
    case 'reject_receipt':
    case 'report':
      return ofDonation(command, command.memberId)
    case 'confirm':
      return command.by === 'administration' ? null : { ...ofDonation(command, command.by.memberId), ...sumOf(command) }
    case 'accept_upgrade':
      return { act: 'accept_upgrade', memberId: command.memberId, donationId: null, level: command.toLevel }
    case 'pay_ahead':
      return { act: 'pay_ahead', memberId: command.memberId, donationId: command.receiverId, level: null }
    case 'take_shares':
      return { act: 'take_shares', memberId: command.memberId, donationId: null, level: command.shares as Level }
    case 'swap_turns':
      return { act: 'accept_swap', memberId: command.memberId, donationId: command.swapId, level: null }
    case 'depart_member':
      return command.how === 'left' ? { act: 'leave', memberId: command.memberId, donationId: null, level: null } : null
    default:
      return null
  }
}

function ofDonation<K extends ActKind>({ kind, donationId }: { kind: K; donationId: string }, memberId: string) {
  return { act: kind, memberId, donationId, level: null }
}

const sumOf = ({ cents }: { readonly cents?: number | undefined }) => (cents === undefined ? {} : { cents })

/** The act that a record of this actor is: an acceptance of the terms, a word for somebody …; null for every other record. */
export function actOfRecord(kind: string, fields: object, actorId: string | null): OwnAct | null {
  const given = fields as Readonly<Record<string, unknown>>
  if (actorId !== null && isDecidedRecord(kind, given, actorId))
    return { act: 'administer', memberId: actorId, donationId: null, level: null }
  const act = actOfKind(kind)
  // A decision about others names nobody but its actor.
  const { memberId = actorId, change, what } = given
  if (typeof memberId !== 'string' || !act || (act === 'administer' && !isProposedDeed(change))) return null
  // Other words of a case go with an act of their own, or are the administration's.
  if (act === 'say' && what !== 'statement') return null
  const { about } = shapeOf(act)
  const subject = about ? given[about] : null
  return { act, memberId, donationId: typeof subject === 'string' ? subject : null, level: null }
}

/** The act that a ledger entry records in the name of its own actor; null for every other entry. */
export function actOfEntry({ kind, payload, actor_id }: LedgerEntry): OwnAct | null {
  const { command } = payload
  const isCommand = kind === COMMAND_KIND && typeof command === 'object' && command !== null
  const act = isCommand ? actOf(command as Command, actor_id) : actOfRecord(kind, payload, actor_id)
  return act && act.memberId === actor_id ? act : null
}

const shapes: Readonly<Record<Exclude<keyof ActSignature, 'image' | 'count' | 'cents' | 'part'>, RegExp>> = {
  key: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  at: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  head: /^[\da-f]{64}$/,
  sig: /^[\w-]{86}$/,
}

/** Whether a signature's count follows the last one of its device; a device that counts goes on counting. */
export function isNext({ count }: Pick<ActSignature, 'count'>, last: number | null): boolean {
  return last === null || (count !== undefined && count > last)
}

/** Whether a value has exactly the fields of a signature for this act, each of its shape: a receipt has its picture's hash. */
export function isActSignature(value: unknown, act: ActKind): value is ActSignature {
  if (typeof value !== 'object' || value === null) return false
  const { image, count, cents, part, ...rest } = value as Record<string, unknown>
  const { image: isNeeded, hasWords, mayHaveImage } = shapeOf(act)
  const isHash = typeof image === 'string' && shapes.head.test(image)
  const isImage = isNeeded ? isHash : image === null || ((hasWords ?? mayHaveImage) === true && isHash)
  return (
    isImage &&
    (cents === undefined || (shapeOf(act).hasSum === true && Number.isSafeInteger(cents) && count !== undefined)) &&
    (part === undefined || (act === 'confirm' && cents !== undefined && Number.isSafeInteger(part))) &&
    (count === undefined || (Number.isSafeInteger(count) && (count as number) > 0)) &&
    Object.keys(rest).length === Object.keys(shapes).length &&
    Object.entries(shapes).every(([name, shape]) => typeof rest[name] === 'string' && shape.test(rest[name])) &&
    !Number.isNaN(Date.parse(rest['at'] as string))
  )
}

/** Whether a signature is for the very thing that its record tells. */
export function isOfRecord(act: ActKind, { image }: ActSignature, fields: Readonly<Record<string, unknown>>): boolean {
  const { image: field } = shapeOf(act)
  // Of a new administrator no command follows that it could be held to.
  if (act === 'administer' && fields['change'] === 'add_administrator') return fields['actHash'] === image
  return field === undefined || field === true || fields[field] === image
}

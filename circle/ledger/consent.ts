import type { Command } from '#circle/circle.ts'
import type { Draft } from '#circle/draft.ts'
import { owesBack } from '#circle/release.ts'
import { awaitsRotation } from '#circle/rotation.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { readOn } from './following.ts'
import type { Begun } from './following.ts'
import type { CommandPayload } from './replay.ts'
import { holdsToRules, TERMS_SETTLE_SINCE } from './rules.ts'
import { openTerms } from './terms-in-force.ts'
import type { TermsInForce } from './terms-in-force.ts'
import { termsHashText } from '#circle/terms.ts'
import type { TermsDocument } from '#circle/terms.ts'

/**
 * The faults that consent can have: a debt without it, somebody spared in spite of it, one given for somebody else,
 * somebody who is spared and paid all the same, somebody passed over before they could know of new terms, and somebody who accepted
 * them and is still not paid.
 */
export type ConsentFaultCode =
  | 'consent.missing'
  | 'consent.passed_over'
  | 'consent.not_own'
  | 'consent.unequal'
  | 'consent.too_soon'
  | 'consent.unserved'

export type ConsentFault = { readonly code: ConsentFaultCode; readonly seq: number }

export type ConsentCheck = {
  /** The first entry that says which terms are in force; null for a ledger from before that was recorded. */
  readonly fromSeq: number | null
  readonly faults: readonly ConsentFault[]
  /** The terms in force at the end. */
  readonly inForce: TermsInForce | null
  /** Whether a member who is in the circle at the end has not accepted them. */
  readonly lacks: (memberId: string) => boolean
}

/**
 * Holds every debt to the consent of the member who owes it, from the ledger alone: nobody is asked for a contribution
 * and nobody accepts an upgrade who had not accepted the terms in force at that moment, but for what they received and owe back;
 * nobody is asked between two rotations; and nobody who had accepted them, or owes back, is passed over, nor anybody for terms that
 * have just changed, where who organises takes part. Who is passed over is not paid either, in a real circle whose founding says so
 * and in every one from the first time on, until they accept. `entries` are in order and chained.
 */
export function checkConsent(entries: readonly LedgerEntry[], begun?: Begun<ConsentReader>): ConsentCheck {
  return readOn(entries, begun, openConsent).result()
}

/** Reads consents entry by entry, along the state that each entry met. */
export function openConsent() {
  const faults: ConsentFault[] = []
  const terms = openTerms()
  const { hasAccepted } = terms
  let mustUnserve = false
  let mustSettle = false
  let owing: ReadonlySet<string> = new Set()
  /** The member who has just accepted the terms for which they were passed over: from here on they are paid again. */
  let unserved: string | null = null
  const isAsked = (id: string) => hasAccepted(id) || (mustSettle && owing.has(id))
  const isBetween = () => mustSettle && reader.draft !== null && awaitsRotation(reader.draft)

  /** Holds a command to the terms, and to the state, that it met. */
  const hold = (seq: number, asked: Partial<CommandPayload>): void => {
    if (asked.command?.kind === 'generate_pull') owing = owingBack(reader.draft)
    if (terms.fromSeq() !== null) faults.push(...commandFaults(seq, asked, { hasAccepted, isAsked, isBetween }))
    if (leavesServed(asked.command, mustUnserve)) faults.push({ code: 'consent.unequal', seq })
    mustUnserve ||= holdsToRules(asked.command) || isUnserving(asked.command)
    mustSettle ||= holdsToRules(asked.command, TERMS_SETTLE_SINCE)
  }

  const take = (entry: LedgerEntry, founding: Draft | null): void => {
    const { seq, at, kind, payload } = entry
    const { memberId } = payload as { memberId: string }
    if (unserved !== null && !isServing(payload, unserved)) faults.push({ code: 'consent.unserved', seq })
    unserved = null
    const amiss = terms.read(entry)
    if (amiss) faults.push({ code: amiss, seq })
    switch (kind) {
      case 'member.passed_over':
        if (mustSettle && terms.areSettling(Date.parse(at))) faults.push({ code: 'consent.too_soon', seq })
        break
      case 'terms.accepted':
        if (mustSettle && reader.draft?.members.get(memberId)?.isPassedOver) unserved = memberId
        break
      case COMMAND_KIND:
        reader.draft = founding ?? reader.draft
        hold(seq, payload as Partial<CommandPayload>)
        break
      case 'obligation.owed':
        if (terms.fromSeq() !== null && payload['type'] === 'PULL' && !hasAccepted(memberId) && !owing.has(memberId))
          faults.push({ code: 'consent.missing', seq })
        break
      default:
    }
  }

  const reader = {
    draft: null as Draft | null,
    take,
    lose: () => {
      reader.draft = null
    },
    result: (): ConsentCheck => ({
      fromSeq: terms.fromSeq(),
      faults,
      inForce: terms.inForce(),
      lacks: (memberId) => reader.draft?.members.get(memberId)?.status === 'approved' && terms.lacks(memberId),
    }),
  }
  return reader
}

export type ConsentReader = ReturnType<typeof openConsent>

/** An acceptance as the member's own data has it: the hash, and the document that they were shown. */
export type OwnConsent = { readonly hash: string; readonly document: TermsDocument }

/**
 * Holds the ledger to the acceptances that a member has in their own data: each is of the document kept beside it and
 * stands in the ledger, names whom the ledger names as its first administrators, and the ledger has no other in their
 * name. Answers the faults, with the entry where there is one.
 */
export function checkOwnConsents(
  entries: readonly LedgerEntry[],
  { circleId, memberId }: { readonly circleId: string; readonly memberId: string },
  consents: readonly OwnConsent[],
  sha256: (text: string) => string,
): { readonly code: 'own.consent_differs'; readonly seq: number | null }[] {
  const entered = entries.filter(
    ({ kind, payload }) => kind === 'terms.accepted' && (payload as { memberId?: unknown }).memberId === memberId,
  )
  const own = consents.filter(({ document }) => document.circleId === circleId)
  const named = entries.find(({ kind }) => kind === 'circle.administrators_named')?.payload['userIds']
  // An administrator who takes part without having been one of the first is named behind them.
  const first = new Set(String(named ?? '').split(','))
  const namesThem = ({ administrators }: TermsDocument) => {
    const shown = administrators?.filter(({ id, takesPart }) => first.has(id) || !takesPart)
    return shown === undefined || shown.length === 0 || shown.map(({ id }) => id).join(',') === named
  }
  const unlisted = entered.filter(({ payload }) => !own.some(({ hash }) => hash === payload['hash']))
  const amiss = own.flatMap(({ hash, document }) => {
    const entry = entered.find(({ payload }) => payload['hash'] === hash)
    return entry && sha256(termsHashText(document)) === hash && namesThem(document) ? [] : [entry?.seq ?? null]
  })
  return [...unlisted.map(({ seq }) => seq), ...amiss].map((seq) => ({ code: 'own.consent_differs', seq }))
}

function commandFaults(
  seq: number,
  { command }: { readonly command?: Command },
  {
    hasAccepted,
    isAsked,
    isBetween,
  }: Readonly<Record<'hasAccepted' | 'isAsked', (memberId: string) => boolean>> & { readonly isBetween: () => boolean },
): ConsentFault[] {
  const needs = command?.kind === 'accept_upgrade' || command?.kind === 'serve_again' || command?.kind === 'pay_ahead'
  if (command?.kind === 'hand_over' && !hasAccepted(command.newcomerId)) return [{ code: 'consent.missing', seq }]
  if (needs && !hasAccepted(command.memberId)) return [{ code: 'consent.missing', seq }]
  if (command?.kind !== 'generate_pull') return []
  if (isBetween()) return [{ code: 'consent.missing', seq }]
  // A ledger that says who is passed over cannot spare a friend by it.
  const passedOver = Array.isArray(command.withoutConsent) ? (command.withoutConsent as readonly string[]) : []
  return passedOver.some(isAsked) ? [{ code: 'consent.passed_over', seq }] : []
}

/** Whether an entry is the command by which somebody is paid again. */
function isServing({ command }: { readonly command?: unknown }, memberId: string): boolean {
  const asked = command as Command | undefined
  return asked?.kind === 'serve_again' && asked.memberId === memberId
}

/** The members who still have to be asked for what they received, whatever terms they accepted since. */
function owingBack(draft: Draft | null): ReadonlySet<string> {
  return new Set([...(draft?.members.keys() ?? [])].filter((id) => owesBack(draft!, id)))
}

function isUnserving(command: Command | undefined): boolean {
  return command?.kind === 'generate_pull' && command.unserved === true
}

/** A pull that would leave those whom it passes over where they are paid. */
function leavesServed(command: Command | undefined, mustUnserve: boolean): boolean {
  return mustUnserve && command?.kind === 'generate_pull' && !isUnserving(command)
}
